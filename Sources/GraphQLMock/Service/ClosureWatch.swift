/// Tracks a handler closure among all that run or wait for a thread of the task pool.
///
/// A few closures that block there stop all others, in other services too, and messages name them.
struct ClosureWatch: Sendable {
  private struct State {
    var known: [Int: (watch: ClosureWatch, hasBegun: Bool)] = [:]
    var lastNumber = 0
  }

  private static let state = Locked(State())
  private static let limit = 5

  private let number: Int
  private let handler: HandlerLocation
  /// Whether it runs on the task pool.
  private let isAsync: Bool

  init<Subject, Answer>(_ handler: HandlerLocation, _ closure: AnswerClosure<Subject, Answer>) {
    self.handler = handler
    isAsync = if case .asynchronous = closure { true } else { false }
    number = Self.state.withLock { $0.lastNumber.next() }
    Self.state.withLock { $0.known[number] = (self, false) }
  }

  /// Called when it runs, even if its request has ended.
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
