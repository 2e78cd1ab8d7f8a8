package import Foundation
package import GraphQLMock
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The address of the sockets of all tests, at which no server listens.
package let socketURL = URL.of("wss://example.invalid/subscriptions")

/// A client of `graphql-transport-ws`.
extension MockGraphQLService {
  /// Opens a socket, and waits until the service has acknowledged it.
  package func openSocket() async throws -> MockWebSocketTask {
    let socket = sockets.webSocketTask(with: socketURL, protocols: ["graphql-transport-ws"])
    socket.resume()
    try await socket.send(.string(#"{"type":"connection_init","payload":{"token":"t"}}"#))
    #expect(try await socket.text() == #"{"type":"connection_ack"}"#)
    return socket
  }
}

extension MockWebSocketTask {
  /// Receives the next message.
  package func text() async throws -> String {
    switch try await receive() {
    case .string(let text): return text
    default: return "no text"
    }
  }

  /// Receives the next messages.
  package func texts(_ count: Int) async throws -> [String] {
    var texts: [String] = []
    for _ in 0..<count { texts.append(try await text()) }
    return texts
  }

  package func subscribe(
    _ query: String, id: String = "1", variables: MockJSON = [:]
  ) async throws {
    let message: MockJSON = [
      "id": .string(id), "type": "subscribe",
      "payload": ["query": .string(query), "variables": variables],
    ]
    try await send(.string("\(message)"))
  }

  package func complete(_ id: String = "1") async throws {
    try await send(.string(#"{"id":"\#(id)","type":"complete"}"#))
  }
}
