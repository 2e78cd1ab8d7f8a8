/// Checked wherever JSON or GraphQL is made from outside input, so other code can rely on it.
///
/// A thread may have only 512 KiB of stack, and the frames of debug builds are large. So code that goes through any
/// value, such as comparing, hashing, writing and validating, keeps a list of open containers instead of recursing.
/// Recursion is for short functions, such as those in `MockJSON+Editing`, or has a lower limit of its own (`depthLimit`).
enum NestingLimit {
  /// Counts nested arrays and objects, or nested selection sets, lists and input objects.
  static let depth = 512
}
