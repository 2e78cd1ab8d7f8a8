public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

// Subscriptions that a test drives step by step, whatever way their events travel.

extension MockGraphQLService {
  /// Sends an event to all open subscriptions of an operation.
  ///
  /// ```swift
  /// service.send(.data(["n": 1]), to: "Ticks")
  /// service.send(.data(["n": 1]), to: .anonymous)   // subscriptions without a name
  /// ```
  /// With nobody there, or with an event that can't be sent, a failure is recorded: wait for the
  /// subscription first, with ``waitForSubscription(to:count:within:)``.
  /// - Parameters:
  ///   - event: A result, a fixture, or an error that ends the subscriptions. A delay of it is ignored.
  ///   - name: The operation's own name, or `.anonymous`, `.any` and so on.
  /// - Returns: how many subscriptions it was sent to.
  @discardableResult public func send(_ event: MockResponse, to name: OperationName) -> Int {
    tell(name, "An event") { feed throws(ResponseWritingError) in try feed.send(event) }
  }

  /// Completes all open subscriptions of an operation.
  /// - Parameter name: The operation's own name, or `.anonymous`, `.any` and so on.
  /// - Returns: how many there were; with none a failure is recorded.
  @discardableResult public func complete(_ name: OperationName) -> Int {
    tell(name, "The end") { feed in feed.complete() }
  }

  /// Breaks the connections of all open subscriptions of an operation.
  /// - Parameters:
  ///   - name: The operation's own name, or `.anonymous`, `.any` and so on.
  ///   - code: The error that clients over HTTP get.
  /// - Returns: how many there were; with none a failure is recorded.
  @discardableResult public func disconnect(
    _ name: OperationName, with code: URLError.Code = .networkConnectionLost
  ) -> Int {
    tell(name, "A lost connection") { feed in feed.disconnect(URLError(code)) }
  }

  /// How many subscriptions of an operation are open.
  /// - Parameter name: The operation's own name, or `.anonymous`, `.any` and so on.
  public func openSubscriptions(to name: OperationName) -> Int { core.feeds.named(name).count }

  /// Waits until subscriptions of an operation are open, so that events reach them.
  /// - Parameters:
  ///   - name: The operation's own name, or `.anonymous`, `.any` and so on.
  ///   - count: How many must be open at the same time, 1 or more.
  ///   - limit: How long to wait.
  /// - Throws: ``ExchangeTimeoutError`` when the time is up, `CancellationError` when the task is
  ///   cancelled.
  public func waitForSubscription(
    to name: OperationName, count: Int = 1, within limit: Duration = .seconds(10)
  ) async throws {
    if await core.feeds.wait(for: count, named: name, within: limit) { return }
    try Task.checkCancellation()
    throw ExchangeTimeoutError(
      name: name.exactName ?? "", statement: name.statement, count: count, limit: limit,
      exchanges: exchanges,
      advice: "\(openSubscriptions(to: name)) of them are open subscriptions.")
  }

  private func tell(
    _ name: OperationName, _ what: String, _ act: (EventFeed) throws(ResponseWritingError) -> Void
  ) -> Int {
    let feeds = core.feeds.named(name)
    if feeds.isEmpty {
      core.journal.record(
        MockFailure(
          .handlerError,
          """
          \(what) for the subscription \(name.statement) reached nobody: none is open. Wait for \
          it with `waitForSubscription(to: \(name.statement))`.
          """))
    }
    var count = 0
    for feed in feeds {
      do throws(ResponseWritingError) {
        try act(feed)
        count += 1
      } catch {
        core.journal.record(MockFailure(error.kind, error.description))
      }
    }
    return count
  }
}

// Web sockets in this process, for clients that take an object in the place of Foundation's task: no
// URLProtocol can carry a WebSocket.

extension MockGraphQLService {
  /// Makes a WebSocket to this service.
  ///
  /// The handlers of the service answer what comes through it, be it queries, mutations or
  /// subscriptions, and the journal has an exchange for each operation.
  /// - Parameter request: The request that a client opens its socket with. The protocols that it offers
  ///   stand in `Sec-WebSocket-Protocol`; its other header fields are those of each operation.
  /// - Returns: the socket, to be opened by `resume()`.
  public func webSocketTask(with request: URLRequest) -> MockWebSocketTask {
    let field = request.value(ofHeader: "Sec-WebSocket-Protocol") ?? ""
    return makeSocket(request, field.split(separator: ",").map { $0.trimmingASCIIWhitespace() })
  }

  /// Makes a WebSocket to this service.
  /// - Parameters:
  ///   - url: The URL that a client opens its socket at.
  ///   - protocols: The protocols that it offers, such as `graphql-transport-ws`.
  /// - Returns: the socket, to be opened by `resume()`.
  public func webSocketTask(with url: URL, protocols: [String]) -> MockWebSocketTask {
    makeSocket(URLRequest(url: url), protocols)
  }

  private func makeSocket(_ request: URLRequest, _ protocols: [String]) -> MockWebSocketTask {
    let connection = SocketConnection(
      request, protocols: protocols, core: core, policy: sockets.policy)
    sockets.add(connection)
    return MockWebSocketTask(connection)
  }

  /// Says how the sockets that are made from now on are treated.
  /// - Parameter policy: The policy; `.accept` where none was set.
  public func setConnectionPolicy(_ policy: MockConnectionPolicy) { sockets.policy = policy }

  /// How many sockets were made and are not closed, those too that are not resumed yet.
  public var openSocketCount: Int { sockets.all.count }

  /// The payloads of `connection_init`, the oldest socket's first; null where there was none.
  ///
  /// They stay when a socket is closed; of many closed ones the last 1,000 do.
  public var connectionPayloads: [MockJSON] { sockets.payloads }

  /// Closes all sockets that are not closed.
  /// - Parameters:
  ///   - code: The close code, such as 4403.
  ///   - reason: The reason; of a longer one 123 bytes stay.
  public func closeSockets(code: Int, reason: String = "") {
    for connection in sockets.all { connection.close(SocketClosing(code, reason)) }
  }

  /// Breaks all sockets that are not closed, without a close frame.
  public func dropSockets() { for connection in sockets.all { connection.drop() } }

  /// Sends a `ping` of `graphql-transport-ws`, or the `ka` of the older protocol, to all sockets that
  /// are not closed.
  /// - Parameter payload: The payload of the ping; nil leaves it out.
  public func pingSockets(payload: MockJSON? = nil) {
    for connection in sockets.all { connection.ping(payload: payload) }
  }
}
