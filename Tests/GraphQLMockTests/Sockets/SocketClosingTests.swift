import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The cause of a closed WebSocket, as a report names it.
struct SocketClosingTests {
  static let closings:
    [(
      what: String, protocols: [String],
      act: @Sendable (MockGraphQLService, MockWebSocketTask) async throws -> Void, line: String
    )] = [
      (
        "4400", ["graphql-transport-ws"],
        { _, socket in try await socket.send(.string(#"{"type":"start","id":"1"}"#)) },
        """
        was closed by the service with 4400 "Invalid message received": graphql-transport-ws has no \
        "start", which the client sent
        """
      ),
      (
        "4400, a member", ["graphql-transport-ws"],
        { _, socket in try await socket.send(.string(#"{"type":"subscribe","id":"1"}"#)) },
        """
        was closed by the service with 4400 "Invalid message received": the client's subscribe message \
        needs an id and a payload with a query
        """
      ),
      (
        "4401", ["graphql-transport-ws"],
        { _, socket in try await socket.subscribe("{ a }") },
        """
        was closed by the service with 4401 "Unauthorized": the client subscribed before connection_ack
        """
      ),
      (
        "4403", ["graphql-transport-ws"],
        { service, socket in try await socket.send(.string(#"{"type":"connection_init"}"#)) },
        #"was closed by the service with 4403 "Forbidden": the policy is .refuse"#
      ),
      (
        "4406", ["chat"], { _, _ in },
        """
        was closed by the service with 4406 "Subprotocol not acceptable": the client offers "chat"; the \
        service accepts graphql-transport-ws and graphql-ws
        """
      ),
      (
        "close", ["graphql-transport-ws"], { service, _ in service.sockets.close(code: 4499) },
        "was closed by the service with 4499: the test called sockets.close(code: 4499)"
      ),
      (
        "disconnect", ["graphql-transport-ws"], { service, _ in service.sockets.disconnect() },
        "was closed: the test called sockets.disconnect()"
      ),
      (
        "client", ["graphql-transport-ws"],
        { service, socket in
          try await socket.send(.string(#"{"type":"connection_init"}"#))
          socket.cancel(with: .goingAway, reason: nil)
        },
        """
        was closed by the client with 1001: it waited for connection_ack: the policy is \
        .neverAcknowledge
        """
      ),
    ]

  @Test(arguments: closings.indices) func closedSocketIsNamedAsTheCause(index: Int) async throws {
    let (what, protocols, act, line) = Self.closings[index]
    let service = MockGraphQLService()
    if what == "4403" { service.sockets.policy = .refuse() }
    if what == "client" { service.sockets.policy = .neverAcknowledge }
    let socket = service.sockets.webSocketTask(with: socketURL, protocols: protocols)
    socket.resume()
    try await act(service, socket)
    // The explanation that follows the message that no request arrived.
    let error = await #expect(throws: MissingRequestsError.self) {
      try await service.waitForRequests(named: "BehindASocket", within: .milliseconds(1))
    }
    #expect(error?.advice == "The WebSocket to \(socketURL) \(line).")
  }

  @Test func aReportNamesTheLastFiveClosedSockets() async throws {
    let service = MockGraphQLService()
    for code in 4_001...4_006 {
      let socket = try await service.openSocket()
      service.sockets.close(code: code)
      #expect(socket.closeStatus == code)
    }
    let error = await #expect(throws: MissingRequestsError.self) {
      try await service.waitForRequests(named: "BehindASocket", within: .milliseconds(1))
    }
    let named = (4_001...4_006).filter {
      error?.advice?.contains("sockets.close(code: \($0))") == true
    }
    #expect(named == Array(4_002...4_006))
  }

  @Test func aSocketThatIsClosedNormallyIsNotNamedAsTheCause() async throws {
    let service = MockGraphQLService()
    try await service.openSocket().cancel(with: .normalClosure, reason: nil)
    #expect(
      service.requestReport { _ in .whole }.text.hasPrefix("No request reached this service."))
  }
}
