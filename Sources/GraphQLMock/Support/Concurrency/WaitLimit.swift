/// A time limit that doesn't count the time in which tasks wait for a thread.
///
/// On Linux, a task can wait 40 seconds for a thread while other tests compute. The limit therefore consists of ten
/// slices, and each slice starts only after a new task of default priority has run. The usual limit of ten seconds is the
/// default argument of public functions that wait. A limit runs until it ends or is canceled, even if nothing refers to it.
package final class WaitLimit: Sendable {
  package enum Ending: Sendable, CaseIterable {
    case timeIsUp
    /// No task of default priority has run for ``poolLimit``, so the thread pool is blocked.
    case poolIsBlocked
  }

  /// A function that waits until a task of default priority has run, and then calls `action`.
  package typealias Turn = @Sendable (_ action: @escaping @Sendable () -> Void) -> Void

  /// The time after which the thread pool counts as blocked if it hasn't run a task of default priority.
  package static let poolLimit = Duration.seconds(300)

  private let slice: Duration
  private let slices: Int
  private let takeTurn: Turn?
  private let progress: @Sendable () -> Int?
  private let action: @Sendable (Ending) -> Void
  private let pause: Pause
  private let state: Locked<(remainingSlices: Int, mark: Int?, ending: Ending?)>

  /// - Parameters:
  ///   - limit: The time to wait if no task has to wait for a thread.
  ///   - progress: Returns a number, such as a count of events. If it's nil or has changed, the limit starts again.
  ///   - action: A closure that is called once when the limit is over, on any thread. It must not block.
  package convenience init(
    _ limit: Duration, sinceChangeOf progress: @escaping @Sendable () -> Int? = { 0 },
    _ action: @escaping @Sendable (Ending) -> Void
  ) {
    self.init(limit, by: TimerThread.shared, sinceChangeOf: progress, action)
  }

  /// - Parameters:
  ///   - clock: The clock that measures the limit.
  ///   - takeTurn: A function that runs after each slice. The default starts a task, except with a `SteppedClock`.
  init(
    _ limit: Duration, by clock: any DelayClock, takeTurn: Turn? = nil,
    sinceChangeOf progress: @escaping @Sendable () -> Int? = { 0 },
    _ action: @escaping @Sendable (Ending) -> Void
  ) {
    let takeTurn = takeTurn ?? (clock.steps() == nil ? Self.takeTurnInPool : nil)
    slices = takeTurn == nil ? 1 : Self.slices
    slice = limit / slices
    self.takeTurn = takeTurn
    self.progress = progress
    self.action = action
    pause = Pause(clock)
    state = Locked((slices, progress(), nil))
    startSlice()
  }

  package static let slices = 10

  package static let takeTurnInPool: Turn = { action in
    Task.detached(priority: .medium) { action() }
  }

  /// The reason why the time limit ended, or nil if it is still running or was canceled.
  package var ending: Ending? { state.withLock { $0.ending } }

  /// Stops the time limit without calling its action.
  package func cancel() { pause.cancel() }

  private func startSlice() {
    pause.wait(slice) { [self] in
      guard let takeTurn else { return endSlice() }
      // This wait is canceled by the next slice, which starts after the turn, or by `end`.
      pause.wait(Self.poolLimit) { [self] in end(.poolIsBlocked) }
      takeTurn { [self] in endSlice() }
    }
  }

  private func endSlice() {
    let now = progress()
    let remaining = state.withLock { state in
      let isStill = now != nil && now == state.mark
      state.remainingSlices = isStill ? state.remainingSlices - 1 : slices
      state.mark = now
      return state.remainingSlices
    }
    if remaining > 0 { startSlice() } else { end(.timeIsUp) }
  }

  private func end(_ ending: Ending) {
    guard pause.cancel() else { return }
    state.withLock { $0.ending = ending }
    action(ending)
  }
}

extension WaitLimit.Ending {
  /// The first word of `describe`, by which `RunningTestCase` recognizes this package's errors on Linux.
  package var firstWord: String {
    switch self {
    case .timeIsUp: "Waited"
    case .poolIsBlocked: "Stopped"
    }
  }

  package func describe(_ limit: Duration, _ subject: String) -> String {
    switch self {
    case .timeIsUp: "\(firstWord) \(limit) for \(subject)"
    case .poolIsBlocked:
      "\(firstWord) waiting for \(subject), because blocking code occupies the threads that all tasks share: no task of "
        + "default priority has run for \(WaitLimit.poolLimit.text)"
    }
  }
}
