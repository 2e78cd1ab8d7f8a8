/// Runs the closures of handlers.
///
/// During a test, they run in tasks of the test, so that a failed expectation in a closure fails that test.
package protocol ClosureRunner: Sendable {
  /// Runs a closure in a task, and returns a closure that cancels it.
  func run(_ closure: @escaping @Sendable () async -> Void) -> @Sendable () -> Void

  /// Does the same as `run(_:)` for a blocking closure, on one of the library's own threads.
  func runOnThread(_ closure: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

extension TaskPriority {
  /// Closures run at a higher priority than tests. Otherwise, they'd wait for other tests after each suspension.
  package static let closures = TaskPriority.userInitiated
}

struct DetachedClosureRunner: ClosureRunner {
  func run(_ closure: @escaping @Sendable () async -> Void) -> @Sendable () -> Void {
    let task = Task(priority: .closures, operation: closure)
    return { task.cancel() }
  }

  func runOnThread(_ closure: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    WorkerThreads.shared.run(closure)
    return {}
  }
}

/// Tracks the handler closures that are running, so that reports can name a closure that blocks others.
struct ClosureWatch: Sendable {
  private static let known = Locked(
    Numbered<(handler: CodeLocation, isAsync: Bool, hasBegun: Bool)>())
  /// The number of closures that a report names.
  private static let limit = 5

  private let number: Int
  private let handler: CodeLocation
  private let isAsync: Bool

  init<Subject, Output>(_ handler: CodeLocation, _ closure: ResponseClosure<Subject, Output>) {
    self.handler = handler
    let isAsync = if case .async = closure { true } else { false }
    self.isAsync = isAsync
    number = Self.known.withLock { $0.add((handler, isAsync, false)) }
  }

  func begin() { Self.known.withLock { $0.values[number] = (handler, isAsync, true) } }

  func end() { Self.known.withLock { $0.values[number] = nil } }

  /// Stops tracking a closure that was canceled before it started.
  func abandon() {
    Self.known.withLock { if $0.values[number]?.hasBegun == false { $0.values[number] = nil } }
  }

  var progress: PendingWait.ClosureState {
    let known = Self.known.withLock { $0.values }
    guard let own = known[number] else { return .hasReturned }
    if own.hasBegun { return .runs }
    let blockers = known.filter { $0.value.hasBegun && $0.value.isAsync }
    return .isHeldUp(by: blockers.orderedByKey().prefix(Self.limit).map(\.value.handler))
  }

  var wait: PendingWait { PendingWait(.closure { progress }, at: handler) }
}
