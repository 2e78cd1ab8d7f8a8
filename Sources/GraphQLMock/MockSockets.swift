public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension MockGraphQLService {
  /// The WebSockets of the service, for clients that can use another class instead of `URLSessionWebSocketTask`.
  public var sockets: MockSockets { MockSockets(core: core, open: openSockets) }
}

/// The WebSockets of a service (see ``MockGraphQLService/sockets``).
public struct MockSockets: Sendable {
  let core: ServiceCore
  let open: OpenSockets
  /// The location of the UI test's call that this app carries out, or nil without a UI test.
  var location: CodeLocation?

  /// Returns a new WebSocket to this service, which you open with `resume()`.
  ///
  /// The service's handlers answer the operations that the client sends. The journal records each operation.
  /// - Parameter request: The request that opens the socket. Its `Sec-WebSocket-Protocol` header field lists the
  ///   offered protocols. The other header fields apply to each operation.
  public func webSocketTask(with request: URLRequest) -> MockWebSocketTask {
    let field = request.value(ofHeader: "Sec-WebSocket-Protocol") ?? ""
    return makeSocket(request, field.split(separator: ",").map { $0.trimmingASCIIWhitespace() })
  }

  /// Returns a new WebSocket to this service, which you open with `resume()`.
  /// - Parameters:
  ///   - url: The URL that opens the socket.
  ///   - protocols: The protocols that the client offers, such as `graphql-transport-ws`.
  public func webSocketTask(with url: URL, protocols: [String] = []) -> MockWebSocketTask {
    makeSocket(URLRequest(url: url), protocols)
  }

  private func makeSocket(_ request: URLRequest, _ protocols: [String]) -> MockWebSocketTask {
    let connection = SocketConnection(
      request, protocols: protocols, core: core, policy: open.policy)
    open.add(connection)
    core.commands?.watch()
    return MockWebSocketTask(connection)
  }

  /// The policy for the connections of new sockets; `.accept` by default.
  public var policy: MockConnectionPolicy {
    get { open.policy }
    nonmutating set { open.policy = newValue }
  }

  /// The number of sockets that aren't closed, including sockets that haven't been resumed.
  public var count: Int { open.all.count }

  /// The payloads of all `connection_init` messages, in the order in which the sockets were created.
  ///
  /// For a message without a payload, the element is null. Only the last 1,000 payloads of closed sockets are kept.
  public var connectionPayloads: [MockJSON] { open.payloads }

  /// Closes all sockets.
  /// - Parameters:
  ///   - code: The close code, 1000 to 1003, 1007 to 1014, or 3000 to 4999. Any other causes a failure and closes nothing.
  ///   - reason: The reason, truncated to 123 bytes.
  public func close(code: Int, reason: String = "") {
    let closing = SocketClosing(code, reason)
    if let error = closing.codeError {
      return core.journal.record(MockFailure(.handlerError, error, handler: location))
    }
    for connection in open.all { connection.close(closing) }
  }

  /// Breaks the connections of all sockets, without a close frame.
  public func disconnect() {
    for connection in open.all {
      connection.disconnect(because: "the test called sockets.disconnect()")
    }
  }

  /// Sends a keep-alive message to resumed sockets: `ping` in `graphql-transport-ws`, or `ka` in the older protocol.
  /// - Parameter payload: The payload of the `ping` message, or nil to leave it out. A payload that isn't JSON, such as
  ///   NaN, causes a failure, and nothing is sent.
  public func ping(payload: MockJSON? = nil) {
    guard core.canSend(payload, of: "sockets.ping", at: location) else { return }
    for connection in open.all { connection.ping(payload: payload) }
  }
}
