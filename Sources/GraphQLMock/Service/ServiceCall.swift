// One request that a service is asked to answer, from its arrival to its one ending. It knows nothing
// of who asks: a URLProtocol, a task that awaits, a socket.

import Foundation

final class ServiceCall: Sendable {
  private struct State {
    /// The number of the exchange in the journal; nil before the request was read.
    var exchange: Int?
    /// Whether the answer is known; it may not have been handed over yet.
    var hasReply = false
    /// The answer, if its body comes in chunks.
    var streamed: StreamedReply?
    /// How the request ended; nil as long as it is open.
    var end: (ending: MockExchange.Ending, response: ExchangeResponse?)?
    var hasEnded: Bool { end != nil }
    /// What stops the search for an answer; several things may go on at once.
    var cancellations: [@Sendable () -> Void] = []
    var timer: TimerThread.Ticket?
    /// The closure that was started last.
    var closure: ClosureWatch?
    /// What wants to know how the request ended: the entries of a batch.
    var listener: (@Sendable (Reply?) -> Void)?
    /// The reply that was handed over, for a listener that comes late.
    var handedOver: Reply?

    /// Gives out what must be stopped now.
    mutating func takeWork() -> [@Sendable () -> Void] {
      defer {
        cancellations = []
        timer = nil
      }
      guard let timer else { return cancellations }
      return cancellations + [{ TimerThread.shared.cancel(timer) }]
    }

    mutating func takeListener() -> (@Sendable (Reply?) -> Void)? {
      defer { listener = nil }
      return listener
    }
  }

  private let core: ServiceCore
  private let state = Locked(State())
  /// Takes the reply, once, on any thread.
  private let deliver: @Sendable (Reply) -> Void

  /// The form that a response of several results must have; nil goes by the request's `Accept`.
  let streamFormat: StreamFormat?

  init(
    _ core: ServiceCore, streamFormat: StreamFormat? = nil,
    deliver: @escaping @Sendable (Reply) -> Void
  ) {
    self.core = core
    self.streamFormat = streamFormat
    self.deliver = deliver
  }

  /// Whether nobody waits for an answer any more, or there is one.
  var isOver: Bool { state.withLock { $0.hasReply || $0.hasEnded } }

  // MARK: While an answer is looked for

  /// Says which exchange of the journal this is; the request may have ended before it was entered.
  func belongs(to exchange: Int) {
    let end = state.withLock { state in
      state.exchange = exchange
      return state.end
    }
    if let end { core.journal.end(exchange, end.ending, response: end.response) }
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

  /// Ends the search with a time-out when the client's own time is up, as a real request would.
  func end(after seconds: TimeInterval) {
    guard seconds > 0, seconds < 1e9 else { return }
    state.withLock { state in
      guard !state.hasReply, !state.hasEnded else { return }
      // Made under the lock, so that whoever ends the search finds it.
      state.timer = TimerThread.shared.schedule(after: .seconds(seconds)) { [weak self] in
        self?.timeOut(after: seconds)
      }
    }
  }

  /// Says that the answer comes from a closure, which a time-out would name.
  func waits(for closure: ClosureWatch) { state.withLock { $0.closure = closure } }

  private func timeOut(after seconds: TimeInterval) {
    let closure = state.withLock { $0.closure }
    let message = closure?.timeout(after: seconds)?.description
    reply(.failure(message.map { .mock(.timedOut, message: $0) } ?? URLError(.timedOut)))
  }

  /// Gives the answer; only the first counts.
  func reply(_ reply: Reply) {
    if !take(reply) { reply.chunks?.cancel() }
  }

  /// Takes the answer, if there is none yet.
  /// - Returns: whether it counts.
  private func take(_ reply: Reply) -> Bool {
    let work = state.withLock { state -> [@Sendable () -> Void]? in
      guard !state.hasReply, !state.hasEnded else { return nil }
      state.hasReply = true
      if case .stream(let streamed) = reply { state.streamed = streamed }
      return state.takeWork()
    }
    guard let work else { return false }
    for cancel in work { cancel() }
    deliver(reply)
    return true
  }

  /// Ends the request with an error, whether its answer is still looked for or on its way.
  ///
  /// The journal has that ending at once: nobody knows when the client takes it.
  func fail(_ error: URLError) {
    // In this order: an answer that is taken meanwhile is one that streams, or is whole.
    if take(.failure(error)) { return handOver(.failure(error)) }
    if let streamed = state.withLock({ $0.streamed }), streamed.chunks.end(.failed(error)) {
      handOver(.failed(error), of: streamed)
    }
  }

  // MARK: Endings, each of which the journal gets

  /// The reply is being handed to the client; of one that comes in chunks, the head.
  func handOver(_ reply: Reply) {
    let end: (ending: MockExchange.Ending, response: ExchangeResponse?)? =
      switch reply {
      case .response(let response): (.answered, response)
      case .relayed(let response): (.passedThrough, response)
      case .failure(let error): (.failed(error), nil)
      case .stream: nil
      }
    // One step: a listener is told by this, or finds the reply.
    let (listener, exchange) = state.withLock { state in
      if !state.hasEnded { state.handedOver = reply }
      let isFirst = end != nil && !state.hasEnded
      if isFirst { state.end = end }
      return (state.takeListener(), isFirst ? state.exchange : nil)
    }
    listener?(reply)
    if let exchange, let end { core.journal.end(exchange, end.ending, response: end.response) }
  }

  /// The end of a reply that came in chunks is being handed to the client.
  func handOver(_ ending: ReplyStream.Ending, of streamed: StreamedReply) {
    switch ending {
    case .finished: end(streamed.isRelayed ? .passedThrough : .answered, streamed.taken)
    case .failed(let error): end(.failed(error), streamed.taken)
    }
  }

  /// The client gave up.
  func cancel() {
    // One step: what begins from here on finds the end, and stops itself.
    let (work, streamed, listener, exchange) = state.withLock { state in
      let isFirst = !state.hasEnded
      if isFirst { state.end = (.cancelled, nil) }
      return (
        state.takeWork(), state.streamed, state.takeListener(), isFirst ? state.exchange : nil
      )
    }
    streamed?.chunks.cancel()
    listener?(nil)
    if let exchange { core.journal.end(exchange, .cancelled, response: streamed?.taken) }
    core.ended(self)
    for cancel in work { cancel() }
  }

  /// The client has its answer: nothing of the request is needed any more.
  func close() { core.ended(self) }

  /// Says who wants to know how the request ends: the reply that was handed over, or nil for a client
  /// that gave up.
  ///
  /// The listener is told once.
  func onEnding(_ listener: @escaping @Sendable (Reply?) -> Void) {
    let (isOver, reply) = state.withLock { state in
      let isOver = state.hasEnded || state.handedOver != nil
      if !isOver { state.listener = listener }
      return (isOver, state.handedOver)
    }
    if isOver { listener(reply) }
  }

  /// Closes the exchange in the journal; only the first ending counts.
  private func end(_ ending: MockExchange.Ending, _ response: ExchangeResponse?) {
    let exchange = state.withLock { state -> Int? in
      guard !state.hasEnded else { return nil }
      state.end = (ending, response)
      return state.exchange
    }
    if let exchange { core.journal.end(exchange, ending, response: response) }
  }
}
