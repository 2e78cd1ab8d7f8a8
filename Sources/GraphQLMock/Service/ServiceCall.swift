// One request that a service is asked to answer, from its arrival to its one ending. It knows nothing
// of who asks: a URLProtocol, a task that awaits, a socket.

import Foundation

final class ServiceCall: Sendable {
  struct State {
    /// The number of the exchange in the journal; nil before the request was read.
    var exchangeID: Int?
    /// Whether the answer is known; it may not have been handed over yet.
    var hasReply = false
    /// The answer, if its body comes in chunks.
    var streamed: Reply.Streamed?
    /// How the request ended; nil as long as it is open.
    var end: (ending: MockExchange.Ending, response: ExchangeResponse?)?
    var hasEnded: Bool { end != nil }
    /// What stops the search for an answer; several things may go on at once.
    var cancellations: [@Sendable () -> Void] = []
    /// The client's own time.
    var timer: WaitLimit?
    /// What the answer, or the rest of it, waits for.
    var wait: PendingWait?
    /// What wants to know how the request ended: the entries of a batch.
    var listener: (@Sendable (Reply?) -> Void)?
    /// The reply that was handed over, for a listener that comes late.
    var handedOver: Reply?

    /// Gives out what must be stopped now.
    mutating func takeWork() -> [@Sendable () -> Void] {
      let work = Swift.exchange(&cancellations, with: [])
      guard let timer = timer.take() else { return work }
      return work + [{ timer.cancel() }]
    }
  }

  let core: ServiceCore
  let state = Locked(State())
  /// Takes the reply, once, on any thread.
  private let deliver: @Sendable (Reply) -> Void

  /// The form that a response of several results must have; nil goes by the request's `Accept`.
  let streamFormat: StreamFormat?
  /// Who takes the events of a response one by one; nil where nobody says what was received.
  let receiver: (any EventReceiver)?

  init(
    _ core: ServiceCore, streamFormat: StreamFormat? = nil, receiver: (any EventReceiver)? = nil,
    deliver: @escaping @Sendable (Reply) -> Void
  ) {
    self.core = core
    self.streamFormat = streamFormat
    self.receiver = receiver
    self.deliver = deliver
  }

  /// Whether nobody waits for an answer any more, or there is one.
  var isOver: Bool { state.withLock { $0.hasReply || $0.hasEnded } }

  // MARK: While an answer is looked for

  /// Says which exchange of the journal this is; the request may have ended before it was entered.
  func belongs(to exchangeID: Int) {
    let (end, wait) = state.withLock { state in
      state.exchangeID = exchangeID
      return (state.end, state.wait)
    }
    if let wait { core.journal.waits(exchangeID, for: wait) }
    if let end { core.journal.end(exchangeID, end.ending, response: end.response) }
  }

  /// Says how to stop a part of the search when there is an answer, or nobody wants one any more.
  func onEnd(_ cancellation: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if state.hasReply || state.hasEnded { return true }
      state.cancellations.append(cancellation)
      return false
    }
    if isOver { cancellation() }
  }

  /// Gives the answer; only the first counts.
  func reply(_ reply: Reply) {
    if !take(reply) { reply.chunks?.cancel() }
  }

  /// Takes the answer, if there is none yet.
  /// - Returns: whether it counts.
  func take(_ reply: Reply) -> Bool {
    let (work, waiting) = state.withLock { state -> ([@Sendable () -> Void]?, Int?) in
      guard !state.hasReply, !state.hasEnded else { return (nil, nil) }
      state.hasReply = true
      if case .stream(let streamed) = reply { state.streamed = streamed }
      if case .failure = reply, state.wait?.isPast == true { return (state.takeWork(), nil) }
      defer { state.wait = nil }
      return (state.takeWork(), state.wait == nil ? nil : state.exchangeID)
    }
    guard let work else { return false }
    if let waiting { core.journal.waits(waiting, for: nil) }
    for cancel in work { cancel() }
    deliver(reply)
    return true
  }
}
