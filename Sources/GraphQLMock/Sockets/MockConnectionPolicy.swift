/// A policy for the connections of a service's WebSockets.
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
  /// The time that a client has for `connection_init` after `resume()`, by the service's clock, before the service
  /// closes the socket with 4408; nil for unlimited.
  public var initializationTimeout: Duration? = .seconds(3)
  /// Whether the service answers pings of WebSocket itself; without pongs, a client considers the connection lost.
  public var answersPings = true

  init(_ decision: Decision) { self.decision = decision }

  /// A policy that acknowledges connections.
  public static var accept: MockConnectionPolicy { accept(payload: nil) }

  /// Returns a policy that acknowledges connections.
  /// - Parameter payload: The `payload` of `connection_ack`; nil leaves it out.
  public static func accept(payload: MockJSON?) -> MockConnectionPolicy {
    MockConnectionPolicy(.accept(payload: payload))
  }

  /// Returns a policy that closes sockets; in the older protocol, with 1011 after a `connection_error`.
  /// - Parameters:
  ///   - code: The close code; 4403 is that of `graphql-transport-ws`. A code that isn't valid in a close frame (RFC
  ///     6455, section 7.4) causes a failure, and the socket closes with 1011.
  ///   - reason: The reason, truncated to 123 bytes.
  public static func refuse(
    code: Int = 4403, reason: String = "Forbidden"
  ) -> MockConnectionPolicy {
    MockConnectionPolicy(.refuse(SocketClosing(code, reason)))
  }

  /// A policy that never acknowledges connections.
  public static var neverAcknowledge: MockConnectionPolicy { MockConnectionPolicy(.silence) }

  /// Returns a policy in which a closure decides for each connection.
  /// - Parameter decide: A closure that returns the policy for the `payload` of `connection_init`, which may be null.
  ///   If it returns another `decide` policy, the connection is never acknowledged.
  public static func decide(
    _ decide: @escaping @Sendable (MockJSON) async -> MockConnectionPolicy
  ) -> MockConnectionPolicy {
    MockConnectionPolicy(.decide(decide))
  }
}
