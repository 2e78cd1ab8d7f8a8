// What the delays of responses go by: real time, or the steps of a test.

protocol DelayClock: Sendable {
  /// Calls an action after a while; it must not block.
  /// - Returns: what takes the action back.
  func call(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void
}

extension TimerThread: DelayClock {
  func call(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let token = schedule(after: delay, action)
    return { TimerThread.shared.cancel(token) }
  }
}

/// Waits by a clock, for one thing at a time.
final class Pause: Sendable {
  private let clock: any DelayClock
  private let state = Locked((isOver: false, cancellation: (@Sendable () -> Void)?.none))

  init(_ clock: any DelayClock) { self.clock = clock }

  /// Waits, unless it is over.
  func wait(_ duration: Duration, _ action: @escaping @Sendable () -> Void) {
    state.withLock { state in
      guard !state.isOver else { return }
      // Under the lock, so that whoever ends it finds what waits, and not what waited before.
      state.cancellation = clock.call(after: duration, action)
    }
  }

  /// Stops waiting, for good.
  func cancel() {
    state.withLock { state in
      defer { state = (true, nil) }
      return state.cancellation
    }?()
  }
}
