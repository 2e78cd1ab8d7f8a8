// What a request waits for, known to its call and to the journal, and the time-outs that name it.

import Foundation

extension ServiceCall {
  /// Says what the answer, or the rest of it, waits for; nil for nothing any more.
  func waits(for wait: PendingWait?) {
    let exchangeID = state.withLock { state -> Int? in
      guard !state.hasEnded, state.wait?.isPast != true, wait != nil || state.wait != nil else {
        return nil
      }
      state.wait = wait
      return state.exchangeID
    }
    if let exchangeID { core.journal.waits(exchangeID, for: wait) }
    if wait?.isPast == false { core.watchStillness() }
  }

  /// Keeps what is waited for now as it is, for there will be no answer.
  func giveUpWaiting() {
    // Asked without the lock: what a batch waits for is known to the calls of its entries.
    guard let ended = state.withLock({ $0.wait })?.ended else { return }
    waits(for: ended)
  }

  /// The error of a client whose time is up.
  func timeout(after seconds: TimeInterval) -> URLError {
    let message = state.withLock { $0.wait }?.timeout(after: seconds)
    giveUpWaiting()
    return message.map { .mock(.timedOut, message: $0) } ?? URLError(.timedOut)
  }

  /// Starts the time of the client, which counts without the time in which tasks queue for a thread.
  ///
  /// If no task is needed for the answer it's real time, so it ends before a delay that is longer.
  func clientLimit(
    _ time: Duration, sinceChangeOf progress: @escaping @Sendable () -> Int? = { 0 },
    _ action: @escaping @Sendable () -> Void
  ) -> WaitLimit {
    WaitLimit(
      time,
      takeTurn: { [weak self] next in
        let wait = self?.state.withLock { $0.wait }
        if wait?.isIndependentOfTasks == true { next() } else { WaitLimit.takeTurnInPool(next) }
      }, sinceChangeOf: progress
    ) { _ in action() }
  }

  /// Ends a body of which nothing has moved for the client's time, where the loading system does not see to
  /// that.
  func endBodyWhenIdle(for seconds: TimeInterval) {
    guard seconds > 0, seconds < 1e9, let chunks = state.withLock({ $0.streamed?.chunks }) else {
      return
    }
    let limit = clientLimit(.seconds(seconds), sinceChangeOf: { chunks.sentCount }) { [self] in
      guard !chunks.isOver else { return }
      chunks.end(.failed(timeout(after: seconds)))
    }
    chunks.onEnd { limit.cancel() }
  }
}
