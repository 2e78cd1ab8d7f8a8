/// A clock that a test advances, so that delayed responses and the waits of a client cost no real time.
///
/// ```swift
/// let clock = SteppedClock()
/// let service = MockGraphQLService(.query("Feed", .data([:]).delay(.seconds(5))), clock: clock)
/// // … the app asks for the feed
/// try await clock.waitForDelays()     // the delay of the response has started
/// #expect(screen.showsSpinner)
/// clock.advance(by: .seconds(5))       // the response is sent
/// ```
///
/// A client that waits by an `any Clock<Duration>`, for example between retries, gets the same clock.
public final class SteppedClock: Clock, DelayClock, Sendable {
  /// A time of a ``SteppedClock``, as the duration by which the clock was advanced before it.
  public struct Instant: InstantProtocol {
    let offset: Duration

    /// Returns the time after a duration, at most `Int64.max` seconds after the start of the clock.
    public func advanced(by duration: Duration) -> Instant {
      // The limits keep a sum of several of the longest durations from overflowing.
      Instant(offset: Self.limited(offset + Self.limited(duration)))
    }

    /// Returns the duration from this time to another, which is negative if the other one is earlier.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns whether the first time is earlier.
    public static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }

    private static func limited(_ duration: Duration) -> Duration {
      let limit = Duration.seconds(Int64.max)
      return min(max(duration, .zero - limit), limit)
    }
  }

  private struct Delay {
    let due: Instant
    let action: @Sendable () -> Void
  }

  private struct State {
    var now = Instant(offset: .zero)
    var delays = Numbered<Delay>()
  }

  private let state = Locked(State())
  let waiters = Waiters<Void>()

  /// Creates a clock that moves only when a test advances it.
  public init() {}

  /// The current time of the clock.
  public var now: Instant { state.withLock { $0.now } }

  /// The smallest step of the clock, which is zero because the clock moves by any duration.
  public var minimumResolution: Duration { .zero }

  package var waitingCount: Int { state.withLock { $0.delays.values.count } }

  /// Advances the clock, and ends the delays of responses and the sleeps that are due, earliest first.
  ///
  /// Some delays start only after an earlier response or sleep, such as that of the next event or retry. They start at
  /// the new time, so advance the clock once for each. Tasks whose sleeps end in the same call continue concurrently.
  /// - Parameter duration: The time to advance by. A negative duration counts as zero.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: max(duration, .zero))
      let due = state.delays.values.filter { $0.value.due <= state.now }
      for number in due.keys { state.delays.values[number] = nil }
      return due.ordered { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
    }
    for (_, delay) in due { delay.action() }
  }

  /// Suspends the task until a test has advanced the clock to the deadline, and returns at once if it already has.
  /// - Throws: `CancellationError` if the task is canceled before the sleep ends.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let ending = PendingValue<Void>()
    let number = state.withLock { state in
      state.now < deadline ? state.delays.add(Delay(due: deadline) { ending.fulfil(()) }) : nil
    }
    guard let number else { return }
    let wasEnded = await ending.valueUnlessCancelled(orElse: cancellation(of: number)) != nil
    guard wasEnded else { throw CancellationError() }
  }

  func call(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void
  {
    let number = state.withLock { state in
      state.delays.add(Delay(due: state.now.advanced(by: max(delay, .zero)), action: action))
    }
    return cancellation(of: number)
  }

  /// Reports a new delay to those who wait for delays, and returns a closure that cancels it.
  private func cancellation(of number: Int) -> @Sendable () -> Void {
    waiters.notify(())
    return { [state] in state.withLock { $0.delays.values[number] = nil } }
  }

  func steps() -> (@Sendable () -> ClockSteps)? {
    let start = now
    return { [state] in
      ClockSteps(before: start.offset, since: start.duration(to: state.withLock { $0.now }))
    }
  }
}
