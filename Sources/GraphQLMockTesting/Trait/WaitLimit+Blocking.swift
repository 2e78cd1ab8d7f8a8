import Foundation
import GraphQLMock

extension WaitLimit {
  private static let blockedThreads = Locked(0)

  /// Blocks the thread until a condition is true or the time limit has ended.
  ///
  /// If this method blocks all threads of Swift's thread pool, it uses the system clock, because no task can run.
  static func block(within limit: Duration, until isSo: () throws -> Bool) rethrows -> Ending? {
    if try isSo() { return nil }
    let isOnPool = isOnPool
    if isOnPool { blockedThreads.withLock { $0 += 1 } }
    defer { if isOnPool { blockedThreads.withLock { $0 -= 1 } } }
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let (timer, end) = (WaitLimit(limit) { _ in }, ContinuousClock.now + limit)
    defer { timer.cancel() }
    while true {
      let isBlocked = isOnPool && blockedThreads.withLock { $0 } >= cores
      // The timer is read first. Otherwise, a change just before the time limit could be missed.
      let ending = timer.ending ?? (isBlocked && ContinuousClock.now >= end ? .timeIsUp : nil)
      if try isSo() { return nil }
      if let ending { return ending }
      Thread.sleep(forTimeInterval: 0.01)
    }
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
