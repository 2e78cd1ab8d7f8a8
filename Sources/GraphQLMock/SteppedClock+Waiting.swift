public import Foundation

extension SteppedClock {
  /// Waits until a number of delays wait for the clock: of responses and their parts, of heartbeats, and of
  /// WebSockets that wait for `connection_init`.
  /// - Parameters:
  ///   - count: The number of delays, 1 or more.
  ///   - limit: How long to wait, in real time. Time in which the machine is busy with other tests doesn't count.
  /// - Throws: ``WaitTimeoutError`` when the time is up, `CancellationError` when the task is canceled.
  public func waitForDelays(atLeast count: Int = 1, within limit: Duration = .seconds(10)) async throws {
    let ending = try await waiters.wait(within: limit) { _ in waitingCount >= count }
    guard let ending else { return }
    let services = ServiceDirectory.shared.all.filter { $0.settings.clock as? Self === self }
    throw WaitTimeoutError(
      count: count, waitingCount: waitingCount, limit: limit, ending: ending,
      openCount: services.reduce(0) { $0 + $1.openCount })
  }
}

extension SteppedClock {
  /// Fewer delays waited for a clock than expected before the time was up.
  package struct WaitTimeoutError: Error, Sendable, Hashable {
    let count: Int
    let waitingCount: Int
    let limit: Duration
    let ending: WaitLimit.Ending
    let openCount: Int
  }
}

extension SteppedClock.WaitTimeoutError: CustomStringConvertible, LocalizedError {
  /// The whole message: how many delays were expected, and how many there are.
  package var description: String {
    let what = ending.describe(limit, count == 1 ? "a delay" : "\(count) delays")
    let found =
      waitingCount == 0 ? "nothing waits" : waitingCount == 1 ? "1 waits" : "\(waitingCount) wait"
    return "\(what); \(found) for the clock." + ExchangeTimeoutError.open(openCount)
  }

  /// The same as ``description``.
  package var errorDescription: String? { description }
}
