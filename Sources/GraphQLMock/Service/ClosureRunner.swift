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

/// One closure of a handler, among all that run, and that wait for a thread of the pool that all tasks
/// share: a few that block there stop all others, in other services too, and a time-out should say so.
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
    number = Self.state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    Self.state.withLock { $0.known[number] = (self, false) }
  }

  /// Says that it runs, wanted or not.
  func begin() { Self.state.withLock { $0.known[number] = (self, true) } }

  func end() { Self.state.withLock { $0.known[number] = nil } }

  /// Says that nobody wants it any more: it may never begin.
  func abandon() {
    Self.state.withLock { if $0.known[number]?.hasBegun == false { $0.known[number] = nil } }
  }

  /// What is said of a request whose time is up while it waits for the closure; nil if that has
  /// returned.
  func timeout(after seconds: TimeInterval) -> ClosureTimeout? {
    let known = Self.state.withLock { $0.known }
    guard let own = known[number] else { return nil }
    let blockers = known.filter { $0.value.hasBegun && $0.value.watch.isAsync }
      .orderedByKey().prefix(Self.limit).map(\.value.watch.handler)
    return ClosureTimeout(
      handler: handler, seconds: seconds, blockers: own.hasBegun ? nil : blockers)
  }
}

/// Why a request got no answer in its client's time.
struct ClosureTimeout: Sendable, Hashable, CustomStringConvertible {
  let handler: HandlerLocation
  /// The client's time.
  let seconds: TimeInterval
  /// The closures that have begun and not returned, if this one could not begin.
  let blockers: [HandlerLocation]?

  var description: String {
    let time = seconds.rounded() == seconds ? "\(Int(seconds))" : "\(seconds)"
    guard let blockers else {
      return "The client's \(time) s were up while the closure of the handler at \(handler) ran."
    }
    let running =
      blockers.isEmpty
      ? "" : " Closures that have begun: \(blockers.map(\.description).joined(separator: ", "))."
    return """
      The client's \(time) s were up before the closure of the handler at \(handler) could begin: \
      the threads that all tasks share are blocked.\(running) A closure that blocks must have no \
      "await" in it; then it runs on a thread of its own.
      """
  }
}
