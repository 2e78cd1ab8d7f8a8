protocol DelayClock: Sendable {
  /// Calls an action, which must not block, after a delay, and returns a closure that cancels the action.
  func call(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void

  /// Returns a closure that measures by how much a test advances the clock from now on, or nil for a real clock.
  func steps() -> (@Sendable () -> ClockSteps)?
}

struct ClockSteps: Sendable, Equatable {
  let before: Duration
  let since: Duration
}
