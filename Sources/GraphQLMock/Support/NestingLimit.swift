/// The greatest nesting of JSON values and documents, which is checked when they are made from outside input.
///
/// A thread may have only 512 KiB of stack, and the frames of debug builds are large. So code that visits all of a
/// value, such as comparing and writing, keeps a list of open arrays and objects instead of using recursion. Only
/// short functions are recursive, and functions with a lower limit of their own (`depthLimit`).
enum NestingLimit {
  /// The greatest number of nested arrays and objects, or of nested selection sets, lists and input objects.
  static let depth = 512
}
