import Foundation
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a client of `graphql-transport-ws` does.
extension MockGraphQLService {
  /// Opens a socket, and waits until the service has acknowledged it.
  func openSocket() async throws -> MockWebSocketTask {
    let socket = sockets.webSocketTask(
      with: WebSocketTests.url, protocols: ["graphql-transport-ws"])
    socket.resume()
    try await socket.send(.string(#"{"type":"connection_init","payload":{"token":"t"}}"#))
    #expect(try await socket.text() == #"{"type":"connection_ack"}"#)
    return socket
  }
}

extension MockWebSocketTask {
  /// The next message.
  func text() async throws -> String {
    switch try await receive() {
    case .string(let text): return text
    default: return "no text"
    }
  }

  /// The next messages.
  func texts(_ count: Int) async throws -> [String] {
    var texts: [String] = []
    for _ in 0..<count { texts.append(try await text()) }
    return texts
  }

  func subscribe(_ query: String, id: String = "1") async throws {
    let message: MockJSON = [
      "id": .string(id), "type": "subscribe", "payload": ["query": .string(query)],
    ]
    try await send(.string("\(message)"))
  }

  func complete(_ id: String = "1") async throws {
    try await send(.string(#"{"id":"\#(id)","type":"complete"}"#))
  }
}
