/// A clock that a test advances, so that delayed responses cost no real time.
///
/// ```swift
/// let clock = SteppedClock()
/// let service = MockGraphQLService(.query("Feed", .data([:]).delay(.seconds(5))), clock: clock)
/// // … the app asks for the feed
/// try await clock.waitForDelays()     // the delay of the response has started
/// #expect(screen.showsSpinner)
/// clock.advance(by: .seconds(5))       // the response is sent
/// ```
public final class SteppedClock: DelayClock, Sendable {
  private struct Delay {
    let due: Duration
    let action: @Sendable () -> Void
  }

  private struct State {
    var now = Duration.zero
    var delays: [Int: Delay] = [:]
    var lastNumber = 0

    /// Returns a later time, at most the limit, because a sum of several of the longest durations would overflow.
    func time(after delay: Duration) -> Duration {
      min(now + min(max(delay, .zero), Self.limit), Self.limit)
    }

    private static let limit = Duration.seconds(Int64.max)
  }

  private let state = Locked(State())
  let waiters = Waiters<Void>()

  /// Creates a clock that moves only when a test advances it.
  public init() {}

  package var waitingCount: Int { state.withLock { $0.delays.count } }

  /// Advances the clock, and sends the responses that are due, earliest first.
  ///
  /// Some delays start only after an earlier response, such as the delay of the next event in a list. They start at
  /// the new time, so advance the clock once for each of these delays.
  /// - Parameter duration: The time to advance by. A negative duration counts as zero.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.time(after: duration)
      let due = state.delays.filter { $0.value.due <= state.now }
      for number in due.keys { state.delays[number] = nil }
      return due.ordered { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
    }
    for (_, delay) in due { delay.action() }
  }

  func call(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let number = state.withLock { state in
      let number = state.lastNumber.next()
      state.delays[number] = Delay(due: state.time(after: delay), action: action)
      return number
    }
    waiters.notify(())
    return { [state] in state.withLock { _ = $0.delays.removeValue(forKey: number) } }
  }

  func steps() -> (@Sendable () -> ClockSteps)? {
    let start = state.withLock { $0.now }
    return { [state] in ClockSteps(before: start, since: state.withLock { $0.now } - start) }
  }
}
