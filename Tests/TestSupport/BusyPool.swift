/// A thread pool occupied by other tests, as in a large suite.
package enum BusyPool {
  /// Runs a body next to tasks that yield only after some computing.
  package static func whileComputing<Value>(
    _ body: () async throws -> Value
  ) async rethrows -> Value {
    let tasks = (0..<32).map { _ in
      Task.detached(priority: .medium) {
        while !Task.isCancelled {
          let end = ContinuousClock.now + .milliseconds(1)
          while ContinuousClock.now < end {}
          await Task.yield()
        }
      }
    }
    defer { for task in tasks { task.cancel() } }
    return try await body()
  }

  /// Runs a closure after seven turns of the pool; each yield takes two.
  @discardableResult package static func afterSomeTurns<Value: Sendable>(
    _ act: @escaping @Sendable () async throws -> Value
  ) -> Task<Value, any Error> {
    Task.detached(priority: .medium) {
      for _ in 0..<3 { await Task.yield() }
      return try await act()
    }
  }
}
