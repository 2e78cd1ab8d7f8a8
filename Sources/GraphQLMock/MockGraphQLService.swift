public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A mock of a GraphQL service, which runs inside the tested process.
///
/// ```swift
/// let service = MockGraphQLService(.query("Viewer", .data(["viewer": ["name": "Ada"]])))
/// let session = service.makeSession()
/// ```
/// The service's handlers answer all requests of its sessions, which never reach the network. Keep a reference to the
/// service, because requests fail once it's released. Services are independent, so tests can run in parallel.
public final class MockGraphQLService: Sendable {
  let core: ServiceCore
  let protocolClass: MockURLProtocol.Type
  let openSockets = OpenSockets()

  /// Creates a service.
  ///
  /// ```swift
  /// MockGraphQLService(.viewer, fixtures: "Shop", schema: "schema.graphqls")
  /// MockGraphQLService(list, fixtures: FixtureTable("Shop", bundle: .module))
  /// ```
  /// For parameters that are nil, `options` and the defaults of ``ServiceOptions`` apply.
  /// - Parameters:
  ///   - handlers: The handlers. The first one that matches answers a request.
  ///   - fixtures: The fixture table, usually by name. It answers requests that no handler matches.
  ///   - schema: The schema, usually by name, which validates requests and answers.
  ///   - recording: The recording of the real service's answers. Without a folder, as in `.missing`, it uses the folder
  ///     of the fixture table.
  ///   - endpoints: The URLs of GraphQL requests. Requests to other URLs are plain HTTP.
  ///   - unhandled: The policy for requests that nothing answers.
  ///   - clock: The clock for the delays of responses.
  ///   - options: Additional options.
  ///   - filePath: The path of the source file whose folder is searched for names.
  public convenience init(
    _ handlers: RequestHandler..., fixtures: FixtureTable? = nil, schema: ServiceSchema? = nil,
    recording: Recording? = nil, endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
    clock: SteppedClock? = nil, options: ServiceOptions = ServiceOptions(),
    filePath: String = #filePath
  ) {
    self.init(
      handlers, fixtures: fixtures, schema: schema, recording: recording, endpoints: endpoints,
      unhandled: unhandled, clock: clock, options: options, filePath: filePath)
  }

  /// Creates a service with an array of handlers.
  public convenience init(
    _ handlers: [RequestHandler], fixtures: FixtureTable? = nil, schema: ServiceSchema? = nil,
    recording: Recording? = nil, endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
    clock: SteppedClock? = nil, options: ServiceOptions = ServiceOptions(),
    filePath: String = #filePath
  ) {
    let options = options.stating(
      fixtures, schema, recording, endpoints, unhandled, clock, near: filePath
    ).placingRecording()
    self.init(ServiceSettings(options)) { core in
      if let recording = options.recording {
        core.beginRecording(recording, environment: ProcessInfo.processInfo.environment)
      }
      core.register(handlers, table: options.fixtures)
    }
  }

  init(_ settings: ServiceSettings, prepare: (ServiceCore) -> Void) {
    core = ServiceCore(settings, madeBy: Self.scoped?.core) { ServiceDirectory.shared.all }
    protocolClass = makeServiceProtocolClass(number: core.number)
    prepare(core)
    core.registry.keepAsInitial()
    ServiceDirectory.shared.add(core)
  }

  deinit {
    for socket in openSockets.all {
      socket.close(SocketClosing(1001, "The MockGraphQLService was deallocated."))
    }
    core.shutDown(.serviceIsGone)
    ServiceDirectory.shared.remove(
      number: core.number,
      (core.endReason ?? .serviceIsGone, core.settings.testTitle, core.settings.redaction))
  }

  // MARK: Handlers

  /// Adds handlers, which precede the existing ones.
  /// - Parameters:
  ///   - handlers: The handlers. The first one that matches answers a request.
  ///   - fixtures: A fixture table, usually by name. It follows these handlers and precedes all others.
  ///   - filePath: The path of the source file whose folder is searched for the table.
  public func register(
    _ handlers: RequestHandler..., fixtures: FixtureTable? = nil, filePath: String = #filePath
  ) {
    register(handlers, fixtures: fixtures, filePath: filePath)
  }

  /// Adds an array of handlers, which precede the existing ones.
  public func register(
    _ handlers: [RequestHandler], fixtures: FixtureTable? = nil, filePath: String = #filePath
  ) {
    core.register(handlers, table: fixtures?.placed(near: filePath))
  }

  /// Resets the service to its initial state or, in the scope of a test, to that of the scope.
  ///
  /// Later handlers, the positions of sequences, persisted queries, changes by mutations to generated objects, and the
  /// journal are discarded. So are failures that weren't reported. Pending requests continue without a journal entry.
  /// WebSockets and their policy stay.
  public func reset() {
    core.registry.reset()
    core.persistedQueries.withLock { $0 = PersistedQueryLookup.Store() }
    core.madeUpObjects.removeAll()
    core.journal.removeAll()
  }

  // MARK: Sessions

  /// Returns a new session whose requests this service answers.
  ///
  /// The session doesn't retain the service. Like every session, it retains its delegate and two file descriptors until
  /// it's invalidated or released.
  /// - Parameters:
  ///   - configuration: The configuration, which is copied.
  ///   - delegate: The delegate of the session.
  ///   - delegateQueue: The queue for the delegate and completion handlers; nil creates a serial queue.
  public func makeSession(
    configuration: URLSessionConfiguration = .ephemeral,
    delegate: (any URLSessionDelegate)? = nil, delegateQueue: OperationQueue? = nil
  ) -> URLSession {
    let copy = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    add(to: copy)
    return URLSession(configuration: copy, delegate: delegate, delegateQueue: delegateQueue)
  }

  /// Adds this service to a configuration, so that it answers the sessions that are created with it.
  ///
  /// ```swift
  /// let client = URLSessionClient(sessionConfiguration: service.install(in: .ephemeral))
  /// ```
  /// The method disables the configuration's cache, so that no answer outlives its test.
  /// - Parameter configuration: The configuration to change. Existing sessions stay unchanged.
  @discardableResult public func install(
    in configuration: URLSessionConfiguration
  ) -> URLSessionConfiguration {
    add(to: configuration)
    core.withNotes { $0.configurations = $0.configurations.suffix(7) + [configuration] }
    return configuration
  }

  private func add(to configuration: URLSessionConfiguration) {
    configuration.protocolClasses = [protocolClass] + (configuration.protocolClasses ?? [])
    configuration.urlCache = nil
  }

  // MARK: Clients without URLSession, such as servers in the test's process

  /// The clock for the delays of responses, or nil for real time.
  ///
  /// ```swift
  /// MockGraphQLService.current.clock?.advance(by: .seconds(3))
  /// ```
  public var clock: SteppedClock? { core.settings.options.clock }

  /// Returns the response to a request without a session.
  ///
  /// Handlers, fixtures, policies, delays, and the journal are those of the service's sessions.
  ///
  /// ```swift
  /// let response = try await service.respond(to: request)
  /// let body = try await response.body.collect()
  /// ```
  /// The request is canceled if the task is canceled, or if the body is released before its end.
  /// - Parameter request: The request. A body stream is read once.
  /// - Throws: The `URLError` that a session would report, including `.timedOut` after the request's `timeoutInterval`
  ///   in real time, or `CancellationError` if the task is canceled.
  public func respond(to request: URLRequest) async throws -> StreamedResponse {
    let reply = PendingReply<Reply>()
    let call = core.answer(request, body: RequestBody(of: request, task: nil)) { reply.fulfil($0) }
    switch await reply.valueUnlessCancelled(orElse: { call.cancel() }) {
    case .some(.failure(let error)):
      call.handOver(.failure(error))
      call.close()
      throw error
    case .some(let known):
      return StreamedResponse(known, of: call)
    case .none:
      throw CancellationError()
    }
  }
}
