// Tells a person who looks at a test that hangs what is open: once a test, on standard error, when nothing
// has moved for a while. Nothing is timed before a request waits for something.

final class StillnessWatch: Sendable {
  private enum Phase { case idle, watching, told }

  /// How long nothing moves before that is told.
  static let limit = Duration.seconds(10)

  private let clock: any DelayClock
  private let limit: Duration
  private let progress: @Sendable () -> Int
  private let tell: @Sendable () -> Bool
  private let phase = Locked(Phase.idle)

  /// - Parameters:
  ///   - clock: What the time is measured by.
  ///   - limit: How long nothing moves before that is told.
  ///   - progress: What changes whenever something moves.
  ///   - tell: Tells what is open, on a thread that may wait; gives whether anything is.
  init(
    _ clock: any DelayClock, within limit: Duration, progress: @escaping @Sendable () -> Int,
    tell: @escaping @Sendable () -> Bool
  ) {
    self.clock = clock
    self.limit = limit
    self.progress = progress
    self.tell = tell
  }

  /// Begins to watch, unless it does so already, or has told.
  func begin() {
    let begins = phase.withLock { phase in
      guard case .idle = phase else { return false }
      phase = .watching
      return true
    }
    guard begins else { return }
    // While tasks of default priority queue, tests are busy, not still.
    _ = WaitLimit(limit, by: clock, sinceChangeOf: progress) { [weak self] _ in self?.check() }
  }

  private func check() {
    let mark = progress()
    WorkerThreads.shared.run { [self] in
      let wasTold = phase.withLock { phase in
        if case .told = phase { return true }
        // What begins from here on is watched anew.
        phase = .idle
        return false
      }
      if wasTold { return }
      guard progress() == mark else { return begin() }
      if tell() { phase.withLock { $0 = .told } }
    }
  }
}
