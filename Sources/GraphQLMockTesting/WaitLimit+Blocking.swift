import Foundation
import GraphQLMock

extension WaitLimit {
  private static let blockedThreads = Locked(0)

  /// Blocks the thread until a condition is true or the time limit has ended.
  ///
  /// Swift's thread pool has one thread for each core. If calls of this method block all of them, no task can run,
  /// and the time limit, which waits for tasks, never ends. In this case, the method uses the system clock instead.
  static func block(
    within limit: Duration, until isSo: () throws -> Bool
  ) rethrows -> Ending? {
    if try isSo() { return nil }
    let isOnPool = isOnPool
    if isOnPool { blockedThreads.withLock { $0 += 1 } }
    defer { if isOnPool { blockedThreads.withLock { $0 -= 1 } } }
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let (timer, end) = (WaitLimit(limit) { _ in }, ContinuousClock.now + limit)
    defer { timer.cancel() }
    while true {
      let isBlocked = isOnPool && blockedThreads.withLock { $0 } >= cores
      // The timer is read before the condition. Otherwise, a change just before the time limit could be missed.
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
