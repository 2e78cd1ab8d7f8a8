/// How a service treats the connections of its WebSockets.
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
  /// How long after `resume()` the service waits for `connection_init`, by its clock, before it closes
  /// the socket with 4408; nil waits without end.
  public var initializationTimeout: Duration? = .seconds(3)
  /// Whether pings of WebSocket itself are answered; without that a client finds the connection dead.
  public var answersPings = true

  init(_ decision: Decision) { self.decision = decision }

  /// Acknowledges connections.
  public static var accept: MockConnectionPolicy { accept(payload: nil) }

  /// Acknowledges connections.
  /// - Parameter payload: The `payload` of `connection_ack`; nil leaves it out.
  public static func accept(payload: MockJSON?) -> MockConnectionPolicy {
    MockConnectionPolicy(.accept(payload: payload))
  }

  /// Refuses connections by closing their sockets; in the older protocol `connection_error` comes
  /// first, and the code is 1011.
  /// - Parameters:
  ///   - code: The close code; 4403 is `graphql-transport-ws`'s own for it. One that no close frame may
  ///     have (RFC 6455, section 7.4) is recorded as a failure, and the socket closes with 1011.
  ///   - reason: The reason; of a longer one 123 bytes stay.
  public static func refuse(
    code: Int = 4403, reason: String = "Forbidden"
  ) -> MockConnectionPolicy {
    MockConnectionPolicy(.refuse(SocketClosing(code, reason)))
  }

  /// Never acknowledges connections.
  public static var neverAcknowledge: MockConnectionPolicy { MockConnectionPolicy(.silence) }

  /// Asks a closure.
  /// - Parameter decide: Takes the `payload` of `connection_init`, null where it has none, and gives
  ///   the policy for this connection. A policy that asks another closure counts as
  ///   ``neverAcknowledge``.
  public static func decide(
    _ decide: @escaping @Sendable (MockJSON) async -> MockConnectionPolicy
  ) -> MockConnectionPolicy {
    MockConnectionPolicy(.decide(decide))
  }
}
