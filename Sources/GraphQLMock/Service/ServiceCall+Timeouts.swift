import Foundation

extension ServiceCall {
  /// A limit of 0 means no limit. Limits of more than 30 years are ignored, because `Duration` can't hold all of them.
  static func isLimit(_ seconds: TimeInterval) -> Bool { seconds > 0 && seconds < 1e9 }

  /// Fails the request with `.timedOut` if it has no response when the client's time limit is over.
  func limitTime(to seconds: TimeInterval) {
    guard Self.isLimit(seconds) else { return }
    state.withLock { state in
      guard !state.hasOutcome, !state.hasEnded else { return }
      state.limit = (seconds, .now)
      // The timer is stored under the lock, so that the end of the request can cancel it.
      state.timer = clientLimit(.seconds(seconds)) { [weak self] in
        guard let self else { return }
        deliver(.failure(timeout(after: seconds)))
      }
    }
  }

  /// Ends a request that Foundation stops. On Apple platforms, it also measures the time limit, and gives no reason.
  func cancelOrTimeOut(at now: ContinuousClock.Instant = .now) {
    let limit = state.withLock { $0.hasOutcome ? nil : $0.limit }
    // Foundation starts to measure before the body is read, so its time limit may end first.
    if let limit, limit.start.duration(to: now) >= .seconds(limit.seconds) * 0.95 {
      fail(timeout(after: limit.seconds))
    }
    cancel()
  }

  /// Fails a streamed response with `.timedOut` if no bytes arrive for a while. Foundation on Linux doesn't do this.
  func limitIdleTime(to seconds: TimeInterval) {
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

  /// Starts a time limit of the client. For a request that depends on tasks, their waits for a thread don't count.
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
