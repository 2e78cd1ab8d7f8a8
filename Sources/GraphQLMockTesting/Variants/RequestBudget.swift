import GraphQLMock

/// Counts the requests of a run, and decides what ended it.
///
/// The body of the test ends a run when it returns: its task calls `recordReturn`, and `perform` returns the result.
/// Before that, the closure `stop` of `perform` may end the run, called by `countRequest` for the first request beyond
/// the limit, or by the `WaitLimit` when the client makes no progress. It calls `recordStop`, ends the service, and
/// cancels the task. The body then has a second to return before `perform` leaves it behind.
/// All of these calls may race. The first of `recordReturn` and `recordStop` wins, and `stop` does nothing after it.
final class RequestBudget: Sendable {
  private struct State {
    var count = 0
    var counts: [String: Int] = [:]
    var hasReturned = false
    var openLinesWhenStopped: [String]?
    /// It keeps the run, which keeps this object, so every ending must remove it.
    var stop: (@Sendable () -> Void)?
  }

  let limit: Int
  private let state = Locked(State())

  init(limit: Int) { self.limit = limit }

  /// Returns how many operations of this name the run has requested before, or nil if the budget is spent.
  func countRequest(named name: String) -> Int? {
    let (earlierCount, stop) = state.withLock { state in
      let earlierCount = state.counts[name, default: 0]
      state.counts[name] = earlierCount + 1
      state.count += 1
      return state.count <= limit ? (earlierCount, nil) : (nil, state.stop.take())
    }
    stop?()
    return earlierCount
  }

  func whenSpent(_ stop: @escaping @Sendable () -> Void) {
    state.withLock { if !$0.hasReturned { $0.stop = stop } }
    if isSpent { stop() }
  }

  var count: Int { state.withLock { $0.count } }

  var isSpent: Bool { count > limit }

  func recordReturn() { state.withLock { ($0.stop, $0.hasReturned) = (nil, true) } }

  /// Marks the closure of the test as stopped, and returns false if it has already returned or was already stopped.
  func recordStop(_ openLines: [String]) -> Bool {
    state.withLock { state in
      state.stop = nil
      guard !state.hasReturned, state.openLinesWhenStopped == nil else { return false }
      state.openLinesWhenStopped = openLines
      return true
    }
  }

  var openLinesWhenStopped: [String]? { state.withLock { $0.openLinesWhenStopped } }
}
