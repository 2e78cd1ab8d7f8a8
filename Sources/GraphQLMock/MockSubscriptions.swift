public import Foundation

extension MockGraphQLService {
  /// The open subscriptions of the service, to which a test can send events.
  public var subscriptions: MockSubscriptions { MockSubscriptions(core: core) }
}

/// The open subscriptions of a service (see ``MockGraphQLService/subscriptions``).
public struct MockSubscriptions: Sendable {
  let core: ServiceCore
  /// The location of the UI test's call that this app carries out, or nil without a UI test.
  var location: CodeLocation?

  /// Sends an event to all open subscriptions of an operation.
  ///
  /// ```swift
  /// service.subscriptions.send(.data(["n": 1]), to: "Ticks")
  /// service.subscriptions.send(.data(["n": 1]), to: .anonymous)   // subscriptions without a name
  /// ```
  /// The call causes a failure if no subscription is open (see ``wait(for:atLeast:within:)``), if the event can't
  /// be sent, or if 100,000 messages or 256 MiB already wait for the client of a socket.
  /// - Parameters:
  ///   - event: A result, a fixture, or an error that ends the subscriptions. The delay of the event is ignored.
  ///   - name: The operation's name, or a pattern such as `.anonymous` or `.any`.
  /// - Returns: The number of subscriptions that the event was sent to.
  @discardableResult public func send(_ event: MockResponse, to name: NameCondition) -> Int {
    deliver(to: name, "An event") { feed throws(ResponseWritingError) in
      try feed.sendFromTest(event)
    }
  }

  /// Completes all open subscriptions of an operation.
  /// - Returns: The number of completed subscriptions. If no subscription is open, the call causes a failure.
  @discardableResult public func complete(_ name: NameCondition) -> Int {
    deliver(to: name, "The end") { feed in feed.complete() }
  }

  /// Breaks the connections of all open subscriptions of an operation.
  /// - Parameters:
  ///   - name: The operation's name, or a pattern such as `.anonymous` or `.any`.
  ///   - code: The error that HTTP clients receive.
  /// - Returns: The number of disconnected subscriptions. If no subscription is open, the call causes a failure.
  @discardableResult public func disconnect(
    _ name: NameCondition, with code: URLError.Code = .networkConnectionLost
  ) -> Int {
    deliver(to: name, "A lost connection") { feed in feed.disconnect(URLError(code)) }
  }

  /// Returns the number of open subscriptions of an operation.
  public func count(of name: NameCondition) -> Int { core.feeds.named(name).count }

  /// Waits until subscriptions of an operation are open, which can then receive events.
  /// - Parameters:
  ///   - name: The operation's name, or a pattern such as `.anonymous` or `.any`.
  ///   - count: The minimum number of subscriptions that are open at the same time, 1 or more.
  ///   - limit: The time limit, in real time. Time in which other tests keep the machine busy doesn't count.
  /// - Throws: An error if the time limit is exceeded, or `CancellationError` if the task is canceled.
  public func wait(
    for name: NameCondition, atLeast count: Int = 1, within limit: Duration = .seconds(10)
  ) async throws {
    try core.requireScope()
    let ending = try await core.feeds.wait(for: count, named: name, within: limit)
    guard let ending else { return }
    throw MissingRequestsError(
      name, count: count, limit: limit, ending: ending, requests: core.journal.requests,
      openCount: core.openCount,
      advice: "\(self.count(of: name)) of them are open subscriptions.")
  }

  private func deliver(
    to name: NameCondition, _ what: String, _ act: (EventFeed) throws(ResponseWritingError) -> Void
  ) -> Int {
    let feeds = core.feeds.named(name)
    if feeds.isEmpty {
      let open = core.feeds.named(.any).map(\.operationName)
      let nearest = name.exactName.flatMap {
        EditDistance.nearest(to: $0, among: open.compactMap { $0 })
      }
      let all = Set(open.map { $0?.swiftLiteral ?? "one without a name" }).ordered()
      let found = all.isEmpty ? "none is open" : "these are open: \(all.joined(separator: ", "))"
      let wait = location == nil ? "subscriptions.wait(for: " : "waitForRequests(named: "
      let advice =
        nearest.map { "\($0.swiftLiteral) is open." }
        ?? "\(found). Wait for it with `\(wait)\(name.statement))`."
      core.journal.record(
        MockFailure(
          .handlerError,
          "\(what) for the subscription \(name.statement) wasn't delivered: \(advice)",
          handler: location))
    }
    var count = 0
    for feed in feeds {
      do throws(ResponseWritingError) {
        try act(feed)
        count += 1
      } catch {
        core.journal.record(MockFailure(error.kind, error.description, handler: location))
      }
    }
    return count
  }
}
