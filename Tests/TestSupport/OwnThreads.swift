import Foundation
package import Testing

/// Runs tests on separate threads.
///
/// All tests of a process share a pool with a thread for each core. A test that computes for a
/// second, or waits for a process, delays all others.
package struct OwnThreads: TestTrait, SuiteTrait, TestScoping {
  fileprivate let waits: Bool
  package let isRecursive = true

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    if waits, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // Otherwise each of its turns queues after those of all other tests.
      withUnsafeCurrentTask { $0?.escalatePriority(to: .userInitiated) }
    }
    try await withOwnThreads(waits: waits, body)
  }
}

extension Trait where Self == OwnThreads {
  /// Keeps long computations off the pool that all tests share.
  package static var onOwnThreads: Self { Self(waits: false) }

  /// Keeps tests that wait for a process, or yield often, off the threads for computations.
  package static var onWaitingThreads: Self { Self(waits: true) }
}

/// Runs work that computes for long, or blocks, on separate threads.
///
/// It must not wait for another task of the same kind, which may be queued after it.
package func withOwnThreads<Result: Sendable>(
  waits: Bool = false, _ body: @Sendable () async throws -> Result
) async rethrows -> Result {
  guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
    return try await body()
  }
  return try await withTaskExecutorPreference(
    waits ? OwnThreadsExecutor.waiting : .computing, operation: body)
}

/// `OperationQueue` would take its threads from those that all tasks share.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class OwnThreadsExecutor: TaskExecutor, @unchecked Sendable {
  // Unchecked: the condition guards the jobs.

  /// More threads would take the processor from the pool, so that its tests wait again.
  static let computing = OwnThreadsExecutor(4)
  static let waiting = OwnThreadsExecutor(16)
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []

  private init(_ count: Int) {
    for _ in 0..<count { Thread { [self] in runJobs() }.start() }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock {
      jobs.append(job)
      condition.signal()
    }
  }

  private func runJobs() {
    while true { next().runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob {
    condition.withLock {
      while jobs.isEmpty { condition.wait() }
      return jobs.removeFirst()
    }
  }
}
