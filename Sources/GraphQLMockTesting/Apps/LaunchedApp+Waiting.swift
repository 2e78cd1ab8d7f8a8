import Foundation
public import GraphQLMock

// Polls the file that another process writes, because file system events differ on every platform.

extension LaunchedApp {
  private static let pause = Duration.milliseconds(10)

  /// Returns the app's requests for an operation, after waiting until there are enough.
  ///
  /// ```swift
  /// // also until the answer was there
  /// try await mock.waitForExchanges(named: "Like", atLeast: 2) { $0.ending != nil }
  /// ```
  /// - Parameters:
  ///   - name: The operation's name, or a pattern such as `.anonymous` or `.prefix`.
  ///   - count: The minimum number of requests, 1 or more.
  ///   - limit: The time limit.
  ///   - isWanted: A closure that returns whether a request counts, by default even a pending one.
  /// - Returns: The requests that count, in order of arrival.
  /// - Throws: An error if the time limit is exceeded, or `CancellationError` if the task is canceled.
  @discardableResult public func waitForExchanges(
    named name: OperationName, atLeast count: Int = 1, within limit: Duration = .seconds(10),
    where isWanted: (MockExchange) -> Bool = { _ in true }
  ) async throws -> [MockExchange] {
    try await poll(within: limit) {
      let found = exchanges(named: name).filter(isWanted)
      return found.count >= count ? found : nil
    } orThrow: {
      timeout(name, count, limit, $0)
    }
  }

  func poll<Found>(
    within limit: Duration, until look: () throws -> Found?,
    orThrow error: (WaitLimit.Ending) -> any Error
  ) async throws -> Found {
    let timer = WaitLimit(limit) { _ in }
    defer { timer.cancel() }
    while true {
      // Read before the look, so that a change in time counts.
      let ending = timer.ending
      if let found = try look() { return found }
      if let ending { throw error(ending) }
      try await Task.sleep(for: Self.pause)
    }
  }

  /// Returns the app's requests for an operation, after blocking the thread until there are enough.
  @discardableResult public func waitForExchanges(
    named name: OperationName, atLeast count: Int = 1, within limit: Duration = .seconds(10),
    where isWanted: (MockExchange) -> Bool = { _ in true }
  ) throws -> [MockExchange] {
    var found: [MockExchange] = []
    let ending = WaitLimit.block(within: limit) {
      found = exchanges(named: name).filter(isWanted)
      return found.count >= count
    }
    if let ending { throw timeout(name, count, limit, ending) }
    return found
  }

  /// Waits a moment, so that an app that was just launched can read its plan, and take the last orders.
  func waitUntilSettled() async {
    _ = try? await poll(within: Self.grace) {
      isSettled ? true : nil
    } orThrow: { _ in
      CancellationError()
    }
  }

  func blockUntilSettled(within limit: Duration = grace) {
    if !isSettled { _ = WaitLimit.block(within: limit) { isSettled } }
  }

  private var isSettled: Bool {
    if mayMissStart, !hasStarted { return false }
    return !givenOrders.contains(where: \.isOverdue)
  }

  private static let grace = Duration.seconds(1)

  private func timeout(
    _ name: OperationName, _ count: Int, _ limit: Duration, _ ending: WaitLimit.Ending
  ) -> ExchangeTimeoutError {
    ExchangeTimeoutError(
      name, count: count, limit: limit, ending: ending, exchanges: exchanges,
      advice: hasStarted ? nil : missingStart)
  }
}
