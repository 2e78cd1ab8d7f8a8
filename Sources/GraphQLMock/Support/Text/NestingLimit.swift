/// The limit for the nesting depth of JSON values and documents, which is checked for all input from outside.
///
/// A thread may have only 512 KiB of stack, of which calls in debug builds need much. So code that reads what a client or
/// a service sends keeps a list of open arrays and objects. Only JSON of the test may need recursion (`ResponseTree`).
enum NestingLimit {
  /// The maximum number of nested arrays and objects in JSON, or of nested selection sets and values in a document.
  ///
  /// To raise it, also raise the depths in the tests of small stacks. With a lower one, recordings may be unreadable.
  static let depth = 512

  /// The maximum depth of recursion on the caller's thread, measured on a stack of 512 KiB in a debug build.
  static let recursion = 64
}
