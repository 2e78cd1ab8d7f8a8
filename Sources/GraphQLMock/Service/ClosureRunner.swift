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
  private struct State {
    var known: [Int: (watch: ClosureWatch, hasBegun: Bool)] = [:]
    var lastNumber = 0
  }

  private static let state = Locked(State())
  /// The number of closures that a report names.
  private static let limit = 5

  private let number: Int
  private let handler: CodeLocation
  private let isAsync: Bool

  init<Subject, Output>(_ handler: CodeLocation, _ closure: ResponseClosure<Subject, Output>) {
    self.handler = handler
    isAsync = if case .async = closure { true } else { false }
    number = Self.state.withLock { $0.lastNumber.next() }
    Self.state.withLock { $0.known[number] = (self, false) }
  }

  func begin() { Self.state.withLock { $0.known[number] = (self, true) } }

  func end() { Self.state.withLock { $0.known[number] = nil } }

  /// Stops tracking a closure that was canceled before it started.
  func abandon() {
    Self.state.withLock { if $0.known[number]?.hasBegun == false { $0.known[number] = nil } }
  }

  var progress: PendingWait.ClosureState {
    let known = Self.state.withLock { $0.known }
    guard let own = known[number] else { return .hasReturned }
    if own.hasBegun { return .runs }
    let blockers = known.filter { $0.value.hasBegun && $0.value.watch.isAsync }
    return .isHeldUp(by: blockers.orderedByKey().prefix(Self.limit).map(\.value.watch.handler))
  }

  var wait: PendingWait { PendingWait(.closure { progress }, at: handler) }
}
