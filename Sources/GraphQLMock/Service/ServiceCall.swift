import Foundation

final class ServiceCall: Sendable {
  struct State {
    var exchangeID: Int?
    /// A Boolean value that indicates whether there is a reply, which the client may not have received yet.
    var hasReply = false
    var streamed: Reply.Streamed?
    var end: (ending: MockExchange.Ending, response: ExchangeResponse?)?
    var hasEnded: Bool { end != nil }
    var cancellations: [@Sendable () -> Void] = []
    var timer: WaitLimit?
    var wait: PendingWait?
    var listener: (@Sendable (Reply?) -> Void)?
    /// The reply that the client received, for a listener that is added later.
    var handedOver: Reply?

    /// Returns the exchange that the journal has to end, unless the call has ended before.
    mutating func finish(_ ending: MockExchange.Ending, _ response: ExchangeResponse?) -> Int? {
      guard !hasEnded else { return nil }
      end = (ending, response)
      return exchangeID
    }

    mutating func takeWork() -> [@Sendable () -> Void] {
      let work = Swift.exchange(&cancellations, with: [])
      guard let timer = timer.take() else { return work }
      return work + [{ timer.cancel() }]
    }
  }

  let core: ServiceCore
  let state = Locked(State())
  /// A closure that gets the reply, called once and on any thread.
  private let deliver: @Sendable (Reply) -> Void

  /// The format of a response with several results, or `nil` if the `Accept` header field decides.
  let streamFormat: StreamFormat?
  /// The source of the number of events that the client hasn't received, or `nil` if the client doesn't report it.
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

  var isOver: Bool { state.withLock { $0.hasReply || $0.hasEnded } }

  /// Connects the call, which may have ended already, with its exchange in the journal.
  func belongs(to exchangeID: Int) {
    let (end, wait) = state.withLock { state in
      state.exchangeID = exchangeID
      return (state.end, state.wait)
    }
    if let wait { core.journal.noteWait(wait, of: exchangeID) }
    if let end { core.journal.end(exchangeID, end.ending, response: end.response) }
  }

  /// Calls a closure when there is a reply, or when the client gives up.
  func onEnd(_ cancellation: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if state.hasReply || state.hasEnded { return true }
      state.cancellations.append(cancellation)
      return false
    }
    if isOver { cancellation() }
  }

  func reply(_ reply: Reply) {
    if !take(reply) { reply.chunks?.cancel() }
  }

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
    if let waiting { core.journal.noteWait(nil, of: waiting) }
    for cancel in work { cancel() }
    deliver(reply)
    return true
  }

  // After `giveUpWaiting` has stored a past wait, neither `noteWait` nor a later failure replaces it.

  /// Notes what the request is waiting for, or with `nil` that it's no longer waiting.
  func noteWait(_ wait: PendingWait?) {
    let exchangeID = state.withLock { state -> Int? in
      guard !state.hasEnded, state.wait?.isPast != true, wait != nil || state.wait != nil else {
        return nil
      }
      state.wait = wait
      return state.exchangeID
    }
    if let exchangeID { core.journal.noteWait(wait, of: exchangeID) }
    // A request whose body is being read isn't in the journal yet, but may hang too.
    if wait?.isPast == false { core.watchStillness() }
  }

  /// Keeps a description of the current wait for reports, because the request will end without a response.
  func giveUpWaiting() {
    // `ended` is read outside of the lock, because the wait of a batch asks the calls of its entries.
    guard let ended = state.withLock({ $0.wait })?.ended else { return }
    noteWait(ended)
  }
}
