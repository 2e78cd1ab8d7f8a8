public import GraphQLMock

// These methods poll the app's files, because each platform has a different API for file system events.

extension LaunchedApp {
  private static let pause = Duration.milliseconds(10)

  /// Waits until the app has sent a number of requests for an operation, and returns these requests.
  ///
  /// ```swift
  /// // waits until two requests for "Like" have ended
  /// try await mock.waitForRequests(named: "Like", atLeast: 2) { $0.ending != nil }
  /// ```
  /// The name may be a pattern, such as `.anonymous`. By default, pending requests count, too.
  /// - Returns: The requests for which the closure returns true, in order of arrival.
  /// - Throws: An error if the time limit is exceeded, or `CancellationError` if the task is canceled.
  @discardableResult public func waitForRequests(
    named name: NameCondition, atLeast count: Int = 1, within limit: Duration = .seconds(10),
    where isWanted: (ReceivedRequest) -> Bool = { _ in true }
  ) async throws -> [ReceivedRequest] {
    try await poll(within: limit) {
      let found = requests(named: name).filter(isWanted)
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
      // The timer is read first. Otherwise, a request that arrives just before the time limit could be missed.
      let ending = timer.ending
      if let found = try look() { return found }
      if let ending { throw error(ending) }
      try await Task.sleep(for: Self.pause)
    }
  }

  /// Blocks the thread until the app has sent a number of requests for an operation, and returns these requests.
  @discardableResult public func waitForRequests(
    named name: NameCondition, atLeast count: Int = 1, within limit: Duration = .seconds(10),
    where isWanted: (ReceivedRequest) -> Bool = { _ in true }
  ) throws -> [ReceivedRequest] {
    var found: [ReceivedRequest] = []
    let ending = WaitLimit.block(within: limit) {
      found = requests(named: name).filter(isWanted)
      return found.count >= count
    }
    if let ending { throw timeout(name, count, limit, ending) }
    return found
  }

  /// Blocks the thread until the app has read its launch plan and applied the changes that the test has made.
  func blockUntilSettled(within limit: Duration = .seconds(1)) {
    _ = WaitLimit.block(within: limit) {
      (!mayMissStart || hasStarted) && !givenCommands.contains(where: \.isOverdue)
    }
  }

  private func timeout(
    _ name: NameCondition, _ count: Int, _ limit: Duration, _ ending: WaitLimit.Ending
  ) -> MissingRequestsError {
    MissingRequestsError(
      name, count: count, limit: limit, ending: ending, requests: requests,
      advice: hasStarted ? nil : missingStart)
  }
}
