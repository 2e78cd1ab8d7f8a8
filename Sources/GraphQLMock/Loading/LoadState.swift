// The states of an intercepted request. Calls of the URL loading system change the state and return the next
// action. The functions have no side effects.
//            started            answered             started, or at once
//   idle ───────────▶ working ───────────▶ ready ───────────────────────▶ delivered
//     │                  │                    │                              ▲
//     │                  │                    └──▶ streaming ────────────────┤ the last chunk
//     │                  │                    │        │
//     └──────────────────┴────────────────────┴────────┴──▶ cancelled   (stopped, and the task is over)
// Suspending a task stops loading but doesn't change the phase. The next start continues from the same phase.

struct LoadState: Sendable {
  enum Phase: Sendable {
    case idle
    case working
    case ready(RequestOutcome)
    case streaming(RequestOutcome.Streamed)
    case delivered
    case cancelled
  }

  enum StartAction: Sendable, Equatable {
    case begin
    case deliver
    case nothing
  }

  private(set) var phase = Phase.idle
  private(set) var isStopped = false
  /// Whether the first call of `startLoading` is still running, so that it can deliver the outcome itself.
  private var isBeginning = false
  /// Whether `startLoading` is called again for the outcome. On Linux, ending the request before that would crash.
  private(set) var isStartDue = false

  mutating func started() -> StartAction {
    isStopped = false
    switch phase {
    case .idle:
      isBeginning = true
      phase = .working
      return .begin
    case .ready, .streaming:
      isStartDue = false
      return .deliver
    case .working, .delivered, .cancelled: return .nothing
    }
  }

  /// Returns `.deliver` if the outcome is already known when the call for which `started()` returned `.begin` ends.
  mutating func finishedBeginning() -> StartAction {
    isBeginning = false
    guard case .ready = phase, !isStopped else { return .nothing }
    return .deliver
  }

  /// Stores the outcome, and returns true if `startLoading` must be called again to deliver the outcome.
  mutating func answered(_ outcome: RequestOutcome) -> Bool {
    guard case .working = phase else { return false }
    phase = .ready(outcome)
    isStartDue = !isStopped && !isBeginning
    return isStartDue
  }

  mutating func takeOutcome() -> RequestOutcome? {
    guard case .ready(let outcome) = phase, !isStopped else { return nil }
    if case .stream(let streamed) = outcome {
      phase = .streaming(streamed)
    } else {
      phase = .delivered
    }
    return outcome
  }

  var streamed: RequestOutcome.Streamed? {
    if case .streaming(let streamed) = phase, !isStopped { streamed } else { nil }
  }

  /// Returns whether `startLoading` must be called again, because new chunks can be delivered.
  mutating func arrived() -> Bool {
    guard streamed != nil, !isStartDue else { return false }
    isStartDue = true
    return true
  }

  mutating func endedStream() { if case .streaming = phase { phase = .delivered } }

  /// Returns whether to cancel the request. A request isn't canceled if its task is only suspended.
  mutating func stopped(isOver: Bool) -> Bool {
    isStopped = true
    guard isOver else { return false }
    switch phase {
    case .idle, .working, .ready, .streaming:
      phase = .cancelled
      return true
    case .delivered, .cancelled: return false
    }
  }
}
