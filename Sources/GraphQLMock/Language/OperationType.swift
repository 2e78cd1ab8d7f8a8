/// The type of a GraphQL operation (GraphQL, section 2.4 "Operations").
public enum OperationType: String, Sendable, Hashable, Codable, CaseIterable {
  /// An operation that reads data.
  case query
  /// An operation that writes data and then reads it.
  case mutation
  /// A long-lived operation that reads data after each event.
  case subscription
}
