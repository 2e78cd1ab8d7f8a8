import Foundation
public import GraphQLMock

// Polls the file that another process writes, because file system events differ on every platform.

extension LaunchedApp {
  private static let pause = Duration.milliseconds(10)

  /// Waits until the app has requested an operation a number of times.
  ///
  /// ```swift
  /// // also until the answer was there
  /// try await journal.waitForExchanges(named: "Like", atLeast: 2) { $0.ending != nil }
  /// ```
  /// - Parameters:
  ///   - name: The operation's own name, or `.anonymous`, `.prefix` and so on.
  ///   - count: How many requests to wait for, 1 or more.
  ///   - limit: How long to wait.
  ///   - isWanted: Which requests count; they need not have ended.
  /// - Returns: the requests that count, in order of arrival.
  /// - Throws: ``ExchangeTimeoutError`` when the time is up, `CancellationError` when the task is cancelled.
  @discardableResult public func waitForExchanges(
    named name: OperationName, atLeast count: Int = 1, within limit: Duration = .seconds(10),
    where isWanted: (MockExchange) -> Bool = { _ in true }
  ) async throws -> [MockExchange] {
    let timer = WaitLimit(limit) { _ in }
    defer { timer.cancel() }
    while true {
      // Read before the exchanges, so that requests that arrived in time count.
      let ending = timer.ending
      let found = exchanges(named: name).filter(isWanted)
      if found.count >= count { return found }
      if let ending { throw timeout(name, count, limit, ending) }
      try await Task.sleep(for: Self.pause)
    }
  }

  /// Waits until the app has requested an operation a number of times, for a test that is not
  /// asynchronous; it blocks the thread.
  /// - Parameters:
  ///   - name: The operation's own name, or `.anonymous`, `.prefix` and so on.
  ///   - count: How many requests to wait for, 1 or more.
  ///   - limit: How long to wait.
  ///   - isWanted: Which requests count; they need not have ended.
  /// - Returns: the requests that count, in order of arrival.
  /// - Throws: ``ExchangeTimeoutError`` when the time is up.
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

  /// Waits a moment, so that an app that was just launched can read its plan.
  func waitForStart() async {
    guard mayMissStart else { return }
    let timer = WaitLimit(Self.grace) { _ in }
    defer { timer.cancel() }
    while !hasStarted, timer.ending == nil, !Task.isCancelled {
      try? await Task.sleep(for: Self.pause)
    }
  }

  func blockUntilStart() {
    if mayMissStart { _ = WaitLimit.block(within: Self.grace) { hasStarted } }
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
