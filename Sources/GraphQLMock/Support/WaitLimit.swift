// Test frameworks start all tests of a run at once. On Linux each task priority has its own queue, first in,
// first out, so a task of default priority can wait 40 seconds for its turn while other tests compute. A limit
// that counted wall time would end waits for requests whose client was only queueing.

/// A time limit that doesn't count the time in which tasks queue for a thread.
///
/// The limit is divided into ten slices. A slice ends when its time is up and a task of default priority, sent through
/// the thread pool then, has run: by that time whatever the test had enqueued before has had a turn. A turn of the
/// waiting task itself isn't enough, because on the main actor it is served while the client still queues.
package final class WaitLimit: Sendable {
  package enum Ending: Sendable {
    case timeIsUp
    /// No task of default priority has run for ``poolLimit``.
    case poolIsBlocked
  }

  /// Calls its argument after a task of default priority has had its turn.
  package typealias Turn = @Sendable (_ action: @escaping @Sendable () -> Void) -> Void

  /// How long a blocked thread pool may hold up one slice.
  package static let poolLimit = Duration.seconds(300)

  private let slice: Duration
  private let slices: Int
  private let takeTurn: Turn?
  private let progress: @Sendable () -> Int?
  private let action: @Sendable (Ending) -> Void
  private let pause: Pause
  private let state: Locked<(remainingSlices: Int, mark: Int?, ending: Ending?)>

  /// - Parameters:
  ///   - limit: How long to wait on a machine that has nothing else to do.
  ///   - progress: Changes whenever something moves; nil while something is sure to move. The limit starts anew after
  ///     a slice in which something has moved.
  ///   - action: Called once when the limit is over, on any thread. It must not block.
  package convenience init(
    _ limit: Duration, sinceChangeOf progress: @escaping @Sendable () -> Int? = { 0 },
    _ action: @escaping @Sendable (Ending) -> Void
  ) {
    self.init(limit, by: TimerThread.shared, sinceChangeOf: progress, action)
  }

  /// With a `SteppedClock`, the limit ends with the step that reaches it.
  convenience init(
    _ limit: Duration, by clock: any DelayClock,
    sinceChangeOf progress: @escaping @Sendable () -> Int? = { 0 },
    _ action: @escaping @Sendable (Ending) -> Void
  ) {
    self.init(
      limit, by: clock, takeTurn: clock.steps() == nil ? Self.takeTurnInPool : nil,
      sinceChangeOf: progress, action)
  }

  /// - Parameter takeTurn: Taken at the end of each slice; with `nil`, the limit is a single slice.
  init(
    _ limit: Duration, by clock: any DelayClock = TimerThread.shared, takeTurn: Turn?,
    sinceChangeOf progress: @escaping @Sendable () -> Int? = { 0 },
    _ action: @escaping @Sendable (Ending) -> Void
  ) {
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

  /// `nil` while it runs, and after ``cancel()``.
  package var ending: Ending? { state.withLock { $0.ending } }

  /// Doesn't call the action.
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
