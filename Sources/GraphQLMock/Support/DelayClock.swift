// What the delays of responses go by: real time, or the steps of a test.

protocol DelayClock: Sendable {
  /// Calls an action after a delay. The action must not block. Returns a closure that cancels it.
  func call(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void

  /// Returns what counts the steps of the clock from now on, or `nil` for real time.
  func steps() -> (@Sendable () -> ClockSteps)?
}

struct ClockSteps: Sendable, Equatable {
  let before: Duration
  let since: Duration
}

extension TimerThread: DelayClock {
  func call(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let token = schedule(after: delay, action)
    return { TimerThread.shared.cancel(token) }
  }

  func steps() -> (@Sendable () -> ClockSteps)? { nil }
}

/// Waits by a clock, for one action at a time.
final class Pause: Sendable {
  private let clock: any DelayClock
  private let state = Locked((isOver: false, cancellation: (@Sendable () -> Void)?.none))

  init(_ clock: any DelayClock) { self.clock = clock }

  func wait(_ duration: Duration, _ action: @escaping @Sendable () -> Void) {
    state.withLock { state in
      guard !state.isOver else { return }
      state.cancellation?()
      // Under the lock, so that whoever ends it finds what waits, and not what waited before.
      state.cancellation = clock.call(after: duration, action)
    }
  }

  /// Cancels the wait for good.
  ///
  /// Returns false if it was canceled before.
  @discardableResult func cancel() -> Bool {
    let (isFirst, cancellation) = state.withLock { state in
      defer { state = (true, nil) }
      return (!state.isOver, state.cancellation)
    }
    cancellation?()
    return isFirst
  }
}
