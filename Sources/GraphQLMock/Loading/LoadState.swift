// The life of one intercepted request as a state machine: calls of the URL loading system and the
// arrival of the answer go in, what to do next comes out. It calls nobody and waits for nothing.
//
//            started            answered             started, or at once
//   idle ───────────▶ working ───────────▶ ready ───────────────────────▶ delivered
//     │                  │                    │                              ▲
//     │                  │                    └──▶ streaming ────────────────┤ the last chunk
//     │                  │                    │        │
//     └──────────────────┴────────────────────┴────────┴──▶ cancelled   (stopped, and the task is over)
//
// A suspended task stops loading as well; it keeps its phase, and the next start goes on from there.

struct LoadState: Sendable {
  enum Phase: Sendable {
    /// Nothing happened yet.
    case idle
    /// The answer is being looked for.
    case working
    /// The answer is known; the client has seen nothing of it.
    case ready(Reply)
    /// The client has the head, and chunks follow.
    case streaming(StreamedReply)
    /// The answer was handed to the client: nothing may be sent any more.
    case delivered
    /// The client gave up before the answer was delivered.
    case cancelled
  }

  enum StartAction: Sendable, Equatable {
    /// Look for the answer.
    case begin
    /// Hand the answer to the client.
    case deliver
    /// The answer is under way, or all is done.
    case nothing
  }

  private(set) var phase = Phase.idle
  private(set) var isStopped = false
  /// Whether the first `startLoading` is still running: an answer that comes meanwhile is delivered
  /// by it, without another call of the URL loading system.
  private var isBeginning = false
  /// Whether the URL loading system was asked to call `startLoading` again, and has not done so yet.
  ///
  /// An end that is handed over meanwhile would come too early: on Linux being asked about a task that
  /// has ended ends the process.
  private(set) var isStartDue = false

  /// The URL loading system wants the request loaded, for the first time or again.
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

  /// All that `begin` asks for is set in motion.
  mutating func begun() -> StartAction {
    isBeginning = false
    guard case .ready = phase, !isStopped else { return .nothing }
    return .deliver
  }

  /// The answer is known.
  /// - Returns: whether the URL loading system is to call `startLoading` again, where it is delivered; not
  ///   if the request is suspended, or over.
  mutating func answered(_ reply: Reply) -> Bool {
    guard case .working = phase else { return false }
    phase = .ready(reply)
    isStartDue = !isStopped && !isBeginning
    return isStartDue
  }

  /// The reply to deliver now, given out once; nil if there is none, or the client does not want it.
  ///
  /// Of a reply in chunks this is the head; ``streamed`` goes on from there.
  mutating func takeReply() -> Reply? {
    guard case .ready(let reply) = phase, !isStopped else { return nil }
    if case .stream(let streamed) = reply {
      phase = .streaming(streamed)
    } else {
      phase = .delivered
    }
    return reply
  }

  /// The reply whose chunks are delivered now; nil if there is none, or the client does not want any.
  var streamed: StreamedReply? {
    if case .streaming(let streamed) = phase, !isStopped { streamed } else { nil }
  }

  /// There are chunks to deliver, or the end of them; a start that is due delivers all of them.
  /// - Returns: the same as for the answer.
  mutating func arrived() -> Bool {
    guard streamed != nil, !isStartDue else { return false }
    isStartDue = true
    return true
  }

  /// The last chunk, and the end, are being handed to the client.
  mutating func endedStream() {
    if case .streaming = phase { phase = .delivered }
  }

  /// Loading must stop.
  /// - Parameter isOver: whether the task is cancelled; a suspended task goes on later.
  /// - Returns: whether work for the answer must be cancelled.
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
