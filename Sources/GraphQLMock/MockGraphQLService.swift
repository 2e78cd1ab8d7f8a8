public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Stands in for a GraphQL service inside the process that is tested.
///
/// ```swift
/// let service = MockGraphQLService(.query("Viewer", .data(["viewer": ["name": "Ada"]])))
/// let session = service.makeSession()
/// ```
/// Every request of its sessions is answered by its handlers, and never reaches the network. Keep the
/// service in a property: once it is gone, the requests of its sessions fail.
///
/// Services do not know of each other, so tests with a service each run in parallel.
public final class MockGraphQLService: Sendable {
  let core: ServiceCore
  let protocolClass: MockURLProtocol.Type
  let openSockets = OpenSockets()

  /// Makes a service.
  ///
  /// ```swift
  /// MockGraphQLService(.viewer, fixtures: "Shop", schema: "schema.graphqls")
  /// MockGraphQLService(list, fixtures: FixtureTable("Shop", bundle: .module))
  /// ```
  /// A parameter that is nil leaves the matter to `options`; ``ServiceOptions`` has the defaults.
  /// - Parameters:
  ///   - handlers: What it answers. The first one that matches wins.
  ///   - fixtures: A table, by its name as a rule; it answers what no handler does.
  ///   - schema: The schema, by its name as a rule; requests and answers are validated by it.
  ///   - recording: Where answers of the real service are recorded and replayed from; a mode alone, such
  ///     as `.missing`, takes the folder of the table.
  ///   - endpoints: The URLs that GraphQL requests go to; everything else is plain HTTP then.
  ///   - unhandled: What happens to a request that nothing answers.
  ///   - clock: What delays of responses go by.
  ///   - options: All else that can be said of a service.
  ///   - filePath: The path of the source file near which names are looked up; the caller's as a rule.
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

  /// Makes a service with a list of handlers.
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
      socket.close(SocketClosing(1001, "The MockGraphQLService is gone."))
    }
    core.shutDown(.serviceIsGone)
    ServiceDirectory.shared.remove(
      number: core.number,
      (core.endReason ?? .serviceIsGone, core.settings.testTitle, core.settings.redaction))
  }

  // MARK: Handlers

  /// Puts handlers in front of those that are registered.
  /// - Parameters:
  ///   - handlers: What is asked first. The first one that matches wins.
  ///   - fixtures: A table, by its name as a rule; it is asked after these handlers, and before all others.
  ///   - filePath: The path of the source file near which a name is looked up; the caller's as a rule.
  public func register(
    _ handlers: RequestHandler..., fixtures: FixtureTable? = nil, filePath: String = #filePath
  ) {
    register(handlers, fixtures: fixtures, filePath: filePath)
  }

  /// Puts a list of handlers in front of those that are registered.
  public func register(
    _ handlers: [RequestHandler], fixtures: FixtureTable? = nil, filePath: String = #filePath
  ) {
    core.register(handlers, table: fixtures?.placed(near: filePath))
  }

  /// Takes the service back to what it began with, in the scope of a test to what the scope states.
  ///
  /// Handlers that were registered later are gone, sequences start again, persisted queries and
  /// what mutations have changed of made-up objects are forgotten, and the journal is empty.
  /// Failures that were not reported yet are lost: report them first. Open requests go on, but are
  /// not in the journal any more. WebSockets and their policy stay as they are.
  public func reset() {
    core.registry.reset()
    core.persistedQueries.withLock { $0.removeAll() }
    core.madeUpObjects.removeAll()
    core.journal.removeAll()
  }

  // MARK: Sessions

  /// Makes a session whose requests this service answers.
  ///
  /// The session does not own the service. Like every session it keeps its delegate, and two file
  /// descriptors, until it is invalidated or goes away.
  /// - Parameters:
  ///   - configuration: What the session is configured with, apart from the service; it is copied.
  ///   - delegate: The session's delegate.
  ///   - delegateQueue: Where the delegate and completion handlers are called; nil takes a serial
  ///     queue of the session's own.
  /// - Returns: the session.
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
  /// The configuration's cache is switched off, so that no answer outlives its test.
  /// - Parameter configuration: The configuration to change. Existing sessions keep theirs.
  /// - Returns: the same configuration.
  @discardableResult public func install(
    in configuration: URLSessionConfiguration
  ) -> URLSessionConfiguration {
    add(to: configuration)
    core.installed(in: configuration)
    return configuration
  }

  private func add(to configuration: URLSessionConfiguration) {
    configuration.protocolClasses = [protocolClass] + (configuration.protocolClasses ?? [])
    configuration.urlCache = nil
  }
}

// For clients without URLSession: servers in the test's process, other HTTP clients.

extension MockGraphQLService {
  /// The clock that delays of responses go by, if the test has stated one.
  ///
  /// ```swift
  /// MockGraphQLService.current.clock?.advance(by: .seconds(3))
  /// ```
  public var clock: SteppedClock? { core.settings.options.clock }

  /// Answers a request without any session.
  ///
  /// Handlers, fixtures, policies, delays and the journal are those of the service's sessions.
  ///
  /// ```swift
  /// let response = try await service.respond(to: request)
  /// let body = try await response.body.collect()
  /// ```
  /// Cancelling the task cancels the request, and so does letting go of the body before its end.
  /// - Parameter request: The request. A body stream is read once.
  /// - Returns: status and header fields, and the body as it comes.
  /// - Throws: the `URLError` that a session would give, `.timedOut` when the request's
  ///   `timeoutInterval` is up, in real time; `CancellationError` when the task is cancelled.
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
