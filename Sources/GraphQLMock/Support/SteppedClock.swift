import Foundation

/// A clock that a test moves, so that delayed responses cost no real time.
///
/// ```swift
/// let clock = SteppedClock()
/// let service = MockGraphQLService(.query("Feed", .data([:]).delay(.seconds(5))), clock: clock)
/// // … the app asks for the feed
/// await clock.waitForDelays(1)              // its response waits
/// #expect(screen.showsSpinner)
/// clock.advance(by: .seconds(5))     // it is sent
/// ```
public final class SteppedClock: DelayClock, @unchecked Sendable {
  private struct Waiting {
    let due: Duration
    let number: Int
    let action: @Sendable () -> Void
  }

  private let lock = NSLock()
  // All of these are guarded by the lock.
  private var now = Duration.zero
  private var waiting: [Waiting] = []
  private var lastNumber = 0
  private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  /// Makes a clock that stands still.
  public init() {}

  /// How many responses wait for the clock.
  public var waitingCount: Int { lock.withLock { waiting.count } }

  /// Moves the clock on; responses that are due are sent, the earliest first.
  /// - Parameter duration: How far; what is negative counts as zero.
  public func advance(by duration: Duration) {
    let due = lock.withLock {
      now += max(duration, .zero)
      let due = waiting.filter { $0.due <= now }
      waiting.removeAll { $0.due <= now }
      return due.ordered { ($0.due, $0.number) < ($1.due, $1.number) }
    }
    for entry in due { entry.action() }
  }

  /// Waits until a number of responses wait for the clock.
  /// - Parameter count: The number of responses, 1 or more.
  public func waitForDelays(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isThere = lock.withLock {
        if waiting.count >= count { return true }
        watchers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  func call(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let (number, woken) = lock.withLock {
      lastNumber += 1
      waiting.append(Waiting(due: now + delay, number: lastNumber, action: action))
      let woken = watchers.filter { $0.count <= waiting.count }
      watchers.removeAll { $0.count <= waiting.count }
      return (lastNumber, woken)
    }
    for watcher in woken { watcher.continuation.resume() }
    return { [weak self] in
      self?.lock.withLock { self?.waiting.removeAll { $0.number == number } }
    }
  }
}
