import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The server's side of a WebSocket. It performs the actions of a `SocketStateMachine`, and queues messages until the
/// client receives them. While the queue is full, no further events are read.
final class SocketConnection: EventReceiver {
  struct End: Sendable, Equatable {
    let closing: SocketClosing
    let isByClient: Bool
    /// The reason for reports, or nil if the end is as expected, such as the client's after `connection_ack`.
    let cause: String?
  }

  private struct State {
    var machine: SocketStateMachine
    var inbox = SocketInbox()
    var isResumed = false
    /// The messages that the client sent before `resume()`.
    var early: [Data] = []
    /// The operations that have begun and not ended. An outcome that arrives for another one is ignored.
    var calls: [SocketStateMachine.Operation: ServiceCall] = [:]
    /// The payload of `connection_init`, which is null if the message has none, or nil before the message.
    var connectionPayload: MockJSON?
    var end: End?
    var initializationTimer: WaitLimit?
    var answersPings: Bool
    var lastToken = 0
    /// The senders of events that wait for room in the queue of messages.
    var sources: [PendingValue<Void>] = []
    var watchers: [@Sendable () -> Void] = []

    /// Whether the client waits for `connection_ack`, so that a report names the end of the socket as a cause.
    var isInVain: Bool { isResumed && !machine.isAcknowledged }

    func wait(_ policy: MockConnectionPolicy) -> String {
      switch (isResumed, connectionPayload, policy.decision) {
      case (false, _, _): "the client to resume it"
      case (true, nil, _): "the client's connection_init"
      case (_, _, .decide): "connection_ack: the policy is .decide"
      case (_, _, .accept), (_, _, .refuse), (_, _, .silence):
        "connection_ack: the policy is .neverAcknowledge"
      }
    }

    /// Closes the socket. The caller must call the returned closures after it has released the lock.
    mutating func close(_ end: End) -> [@Sendable () -> Void] {
      guard self.end == nil else { return [] }
      self.end = end
      return inbox.closed(dropsMessages: end.isByClient).map { receive in { receive(.closed) } }
        + exchange(&sources, with: []).map { source in { source.fulfil(()) } }
        + exchange(&watchers, with: [])
    }
  }

  let request: URLRequest
  let dialect: SocketMessage.Dialect?
  private let protocols: [String]
  private let core: ServiceCore
  private let policy: MockConnectionPolicy
  private let state: Locked<State>

  init(_ request: URLRequest, protocols: [String], core: ServiceCore, policy: MockConnectionPolicy)
  {
    (self.request, self.core, self.policy, self.protocols) = (request, core, policy, protocols)
    dialect = SocketMessage.Dialect.choose(from: protocols)
    let machine = SocketStateMachine(dialect ?? .transport)
    state = Locked(State(machine: machine, answersPings: policy.answersPings))
  }

  var end: End? { state.withLock { $0.end } }
  var isInVain: Bool { state.withLock { $0.isInVain } }
  var isResumed: Bool { state.withLock { $0.isResumed } }
  var connectionPayload: MockJSON? { state.withLock { $0.connectionPayload } }

  var error: any Error {
    guard let end, !end.isByClient else { return URLError(.cancelled) }
    return end.closing == .abnormal ? URLError(.networkConnectionLost) : POSIXError(.ENOTCONN)
  }

  func waitLine(_ redaction: Redaction) -> String? {
    let (state, isAcknowledged) = state.withLock { ($0, $0.machine.isAcknowledged) }
    guard state.end == nil, state.calls.isEmpty else { return nil }
    let wait = isAcknowledged ? "the client to begin an operation" : state.wait(policy)
    let redactor = RequestRedactor(toShow: request, redaction)
    let mistake = state.machine.mistake.map { "; \(redactor.text($0))" } ?? ""
    return "\(title(redactor)) waits for \(wait)\(mistake)"
  }

  func endLine(_ redaction: Redaction) -> String? {
    guard let end, let cause = end.cause else { return nil }
    let (code, reason) = (end.closing.code, end.closing.reason)
    let redactor = RequestRedactor(toShow: request, redaction)
    let frame =
      end.closing == .abnormal
      ? "" : " with \(code)" + (reason.isEmpty ? "" : " \(redactor.value(reason).quoted)")
    let who = end.isByClient ? " by the client" : frame.isEmpty ? "" : " by the service"
    return "\(title(redactor)) was closed\(who)\(frame): \(redactor.text(cause))"
  }

  private func title(_ redactor: RequestRedactor) -> String {
    "The WebSocket to \(request.url.map { redactor.url($0) } ?? "")"
  }

  func resume() {
    let early = state.withLock { state -> [Data]? in
      guard !state.isResumed, state.end == nil else { return nil }
      state.isResumed = true
      return exchange(&state.early, with: [])
    }
    guard let early else { return }
    guard dialect != nil else {
      let known = SocketMessage.Dialect.allCases.map(\.rawValue).joined(separator: " and ")
      let offered = protocols.isEmpty ? "no protocol" : protocols.joined(separator: ", ").quoted
      let cause = "the client offers \(offered); the service accepts \(known)"
      return step(because: cause) { $0.closed(.subprotocolNotAcceptable) }
    }
    core.watchStillness()
    if let limit = policy.initializationTimeout {
      let timer = WaitLimit(limit, by: core.settings.clock) { [weak self] _ in
        self?.step(because: "no connection_init came within \(limit.text)") {
          $0.initializationTimedOut()
        }
      }
      state.withLock { $0.initializationTimer = timer }
    }
    for text in early { receive(text) }
  }

  func send(_ text: Data) -> Bool {
    let (isOpen, isResumed) = state.withLock { state in
      guard state.end == nil else { return (false, false) }
      if !state.isResumed { state.early.append(text) }
      return (true, state.isResumed)
    }
    if isResumed { receive(text) }
    return isOpen
  }

  private func receive(_ text: Data) { step { $0.received(text) } }

  func next(_ receiver: @escaping SocketInbox.Receiver) -> @Sendable () -> Void {
    let (outcome, token, sources) = state.withLock { state in
      let token = state.lastToken.next()
      let outcome = state.inbox.wanted(token, receiver)
      let sources = state.inbox.backlog.hasRoom ? exchange(&state.sources, with: []) : []
      return (outcome, token, sources)
    }
    if let outcome { receiver(outcome) }
    for source in sources { source.fulfil(()) }
    return { [self] in
      state.withLock { $0.inbox.unwanted(token) }?(.closed)
    }
  }

  /// Whether a ping of the client gets a pong, or nil if the socket isn't open.
  var answersPing: Bool? {
    state.withLock { $0.end == nil && $0.isResumed ? $0.answersPings : nil }
  }

  func onEnd(_ action: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      guard state.end == nil else { return true }
      state.watchers.append(action)
      return false
    }
    if isOver { action() }
  }

  func cancel(_ closing: SocketClosing) {
    let wait = state.withLock { $0.isInVain ? $0.wait(policy) : nil }
    let cause = wait.map { "it waited for \($0)" }
    finish(End(closing: closing, isByClient: true, cause: cause))
  }

  func ping(payload: MockJSON?) {
    if isResumed { step { $0.pinging(payload: payload) } }
  }

  func close(_ closing: SocketClosing) {
    step(because: "the test called sockets.close(code: \(closing.code))") { $0.closed(closing) }
  }

  func disconnect(because cause: String? = nil) {
    finish(End(closing: .abnormal, isByClient: false, cause: cause))
  }

  private func finish(_ end: End) {
    let (notifications, actions) = state.withLock { ($0.close(end), $0.machine.closedByClient()) }
    perform(actions)
    for notify in notifications { notify() }
  }

  private func stopWaiting() { state.withLock { $0.initializationTimer.take() }?.cancel() }

  /// The lock is held until the messages are queued. Otherwise, two threads could queue them in the wrong order.
  private func step(
    because cause: String? = nil,
    _ change: @Sendable (inout SocketStateMachine) -> [SocketStateMachine.Action]
  ) {
    let (rest, notifications) = state.withLock { state in
      performUnderLock(change(&state.machine), &state, cause)
    }
    for notify in notifications { notify() }
    perform(rest)
  }

  /// Performs actions. Returns those that must not be performed while the lock is held.
  private func performUnderLock(
    _ actions: [SocketStateMachine.Action], _ state: inout State, _ cause: String? = nil
  ) -> (rest: [SocketStateMachine.Action], notifications: [@Sendable () -> Void]) {
    var rest: [SocketStateMachine.Action] = []
    var notifications: [@Sendable () -> Void] = []
    for action in actions {
      switch action {
      case .send(let message):
        guard let text = message.text(state.machine.dialect),
          let receiver = state.inbox.arrived(text)
        else { continue }
        notifications.append { receiver(.message(text)) }
      case .close(let closing):
        let cause = state.machine.mistake ?? cause
        notifications += state.close(End(closing: closing, isByClient: false, cause: cause))
      case .decide(let payload):
        state.connectionPayload = payload ?? .null
        rest.append(action)
      case .start, .stop: rest.append(action)
      }
    }
    return (rest, notifications)
  }

  private func perform(_ actions: [SocketStateMachine.Action]) {
    for action in actions {
      switch action {
      case .send, .close: break
      case .decide(let payload): decide(policy, payload, mayAsk: true)
      case .start(let operation, let payload): start(operation, payload)
      case .stop(let operation):
        let (call, mistake) = state.withLock {
          ($0.calls.removeValue(forKey: operation), $0.machine.isClosed ? $0.machine.mistake : nil)
        }
        if let mistake {
          call?.warn(["the WebSocket was closed: \(core.settings.redaction.text(mistake))"])
        }
        call?.cancel()
      }
    }
    if end != nil { stopWaiting() }
  }

  /// - Parameter mayAsk: Whether a closure may decide. The decision of a closure can't be another closure.
  private func decide(_ policy: MockConnectionPolicy, _ payload: MockJSON?, mayAsk: Bool) {
    stopWaiting()
    switch policy.decision {
    case .accept(let payload):
      guard core.canSend(payload, of: ".accept") else {
        return step(because: "the payload of .accept isn't JSON") {
          $0.refused(.internalError)
        }
      }
      step { $0.accepted(payload: payload) }
    case .refuse(let closing):
      if let error = closing.codeError { core.journal.record(MockFailure(.handlerError, error)) }
      step(because: "the policy is .refuse") {
        $0.refused(closing.codeError == nil ? closing : .internalError)
      }
    case .silence: break
    case .decide(let decide):
      guard mayAsk else { return }
      _ = core.settings.closures.run { [self] in
        let decided = await decide(payload ?? .null)
        state.withLock { $0.answersPings = decided.answersPings }
        self.decide(decided, payload, mayAsk: false)
      }
    }
  }

  private func start(_ operation: SocketStateMachine.Operation, _ payload: MockJSON) {
    guard let body = try? payload.encoded() else { return }
    _ = core.answer(
      request.carrying(body), body: .bytes(body), streamFormat: .payloads, receiver: self,
      begun: { call in
        let isOver = state.withLock { state in
          guard state.machine.isExecuting(operation) else { return true }
          state.calls[operation] = call
          return false
        }
        if isOver { call.cancel() }
      }
    ) { [self] outcome in
      guard let call = state.withLock({ $0.calls[operation] }) else { return }
      received(outcome, call, operation)
    }
  }

  private func received(
    _ outcome: RequestOutcome, _ call: ServiceCall, _ operation: SocketStateMachine.Operation
  ) {
    call.noteReceived(byClient: outcome)
    if case .stream(let streamed) = outcome {
      streamed.chunks.listen { [weak self] in self?.drain(streamed, call, operation) }
      return drain(streamed, call, operation)
    }
    state.withLock { $0.calls[operation] = nil }
    switch outcome {
    case .failure(let error): fail(operation, error)
    case .response(let response), .relayed(let response): answer(operation, response)
    case .stream: break
    }
  }

  /// Sends a result as a `next` message and a `complete` message (PROTOCOL.md, "Single result operation").
  private func answer(_ operation: SocketStateMachine.Operation, _ response: SentResponse) {
    guard let json = response.json, json.isObject, let body = try? json.encoded() else {
      let message = "The response with status \(response.status) isn't a GraphQL result."
      return step { $0.failed(operation, Self.errors(message)) }
    }
    // A response without data is a request error. PROTOCOL.md ("Error") requires an `error` message for it.
    if !json.has("data"), let errors = json["errors"].array, !errors.isEmpty,
      let list = try? json["errors"].encoded()
    {
      return step { $0.failed(operation, list) }
    }
    step { $0.next(operation, body) + $0.completed(operation) }
  }

  private func fail(_ operation: SocketStateMachine.Operation, _ error: URLError) {
    // The service's own errors, such as an unhandled request, have a message. Those of a handler have none.
    guard error.userInfo[NSLocalizedDescriptionKey] != nil else { return disconnect() }
    step { $0.failed(operation, Self.errors(error.localizedDescription)) }
  }

  private static func errors(_ message: String) -> Data {
    (try? MockJSON.array([["message": .string(message)]]).encoded()) ?? Data("[]".utf8)
  }

  private func drain(
    _ streamed: RequestOutcome.Streamed, _ call: ServiceCall,
    _ operation: SocketStateMachine.Operation
  ) {
    // One lock is held while chunks are read and sent, so that two threads can't change their order.
    let (notifications, rest, ending) = state.withLock { state in
      let portion = streamed.chunks.take()
      var actions: [SocketStateMachine.Action] = []
      for chunk in portion.chunks { actions += state.machine.sent(chunk, of: operation) }
      if case .finished? = portion.ending { actions += state.machine.completed(operation) }
      if portion.ending != nil { state.calls[operation] = nil }
      let (rest, notifications) = performUnderLock(actions, &state)
      return (notifications, rest, portion.ending)
    }
    for notify in notifications { notify() }
    perform(rest)
    guard let ending else { return }
    call.noteReceived(byClient: ending, of: streamed)
    if case .failed(let error) = ending { fail(operation, error) }
  }

  var backlog: EventBacklog { state.withLock { $0.inbox.backlog } }

  func waitForRoom() async -> Bool {
    let outcome = PendingValue<Void>()
    let waits = state.withLock { state in
      guard state.end == nil, !state.inbox.backlog.hasRoom else { return false }
      state.sources.append(outcome)
      return true
    }
    if waits { _ = await outcome.valueUnlessCancelled() }
    return end == nil
  }
}

extension ServiceCore {
  /// Records a failure, and returns false, if a payload contains a value that isn't JSON, such as NaN.
  func canSend(_ payload: MockJSON?, of call: String, at location: CodeLocation? = nil) -> Bool {
    do {
      _ = try payload?.encoded()
      return true
    } catch {
      let message = "The payload of `\(call)` can't be sent: \(error)"
      journal.record(MockFailure(.handlerError, message, handler: location))
      return false
    }
  }
}

extension SocketStateMachine {
  /// Sends a chunk in the format `StreamFormat.payloads`: a result, a list of errors or a heartbeat.
  fileprivate mutating func sent(_ chunk: Data, of operation: Operation) -> [Action] {
    if chunk == StreamFormat.payloads.heartbeat { return pinging() }
    return chunk.first == UInt8(ascii: "[") ? failed(operation, chunk) : next(operation, chunk)
  }
}

extension URLRequest {
  fileprivate func carrying(_ body: Data) -> URLRequest {
    var request = self
    if let url, WebSocketClaim.isWebSocket(url),
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    {
      parts.scheme = parts.scheme.map { "http" + $0.dropFirst("ws".count).lowercased() }
      request.url = parts.url
    }
    for name in (allHTTPHeaderFields ?? [:]).keys
    where name.lowercased().hasPrefix("sec-websocket-") {
      request.setValue(nil, forHTTPHeaderField: name)
    }
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = body
    // A subscription stays open as long as its socket, so its request never times out.
    request.timeoutInterval = 0
    return request
  }
}
