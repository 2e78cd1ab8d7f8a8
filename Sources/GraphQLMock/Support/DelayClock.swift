protocol DelayClock: Sendable {
  /// Calls an action that doesn't block after a delay, and returns a closure that cancels the action.
  func call(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void

  /// Returns a closure that measures how far a test then advances the clock, or nil for a real clock.
  func steps() -> (@Sendable () -> ClockSteps)?
}

struct ClockSteps: Sendable, Equatable {
  let before: Duration
  let since: Duration
}
