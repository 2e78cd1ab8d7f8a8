// What the delays of responses go by: real time, or the steps of a test.

protocol DelayClock: Sendable {
  /// Calls an action after a while; it must not block.
  /// - Returns: what takes the action back.
  func call(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void

  /// What tells how far the clock is moved from now on; nil for real time.
  func steps() -> (@Sendable () -> ClockSteps)?
}

/// How far a clock was moved before something began to wait for it, and since.
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

/// Waits by a clock, for one thing at a time: the latest.
final class Pause: Sendable {
  private let clock: any DelayClock
  private let state = Locked((isOver: false, cancellation: (@Sendable () -> Void)?.none))

  init(_ clock: any DelayClock) { self.clock = clock }

  /// Waits, unless it is over.
  func wait(_ duration: Duration, _ action: @escaping @Sendable () -> Void) {
    state.withLock { state in
      guard !state.isOver else { return }
      state.cancellation?()
      // Under the lock, so that whoever ends it finds what waits, and not what waited before.
      state.cancellation = clock.call(after: duration, action)
    }
  }

  /// Stops waiting, for good.
  /// - Returns: whether it wasn't stopped before.
  @discardableResult func cancel() -> Bool {
    let (isFirst, cancellation) = state.withLock { state in
      defer { state = (true, nil) }
      return (!state.isOver, state.cancellation)
    }
    cancellation?()
    return isFirst
  }
}
