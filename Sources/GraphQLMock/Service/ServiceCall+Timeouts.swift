import Foundation

extension ServiceCall {
  /// An interval of 0, or of more than 30 years, is no limit; `Duration` can't hold every number.
  private static func isLimit(_ seconds: TimeInterval) -> Bool { seconds > 0 && seconds < 1e9 }

  /// Times out as a real request does, unless there is an answer before.
  func end(after seconds: TimeInterval) {
    guard Self.isLimit(seconds) else { return }
    state.withLock { state in
      guard !state.hasReply, !state.hasEnded else { return }
      // Created under the lock, so that an ending finds the timer.
      state.timer = clientLimit(.seconds(seconds)) { [weak self] in
        guard let self else { return }
        reply(.failure(timeout(after: seconds)))
      }
    }
  }

  /// Times out an idle body on Linux, where Foundation doesn't.
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

  /// A limit that is wall time if the wait is `isIndependentOfTasks`, and otherwise counts as ``WaitLimit`` does.
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
