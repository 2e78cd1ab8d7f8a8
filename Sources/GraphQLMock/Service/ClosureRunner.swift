// Where the closures of handlers run. In the scope of a test they run in tasks that know the test, so
// that an expectation in a closure belongs to it.

/// Starts closures; any thread may call.
package protocol ClosureRunner: Sendable {
  /// Starts a closure.
  /// - Returns: what cancels it.
  func run(_ closure: @escaping @Sendable () async -> Void) -> @Sendable () -> Void

  /// Starts a closure that may block, on a thread of ours.
  /// - Returns: what cancels it.
  func runOnThread(_ closure: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

struct DetachedClosureRunner: ClosureRunner {
  func run(_ closure: @escaping @Sendable () async -> Void) -> @Sendable () -> Void {
    let task = Task(operation: closure)
    return { task.cancel() }
  }

  func runOnThread(_ closure: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    WorkerThreads.shared.run(closure)
    return {}
  }
}
