// A past wait is final: `giveUpWaiting` sets it, and neither `noteWait` nor the failure that follows replaces it.

extension ServiceCall {
  /// Nil notes that the request goes on.
  func noteWait(_ wait: PendingWait?) {
    let exchangeID = state.withLock { state -> Int? in
      guard !state.hasEnded, state.wait?.isPast != true, wait != nil || state.wait != nil else {
        return nil
      }
      state.wait = wait
      return state.exchangeID
    }
    if let exchangeID { core.journal.noteWait(wait, of: exchangeID) }
    // A request whose body is read has no exchange yet, but is watched.
    if wait?.isPast == false { core.watchStillness() }
  }

  /// Keeps the current wait for reports, because there will be no answer.
  func giveUpWaiting() {
    // Without the lock, because the wait of a batch asks the calls of its entries.
    guard let ended = state.withLock({ $0.wait })?.ended else { return }
    noteWait(ended)
  }
}
