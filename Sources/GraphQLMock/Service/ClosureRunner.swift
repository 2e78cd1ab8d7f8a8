/// Runs the closures of handlers; any thread may call it.
///
/// In a test's scope they run in tasks that know the test, so an expectation in a closure belongs
/// to it.
package protocol ClosureRunner: Sendable {
  /// Returns a closure that cancels.
  func run(_ closure: @escaping @Sendable () async -> Void) -> @Sendable () -> Void

  /// Runs a closure that may block on one of our own threads, and returns a closure that cancels.
  func runOnThread(_ closure: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

extension TaskPriority {
  /// The priority of handler closures, above that of tests.
  ///
  /// At default priority they queue behind all tests of a run, at each suspension.
  package static let closures = TaskPriority.userInitiated
}
