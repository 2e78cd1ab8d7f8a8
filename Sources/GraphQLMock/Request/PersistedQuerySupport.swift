/// How a service handles automatic persisted queries, which name a document by its hash.
public enum PersistedQuerySupport: String, Sendable, CaseIterable {
  /// Answers an unknown hash with `PersistedQueryNotFound`, and remembers the document that the client then sends with
  /// the hash, as Apollo Server does.
  case supported
  /// Answers a hash without a document with `PersistedQueryNotSupported`.
  case notSupported
  /// Accepts every hash, and matches an operation by its `operationName` if its document isn't known.
  case matchByName
}
