/// Checked wherever JSON or GraphQL is made from outside input, so other code can rely on it.
enum NestingLimit {
  /// Counts nested arrays and objects, or nested selection sets, lists and input objects.
  static let depth = 512
}
