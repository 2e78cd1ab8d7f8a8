protocol DelayClock: Sendable {
  /// The action must not block; the returned closure cancels it.
  func call(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void

  /// Returns a counter of the clock's steps from now on, or `nil` for real time.
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
