// One intercepted request, without side effects: loading calls and the answer go in, the next action comes out.
//            started            answered             started, or at once
//   idle ───────────▶ working ───────────▶ ready ───────────────────────▶ delivered
//     │                  │                    │                              ▲
//     │                  │                    └──▶ streaming ────────────────┤ the last chunk
//     │                  │                    │        │
//     └──────────────────┴────────────────────┴────────┴──▶ cancelled   (stopped, and the task is over)
// A suspended task stops loading as well; it keeps its phase, and the next start goes on from there.

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
  /// Whether the first `startLoading` is still running, and delivers an answer itself.
  private var isBeginning = false
  /// While this is true, the request must not end: on Linux, asking about a task that has ended crashes.
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

  /// Returns true if the URL loading system must call `startLoading` again to deliver it.
  mutating func answered(_ reply: Reply) -> Bool {
    guard case .working = phase else { return false }
    phase = .ready(reply)
    isStartDue = !isStopped && !isBeginning
    return isStartDue
  }

  /// Returns only the head of a reply in chunks; ``streamed`` has the rest.
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

  /// Called when chunks or their end arrive; returns the same as ``answered(_:)``.
  mutating func arrived() -> Bool {
    guard streamed != nil, !isStartDue else { return false }
    isStartDue = true
    return true
  }

  mutating func endedStream() {
    if case .streaming = phase { phase = .delivered }
  }

  /// Returns whether work for the answer must be canceled; a suspended task (`isOver` is false) continues later.
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
