protocol DelayClock: Sendable {
  /// Calls an action after a delay. The action must not block. The returned closure cancels it, unless it's due.
  ///
  /// Even without a delay, the action isn't called before this method returns, because `Pause` holds its lock.
  func call(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void

  /// Returns a closure that tells how far the test has advanced the clock since this call, or nil for a real clock.
  func steps() -> (@Sendable () -> ClockSteps)?
}

/// The times by which a test advanced a clock before and since a call of `steps()`.
struct ClockSteps: Sendable, Equatable {
  let before: Duration
  let since: Duration
}
