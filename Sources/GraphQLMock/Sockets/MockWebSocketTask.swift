import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A WebSocket to a ``MockGraphQLService`` in this process, with what `URLSessionWebSocketTask` has.
///
/// ```swift
/// let socket = service.sockets.webSocketTask(with: url, protocols: ["graphql-transport-ws"])
/// socket.resume()
/// try await socket.send(.string(#"{"type":"connection_init"}"#))
/// let acknowledgement = try await socket.receive()
/// ```
/// An app whose own protocol asks for these methods conforms to it in one line. Where 1,000 messages, or
/// 16 MiB of them, have not been received, ``MockResponse/events(from:)`` waits for the client. A task that
/// is let go of is closed.
public final class MockWebSocketTask: Sendable {
  let connection: SocketConnection
  /// Calls handlers in order, and never inside the call that takes one, because some hold a lock.
  private let handlers = DispatchQueue(label: "GraphQLMock.MockWebSocketTask")

  init(_ connection: SocketConnection) { self.connection = connection }

  deinit {
    connection.drop(because: connection.isGivenUp ? "the client let go of its task" : nil)
  }

  /// The protocol that was agreed on, `graphql-transport-ws` or `graphql-ws`; nil if the client
  /// offered neither, whereupon the socket is closed with 4406.
  public var subprotocol: String? { connection.dialect?.rawValue }

  /// Opens the socket; what was sent before goes out now.
  public func resume() { connection.resume() }

  /// Where the socket stands: suspended before ``resume()``, completed once it is closed.
  public var state: URLSessionTask.State {
    if connection.end != nil { return .completed }
    return connection.isResumed ? .running : .suspended
  }

  // MARK: Messages

  /// Sends a message; data counts as text in UTF-8.
  /// - Parameter message: The message.
  /// - Throws: what a task of Foundation throws once the socket is closed.
  public func send(_ message: URLSessionWebSocketTask.Message) async throws {
    if let error = sending(message) { throw error }
  }

  /// Sends a message.
  /// - Parameters:
  ///   - message: The message.
  ///   - completionHandler: Gets nil, or the error of a socket that is closed.
  public func send(
    _ message: URLSessionWebSocketTask.Message,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let error = sending(message)
    handlers.async { completionHandler(error) }
  }

  private func sending(_ message: URLSessionWebSocketTask.Message) -> (any Error)? {
    let text: Data
    switch message {
    case .string(let string): text = Data(string.utf8)
    case .data(let data): text = data
    @unknown default: return URLError(.unsupportedURL)
    }
    return connection.send(text) ? nil : connection.error
  }

  /// Receives the next message, or waits for it.
  ///
  /// What came before the service closed the socket can still be received; after `cancel` nothing can.
  /// - Returns: the message, always text.
  /// - Throws: the error that a task of Foundation throws: `URLError(.cancelled)` if the client closed
  ///   the socket, `POSIXError(.ENOTCONN)` if the service did, and
  ///   `URLError(.networkConnectionLost)` if the connection broke; `CancellationError` when the task
  ///   is cancelled.
  public func receive() async throws -> URLSessionWebSocketTask.Message {
    let reply = PendingReply<SocketInbox.Outcome>()
    let giveUp = connection.next { reply.fulfil($0) }
    switch await reply.valueUnlessCancelled(orElse: giveUp) {
    case .message(let text)?: return .string(text)
    case .closed?:
      try Task.checkCancellation()
      throw connection.error
    case nil: throw CancellationError()
    }
  }

  /// Receives the next message, or waits for it.
  /// - Parameter completionHandler: Gets the message, or the error that ``receive()`` throws.
  public func receive(
    completionHandler:
      @escaping @Sendable (Result<URLSessionWebSocketTask.Message, any Error>) ->
      Void
  ) {
    _ = connection.next { [connection, handlers] outcome in
      handlers.async {
        switch outcome {
        case .message(let text): completionHandler(.success(.string(text)))
        case .closed: completionHandler(.failure(connection.error))
        }
      }
    }
  }

  /// Sends a ping of WebSocket itself.
  ///
  /// With a policy that does not answer pings the handler is called when the socket closes.
  /// - Parameter pongReceiveHandler: Gets nil with the answer, the error of a closed socket, or
  ///   `URLError(.cancelled)` before `resume()`.
  public func sendPing(pongReceiveHandler: @escaping @Sendable ((any Error)?) -> Void) {
    switch connection.answersPing {
    case true?: handlers.async { pongReceiveHandler(nil) }
    case false?:
      connection.onEnd { [connection, handlers] in
        handlers.async { pongReceiveHandler(connection.error) }
      }
    case nil:
      let error = connection.error
      handlers.async { pongReceiveHandler(error) }
    }
  }

  // MARK: Closing

  /// Closes the socket, as the client.
  /// - Parameters:
  ///   - closeCode: The close code.
  ///   - reason: The reason.
  public func cancel(with closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?) {
    connection.cancel(
      SocketClosing(closeCode.rawValue, reason.map { String(decoding: $0, as: UTF8.self) } ?? ""))
  }

  /// Closes the socket, as the client, with any code: Foundation's type can't hold those of GraphQL on
  /// Linux.
  /// - Parameters:
  ///   - code: The close code, such as 4004.
  ///   - reason: The reason; of a longer one 123 bytes stay.
  public func cancel(code: Int, reason: String = "") {
    connection.cancel(SocketClosing(code, reason))
  }

  /// Ends the connection, as the client.
  public func cancel() { connection.cancel(.abnormal) }

  /// The close code; `.invalid` while the socket is open, and for a code that Foundation's type can't
  /// hold on this platform, such as those of GraphQL on Linux: see ``closeStatus``.
  public var closeCode: URLSessionWebSocketTask.CloseCode {
    closeStatus.flatMap { URLSessionWebSocketTask.CloseCode(rawValue: $0) } ?? .invalid
  }

  /// The close code as a number, such as 4403; nil while the socket is open.
  public var closeStatus: Int? { connection.end?.closing.code }

  /// The reason of the closing; nil while the socket is open, and without a reason.
  public var closeReason: Data? {
    connection.end.flatMap { $0.closing.reason.isEmpty ? nil : Data($0.closing.reason.utf8) }
  }
}
