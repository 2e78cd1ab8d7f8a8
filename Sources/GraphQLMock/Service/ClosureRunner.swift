import Foundation

/// Any thread may call it; in a test's scope closures run in tasks that know the test, so expectations belong to it.
package protocol ClosureRunner: Sendable {
  /// Returns a closure that cancels.
  func run(_ closure: @escaping @Sendable () async -> Void) -> @Sendable () -> Void

  /// Runs a closure that may block on one of our own threads, and returns a closure that cancels.
  func runOnThread(_ closure: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

extension TaskPriority {
  /// Above the priority of tests: otherwise closures queue behind all tests of a run, at each suspension.
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

/// Tracks all running handler closures, because a few that block the task pool stop those of all services.
struct ClosureWatch: Sendable {
  private struct State {
    var known: [Int: (watch: ClosureWatch, hasBegun: Bool)] = [:]
    var lastNumber = 0
  }

  private static let state = Locked(State())
  private static let limit = 5

  private let number: Int
  private let handler: HandlerLocation
  private let isAsync: Bool

  init<Subject, Answer>(_ handler: HandlerLocation, _ closure: AnswerClosure<Subject, Answer>) {
    self.handler = handler
    isAsync = if case .asynchronous = closure { true } else { false }
    number = Self.state.withLock { $0.lastNumber.next() }
    Self.state.withLock { $0.known[number] = (self, false) }
  }

  func begin() { Self.state.withLock { $0.known[number] = (self, true) } }

  func end() { Self.state.withLock { $0.known[number] = nil } }

  /// Called when its request ends, because it may never run then.
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
