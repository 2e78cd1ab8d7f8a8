public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

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
