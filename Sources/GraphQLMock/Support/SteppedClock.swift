/// A clock that a test moves, so that delayed responses cost no real time.
///
/// ```swift
/// let clock = SteppedClock()
/// let service = MockGraphQLService(.query("Feed", .data([:]).delay(.seconds(5))), clock: clock)
/// // … the app asks for the feed
/// try await clock.waitForDelays(1)     // its response waits
/// #expect(screen.showsSpinner)
/// clock.advance(by: .seconds(5))       // it is sent
/// ```
public final class SteppedClock: DelayClock, Sendable {
  private struct Delay {
    let due: Duration
    let action: @Sendable () -> Void
  }

  private struct State {
    var now = Duration.zero
    /// By number, in the order in which they came.
    var delays: [Int: Delay] = [:]
    var watchers: [Int: (count: Int, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var lastNumber = 0
  }

  private let state = Locked(State())

  /// Makes a clock that stands still.
  public init() {}

  /// How many delays wait for the clock: of responses and their parts, of heartbeats, and of WebSockets
  /// that wait for `connection_init`.
  package var waitingCount: Int { state.withLock { $0.delays.count } }

  /// Moves the clock on; what is due is sent, the earliest first.
  ///
  /// What waits for something that is sent only now, such as the next event of a list, counts from the
  /// new time: advance once for each.
  /// - Parameter duration: How far; what is negative counts as zero.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now += max(duration, .zero)
      let due = state.delays.filter { $0.value.due <= state.now }
      for number in due.keys { state.delays[number] = nil }
      return due.ordered { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
    }
    for (_, delay) in due { delay.action() }
  }

  /// Waits until a number of delays wait for the clock: of responses and their parts, of heartbeats, and of
  /// WebSockets that wait for `connection_init`.
  /// - Parameter count: The number of delays, 1 or more.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func waitForDelays(_ count: Int = 1) async throws {
    let number = state.withLock { $0.lastNumber.next() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        let isThere = state.withLock { state in
          if state.delays.count >= count { return true }
          state.watchers[number] = (count, continuation)
          return false
        }
        if isThere { continuation.resume() }
        // A cancellation that came before found no watcher.
        if Task.isCancelled { stopWatching(number) }
      }
    } onCancel: {
      stopWatching(number)
    }
  }

  private func stopWatching(_ number: Int) {
    let watcher = state.withLock { $0.watchers.removeValue(forKey: number) }
    watcher?.continuation.resume(throwing: CancellationError())
  }

  func call(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let (number, woken) = state.withLock { state in
      let number = state.lastNumber.next()
      state.delays[number] = Delay(due: state.now + delay, action: action)
      let woken = state.watchers.filter { $0.value.count <= state.delays.count }
      for number in woken.keys { state.watchers[number] = nil }
      return (number, woken)
    }
    for watcher in woken.values { watcher.continuation.resume() }
    return { [state] in state.withLock { _ = $0.delays.removeValue(forKey: number) } }
  }

  func steps() -> (@Sendable () -> ClockSteps)? {
    let start = state.withLock { $0.now }
    return { [state] in ClockSteps(before: start, since: state.withLock { $0.now } - start) }
  }
}
