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
