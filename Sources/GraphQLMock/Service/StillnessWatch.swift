/// Prints the open requests once if a test hangs.
final class StillnessWatch: Sendable {
  private enum Phase { case idle, watching, reported }

  private let clock: any DelayClock
  private let limit: Duration
  private let progress: @Sendable () -> Int
  private let report: @Sendable () -> Bool
  private let phase = Locked(Phase.idle)

  /// - Parameter report: A closure that prints the open requests, and returns whether there are any.
  init(
    _ clock: any DelayClock, within limit: Duration, progress: @escaping @Sendable () -> Int,
    report: @escaping @Sendable () -> Bool
  ) {
    (self.clock, self.limit, self.progress, self.report) = (clock, limit, progress, report)
  }

  func begin() {
    let begins = phase.withLock { phase in
      guard case .idle = phase else { return false }
      phase = .watching
      return true
    }
    guard begins else { return }
    // In a busy suite, tasks wait for a thread. That isn't a hang, and a `WaitLimit` doesn't count this time.
    _ = WaitLimit(limit, by: clock, sinceChangeOf: progress) { [weak self] _ in self?.check() }
  }

  private func check() {
    let mark = progress()
    // The action of a time limit must not block, and a report is written to standard error.
    WorkerThreads.shared.run { [self] in
      if progress() == mark, report() { return phase.withLock { $0 = .reported } }
      phase.withLock { $0 = .idle }
      // During the check, new requests can't start the watch, so it's started here if a request has moved.
      if progress() != mark { begin() }
    }
  }
}
