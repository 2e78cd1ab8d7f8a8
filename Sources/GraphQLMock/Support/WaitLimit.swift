// Test frameworks start all tests at once, so on Linux a task of default priority can wait 40 seconds for a thread
// while other tests compute. A limit of real time would end the wait for a client that only waits for a thread.

/// A time limit that doesn't count the time in which tasks wait for a thread.
///
/// The limit has ten slices. When the time of a slice is over, a task of default priority is started, and the slice
/// ends after this task has run. By then, all earlier work of the test has had a turn. It isn't enough that the
/// waiting task runs, because on the main actor it can run while the client still waits for a thread.
package final class WaitLimit: Sendable {
  package enum Ending: Sendable {
    case timeIsUp
    /// No task of default priority has run for the time of ``poolLimit``.
    case poolIsBlocked
  }

  /// A function that calls `action` after a task of default priority has run.
  package typealias Turn = @Sendable (_ action: @escaping @Sendable () -> Void) -> Void

  /// The time after which a thread pool that runs no task of default priority counts as blocked.
  package static let poolLimit = Duration.seconds(300)

  private let slice: Duration
  private let slices: Int
  private let takeTurn: Turn?
  private let progress: @Sendable () -> Int?
  private let action: @Sendable (Ending) -> Void
  private let pause: Pause
  private let state: Locked<(remainingSlices: Int, mark: Int?, ending: Ending?)>

  /// - Parameters:
  ///   - limit: The time to wait on a machine that has nothing else to do.
  ///   - progress: Returns a number that changes when anything happens, or nil while something certainly happens.
  ///     The limit starts anew after a slice in which the number has changed.
  ///   - action: Called once when the limit is over, on any thread. It must not block.
  package convenience init(
    _ limit: Duration, sinceChangeOf progress: @escaping @Sendable () -> Int? = { 0 },
    _ action: @escaping @Sendable (Ending) -> Void
  ) {
    self.init(limit, by: TimerThread.shared, sinceChangeOf: progress, action)
  }

  /// - Parameters:
  ///   - clock: Measures the limit. The step of a `SteppedClock` that reaches the limit ends it.
  ///   - takeTurn: Runs at the end of each slice, by default in the thread pool. With a `SteppedClock`, the default
  ///     is a single slice.
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

  /// The reason that the limit has ended, or nil while it runs and after ``cancel()``.
  package var ending: Ending? { state.withLock { $0.ending } }

  /// Stops the limit without calling its action.
  package func cancel() { pause.cancel() }

  private func startSlice() {
    pause.wait(slice) { [self] in
      guard let takeTurn else { return endSlice() }
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
  package func describe(_ limit: Duration, _ subject: String) -> String {
    switch self {
    case .timeIsUp: "Waited \(limit) for \(subject)"
    case .poolIsBlocked:
      """
      Stopped waiting for \(subject), because blocking code occupies the threads that all tasks share: no task of \
      default priority has run for \(WaitLimit.poolLimit.text)
      """
    }
  }
}
