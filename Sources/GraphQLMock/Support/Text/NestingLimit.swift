/// The limit for the nesting depth of JSON values and documents, which is checked for all input from outside.
///
/// A thread may have only 512 KiB of stack, and function calls in debug builds need much of it. Therefore, code that
/// reads JSON or documents of a client or a service keeps a list of open arrays and objects. Only JSON that the test
/// states may be processed by recursion, as in `ResponseTree`.
enum NestingLimit {
  /// The maximum number of nested arrays and objects in JSON, or of nested selection sets and values in a document.
  static let depth = 512

  /// The maximum depth of recursion on the caller's thread, measured on a stack of 512 KiB in a debug build.
  static let recursion = 64
}
