// The state of a service. Open requests own it too, so that they can end properly.
// While `state` is locked, no other lock is taken, and nothing of a user's runs.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class ServiceCore: Sendable {
  private struct State {
    var settings: ServiceSettings
    var openCalls: [ObjectIdentifier: ServiceCall] = [:]
    var endReason: ServiceError?
    var hasWarnedOfSchemaDefaults = false
    var hasPassedThrough = false
    /// Names that the journal was asked for without finding a request, with the type if one was stated.
    var namesInVain: [String: OperationType?] = [:]
    /// Dotted names that were read from JSON as if they were paths; `nil` until a scope asks for them.
    var pathsInVain: Locked<Set<[String]>>?
    /// By the operation's name in messages.
    var expectedCounts: [String: (name: OperationName, count: Int, location: HandlerLocation)] = [:]
    var configurations: [URLSessionConfiguration] = []
    /// The wait of the last request that ended while its body was read, until the journal has the request.
    var lastUnread: (wait: PendingWait, end: ContinuousClock.Instant)?
  }

  let registry = HandlerRegistry()
  let journal: Journal
  let feeds = OpenFeeds()
  let persistedQueries = Locked(PersistedQueryLookup.Store())
  let madeUpObjects = MadeUpObjects()
  /// Nil except in an app that a test launched.
  let orders: (any OrderSource)?
  let neighbours: @Sendable () -> [ServiceCore]
  /// The number of the service in whose scope this one was created.
  let maker: Int?
  /// Identifies the service in the process: in ``ServiceDirectory``, and as owner of recordings.
  let number = ServiceCore.lastNumber.withLock { $0.next() }
  private static let lastNumber = Locked(0)
  let createdAt = ContinuousClock.now
  private let state: Locked<State>

  init(
    _ settings: ServiceSettings, madeBy maker: ServiceCore? = nil,
    neighbours: @escaping @Sendable () -> [ServiceCore] = { [] }
  ) {
    self.neighbours = neighbours
    self.maker = maker?.number
    state = Locked(State(settings: settings))
    journal = Journal(settings.journalLimits, log: settings.log)
    orders = settings.orders
  }

  /// A copy, which other threads may outdate.
  var settings: ServiceSettings { state.withLock { $0.settings } }

  /// Whether clients may send real secrets, because the real service answers or was recorded.
  var isReal: Bool {
    let (settings, hasPassedThrough) = state.withLock { ($0.settings, $0.hasPassedThrough) }
    if case .passThrough = settings.unhandled.rule { return true }
    return settings.recording != nil || hasPassedThrough
      || registry.all.contains { $0.handler?.passesThrough == true }
  }

  func notePassThrough() { state.withLock { $0.hasPassedThrough = true } }

  func changeSettings(_ change: (inout ServiceSettings) -> Void) {
    let limits = state.withLock { state in
      change(&state.settings)
      return state.settings.journalLimits
    }
    journal.setLimits(limits)
  }

  func withExpectedCounts<Result>(
    _ body: (inout [String: (name: OperationName, count: Int, location: HandlerLocation)]) -> Result
  ) -> Result {
    state.withLock { body(&$0.expectedCounts) }
  }

  func takeWarningOfSchemaDefaults() -> Bool {
    state.withLock { state in
      defer { state.hasWarnedOfSchemaDefaults = true }
      return !state.hasWarnedOfSchemaDefaults
    }
  }

  var namesInVain: [String: OperationType?] { state.withLock { $0.namesInVain } }

  func noteInVain(_ name: String, _ type: OperationType?) {
    state.withLock { _ = $0.namesInVain.updateValue(type, forKey: name) }
  }

  var pathsInVain: Locked<Set<[String]>> {
    state.withLock { state in
      let paths = state.pathsInVain ?? Locked([])
      state.pathsInVain = paths
      return paths
    }
  }

  var configurations: [URLSessionConfiguration] { state.withLock { $0.configurations } }

  func installed(in configuration: URLSessionConfiguration) {
    state.withLock { $0.configurations = $0.configurations.suffix(7) + [configuration] }
  }

  func register(_ handlers: [RequestHandler], table: FixtureTable? = nil) {
    registry.register(handlers, table: table)
    if !journal.failures.isEmpty { warnOfMissed(by: handlers) }
    for handler in handlers {
      guard let reason = handler.definitionError else { continue }
      journal.record(
        MockFailure(
          .registrationError, "The handler at \(handler.location) can't be used: \(reason)",
          handler: handler.location))
    }
  }

  // MARK: Requests

  /// - Parameters:
  ///   - timeout: In seconds, if it isn't the request's; called only if there is no answer at once.
  ///   - begun: Called before the call can have a reply.
  ///   - deliver: Called once, on any thread, perhaps before this returns.
  func answer(
    _ request: URLRequest, body: RequestBody, streamFormat: StreamFormat? = nil,
    receiver: (any EventReceiver)? = nil, timeout: (() -> TimeInterval)? = nil,
    begun: (ServiceCall) -> Void = { _ in },
    deliver: @escaping @Sendable (Reply) -> Void
  ) -> ServiceCall {
    let call = ServiceCall(self, streamFormat: streamFormat, receiver: receiver, deliver: deliver)
    let endReason = begin(call)
    begun(call)
    if let endReason {
      StrayRequests.shared.add(
        request, body, reason: endReason, test: settings.testTitle, settings.redaction)
      call.reply(.failure(endReason.urlError))
      return call
    }
    read(request, body, for: call)
    if !call.isOver { call.end(after: timeout?() ?? request.timeoutInterval) }
    return call
  }

  /// In bytes; the caller may be on a queue that all sessions share, and 256 KiB take less than a millisecond.
  private static let largestBodyDecodedAtOnce = 262_144

  private func read(_ request: URLRequest, _ body: RequestBody, for call: ServiceCall) {
    nonisolated(unsafe) let body = body  // Handed over: nothing else reads its stream.
    switch body {
    case .stream:
      let redaction = settings.redaction
      call.noteWait(
        PendingWait(
          .requestBody(of: { ExchangeRedactor(toShow: request, redaction).line(of: request) })))
      WorkerThreads.shared.run { [self] in
        let body = body.read(for: request, bodyLimit: settings.journalLimits.body) { call.isOver }
        call.noteWait(nil)
        orders?.take()
        execute(request, body, for: call)
      }
    case .bytes(let bytes) where bytes.count > Self.largestBodyDecodedAtOnce:
      WorkerThreads.shared.run { [self] in
        orders?.take()
        execute(request, body.read(for: request), for: call)
      }
    case _ where orders?.hasNew == true:
      Blocking.run { [self] in
        orders?.take()
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
      // The request ended while its body was read, so it's only recorded. `ended` has counted it as unread.
      state.withLock { $0.lastUnread = nil }
      return call.belongs(to: journal.begin(request, operations: []))
    }
    let settings = settings
    let persisted = PersistedQueryLookup(
      support: settings.persistedQueries, documents: settings.options.documents,
      queries: persistedQueries)
    let received =
      call.streamFormat == .payloads
      // Socket messages are GraphQL at any URL.
      ? ReceivedRequest(
        request, body: body, isKnownToBeGraphQL: true, documents: .shared, persisted: persisted)
      : ReceivedRequest(
        request, body: body, endpoints: settings.endpoints, documents: .shared,
        persisted: persisted)
    if let entries = received.entries {
      return BatchExecution(self, settings, call).start(entries)
    }
    let exchangeID = journal.begin(received.urlRequest, operations: received.operations)
    call.belongs(to: exchangeID)
    RequestExecution(
      core: self, settings: settings, call: call, received: received, exchangeID: exchangeID
    ).start()
  }

  func operations(in request: URLRequest) -> [OperationRequest] {
    ReceivedRequest(
      request, body: .success(RequestBody.Received(request.httpBody ?? Data())), endpoints: [],
      documents: .shared
    ).operations
  }

  func begin(_ call: ServiceCall) -> ServiceError? {
    state.withLock { state in
      if let reason = state.endReason { return reason }
      state.openCalls[ObjectIdentifier(call)] = call
      return nil
    }
  }

  func ended(_ call: ServiceCall) {
    let wait = call.state.withLock { $0.wait }
    state.withLock { state in
      state.openCalls.removeValue(forKey: ObjectIdentifier(call))
      if let wait, wait.isOfBody { state.lastUnread = (wait, .now) }
    }
  }

  func watchStillness() { state.withLock { $0.settings.stillness }?.begin() }

  var openCount: Int {
    journal.exchanges.count { $0.ending == nil } + waitsOfUnread(endedWithin: .zero).count
  }

  /// Requests whose bodies are still being read aren't in the journal.
  func waitsOfUnread(endedWithin grace: Duration) -> [PendingWait] {
    let (calls, last) = state.withLock { (Array($0.openCalls.values), $0.lastUnread) }
    let waits = calls.compactMap { $0.state.withLock { $0.wait } }.filter(\.isOfBody)
    guard let last, last.end.duration(to: .now) < grace else { return waits }
    return waits + [last.wait]
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
    // Answering waits for Foundation's queue, and the caller may be on it.
    WorkerThreads.shared.run { for call in calls { call.fail(reason.urlError) } }
  }

  var endReason: ServiceError? { state.withLock { $0.endReason } }
}
