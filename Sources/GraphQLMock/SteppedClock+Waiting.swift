import Foundation

extension SteppedClock {
  /// Waits until a number of delays are pending, so that you can end them by advancing the clock.
  ///
  /// Delays are those of responses, parts and heartbeats, the limit for `connection_init`, and sleeps by this clock.
  /// - Parameters:
  ///   - count: The minimum number of delays, 1 or more.
  ///   - limit: The time limit, in real time. Time in which other tests keep the machine busy doesn't count.
  /// - Throws: An error if the time limit is exceeded, or `CancellationError` if the task is canceled.
  public func waitForDelays(
    atLeast count: Int = 1, within limit: Duration = .seconds(10)
  ) async throws {
    let ending = try await waiters.wait(within: limit) { _ in waitingCount >= count }
    guard let ending else { return }
    let services = ServiceDirectory.shared.all.filter { $0.settings.clock as? Self === self }
    let openCount = services.reduce(0) { $0 + $1.openCount }
    let what = ending.describe(limit, count == 1 ? "a delay" : "\(count) delays")
    let waiting = waitingCount
    let found = waiting == 0 ? "none is" : waiting == 1 ? "1 is" : "\(waiting) are"
    let open = MissingRequestsError.open(openCount)
    throw MissingRequestsError("\(what); \(found) waiting for the clock." + open)
  }
}
