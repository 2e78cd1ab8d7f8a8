public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension MockGraphQLService {
  /// WebSockets in this process, for clients that take an object in the place of Foundation's task.
  public var sockets: MockSockets { MockSockets(core: core, open: openSockets) }
}

/// The WebSockets of a service, in ``MockGraphQLService/sockets``; no `URLProtocol` can carry one.
public struct MockSockets: Sendable {
  let core: ServiceCore
  let open: OpenSockets

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
  public func webSocketTask(with url: URL, protocols: [String] = []) -> MockWebSocketTask {
    makeSocket(URLRequest(url: url), protocols)
  }

  private func makeSocket(_ request: URLRequest, _ protocols: [String] = []) -> MockWebSocketTask {
    let connection = SocketConnection(
      request, protocols: protocols, core: core, policy: open.policy)
    open.add(connection)
    return MockWebSocketTask(connection)
  }

  /// How the sockets that are made from now on are treated; `.accept` where nothing was set.
  public var policy: MockConnectionPolicy {
    get { open.policy }
    nonmutating set { open.policy = newValue }
  }

  /// How many sockets were made and are not closed, those too that are not resumed yet.
  public var count: Int { open.all.count }

  /// The payloads of `connection_init`, the oldest socket's first; null where there was none.
  ///
  /// They stay when a socket is closed; of many closed ones the last 1,000 do.
  public var connectionPayloads: [MockJSON] { open.payloads }

  /// Closes all sockets that are not closed.
  /// - Parameters:
  ///   - code: The close code, such as 4403: 1000 to 1003, 1007 to 1014, or 3000 to 4999 (RFC 6455,
  ///     section 7.4). With another nothing is closed, and a failure is recorded.
  ///   - reason: The reason; of a longer one 123 bytes stay.
  public func close(code: Int, reason: String = "") {
    let closing = SocketClosing(code, reason)
    if let error = closing.codeError {
      return core.journal.record(MockFailure(.handlerError, error))
    }
    for connection in open.all { connection.close(closing) }
  }

  /// Breaks all sockets that are not closed, without a close frame.
  public func drop() {
    for connection in open.all { connection.drop(because: "the test called sockets.drop()") }
  }

  /// Sends a `ping` of `graphql-transport-ws`, or the `ka` of the older protocol, to all sockets that
  /// are not closed.
  /// - Parameter payload: The payload of the ping; nil leaves it out.
  public func ping(payload: MockJSON? = nil) {
    for connection in open.all { connection.ping(payload: payload) }
  }
}
