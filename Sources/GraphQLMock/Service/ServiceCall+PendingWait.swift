// After `giveUpWaiting` has stored a past wait, neither `noteWait` nor a later failure replaces it.

extension ServiceCall {
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
    // This is read outside of the lock, because the wait of a batch asks the calls of its entries.
    guard let ended = state.withLock({ $0.wait })?.ended else { return }
    noteWait(ended)
  }
}
