public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A mock of a GraphQL service that runs in the same process as the client.
///
/// ```swift
/// let service = MockGraphQLService(.query("Viewer", .data(["viewer": ["name": "Ada"]])))
/// let session = service.makeSession()
/// ```
/// The service answers all requests of its sessions, so they never reach the network. Keep a reference to the
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
  /// A parameter that is nil gets its value from `options`.
  /// - Parameters:
  ///   - handlers: The handlers. The first one that matches answers a request.
  ///   - fixtures: A folder of response files, usually by name. The files answer requests that no handler matches.
  ///   - schema: The schema, usually by the name of its file, which validates requests and responses.
  ///   - recording: How to record the real service's responses; without a folder, as in `.missing`, in that of `fixtures`.
  ///   - endpoints: The URLs that receive GraphQL requests. Requests to other URLs are plain HTTP.
  ///   - unhandled: The policy for requests that neither a handler nor a response file answers.
  ///   - clock: The clock that measures the delays of responses.
  ///   - objects: The objects of generated responses by type, oldest first, each with its `id`. Fields that an object
  ///     doesn't state are generated. The lists of these types have no other objects; see ``ServiceObjects``.
  ///   - options: Additional options.
  ///   - filePath: The path of your source file, whose folder is searched for named fixtures and schemas.
  public convenience init(
    _ handlers: RequestHandler..., fixtures: FixtureTable? = nil, schema: ServiceSchema? = nil,
    recording: Recording? = nil, endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
    clock: SteppedClock? = nil, objects: [String: [MockJSON]]? = nil,
    options: ServiceOptions = ServiceOptions(), filePath: String = #filePath
  ) {
    self.init(
      handlers, fixtures: fixtures, schema: schema, recording: recording, endpoints: endpoints,
      unhandled: unhandled, clock: clock, objects: objects, options: options, filePath: filePath)
  }

  /// Creates a service with an array of handlers.
  public convenience init(
    _ handlers: [RequestHandler], fixtures: FixtureTable? = nil, schema: ServiceSchema? = nil,
    recording: Recording? = nil, endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
    clock: SteppedClock? = nil, objects: [String: [MockJSON]]? = nil,
    options: ServiceOptions = ServiceOptions(), filePath: String = #filePath
  ) {
    self.init(
      handlers,
      options: options.stating(
        fixtures: fixtures, schema: schema, recording: recording, endpoints: endpoints,
        unhandled: unhandled, clock: clock, objects: objects, near: filePath), testTitle: nil)
  }

  /// - Parameters:
  ///   - testTitle: The name of the service's test, or nil if the service belongs to no test.
  ///   - function: The function that states the handlers, or nil if it's the test itself.
  package convenience init(
    _ handlers: [RequestHandler], options: ServiceOptions, testTitle: String?,
    function: String? = nil
  ) {
    let options = options.placingRecording()
    var settings = ServiceSettings(options)
    settings.statedTestTitle = testTitle
    self.init(settings) { core in
      if let recording = options.recording {
        core.beginRecording(recording, environment: ProcessInfo.processInfo.environment)
      }
      core.register(handlers, table: options.fixtures, by: function)
    }
  }

  init(_ settings: ServiceSettings, prepare: (ServiceCore) -> Void) {
    core = ServiceCore(settings, madeBy: Self.scoped?.core) { ServiceDirectory.shared.all }
    protocolClass = makeServiceProtocolClass(number: core.number)
    prepare(core)
    // `reset()` restores this state, and only complete services are in the directory.
    core.add(settings.options.objects)
    core.registry.keepAsInitial()
    ServiceDirectory.shared.add(core)
  }

  deinit {
    for socket in openSockets.all {
      socket.close(SocketClosing(1001, "The MockGraphQLService was deallocated."))
    }
    if core.settings.scopeLocation == nil { core.journal.printUnreadFailures() }
    core.shutDown(.serviceIsGone)
    ServiceDirectory.shared.remove(
      number: core.number,
      (core.endReason ?? .serviceIsGone, core.settings.testTitle, core.settings.redaction))
  }

  // MARK: Handlers

  /// Adds handlers, which take precedence over the existing handlers.
  /// - Parameters:
  ///   - handlers: The handlers. The first one that matches answers a request.
  ///   - fixtures: A folder of response files, usually by name, which follows these handlers and precedes all others.
  ///   - filePath: The path of your source file, whose folder is searched for named fixtures.
  ///   - function: The caller. ``ServiceOptions/reportsUnusedHandlers`` ignores handlers of `init`, `setUp`, `invokeTest`.
  public func register(
    _ handlers: RequestHandler..., fixtures: FixtureTable? = nil, filePath: String = #filePath,
    function: String = #function
  ) {
    register(handlers, fixtures: fixtures, filePath: filePath, function: function)
  }

  /// Adds an array of handlers, which take precedence over the existing handlers.
  public func register(
    _ handlers: [RequestHandler], fixtures: FixtureTable? = nil, filePath: String = #filePath,
    function: String = #function
  ) {
    core.register(handlers, table: fixtures?.placed(near: filePath), by: function)
  }

  /// Resets the service to its initial state, or to the state at the start of the test's scope.
  ///
  /// This removes the journal, unreported failures, expected counts, persisted queries, changes to objects, and later
  /// handlers. Response sequences start again. Pending requests go on unrecorded. WebSockets and their policy stay.
  public func reset() {
    core.registry.reset()
    core.persistedQueries.withLock { $0 = PersistedQueryLookup.Store() }
    core.objects.reset(to: core.settings.options.objects ?? [:])
    core.journal.removeAll()
    core.withNotes { ($0.expectedCounts, $0.overridePaths, $0.warnedOverrides) = ([:], [:], []) }
    core.settings.recorder?.startAgain()
  }

  /// The objects of generated responses, which the test can read and change.
  public var objects: ServiceObjects { ServiceObjects(core.objects) }

  // MARK: Sessions

  /// Returns a new session whose requests this service answers.
  ///
  /// It doesn't retain the service. It retains its delegate and two file descriptors until it's invalidated or released.
  /// - Parameters:
  ///   - configuration: The configuration of the session, which is copied.
  ///   - delegate: The delegate of the session.
  ///   - delegateQueue: The queue for the delegate and completion handlers, or nil to create a serial queue.
  @available(watchOS, unavailable, message: "watchOS doesn't intercept bodies: use respond(to:).")
  public func makeSession(
    configuration: URLSessionConfiguration = .ephemeral,
    delegate: (any URLSessionDelegate)? = nil, delegateQueue: OperationQueue? = nil
  ) -> URLSession {
    let copy = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    add(to: copy)
    if copy.httpAdditionalHeaders?.isEmpty == false {
      core.withNotes { $0.mayHaveSessionHeaders = true }
    }
    return URLSession(configuration: copy, delegate: delegate, delegateQueue: delegateQueue)
  }

  /// Adds this service to a configuration, so that it answers the requests of new sessions.
  ///
  /// ```swift
  /// let client = URLSessionClient(sessionConfiguration: service.install(in: .ephemeral))
  /// ```
  /// The method disables the configuration's cache, so that no response is reused in another test.
  /// Set `timeoutIntervalForRequest` before this call, because later changes don't apply.
  /// - Parameter configuration: The configuration to change. Sessions that already exist stay unchanged.
  @available(watchOS, unavailable, message: "watchOS doesn't intercept bodies: use respond(to:).")
  @discardableResult public func install(
    in configuration: URLSessionConfiguration
  ) -> URLSessionConfiguration {
    add(to: configuration)
    core.withNotes {
      // Messages need only the latest ones.
      $0.configurations = $0.configurations.suffix(7) + [configuration]
      $0.mayHaveSessionHeaders = true
    }
    return configuration
  }

  private func add(to configuration: URLSessionConfiguration) {
    let own = makeServiceProtocolClass(
      number: core.number, sessionTimeout: configuration.timeoutIntervalForRequest)
    configuration.protocolClasses = [own] + (configuration.protocolClasses ?? [])
    configuration.urlCache = nil
  }

  // MARK: Clients without URLSession, such as servers in the test's process

  /// The clock that measures the delays of responses, or nil if they pass in real time.
  ///
  /// ```swift
  /// MockGraphQLService.current.clock?.advance(by: .seconds(3))
  /// ```
  public var clock: SteppedClock? { core.settings.options.clock }

  /// Returns the service's response to a request, without using a `URLSession`.
  ///
  /// The service handles and records the request like a request of a session.
  ///
  /// ```swift
  /// let response = try await service.respond(to: request)
  /// let body = try await response.body.collect()
  /// ```
  /// The request is canceled if the task is canceled, or if you release the response's body before its end.
  /// - Parameter request: The request. If its body is a stream, this method reads the stream.
  /// - Throws: The `URLError` that a session would report, or `CancellationError` if the task is canceled. The
  ///   request's `timeoutInterval` passes in real time, and then the error is `.timedOut`.
  public func respond(to request: URLRequest) async throws -> StreamedResponse {
    let outcome = PendingValue<RequestOutcome>()
    let call = core.answer(request, body: RequestBody(of: request, task: nil)) {
      outcome.fulfil($0)
    }
    switch await outcome.valueUnlessCancelled(orElse: { call.cancel() }) {
    case .some(.failure(let error)):
      call.noteReceived(byClient: .failure(error))
      throw error.carried
    case .some(let known):
      call.limitIdleTime(to: request.timeoutInterval)
      return StreamedResponse(known, of: call)
    case .none: throw CancellationError()
    }
  }
}
