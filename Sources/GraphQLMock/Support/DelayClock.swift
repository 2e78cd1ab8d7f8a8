protocol DelayClock: Sendable {
  /// Calls an action after a delay, and returns a closure that cancels it; the action must not block.
  func call(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void

  /// Returns a closure that measures how far a test advances the clock from now on, or nil for real time.
  func steps() -> (@Sendable () -> ClockSteps)?
}

struct ClockSteps: Sendable, Equatable {
  let before: Duration
  let since: Duration
}
