/// What a service makes of automatic persisted queries: of requests that name a document by the hash
/// in `extensions.persistedQuery`.
public enum PersistedQuerySupport: String, Sendable, CaseIterable {
  /// As Apollo Server does it: an unknown hash is answered with `PersistedQueryNotFound`, the client
  /// sends the document with the hash, and the service knows it from then on.
  case supported
  /// A hash without a document is answered with `PersistedQueryNotSupported`.
  case notSupported
  /// Every hash counts as known.
  ///
  /// An operation whose document was never sent, and stands in no manifest, is matched by its
  /// `operationName`.
  case matchByName
}
