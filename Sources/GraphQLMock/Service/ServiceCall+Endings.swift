// If a request ends twice, such as by a reply and a cancellation, the journal records only the first ending.

import Foundation

extension ServiceCall {
  // Fails the request, even if part of its response was sent. This is recorded before the client reads the rest.
  func fail(_ error: URLError) {
    // If the request already has a reply, only a stream can still fail. A complete response stays unchanged.
    if take(.failure(error)) { return handOver(.failure(error)) }
    if let streamed = state.withLock({ $0.streamed }),
      case .failed(let error)? = streamed.chunks.end(.failed(error))
    {
      end(.failed(error), streamed.sent)
    }
  }

  /// Records that the client received the reply or, for a stream, the status and header fields.
  func handOver(_ reply: Reply) {
    let end: (ending: MockExchange.Ending, response: ExchangeResponse?)? =
      switch reply {
      case .response(let response): (.answered, response)
      case .relayed(let response): (.passedThrough, response)
      case .failure(let error): (.failed(error), nil)
      case .stream: nil
      }
    // The reply is stored and the listener is taken under one lock, so that a listener added later finds the reply.
    let (listener, exchangeID) = state.withLock { state in
      if !state.hasEnded { state.handedOver = reply }
      return (state.listener.take(), end.flatMap { state.finish($0.ending, $0.response) })
    }
    listener?(reply)
    if let exchangeID, let end { core.journal.end(exchangeID, end.ending, response: end.response) }
  }

  func handOver(_ ending: ReplyStream.Ending, of streamed: Reply.Streamed) {
    switch ending {
    case .finished: end(streamed.isRelayed ? .passedThrough : .answered, streamed.taken)
    case .failed(let error): end(.failed(error), streamed.taken)
    }
  }

  func cancel() {
    giveUpWaiting()
    // The ending is stored and the cancellation closures are taken under one lock. A closure that is added later
    // finds the ending and is called at once.
    let (work, streamed, listener, exchangeID) = state.withLock { state in
      let work = state.takeWork()
      return (work, state.streamed, state.listener.take(), state.finish(.cancelled, nil))
    }
    streamed?.chunks.cancel()
    listener?(nil)
    if let exchangeID { core.journal.end(exchangeID, .cancelled, response: streamed?.taken) }
    core.ended(self)
    for cancel in work { cancel() }
  }

  func close() { core.ended(self) }

  /// Calls a closure once, with the reply that the client received or with `nil` after a cancellation.
  func onEnding(_ listener: @escaping @Sendable (Reply?) -> Void) {
    let (isOver, reply) = state.withLock { state in
      let isOver = state.hasEnded || state.handedOver != nil
      if !isOver { state.listener = listener }
      return (isOver, state.handedOver)
    }
    if isOver { listener(reply) }
  }

  private func end(_ ending: MockExchange.Ending, _ response: ExchangeResponse?) {
    let exchangeID = state.withLock { $0.finish(ending, response) }
    if let exchangeID { core.journal.end(exchangeID, ending, response: response) }
  }
}
