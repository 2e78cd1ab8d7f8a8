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
