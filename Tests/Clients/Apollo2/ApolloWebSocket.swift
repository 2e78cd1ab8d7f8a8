// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Apollo
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The part of ApolloWebSocket 2.4 that recipes use: its names and signatures.

public protocol WebSocketTask: Sendable {
  func resume()
  func send(_ message: URLSessionWebSocketTask.Message) async throws
  func receive() async throws -> URLSessionWebSocketTask.Message
  func cancel(with closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?)
}

public protocol WebSocketURLSession: Sendable {
  func webSocketTask(with request: URLRequest) -> any WebSocketTask
}

public actor WebSocketTransport: NetworkTransport {
  public init(urlSession: any WebSocketURLSession, store: ApolloStore, endpointURL: URL) {}
}
