extension MockGraphQLService {
  /// Waits until enough requests for an operation have arrived, and returns them.
  ///
  /// ```swift
  /// try await service.waitForRequests(named: "Like")
  /// let pages = try await service.waitForRequests(named: .anonymous, atLeast: 2)
  /// ```
  /// - Parameters:
  ///   - name: The operation's name, or a pattern such as `.anonymous` or `.prefix`.
  ///   - count: The minimum number of requests, from 1 to ``ServiceOptions/journalLimit``. Pending requests count.
  ///   - limit: The time limit, in real time. Time in which other tests keep the machine busy doesn't count.
  /// - Returns: All requests for the operation, in order of arrival.
  /// - Throws: An error if the time limit or the limit of the journal is exceeded, or if ``reset()`` removes what was
  ///   counted, or `CancellationError`.
  @discardableResult public func waitForRequests(
    named name: NameCondition, atLeast count: Int = 1, within limit: Duration = .seconds(10)
  ) async throws -> [ReceivedRequest] {
    try core.requireScope()
    if let kept = core.journal.limit, kept < count {
      throw MissingRequestsError(
        name, count: count, limit: .zero, requests: requests,
        advice:
          "The journal keeps \(kept) request\(kept == 1 ? "" : "s"): raise `journalLimit`, or wait for fewer."
      )
    }
    // Requests that the journal has dropped can't be returned, so there is no use in waiting for them.
    func isDropped() -> Bool { droppedRequestCount > 0 && core.journal.count(of: name) >= count }
    let limit = isDropped() ? .zero : limit
    let ending = try await core.journal.wait(for: count, within: limit) { $0.asks(for: name) }
    let found = requests(named: name)
    if ending == nil, found.count >= count { return found }
    let advice =
      if isDropped() {
        "The journal has dropped earlier requests: raise `journalSizeLimit` or `journalLimit`."
      } else if ending == nil {
        "`reset()` has removed earlier requests: wait after it."
      } else {
        absenceAdvice(of: name.exactName)
      }
    throw MissingRequestsError(
      name, count: count, limit: ending == nil ? .zero : limit, ending: ending ?? .timeIsUp,
      requests: requests, openCount: core.openCount, advice: advice)
  }
}
