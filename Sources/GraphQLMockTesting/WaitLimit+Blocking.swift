import Foundation
import GraphQLMock

extension WaitLimit {
  private static let blockedThreads = Locked(0)

  /// Blocks the thread until a condition is true or the limit has ended.
  ///
  /// Swift's thread pool has one thread for each core. If waits block all of them, no task can run, so these waits
  /// then don't require that a task has run in each slice of the limit.
  static func block(
    within limit: Duration, until isSo: () throws -> Bool
  ) rethrows -> Ending? {
    let isOnPool = isOnPool
    if isOnPool { blockedThreads.withLock { $0 += 1 } }
    defer { if isOnPool { blockedThreads.withLock { $0 -= 1 } } }
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let slice = limit / slices
    let pause = min(0.01, max(0.001, slice / .seconds(1)))
    func sleep(until isOver: () -> Bool) throws -> Bool {
      while !isOver() {
        if try isSo() { return true }
        Thread.sleep(forTimeInterval: pause)
      }
      return false
    }
    for _ in 0..<slices {
      let end = ContinuousClock.now + slice
      if try sleep(until: { ContinuousClock.now >= end }) { return nil }
      let hasHadTurn = Locked(false)
      takeTurnInPool { hasHadTurn.withLock { $0 = true } }
      let cap = end + poolLimit
      let isSo = try sleep {
        hasHadTurn.withLock { $0 } || isOnPool && blockedThreads.withLock { $0 } >= cores
          || ContinuousClock.now >= cap
      }
      if isSo { return nil }
      if ContinuousClock.now >= cap { return .poolIsBlocked }
    }
    // The condition is checked once more, so that a change in the last moment of the limit counts.
    return try isSo() ? nil : .timeIsUp
  }

  private static var isOnPool: Bool {
    guard !Thread.isMainThread else { return false }
    return withUnsafeCurrentTask { task in
      guard let task else { return false }
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        return task.unownedTaskExecutor == nil
      }
      return true
    }
  }
}
