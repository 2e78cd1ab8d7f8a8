// Forwards messages between a WebSocket connection and a socket of the service.

import FlyingFox
import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct SocketBridge: WSMessageHandler {
  let socket: MockWebSocketTask

  func makeMessages(for client: AsyncStream<WSMessage>) async throws -> AsyncStream<WSMessage> {
    let (messages, outlet) = AsyncStream.makeStream(of: WSMessage.self)
    socket.resume()
    let socket = socket
    let sending = Task {
      for await message in client {
        switch message {
        case .text(let text): try? await socket.send(.string(text))
        case .data(let data): try? await socket.send(.data(data))
        case .close: break
        }
      }
      // The client has closed the connection, or is gone.
      socket.cancel()
    }
    let receiving = Task {
      do {
        while true {
          if case .string(let text) = try await socket.receive() { outlet.yield(.text(text)) }
        }
      } catch is POSIXError {
        if let code = socket.closeStatus.flatMap({ UInt16(exactly: $0) }) {
          let reason = socket.closeReason.map { String(decoding: $0, as: UTF8.self) }
          outlet.yield(.close(WSCloseCode(code, reason: reason ?? "")))
        }
        outlet.finish()
      } catch {
        // A lost connection ends without a close frame; the server itself ends the client's
        // connection.
        if (error as? URLError)?.code != .cancelled { outlet.finish() }
      }
    }
    outlet.onTermination = { _ in
      sending.cancel()
      receiving.cancel()
      socket.cancel()
    }
    return messages
  }
}
