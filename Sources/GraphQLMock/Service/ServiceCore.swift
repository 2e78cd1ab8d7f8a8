// A `ServiceCore` holds the state of a mock service. Open requests retain it, so that they can end after the
// service is released. Code that holds the lock of `state` must not take another lock or call closures of a test.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class ServiceCore: Sendable {
  // Facts for the reports of a test. They aren't part of the settings, because each request copies the settings.
  struct Notes {
    var hasWarnedOfSchemaDefaults = false
    var hasPassedThrough = false
    /// The names of operations that the test didn't find in the journal, with their types if the test gave them.
    var namesInVain: [String: OperationType?] = [:]
    /// Names such as `user.name` that the test used as JSON keys by mistake, or `nil` outside of a test's scope.
    var pathsInVain: Locked<Set<[String]>>?
    /// The number of requests that the test expects for each operation, keyed by the operation's name in messages.
    var expectedCounts: [String: (name: OperationName, count: Int, location: HandlerLocation)] = [:]
    /// The latest `URLSession` configurations that the service was installed in.
    var configurations: [URLSessionConfiguration] = []
  }

  private struct State {
    var settings: ServiceSettings
    var notes = Notes()
    var openCalls: [ObjectIdentifier: ServiceCall] = [:]
    var endReason: ServiceError?
    /// A description of the last request that ended while its body was being read; nil once it's in the journal.
    var lastUnread: (wait: PendingWait, end: ContinuousClock.Instant)?
  }

  let registry = HandlerRegistry()
  let journal: Journal
  let feeds = OpenFeeds()
  let persistedQueries = Locked(PersistedQueryLookup.Store())
  let madeUpObjects = MadeUpObjects()
  // The source of orders, or nil if no test launched this app. An order is a change that a UI test makes to the
  // service while the app runs.
  let orders: (any OrderSource)?
  let neighbours: @Sendable () -> [ServiceCore]
  /// The number of the service whose scope was active when this service was created.
  let maker: Int?
  /// The service's number, which is unique in the process and identifies the service as an owner of recordings.
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

  /// A copy of the current settings, which other threads may change at any time.
  var settings: ServiceSettings { state.withLock { $0.settings } }

  /// A Boolean value that indicates whether requests may contain real secrets, because a real service gets them.
  var isReal: Bool {
    let (settings, hasPassedThrough) = state.withLock { ($0.settings, $0.notes.hasPassedThrough) }
    if case .passThrough = settings.unhandled.rule { return true }
    return settings.recording != nil || hasPassedThrough
      || registry.all.contains { $0.handler?.passesThrough == true }
  }

  func changeSettings(_ change: (inout ServiceSettings) -> Void) {
    let limits = state.withLock { state in
      change(&state.settings)
      return state.settings.journalLimits
    }
    journal.setLimits(limits)
  }

  func withNotes<Result>(_ body: (inout Notes) -> Result) -> Result {
    state.withLock { body(&$0.notes) }
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

  /// - Parameters:
  ///   - timeout: A closure that returns the time limit in seconds, or nil to use the limit of the request. The
  ///     closure isn't called if there is a reply at once.
  ///   - begun: A closure that is called with the new call before there can be a reply.
  ///   - deliver: A closure that is called once with the reply, on any thread, perhaps before this method returns.
  func answer(
    _ request: URLRequest, body: RequestBody, streamFormat: StreamFormat? = nil,
    receiver: (any EventReceiver)? = nil, timeout: (() -> TimeInterval)? = nil,
    begun: (ServiceCall) -> Void = { _ in },
    deliver: @escaping @Sendable (Reply) -> Void
  ) -> ServiceCall {
    let call = ServiceCall(self, streamFormat: streamFormat, receiver: receiver, deliver: deliver)
    let endReason = state.withLock { state in
      if state.endReason == nil { state.openCalls[ObjectIdentifier(call)] = call }
      return state.endReason
    }
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

  // The maximum size in bytes of a body that is decoded on the caller's thread. Larger bodies are decoded on
  // another thread, because all sessions may share the caller's thread.
  private static let largestBodyDecodedAtOnce = 262_144

  private func read(_ request: URLRequest, _ body: RequestBody, for call: ServiceCall) {
    nonisolated(unsafe) let body = body  // Safe: nothing else reads the stream.
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
      // The request ended while its body was being read. Its entry in the journal replaces `lastUnread`.
      state.withLock { $0.lastUnread = nil }
      return call.belongs(to: journal.begin(request, operations: []))
    }
    let settings = settings
    let persisted = PersistedQueryLookup(
      support: settings.persistedQueries, documents: settings.options.documents,
      queries: persistedQueries)
    let received =
      call.streamFormat == .payloads
      // A message on a WebSocket is always a GraphQL request, even if its URL isn't a GraphQL endpoint.
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

  /// Returns the pending waits of requests that aren't in the journal yet, because their bodies are being read.
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
    // Failing a call may wait for Foundation's queue. The caller may be on that queue, so another thread is used.
    WorkerThreads.shared.run { for call in calls { call.fail(reason.urlError) } }
  }

  var endReason: ServiceError? { state.withLock { $0.endReason } }
}

protocol OrderSource: Sendable {
  // Whether the UI test may have sent orders (changes to the service) that `take()` hasn't performed yet. Any
  // thread can read this property without blocking.
  var hasNew: Bool { get }
  // Performs the orders that the UI test has sent so far. It may block, because it reads files.
  func take()
  /// Looks for the UI test's orders between requests too, while a subscription, WebSocket or stepped clock is used.
  func watch()
}
