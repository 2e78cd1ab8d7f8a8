/// A request that is being handled. Four verbs bring it to its end, and only the first ending is recorded:
/// - `deliver(_:)` passes the response or error, of which there is one, to the code that sends it to the client.
/// - `noteReceived(byClient:)` records that the client has it, or the header fields or the end of a stream.
/// - `fail(_:)` delivers an error that counts as received at once, or ends a stream that is being sent with it.
/// - `cancel()` records that the client has canceled the request, and stops all work for it.
/// Each stores the ending by `State.end(_:_:)`, records it in the journal, and then calls `core.forget(_:)`, without which
/// the service would keep the call. `RequestLoad` calls both `noteReceived` under its lock and on Foundation's queue, so
/// they must not call closures of the test, or block. `fail` may wait for that queue, so it's never called on it, or
/// with a lock held.
final class ServiceCall: Sendable {
  struct State {
    var requestID: Int?
    /// Whether there is a response or error, which the client may not have received yet.
    var hasOutcome = false
    var streamed: RequestOutcome.Streamed?
    var end: (ending: ReceivedRequest.Ending, response: SentResponse?)?
    var hasEnded: Bool { end != nil }
    /// The closures of `whenAnsweredOrCanceled`.
    var cancellations: [@Sendable () -> Void] = []
    var timer: WaitLimit?
    var limit: (seconds: Double, start: ContinuousClock.Instant)?
    var wait: PendingWait?
    var listener: (@Sendable (RequestOutcome?) -> Void)?
    /// The response or error that the client received, kept for a listener that is added later.
    var received: RequestOutcome?

    /// Stores how the request ended. Returns the number of its journal entry, or nil if the request had already ended.
    mutating func end(_ ending: ReceivedRequest.Ending, _ response: SentResponse?) -> Int? {
      guard !hasEnded else { return nil }
      end = (ending, response)
      return requestID
    }

    mutating func takeWork() -> [@Sendable () -> Void] {
      let work = Swift.exchange(&cancellations, with: [])
      guard let timer = timer.take() else { return work }
      return work + [{ timer.cancel() }]
    }
  }

  let core: ServiceCore
  let state = Locked(State())
  private let onOutcome: @Sendable (RequestOutcome) -> Void

  /// The format of streamed results, or `nil` to choose it by the `Accept` header field.
  let streamFormat: StreamFormat?
  var isOfSocket: Bool { streamFormat == .payloads }
  /// An object that counts the events that the client hasn't received yet, or `nil` if they can't be counted.
  let receiver: (any EventReceiver)?

  init(
    _ core: ServiceCore, streamFormat: StreamFormat? = nil, receiver: (any EventReceiver)? = nil,
    deliver: @escaping @Sendable (RequestOutcome) -> Void
  ) {
    (self.core, self.streamFormat, self.receiver) = (core, streamFormat, receiver)
    onOutcome = deliver
  }

  var isOver: Bool { state.withLock { $0.hasOutcome || $0.hasEnded } }

  /// Whether the request is in the journal, has no response, and waits for nothing that would give it one.
  var isBeingExecuted: Bool {
    state.withLock { $0.requestID != nil && !$0.hasOutcome && !$0.hasEnded && $0.wait == nil }
  }

  /// Tells the call the number of its journal entry. If the call has already ended, the entry ends too.
  func setRequestID(_ requestID: Int) {
    let (end, wait) = state.withLock { state in
      state.requestID = requestID
      return (state.end, state.wait)
    }
    if let wait { core.journal.noteWait(wait, of: requestID) }
    if let end { core.journal.end(requestID, end.ending, response: end.response) }
  }

  /// Calls a closure when the request gets an outcome, or when the client cancels the request.
  func whenAnsweredOrCanceled(_ cancellation: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if state.hasOutcome || state.hasEnded { return true }
      state.cancellations.append(cancellation)
      return false
    }
    if isOver { cancellation() }
  }

  func deliver(_ outcome: RequestOutcome) { _ = delivers(outcome) }

  /// Returns false, and cancels the outcome's stream, if the request has had an outcome or has ended.
  func delivers(_ outcome: RequestOutcome) -> Bool {
    let (work, waiting) = state.withLock { state -> ([@Sendable () -> Void]?, Int?) in
      guard !state.hasOutcome, !state.hasEnded else { return (nil, nil) }
      state.hasOutcome = true
      if case .stream(let streamed) = outcome { state.streamed = streamed }
      if case .failure = outcome, state.wait?.isPast == true { return (state.takeWork(), nil) }
      defer { state.wait = nil }
      return (state.takeWork(), state.wait == nil ? nil : state.requestID)
    }
    guard let work else {
      outcome.chunks?.cancel()
      return false
    }
    if let waiting { core.journal.noteWait(nil, of: waiting) }
    for cancel in work { cancel() }
    onOutcome(outcome)
    return true
  }

  func warn(_ warnings: [String]) {
    guard !warnings.isEmpty, let id = state.withLock({ $0.requestID }) else { return }
    core.journal.warn(id, warnings.map { JournalWarning(subject: .note, text: $0) })
  }

  func noteWait(_ wait: PendingWait?) {
    let requestID = state.withLock { state -> Int? in
      guard !state.hasEnded, state.wait?.isPast != true, wait != nil || state.wait != nil else {
        return nil
      }
      state.wait = wait
      return state.requestID
    }
    if let requestID { core.journal.noteWait(wait, of: requestID) }
    // A request may also hang while its body is being read, before the journal contains the request.
    if wait?.isPast == false { core.watchStillness() }
  }

  /// Keeps the reason why the request was waiting, for reports on a request without a response.
  func giveUpWaiting() {
    // In a batch, `PendingWait.ended` takes the locks of the batch's other requests, so this lock is released first.
    guard let ended = state.withLock({ $0.wait })?.ended else { return }
    noteWait(ended)
  }
}
