/// The ways to treat automatic persisted queries, where a request has a hash instead of a document.
public enum PersistedQuerySupport: String, Sendable, CaseIterable {
  // The raw values are words of launch plans.

  /// The service supports persisted queries in the same way as Apollo Server.
  ///
  /// If a hash is unknown, the service answers with `PersistedQueryNotFound`. The client then sends the document
  /// with the hash, and the service remembers the document.
  case supported
  /// The service answers requests that have only a hash with `PersistedQueryNotSupported`.
  case notSupported
  /// The service accepts every hash, and matches a request by its `operationName` if the document isn't known.
  case matchByName
}
