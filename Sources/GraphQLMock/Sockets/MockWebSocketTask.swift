public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A WebSocket to a ``MockGraphQLService`` in this process, with the methods of `URLSessionWebSocketTask`.
///
/// ```swift
/// let socket = service.sockets.webSocketTask(with: url, protocols: ["graphql-transport-ws"])
/// socket.resume()
/// try await socket.send(.string(#"{"type":"connection_init"}"#))
/// let acknowledgement = try await socket.receive()
/// ```
/// If your app declares a protocol with these methods, you can conform this class to it in one line. The socket closes
/// when it's released. The events of ``MockResponse/events(from:)`` pause while 1,000 messages or 16 MiB wait.
public final class MockWebSocketTask: Sendable {
  let connection: SocketConnection
  /// The queue that calls completion handlers. A direct call could deadlock if the client holds a lock.
  private let handlers = DispatchQueue(label: "GraphQLMock.MockWebSocketTask")

  init(_ connection: SocketConnection) { self.connection = connection }

  deinit {
    connection.disconnect(because: connection.isInVain ? "the client released its task" : nil)
  }

  /// The protocol that the service chose, `graphql-transport-ws` or `graphql-ws`.
  ///
  /// The value is nil if the client offered neither protocol. The socket then closes with code 4406.
  public var subprotocol: String? { connection.dialect?.rawValue }

  /// Opens the socket, and sends the messages that were queued before this call.
  public func resume() { connection.resume() }

  /// The state of the socket, which is suspended before ``resume()`` and completed after the socket closes.
  public var state: URLSessionTask.State {
    if connection.end != nil { return .completed }
    return connection.isResumed ? .running : .suspended
  }

  // MARK: Messages

  /// Sends a message to the service, which reads binary data as UTF-8 text.
  /// - Throws: The error that `URLSessionWebSocketTask` throws for a closed socket.
  public func send(_ message: URLSessionWebSocketTask.Message) async throws {
    if let error = sending(message) { throw error }
  }

  /// Sends a message to the service, which reads binary data as UTF-8 text.
  /// - Parameters:
  ///   - message: The message.
  ///   - completionHandler: A closure that receives nil, or an error if the socket is closed.
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

  /// Waits for the next message, and returns it as text.
  ///
  /// You can still receive messages that the service sent before it closed the socket. After `cancel`, you can't.
  /// - Throws: `URLError(.cancelled)` if the client closed the socket, `POSIXError(.ENOTCONN)` if the service did,
  ///   `URLError(.networkConnectionLost)` if the connection broke, `CancellationError` if the Swift task is canceled.
  public func receive() async throws -> URLSessionWebSocketTask.Message {
    let outcome = PendingValue<SocketInbox.Outcome>()
    let giveUp = connection.next { outcome.fulfil($0) }
    switch await outcome.valueUnlessCancelled(orElse: giveUp) {
    case .message(let text)?: return .string(text)
    case .closed?:
      try Task.checkCancellation()
      throw connection.error
    case nil: throw CancellationError()
    }
  }

  /// Waits for the next message, and passes it to a closure.
  /// - Parameter completionHandler: A closure that receives the message, or the error that ``receive()`` throws.
  public func receive(
    completionHandler:
      @escaping @Sendable (Result<URLSessionWebSocketTask.Message, any Error>) -> Void
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

  /// Sends a WebSocket ping frame.
  /// - Parameter pongReceiveHandler: A closure that gets nil when the pong arrives, `URLError(.cancelled)` before
  ///   `resume()`, or an error if the socket closes without a pong (see ``MockConnectionPolicy/answersPings``).
  public func sendPing(pongReceiveHandler: @escaping @Sendable ((any Error)?) -> Void) {
    let answersPing = connection.answersPing
    guard answersPing == false else {
      let error = answersPing == nil ? connection.error : nil
      return handlers.async { pongReceiveHandler(error) }
    }
    connection.onEnd { [connection, handlers] in
      handlers.async { pongReceiveHandler(connection.error) }
    }
  }

  // MARK: Closing

  /// Closes the socket from the client's side.
  public func cancel(with closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?) {
    connection.cancel(
      SocketClosing(closeCode.rawValue, reason.map { String(decoding: $0, as: UTF8.self) } ?? ""))
  }

  /// Closes the socket from the client's side with any code, even 4403, which Foundation on Linux doesn't support.
  /// - Parameters:
  ///   - code: The close code.
  ///   - reason: The reason, truncated to 123 bytes.
  public func cancel(code: Int, reason: String = "") {
    connection.cancel(SocketClosing(code, reason))
  }

  /// Ends the connection from the client's side without a close frame.
  public func cancel() { connection.cancel(.abnormal) }

  /// The close code, or `.invalid` while the socket is open and for a code that Foundation doesn't support.
  ///
  /// On Linux, Foundation doesn't support the codes of GraphQL, such as 4403. Use ``closeStatus`` to read them.
  public var closeCode: URLSessionWebSocketTask.CloseCode {
    closeStatus.flatMap { URLSessionWebSocketTask.CloseCode(rawValue: $0) } ?? .invalid
  }

  /// The close code as a number, such as 4403, or nil while the socket is open.
  public var closeStatus: Int? { connection.end?.closing.code }

  /// The reason for closing the socket, or nil if the socket is open or was closed without a reason.
  public var closeReason: Data? {
    connection.end.flatMap { $0.closing.reason.isEmpty ? nil : Data($0.closing.reason.utf8) }
  }
}
