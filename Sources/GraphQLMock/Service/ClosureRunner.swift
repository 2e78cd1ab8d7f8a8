// Where the closures of handlers run. In the scope of a test they run in tasks that know the test, so
// that an expectation in a closure belongs to it.

import Foundation

/// Starts closures; any thread may call.
package protocol ClosureRunner: Sendable {
  /// Starts a closure.
  /// - Returns: what cancels it.
  func run(_ closure: @escaping @Sendable () async -> Void) -> @Sendable () -> Void

  /// Starts a closure that may block, on a thread of ours.
  /// - Returns: what cancels it.
  func runOnThread(_ closure: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

extension TaskPriority {
  /// The priority of handler closures, above that of tests.
  ///
  /// Tasks of default priority queue behind all tests of a run, at each suspension.
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

/// One closure of a handler, among all that run, and that wait for a thread of the pool that all tasks
/// share: a few that block there stop all others, in other services too, and who waits should be told so.
struct ClosureWatch: Sendable {
  private struct State {
    var known: [Int: (watch: ClosureWatch, hasBegun: Bool)] = [:]
    var lastNumber = 0
  }

  private static let state = Locked(State())
  /// How many closures a message names.
  private static let limit = 5

  private let number: Int
  private let handler: HandlerLocation
  /// Whether it runs on the pool.
  private let isAsync: Bool

  /// Enters a closure that is about to be started.
  init<Subject, Answer>(_ handler: HandlerLocation, _ closure: AnswerClosure<Subject, Answer>) {
    self.handler = handler
    isAsync = if case .asynchronous = closure { true } else { false }
    number = Self.state.withLock { $0.lastNumber.next() }
    Self.state.withLock { $0.known[number] = (self, false) }
  }

  /// Says that it runs, wanted or not.
  func begin() { Self.state.withLock { $0.known[number] = (self, true) } }

  func end() { Self.state.withLock { $0.known[number] = nil } }

  /// Says that nobody wants it any more: it may never begin.
  func abandon() {
    Self.state.withLock { if $0.known[number]?.hasBegun == false { $0.known[number] = nil } }
  }

  /// What has become of it.
  var progress: PendingWait.ClosureState {
    let known = Self.state.withLock { $0.known }
    guard let own = known[number] else { return .hasReturned }
    if own.hasBegun { return .runs }
    let blockers = known.filter { $0.value.hasBegun && $0.value.watch.isAsync }
    return .isHeldUp(by: blockers.orderedByKey().prefix(Self.limit).map(\.value.watch.handler))
  }

  /// That a request waits for it.
  var wait: PendingWait { PendingWait(.closure { progress }, at: handler) }
}
