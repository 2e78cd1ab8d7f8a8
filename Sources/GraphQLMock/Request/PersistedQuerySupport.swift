/// What a service makes of automatic persisted queries: of requests that name a document by the hash
/// in `extensions.persistedQuery`.
public struct PersistedQuerySupport: Sendable, Hashable, NamedValue {
  let rawValue: String

  private init(_ name: String) { rawValue = name }

  /// As Apollo Server does it: an unknown hash is answered with `PersistedQueryNotFound`, the client
  /// sends the document with the hash, and the service knows it from then on.
  public static let supported = PersistedQuerySupport("supported")
  /// A hash without a document is answered with `PersistedQueryNotSupported`.
  public static let notSupported = PersistedQuerySupport("notSupported")
  /// Every hash counts as known.
  ///
  /// An operation whose document was never sent, and stands in no manifest, is matched by its
  /// `operationName`.
  public static let matchByName = PersistedQuerySupport("matchByName")

  static let allCases: [PersistedQuerySupport] = [.supported, .notSupported, .matchByName]
}
