/// The type of an operation: query, mutation or subscription (GraphQL, section 2.4 "Operations").
public enum OperationType: String, Sendable, Hashable, Codable, CaseIterable {
  /// A read-only fetch.
  case query
  /// A write, followed by a fetch.
  case mutation
  /// A long-lived request that fetches in response to events.
  case subscription
}
