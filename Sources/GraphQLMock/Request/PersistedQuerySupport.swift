/// How a service handles automatic persisted queries, which name a document by its hash.
public enum PersistedQuerySupport: String, Sendable, CaseIterable {
  /// The service answers an unknown hash with `PersistedQueryNotFound`, and remembers the document that the client
  /// then sends with the hash, as Apollo Server does.
  case supported
  /// The service answers a hash without a document with `PersistedQueryNotSupported`.
  case notSupported
  /// The service accepts every hash, and matches an operation by its `operationName` if its document isn't known.
  case matchByName
}
