import Foundation

extension SteppedClock {
  /// Waits until delays are pending: of responses and their parts, of heartbeats, and of `connection_init` on
  /// WebSockets.
  /// - Parameters:
  ///   - count: The minimum number of delays, 1 or more.
  ///   - limit: The time limit, in real time. It excludes time in which the machine is busy with other tests.
  /// - Throws: An error if the time limit is exceeded, or `CancellationError` if the task is canceled.
  public func waitForDelays(
    atLeast count: Int = 1, within limit: Duration = .seconds(10)
  ) async throws {
    let ending = try await waiters.wait(within: limit) { _ in waitingCount >= count }
    guard let ending else { return }
    let services = ServiceDirectory.shared.all.filter { $0.settings.clock as? Self === self }
    throw WaitTimeoutError(
      count: count, waitingCount: waitingCount, limit: limit, ending: ending,
      openCount: services.reduce(0) { $0 + $1.openCount })
  }

  package struct WaitTimeoutError: Error, Sendable, Hashable {
    let count: Int
    let waitingCount: Int
    let limit: Duration
    let ending: WaitLimit.Ending
    let openCount: Int
  }
}

extension SteppedClock.WaitTimeoutError: CustomStringConvertible, LocalizedError {
  package var description: String {
    let what = ending.describe(limit, count == 1 ? "a delay" : "\(count) delays")
    let found =
      waitingCount == 0 ? "none is" : waitingCount == 1 ? "1 is" : "\(waitingCount) are"
    return "\(what); \(found) waiting for the clock." + ExchangeTimeoutError.open(openCount)
  }

  package var errorDescription: String? { description }
}
