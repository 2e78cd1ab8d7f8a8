public import Foundation

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
    /// By number, in the order of arrival.
    var delays: [Int: Delay] = [:]
    var lastNumber = 0
  }

  private let state = Locked(State())
  private let waiters = Waiters<Void>()

  /// Makes a clock that stands still.
  public init() {}

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
  /// - Parameters:
  ///   - count: The number of delays, 1 or more.
  ///   - limit: How long to wait, in real time. Time in which the machine is busy with other tests doesn't count.
  /// - Throws: ``WaitTimeoutError`` when the time is up, `CancellationError` when the task is canceled.
  public func waitForDelays(_ count: Int = 1, within limit: Duration = .seconds(10)) async throws {
    let ending = try await waiters.wait(within: limit) { _ in waitingCount >= count }
    guard let ending else { return }
    throw WaitTimeoutError(count: count, waitingCount: waitingCount, limit: limit, ending: ending)
  }

  func call(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let number = state.withLock { state in
      let number = state.lastNumber.next()
      state.delays[number] = Delay(due: state.now + delay, action: action)
      return number
    }
    waiters.tell(())
    return { [state] in state.withLock { _ = $0.delays.removeValue(forKey: number) } }
  }

  func steps() -> (@Sendable () -> ClockSteps)? {
    let start = state.withLock { $0.now }
    return { [state] in ClockSteps(before: start, since: state.withLock { $0.now } - start) }
  }
}

extension SteppedClock {
  /// Fewer delays waited for a clock than expected before the time was up.
  public struct WaitTimeoutError: Error, Sendable, Hashable {
    let count: Int
    let waitingCount: Int
    let limit: Duration
    let ending: WaitLimit.Ending
  }
}

extension SteppedClock.WaitTimeoutError: CustomStringConvertible, LocalizedError {
  /// The whole message: how many delays were expected, and how many there are.
  public var description: String {
    let what = ending.describe(limit, count == 1 ? "a delay" : "\(count) delays")
    let found =
      waitingCount == 0 ? "nothing waits" : waitingCount == 1 ? "1 waits" : "\(waitingCount) wait"
    return "\(what); \(found) for the clock."
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
