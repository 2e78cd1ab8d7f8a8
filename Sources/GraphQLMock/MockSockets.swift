public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension MockGraphQLService {
  /// The WebSockets in this process, for clients that accept a replacement for Foundation's task.
  public var sockets: MockSockets { MockSockets(core: core, open: openSockets) }
}

/// The WebSockets of a service, which a `URLProtocol` can't provide; see ``MockGraphQLService/sockets``.
public struct MockSockets: Sendable {
  let core: ServiceCore
  let open: OpenSockets
  /// The source location of the test's order, if the test sent one to a launched app.
  var location: HandlerLocation?

  /// Returns a new WebSocket to this service, which you open with `resume()`.
  ///
  /// The service's handlers answer its queries, mutations, and subscriptions. The journal has an exchange for each.
  /// - Parameter request: The request that opens the socket. `Sec-WebSocket-Protocol` contains the offered protocols;
  ///   the other header fields apply to each operation.
  public func webSocketTask(with request: URLRequest) -> MockWebSocketTask {
    let field = request.value(ofHeader: "Sec-WebSocket-Protocol") ?? ""
    return makeSocket(request, field.split(separator: ",").map { $0.trimmingASCIIWhitespace() })
  }

  /// Returns a new WebSocket to this service, which you open with `resume()`.
  /// - Parameters:
  ///   - url: The URL that opens the socket.
  ///   - protocols: The offered protocols, such as `graphql-transport-ws`.
  public func webSocketTask(with url: URL, protocols: [String] = []) -> MockWebSocketTask {
    makeSocket(URLRequest(url: url), protocols)
  }

  private func makeSocket(_ request: URLRequest, _ protocols: [String] = []) -> MockWebSocketTask {
    let connection = SocketConnection(
      request, protocols: protocols, core: core, policy: open.policy)
    open.add(connection)
    core.orders?.watch()
    return MockWebSocketTask(connection)
  }

  /// The policy for connections of new sockets; `.accept` by default.
  public var policy: MockConnectionPolicy {
    get { open.policy }
    nonmutating set { open.policy = newValue }
  }

  /// The number of sockets that aren't closed, including those that weren't resumed yet.
  public var count: Int { open.all.count }

  /// The payloads of the sockets' `connection_init` messages, in the order of the sockets; null for a missing one.
  ///
  /// The payloads of open sockets and of the last 1,000 closed ones are kept.
  public var connectionPayloads: [MockJSON] { open.payloads }

  /// Closes all sockets.
  /// - Parameters:
  ///   - code: The close code, such as 4403: 1000 to 1003, 1007 to 1014, or 3000 to 4999 (RFC 6455, section 7.4). Any
  ///     other code causes a failure, and no socket is closed.
  ///   - reason: The reason, truncated to 123 bytes.
  public func close(code: Int, reason: String = "") {
    let closing = SocketClosing(code, reason)
    if let error = closing.codeError {
      return core.journal.record(MockFailure(.handlerError, error, handler: location))
    }
    for connection in open.all { connection.close(closing) }
  }

  /// Breaks the connections of all sockets, without a close frame.
  public func drop() {
    for connection in open.all { connection.drop(because: "the test called sockets.drop()") }
  }

  /// Sends a `ping` message of `graphql-transport-ws`, or a `ka` message of the older protocol, to all sockets.
  /// - Parameter payload: The payload of the ping; nil leaves it out.
  public func ping(payload: MockJSON? = nil) {
    for connection in open.all { connection.ping(payload: payload) }
  }
}
