// The states of an intercepted request, without side effects: calls of the URL loading system lead to actions.
//            started            answered             started, or at once
//   idle ───────────▶ working ───────────▶ ready ───────────────────────▶ delivered
//     │                  │                    │                              ▲
//     │                  │                    └──▶ streaming ────────────────┤ the last chunk
//     │                  │                    │        │
//     └──────────────────┴────────────────────┴────────┴──▶ cancelled   (stopped, and the task is over)
// Suspending a task also stops loading, but the phase stays the same, and the next start continues from it.

struct LoadState: Sendable {
  enum Phase: Sendable {
    case idle
    case working
    case ready(Reply)
    case streaming(Reply.Streamed)
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
  /// A Boolean value that indicates whether the first `startLoading` is still running, so that it delivers a reply.
  private var isBeginning = false
  /// Whether another `startLoading` is due, before which the request must not end, because on Linux that crashes.
  private(set) var isStartDue = false

  mutating func started() -> StartAction {
    switch phase {
    case .idle:
      isStopped = false
      isBeginning = true
      phase = .working
      return .begin
    case .ready, .streaming:
      isStopped = false
      isStartDue = false
      return .deliver
    case .working:
      isStopped = false
      return .nothing
    case .delivered, .cancelled:
      return .nothing
    }
  }

  mutating func begun() -> StartAction {
    isBeginning = false
    guard case .ready = phase, !isStopped else { return .nothing }
    return .deliver
  }

  /// Takes the reply, and returns true if the URL loading system must call `startLoading` again to deliver it.
  mutating func answered(_ reply: Reply) -> Bool {
    guard case .working = phase else { return false }
    phase = .ready(reply)
    isStartDue = !isStopped && !isBeginning
    return isStartDue
  }

  /// Returns the reply if it's ready, or only the head of a streamed reply, whose body ``streamed`` has.
  mutating func takeReply() -> Reply? {
    guard case .ready(let reply) = phase, !isStopped else { return nil }
    if case .stream(let streamed) = reply {
      phase = .streaming(streamed)
    } else {
      phase = .delivered
    }
    return reply
  }

  var streamed: Reply.Streamed? {
    if case .streaming(let streamed) = phase, !isStopped { streamed } else { nil }
  }

  /// Returns whether `startLoading` must be called again for chunks or the end of a body that have arrived.
  mutating func arrived() -> Bool {
    guard streamed != nil, !isStartDue else { return false }
    isStartDue = true
    return true
  }

  mutating func endedStream() {
    if case .streaming = phase { phase = .delivered }
  }

  /// Returns whether the request's work must be canceled, unlike that of a suspended task (`isOver` is false).
  mutating func stopped(isOver: Bool) -> Bool {
    isStopped = true
    guard isOver else { return false }
    switch phase {
    case .idle, .working, .ready, .streaming:
      phase = .cancelled
      return true
    case .delivered, .cancelled:
      return false
    }
  }
}
