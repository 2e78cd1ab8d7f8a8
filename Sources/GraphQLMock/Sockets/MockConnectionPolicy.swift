/// A policy that decides whether a service accepts the WebSocket connections of clients.
///
/// ```swift
/// service.sockets.policy = .refuse(code: 4403, reason: "Forbidden")
/// ```
public struct MockConnectionPolicy: Sendable {
  enum Decision: Sendable {
    case accept(payload: MockJSON?)
    case refuse(SocketClosing)
    case silence
    case decide(@Sendable (MockJSON) async -> MockConnectionPolicy)
  }

  let decision: Decision
  /// The time that a client has for sending `connection_init` after `resume()`, or nil for no limit.
  ///
  /// After this time of its clock, the service closes the socket with code 4408, except in the older `graphql-ws`.
  public var initializationTimeout: Duration? = .seconds(3)
  // Of the policies that `decide` returns, `SocketConnection.decide` applies this property, but no time limit.
  /// A Boolean value that indicates whether the service answers WebSocket pings.
  ///
  /// A client that receives no responses considers the connection lost.
  public var answersPings = true

  init(_ decision: Decision) { self.decision = decision }

  /// A policy that acknowledges every connection.
  public static var accept: MockConnectionPolicy { accept(payload: nil) }

  /// Returns a policy that acknowledges every connection.
  /// - Parameter payload: The `payload` of the `connection_ack` message, or nil to leave it out. A payload that isn't
  ///   JSON, such as NaN, causes a failure, and the socket closes with code 1011.
  public static func accept(payload: MockJSON?) -> MockConnectionPolicy {
    MockConnectionPolicy(.accept(payload: payload))
  }

  /// Returns a policy that closes every socket instead of acknowledging the connection.
  ///
  /// In the older protocol, `graphql-ws`, the service sends `connection_error` and closes the socket with code 1011.
  /// - Parameters:
  ///   - code: The close code. An invalid one (RFC 6455, section 7.4) causes a failure, and the socket closes with 1011.
  ///   - reason: The reason, truncated to 123 bytes.
  public static func refuse(
    code: Int = 4403, reason: String = "Forbidden"
  ) -> MockConnectionPolicy {
    MockConnectionPolicy(.refuse(SocketClosing(code, reason)))
  }

  /// A policy that accepts connections, but never sends the message `connection_ack`.
  public static var neverAcknowledge: MockConnectionPolicy { MockConnectionPolicy(.silence) }

  /// Returns a policy that calls a closure for each connection.
  /// - Parameter decide: A closure that returns the policy for the `payload` of `connection_init`, which may be
  ///   null. If it returns another `decide` policy, the connection is never acknowledged. Its time limit is ignored.
  public static func decide(
    _ decide: @escaping @Sendable (MockJSON) async -> MockConnectionPolicy
  ) -> MockConnectionPolicy {
    MockConnectionPolicy(.decide(decide))
  }
}
