/// The nesting limit of JSON texts, JSON values and GraphQL documents.
///
/// It is checked wherever one of them is made from outside input, so other code can rely on it.
enum NestingLimit {
  /// The maximum number of nested arrays and objects, or of nested selection sets, lists and input objects.
  static let depth = 512
}
