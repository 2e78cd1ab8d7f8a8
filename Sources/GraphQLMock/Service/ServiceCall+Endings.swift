// How a request ends, of which the journal gets one: its time-out, its failure, its answer handed over, or
// cancelled by its client.

import Foundation

extension ServiceCall {
  /// Ends the search with a time-out when the client's own time is up, as a real request would.
  func end(after seconds: TimeInterval) {
    guard seconds > 0, seconds < 1e9 else { return }
    state.withLock { state in
      guard !state.hasReply, !state.hasEnded else { return }
      // Made under the lock, so that whoever ends the search finds it.
      state.timer = clientLimit(.seconds(seconds)) { [weak self] in
        guard let self else { return }
        reply(.failure(timeout(after: seconds)))
      }
    }
  }

  /// Ends the request with an error, whether its answer is still looked for or on its way.
  ///
  /// The journal has that ending at once: nobody knows when the client takes it.
  func fail(_ error: URLError) {
    // In this order: an answer that is taken meanwhile is one that streams, or is whole.
    if take(.failure(error)) { return handOver(.failure(error)) }
    if let streamed = state.withLock({ $0.streamed }),
      case .failed(let error)? = streamed.chunks.end(.failed(error))
    {
      end(.failed(error), streamed.sent)
    }
  }

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
    let (listener, exchangeID) = state.withLock { state in
      if !state.hasEnded { state.handedOver = reply }
      let isFirst = end != nil && !state.hasEnded
      if isFirst { state.end = end }
      return (state.listener.take(), isFirst ? state.exchangeID : nil)
    }
    listener?(reply)
    if let exchangeID, let end { core.journal.end(exchangeID, end.ending, response: end.response) }
  }

  /// The end of a reply that came in chunks is being handed to the client.
  func handOver(_ ending: ReplyStream.Ending, of streamed: Reply.Streamed) {
    switch ending {
    case .finished: end(streamed.isRelayed ? .passedThrough : .answered, streamed.taken)
    case .failed(let error): end(.failed(error), streamed.taken)
    }
  }

  /// The client gave up.
  func cancel() {
    giveUpWaiting()
    // One step: what begins from here on finds the end, and stops itself.
    let (work, streamed, listener, exchangeID) = state.withLock { state in
      let isFirst = !state.hasEnded
      if isFirst { state.end = (.cancelled, nil) }
      return (
        state.takeWork(), state.streamed, state.listener.take(), isFirst ? state.exchangeID : nil
      )
    }
    streamed?.chunks.cancel()
    listener?(nil)
    if let exchangeID { core.journal.end(exchangeID, .cancelled, response: streamed?.taken) }
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
    let exchangeID = state.withLock { state -> Int? in
      guard !state.hasEnded else { return nil }
      state.end = (ending, response)
      return state.exchangeID
    }
    if let exchangeID { core.journal.end(exchangeID, ending, response: response) }
  }
}
