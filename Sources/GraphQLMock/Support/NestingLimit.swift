/// How deep a text or a value may be nested.
///
/// One limit for JSON texts, JSON values and GraphQL documents: what a text may hold, a value can
/// hold too. Whoever makes one of them from outside holds the limit; all others may rely on it.
enum NestingLimit {
  /// The greatest number of arrays and objects, or of selection sets, lists and input objects, that
  /// may stand inside each other.
  static let depth = 512
}
