/// A wait on a clock for one action at a time, which can be canceled for good.
final class Pause: Sendable {
  private let clock: any DelayClock
  private let state = Locked((isOver: false, cancellation: (@Sendable () -> Void)?.none))

  init(_ clock: any DelayClock) { self.clock = clock }

  /// Calls an action after a duration, in place of the action that is still waiting. Does nothing after `cancel()`.
  func wait(_ duration: Duration, _ action: @escaping @Sendable () -> Void) {
    state.withLock { state in
      guard !state.isOver else { return }
      state.cancellation?()
      // The lock is held during this call, so that `cancel()` can't run before `cancellation` is set.
      state.cancellation = clock.call(after: duration, action)
    }
  }

  /// Cancels the wait, and returns false if it was already canceled.
  @discardableResult func cancel() -> Bool {
    let (isFirst, cancellation) = state.withLock { state in
      defer { state = (true, nil) }
      return (!state.isOver, state.cancellation)
    }
    cancellation?()
    return isFirst
  }
}
