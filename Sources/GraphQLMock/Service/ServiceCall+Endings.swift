// If a request ends twice, for example by a response and a cancellation, only the first end is recorded.

import Foundation

extension ServiceCall {
  func fail(_ error: URLError) {
    if delivers(.failure(error)) { return noteReceived(byClient: .failure(error)) }
    if let streamed = state.withLock({ $0.streamed }),
      case .failed(let error)? = streamed.chunks.end(.failed(error))
    {
      end(.failed(error), streamed.sent)
    }
  }

  func noteReceived(byClient outcome: RequestOutcome) {
    let end: (ending: ReceivedRequest.Ending, response: SentResponse?)? =
      switch outcome {
      case .response(let response): (.answered, response)
      case .relayed(let response): (.passedThrough, response)
      case .failure(let error): (.failed(error), nil)
      case .stream: nil
      }
    // From now on, a listener that is added is called at once.
    let (listener, requestID) = state.withLock { state in
      if !state.hasEnded { state.received = outcome }
      return (state.listener.take(), end.flatMap { state.end($0.ending, $0.response) })
    }
    listener?(outcome)
    if let requestID, let end { core.journal.end(requestID, end.ending, response: end.response) }
    if end != nil { core.forget(self) }
  }

  func noteReceived(byClient ending: ResponseStream.Ending, of streamed: RequestOutcome.Streamed) {
    switch ending {
    case .finished: end(streamed.isRelayed ? .passedThrough : .answered, streamed.taken)
    case .failed(let error): end(.failed(error), streamed.taken)
    }
  }

  func cancel() {
    giveUpWaiting()
    // From now on, a cancellation closure that is added is called at once.
    let (work, streamed, listener, requestID) = state.withLock { state in
      let work = state.takeWork()
      return (work, state.streamed, state.listener.take(), state.end(.cancelled, nil))
    }
    streamed?.chunks.cancel()
    listener?(nil)
    if let requestID { core.journal.end(requestID, .cancelled, response: streamed?.taken) }
    core.forget(self)
    for cancel in work { cancel() }
  }

  /// Calls a closure once, with the response, the header fields of a stream, or the error that the client received, or
  /// with `nil` after a cancellation. Only a batch may do so, because there's one listener.
  func whenReceived(_ listener: @escaping @Sendable (RequestOutcome?) -> Void) {
    let (isOver, outcome) = state.withLock { state in
      let isOver = state.hasEnded || state.received != nil
      if !isOver { state.listener = listener }
      return (isOver, state.received)
    }
    if isOver { listener(outcome) }
  }

  private func end(_ ending: ReceivedRequest.Ending, _ response: SentResponse?) {
    let requestID = state.withLock { $0.end(ending, response) }
    if let requestID { core.journal.end(requestID, ending, response: response) }
    core.forget(self)
  }
}
