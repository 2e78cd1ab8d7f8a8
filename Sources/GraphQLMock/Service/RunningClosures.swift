// Which closures of handlers run, and which wait for a thread of the pool that all tasks share: a few
// that block there stop all others, in other services too, and a time-out should say so.

import Foundation

final class RunningClosures: Sendable {
  static let shared = RunningClosures()

  private struct Closure {
    let handler: HandlerLocation
    /// Whether it runs on the pool.
    let isAsync: Bool
    var hasBegun = false
  }

  private struct State {
    var closures: [Int: Closure] = [:]
    var lastNumber = 0
  }

  private let state = Locked(State())

  /// How many closures a message names.
  private static let limit = 5

  /// Enters a closure that is about to be started.
  /// - Parameter isAsync: Whether it runs on the pool.
  /// - Returns: its number.
  func enter(_ handler: HandlerLocation, isAsync: Bool) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.closures[state.lastNumber] = Closure(handler: handler, isAsync: isAsync)
      return state.lastNumber
    }
  }

  /// Says that a closure runs, wanted or not.
  func begin(_ number: Int, _ handler: HandlerLocation, isAsync: Bool) {
    state.withLock {
      $0.closures[number] = Closure(handler: handler, isAsync: isAsync, hasBegun: true)
    }
  }

  /// Says that nobody wants a closure any more, which may never begin.
  func abandon(_ number: Int) {
    state.withLock { if $0.closures[number]?.hasBegun == false { $0.closures[number] = nil } }
  }

  func end(_ number: Int) { state.withLock { _ = $0.closures.removeValue(forKey: number) } }

  /// What is said of a request whose time is up while it waits for a closure; nil if the closure has
  /// returned.
  func timeout(of number: Int, after seconds: TimeInterval) -> ClosureTimeout? {
    state.withLock { state in
      guard let closure = state.closures[number] else { return nil }
      guard !closure.hasBegun else {
        return ClosureTimeout(handler: closure.handler, seconds: seconds, blockers: nil)
      }
      let blockers = state.closures.filter { $0.value.hasBegun && $0.value.isAsync }
        .orderedByKey().prefix(Self.limit).map(\.value.handler)
      return ClosureTimeout(handler: closure.handler, seconds: seconds, blockers: blockers)
    }
  }
}

/// One closure among those that run.
struct ClosureWatch: Sendable {
  let number: Int
  private let handler: HandlerLocation
  private let isAsync: Bool

  init<Subject, Answer>(_ handler: HandlerLocation, _ closure: AnswerClosure<Subject, Answer>) {
    self.handler = handler
    isAsync = if case .asynchronous = closure { true } else { false }
    number = RunningClosures.shared.enter(handler, isAsync: isAsync)
  }

  func begin() { RunningClosures.shared.begin(number, handler, isAsync: isAsync) }
  func end() { RunningClosures.shared.end(number) }
  func abandon() { RunningClosures.shared.abandon(number) }
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
