import Foundation
package import Testing

/// Runs tests on threads of their own.
///
/// All tests of a process share a pool with a thread for each core. One that computes for a second, or
/// waits for a process, has all others wait: on a busy machine until their time limits are up.
package struct OwnThreads: TestTrait, SuiteTrait, TestScoping {
  fileprivate let waits: Bool
  package let isRecursive = true

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    if waits, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // Else each of its turns stands behind those of all other tests.
      withUnsafeCurrentTask { $0?.escalatePriority(to: .userInitiated) }
    }
    try await withOwnThreads(waits: waits, body)
  }
}

extension Trait where Self == OwnThreads {
  /// Keeps what computes for long off the pool that all tests share.
  package static var onOwnThreads: Self { Self(waits: false) }

  /// Keeps what waits for a process, or takes turn after turn, off the threads on which others compute.
  package static var onWaitingThreads: Self { Self(waits: true) }
}

/// Runs what computes for long, or blocks, on threads of its own.
///
/// It must not block until another task of the same kind is done: that may stand behind it.
package func withOwnThreads<Result: Sendable>(
  waits: Bool = false, _ body: @Sendable () async throws -> Result
) async rethrows -> Result {
  guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
    return try await body()
  }
  return try await withTaskExecutorPreference(
    waits ? OwnThreadsExecutor.waiting : .computing, operation: body)
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class OwnThreadsExecutor: TaskExecutor {
  // More would take the processor from the pool, and its tests wait again.
  static let computing = OwnThreadsExecutor(4)
  static let waiting = OwnThreadsExecutor(16)
  private let threads = OperationQueue()

  private init(_ count: Int) { threads.maxConcurrentOperationCount = count }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    threads.addOperation { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
