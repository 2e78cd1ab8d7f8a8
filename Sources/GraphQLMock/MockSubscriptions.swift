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
  /// service.subscriptions.send(.data(["n": 1]), to: "Ticks", variables: ["room": 1])   // only these
  /// service.subscriptions.send(.data(["n": 1]), to: .anonymous)   // subscriptions without a name
  /// ```
  /// The call causes a failure if no subscription is open (see ``wait(for:variables:atLeast:within:)``), if the event
  /// can't be sent, or if 100,000 messages or 256 MiB already wait for the client of a socket.
  /// - Parameters:
  ///   - event: A result, a fixture, or an error that ends the subscriptions. The delay of the event is ignored.
  ///   - name: The operation's name, or a pattern such as `.anonymous` or `.any`.
  ///   - variables: A condition on the variables of the subscriptions, as in a handler, or nil for any.
  /// - Returns: The number of subscriptions that the event was sent to.
  @discardableResult public func send(
    _ event: MockResponse, to name: NameCondition, variables: VariablesCondition? = nil
  ) -> Int {
    deliver(to: name, variables, "An event") { feed throws(ResponseWritingError) in
      try feed.sendFromTest(event)
    }
  }

  /// Completes all open subscriptions of an operation, or those whose variables match.
  /// - Returns: The number of completed subscriptions. If no subscription is open, the call causes a failure.
  @discardableResult public func complete(
    _ name: NameCondition, variables: VariablesCondition? = nil
  ) -> Int {
    deliver(to: name, variables, "The end") { feed in feed.complete() }
  }

  /// Breaks the connections of all open subscriptions of an operation.
  /// - Parameters:
  ///   - name: The operation's name, or a pattern such as `.anonymous` or `.any`.
  ///   - variables: A condition on the variables of the subscriptions, or nil for any.
  ///   - code: The error that HTTP clients receive.
  /// - Returns: The number of disconnected subscriptions. If no subscription is open, the call causes a failure.
  @discardableResult public func disconnect(
    _ name: NameCondition, variables: VariablesCondition? = nil,
    with code: URLError.Code = .networkConnectionLost
  ) -> Int {
    deliver(to: name, variables, "A lost connection") { feed in feed.disconnect(URLError(code)) }
  }

  /// Returns the number of open subscriptions of an operation, or of those whose variables match.
  public func count(of name: NameCondition, variables: VariablesCondition? = nil) -> Int {
    core.feeds.all(OperationCondition(name: name, variables: variables)).count
  }

  /// Waits until subscriptions of an operation are open, which can then receive events.
  /// - Parameters:
  ///   - name: The operation's name, or a pattern such as `.anonymous` or `.any`.
  ///   - variables: A condition on the variables of the subscriptions, or nil for any.
  ///   - count: The minimum number of subscriptions that are open at the same time, 1 or more.
  ///   - limit: The time limit, in real time. Time in which other tests keep the machine busy doesn't count.
  /// - Throws: An error if the time limit is exceeded, or `CancellationError` if the task is canceled.
  public func wait(
    for name: NameCondition, variables: VariablesCondition? = nil, atLeast count: Int = 1,
    within limit: Duration = .seconds(10)
  ) async throws {
    try core.requireScope()
    let match = OperationCondition(name: name, variables: variables)
    let ending = try await core.feeds.wait(for: count, match, within: limit)
    guard let ending else { return }
    throw MissingRequestsError(
      name, count: count, limit: limit, ending: ending, requests: core.journal.requests,
      openCount: core.openCount,
      advice: "\(core.feeds.all(match).count) of them are open subscriptions\(match.suffix)"
        + (variables == nil ? "." : "; \(openText(for: name))."))
  }

  private func deliver(
    to name: NameCondition, _ variables: VariablesCondition?, _ what: String,
    _ act: (EventFeed) throws(ResponseWritingError) -> Void
  ) -> Int {
    let match = OperationCondition(name: name, variables: variables)
    let feeds = core.feeds.all(match)
    if feeds.isEmpty {
      let open = core.feeds.all(OperationCondition(name: .any)).compactMap(\.operation?.name)
      let nearest = name.exactName.flatMap {
        open.contains($0) ? nil : EditDistance.nearest(to: $0, among: open)
      }
      let wait = location == nil ? "subscriptions.wait(for: " : "waitForRequests(named: "
      let more = location == nil && variables != nil ? ", variables: …" : ""
      let advice =
        nearest.map { "\($0.swiftLiteral) is open." }
        ?? "\(openText(for: name)). Wait for it with `\(wait)\(name.statement)\(more))`."
      core.journal.record(
        MockFailure(
          .handlerError,
          "\(what) for the subscription \(name.statement)\(match.suffix) wasn't delivered: \(advice)",
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

  /// Lists the names of the open subscriptions. If a name matches, the variables show what differs.
  private func openText(for name: NameCondition) -> String {
    let open = core.feeds.all(OperationCondition(name: .any)).map(\.operation)
    let named = open.compactMap { $0 }.filter { name.matches($0.name) }
    let redaction = core.settings.redaction
    var texts = named.prefix(20).map {
      RequestRedactor(redaction, request: $0.urlRequest, operations: [$0], style: .short)
        .title(of: $0)
    }
    if named.count > texts.count { texts.append("\(named.count - texts.count) more") }
    if named.isEmpty {
      texts = Set(open.map { $0?.name?.swiftLiteral ?? "one without a name" }).ordered()
    }
    return texts.isEmpty ? "none is open" : "these are open: \(texts.joined(separator: ", "))"
  }
}

extension OperationCondition {
  fileprivate var suffix: String { variables?.clause.map { " \($0)" } ?? "" }
}
