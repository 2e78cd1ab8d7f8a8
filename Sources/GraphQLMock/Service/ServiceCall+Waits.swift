import Foundation

extension ServiceCall {
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

  /// Keeps the current wait for reports, because there will be no answer.
  func giveUpWaiting() {
    // Without the lock, because the wait of a batch asks the calls of its entries.
    guard let ended = state.withLock({ $0.wait })?.ended else { return }
    waits(for: ended)
  }

  func timeout(after seconds: TimeInterval) -> URLError {
    let message = state.withLock { $0.wait }?.timeout(after: seconds)
    giveUpWaiting()
    return message.map { .mock(.timedOut, message: $0) } ?? URLError(.timedOut)
  }

  /// Excludes time in which tasks queue for a thread, unless the answer needs no task.
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

  /// Times out an idle body, where the loading system doesn't.
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
