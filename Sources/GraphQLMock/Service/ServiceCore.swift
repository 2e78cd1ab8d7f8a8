// Holds the state of a mock service. Open requests retain it, so that they can end after the service is released.
// Code that holds the lock of `state` must not take another lock or call closures of a test.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class ServiceCore: Sendable {
  /// Values that only reports need. They aren't part of the settings, because every request copies the settings.
  /// `MockGraphQLService.reset()` must clear those that belong to requests.
  struct Notes {
    var warnedSchemas: Set<ObjectIdentifier> = []
    /// Whether a request has reached a real service, whose secrets messages must hide.
    var hasPassedThrough = false
    /// The overrides for paths, and whether a request has matched them, by path.
    var overridePaths: [String: OverrideCheck.Match] = [:]
    var warnedOverrides: Set<String> = []
    /// Whether another service of the test gets its requests.
    var mayHaveNoRequests = false
    /// Operations that the test looked for in the journal and didn't find, by name.
    var unmatchedNames: [String: OperationType?] = [:]
    /// Keys such as `user.name` with which the test read JSON, but that look like paths, or nil outside of a test.
    var pathsInVain: Locked<Set<[String]>>?
    /// The requests that `expectRequests(named:exactly:)` allows, by the name's pattern.
    var expectedCounts: [String: (name: NameCondition, count: Int, location: CodeLocation)] = [:]
    /// Whether a session may have `httpAdditionalHeaders`, which Foundation on Linux doesn't add to the request.
    var mayHaveSessionHeaders = false
    /// The places of the traits and scopes that stated the fixture tables, by rank, and the schemas.
    var tablePlaces: [Int: CodeLocation] = [:]
    var schemas: [(schema: ServiceSchema, place: CodeLocation)] = []
    /// The latest `URLSession` configurations that the service was installed in.
    var configurations: [URLSessionConfiguration] = []
  }

  struct State {
    var settings: ServiceSettings
    var notes = Notes()
    var openCalls: [ObjectIdentifier: ServiceCall] = [:]
    var endReason: ServiceError?
    /// The last request that ended before its body was read completely, until the journal contains the request.
    var lastUnread: (wait: PendingWait, end: ContinuousClock.Instant)?
  }

  let registry = HandlerRegistry()
  let journal: Journal
  let feeds = OpenFeeds()
  let persistedQueries = Locked(PersistedQueryLookup.Store())
  let objects: MadeUpObjects
  /// Receives the commands of the UI test that launched this app, or nil without a UI test.
  let commands: (any CommandSource)?
  /// Returns the services of the process, including this one.
  let allServices: @Sendable () -> [ServiceCore]
  /// The `number` of the test's service that created this service, or nil if no test was running.
  let maker: Int?
  /// A number that is unique in this process and identifies the service as an owner of recordings.
  let number = ServiceCore.lastNumber.withLock { $0.next() }
  private static let lastNumber = Locked(0)
  let createdAt = ContinuousClock.now
  let state: Locked<State>

  init(
    _ settings: ServiceSettings, madeBy maker: ServiceCore? = nil,
    allServices: @escaping @Sendable () -> [ServiceCore] = { [] }
  ) {
    self.allServices = allServices
    self.maker = maker?.number
    let state = Locked(State(settings: settings))
    let journal = Journal(settings.journalLimits, log: settings.log)
    (self.state, self.journal) = (state, journal)
    // The journal retains the objects by its requests.
    objects = MadeUpObjects { [weak state] in
      state?.withLock { $0.settings }.objectSettings
    } note: { [weak journal] problem, location in
      journal?.record(MockFailure(.registrationError, "objects: \(problem)", handler: location))
    }
    commands = settings.commands
  }

  var settings: ServiceSettings { state.withLock { $0.settings } }
  /// The names of the operations that the first handlers answer, or answered until `shutDown` removed them.
  var handledNames: Set<String> { settings.handledNames ?? registry.handledNames }

  /// A Boolean value that indicates whether requests may be sent to a real service, and may contain real secrets.
  var mayHaveRealSecrets: Bool {
    let (settings, hasPassedThrough) = state.withLock { ($0.settings, $0.notes.hasPassedThrough) }
    return settings.unhandled.passesThrough || settings.recording != nil || hasPassedThrough
      || registry.all.contains { $0.handler?.passesThrough == true }
  }

  func changeSettings(_ change: (inout ServiceSettings) -> Void) {
    let limits = state.withLock { state in
      change(&state.settings)
      return state.settings.journalLimits
    }
    journal.setLimits(limits)
  }

  /// Reads or changes what the service has noted about the test's configuration and sessions.
  func withNotes<Result>(_ body: (inout Notes) -> Result) -> Result {
    state.withLock { body(&$0.notes) }
  }

  func warnOfUnmatchedOverrides() {
    for (_, match) in withNotes({ exchange(&$0.overridePaths, with: [:]) }).orderedByKey() {
      guard let warning = match.warning else { continue }
      let text = settings.redaction.text(warning)
      journal.warn(match.requestID, [JournalWarning(subject: .unmatchedPath, text: text)])
    }
  }

  /// - Parameter function: The function that states the handlers, or nil if it's the test itself.
  func register(
    _ handlers: [RequestHandler], table: FixtureTable? = nil, by function: String? = nil
  ) {
    // What is stated here serves several tests, of which each needs only a part (`reportsUnusedHandlers` documents it).
    let name = function?.prefix { $0 != "(" }
    let isShared = ["init", "setUp", "setUpWithError", "invokeTest"].contains { $0 == name ?? "" }
    registry.register(handlers, table: table, isShared: isShared)
    if !journal.failures.isEmpty { warnOfMissed(by: handlers) }
    for handler in handlers {
      guard let reason = handler.definitionError else { continue }
      journal.record(
        MockFailure(
          .registrationError, "The handler at \(handler.location) can't be used: \(reason)",
          handler: handler.location))
    }
  }

  func add(_ objects: [String: [MockJSON]]?, at location: CodeLocation? = nil) {
    self.objects.add(objects ?? [:]) { self.objects.note($0, location) }
  }

  /// - Parameters:
  ///   - begun: A closure that is called with the new call before there can be a response.
  ///   - deliver: A closure that is called once with the response or error, at any time and on any thread.
  func answer(
    _ request: URLRequest, body: RequestBody, streamFormat: StreamFormat? = nil,
    receiver: (any EventReceiver)? = nil,
    begun: (ServiceCall) -> Void = { _ in }, deliver: @escaping @Sendable (RequestOutcome) -> Void
  ) -> ServiceCall {
    let call = ServiceCall(self, streamFormat: streamFormat, receiver: receiver, deliver: deliver)
    let endReason = state.withLock { state in
      if state.endReason == nil { state.openCalls[ObjectIdentifier(call)] = call }
      return state.endReason
    }
    begun(call)
    if let endReason {
      OutOfScopeRequests.shared.add(
        request, body, reason: endReason, test: settings.testTitle, settings.redaction)
      call.deliver(.failure(endReason.urlError))
      return call
    }
    read(request, body, for: call)
    if !call.isOver { call.limitTime(to: request.timeoutInterval) }
    return call
  }

  /// The maximum size in bytes of a body that is decoded at once, on a thread that all sessions may share.
  private static let largestBodyDecodedAtOnce = 262_144

  private func read(_ request: URLRequest, _ body: RequestBody, for call: ServiceCall) {
    nonisolated(unsafe) let body = body  // Safe: nothing else reads the stream.
    switch body {
    case .stream:
      let redaction = settings.redaction
      call.noteWait(
        PendingWait(
          .requestBody(of: { RequestRedactor(toShow: request, redaction).line(of: request) })))
      WorkerThreads.shared.run { [self] in
        let body = body.read(for: request, bodyLimit: settings.journalLimits.body) { call.isOver }
        call.noteWait(nil)
        commands?.take()
        execute(request, body, for: call)
      }
    case .bytes(let bytes) where bytes.count > Self.largestBodyDecodedAtOnce:
      WorkerThreads.shared.run { [self] in
        commands?.take()
        execute(request, body.read(for: request), for: call)
      }
    case _ where commands?.hasNew == true:
      Blocking.run { [self] in
        commands?.take()
        execute(request, body.read(for: request), for: call)
      }
    case .bytes, .none, .invisible: execute(request, body.read(for: request), for: call)
    }
  }

  private func execute(
    _ request: URLRequest, _ body: Result<RequestBody.Received, RequestBody.ReadingError>,
    for call: ServiceCall
  ) {
    if call.isOver {
      // The journal now contains this request, which ended while its body was being read.
      state.withLock { $0.lastUnread = nil }
      return call.setRequestID(journal.begin(request, operations: []))
    }
    let settings = settings
    let persisted = PersistedQueryLookup(
      support: settings.persistedQueries, documents: settings.options.documents,
      queries: persistedQueries)
    let isToEndpoint =
      settings.endpoints.isEmpty ? nil : settings.endpoints.contains { $0.matches(request.url) }
    // A message on a WebSocket is always a GraphQL request, even if its URL isn't a GraphQL endpoint.
    let incoming = IncomingRequest(
      request, body: body, isGraphQL: call.isOfSocket ? true : isToEndpoint, documents: .shared,
      persisted: persisted
    ).withObjects(of: objects)
    if let entries = incoming.entries {
      return BatchExecution(self, settings, call).start(entries)
    }
    let requestID = journal.begin(incoming.urlRequest, operations: incoming.operations)
    call.setRequestID(requestID)
    RequestExecution(
      core: self, settings: settings, call: call, incoming: incoming, requestID: requestID
    ).start()
  }

  /// Removes an ended call from the open calls, but keeps the last one whose body wasn't read.
  func forget(_ call: ServiceCall) {
    let wait = call.state.withLock { $0.wait }
    state.withLock { state in
      state.openCalls.removeValue(forKey: ObjectIdentifier(call))
      if let wait, wait.isOfBody { state.lastUnread = (wait, .now) }
    }
  }

  /// Starts the watch that prints the open requests if the test hangs.
  func watchStillness() { state.withLock { $0.settings.stillness }?.begin() }

  var openCount: Int {
    journal.requests.count { $0.ending == nil } + waitsOfUnread(endedWithin: .zero).count
  }

  /// Returns descriptions of requests that the journal doesn't contain yet, because their bodies are being read.
  func waitsOfUnread(endedWithin grace: Duration) -> [PendingWait] {
    let (calls, last) = state.withLock { (Array($0.openCalls.values), $0.lastUnread) }
    let waits = calls.compactMap { $0.state.withLock { $0.wait } }.filter(\.isOfBody)
    guard let last, last.end.duration(to: .now) < grace else { return waits }
    return waits + [last.wait]
  }

  /// Throws an error if the service is `MockGraphQLService.current` outside of a test's scope, which gets no requests.
  func requireScope() throws {
    if case .outsideScope? = state.withLock({ $0.endReason }) { throw ServiceError.outsideScope }
  }

  func shutDown(_ reason: ServiceError) {
    let calls = state.withLock { state -> [ServiceCall]? in
      guard state.endReason == nil else { return nil }
      state.endReason = reason
      return Array(state.openCalls.values)
    }
    guard let calls else { return }
    registry.removeAll()
    guard !calls.isEmpty else { return }
    journal.cutOff()
    // `fail` can wait for Foundation's queue, and this method may run on that queue.
    WorkerThreads.shared.run { for call in calls { call.fail(reason.urlError) } }
  }

  /// The error for requests after the service has ended, or nil while it answers requests.
  var endReason: ServiceError? { state.withLock { $0.endReason } }
}

/// The commands of a UI test. Only `CommandReceiver` conforms to it, which is on a floor above services.
protocol CommandSource: Sendable {
  /// Whether the UI test may have sent new commands. Reading this property never blocks.
  var hasNew: Bool { get }
  /// Performs the new commands of the UI test. It reads files, so it may block.
  func take()
  /// Checks for new commands of the UI test while a subscription, WebSocket or stepped clock is in use.
  func watch()
}
