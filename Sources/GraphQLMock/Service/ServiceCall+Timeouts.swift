import Foundation

extension ServiceCall {
  /// Returns false for 0 seconds, and for more than 30 years, because `Duration` can't hold every number.
  private static func isLimit(_ seconds: TimeInterval) -> Bool { seconds > 0 && seconds < 1e9 }

  /// Fails the request with `.timedOut` after the client's time limit, unless it has a reply by then.
  func end(after seconds: TimeInterval) {
    guard Self.isLimit(seconds) else { return }
    state.withLock { state in
      guard !state.hasReply, !state.hasEnded else { return }
      // The timer is created under the lock, so that code which ends the request finds and cancels it.
      state.timer = clientLimit(.seconds(seconds)) { [weak self] in
        guard let self else { return }
        reply(.failure(timeout(after: seconds)))
      }
    }
  }

  /// Fails a streamed body with `.timedOut` if no bytes follow in time, which Foundation on Linux doesn't do.
  func endBodyWhenIdle(for seconds: TimeInterval) {
    guard Self.isLimit(seconds), let chunks = state.withLock({ $0.streamed?.chunks }) else {
      return
    }
    let limit = clientLimit(.seconds(seconds), sinceChangeOf: { chunks.sentCount }) { [self] in
      guard !chunks.isOver else { return }
      chunks.end(.failed(timeout(after: seconds)))
    }
    chunks.onEnd { limit.cancel() }
  }

  private func timeout(after seconds: TimeInterval) -> URLError {
    let message = state.withLock { $0.wait }?.timeout(after: seconds)
    giveUpWaiting()
    return message.map { .mock(.timedOut, message: $0) } ?? URLError(.timedOut)
  }

  /// Returns a limit in wall time if the wait is `isIndependentOfTasks`, and otherwise as ``WaitLimit`` counts.
  private func clientLimit(
    _ time: Duration, sinceChangeOf progress: @escaping @Sendable () -> Int? = { 0 },
    _ action: @escaping @Sendable () -> Void
  ) -> WaitLimit {
    WaitLimit(
      time, by: TimerThread.shared,
      takeTurn: { [weak self] next in
        let wait = self?.state.withLock { $0.wait }
        if wait?.isIndependentOfTasks == true { next() } else { WaitLimit.takeTurnInPool(next) }
      }, sinceChangeOf: progress
    ) { _ in action() }
  }
}
