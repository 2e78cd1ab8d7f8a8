import Dispatch
import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

struct WorkerThreadsTests {
  @Test func blockingJobDoesNotDelayOthers() {
    let threads = WorkerThreads(idleLimit: .seconds(5))
    let release = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<50 { threads.run { release.wait() } }
    for _ in 0..<50 { threads.run { done.signal() } }
    for _ in 0..<50 { done.wait() }
    for _ in 0..<50 { release.signal() }
  }

  /// A secondary thread on Apple platforms has 512 KiB unless it states more.
  @Test func threadsHaveALargeStack() async {
    let size = await withCheckedContinuation { ended in
      WorkerThreads.shared.run { ended.resume(returning: Thread.current.stackSize) }
    }
    #expect(size >= 8 << 20)
  }

  @Test func onlyJobsMayBlock() async {
    let isAllowed = await withCheckedContinuation { ended in
      // Where blocking isn't allowed, the step runs as a job.
      Blocking.run { ended.resume(returning: Blocking.isAllowed) }
    }
    #expect(isAllowed)
    await confirmation { runs in
      Blocking.run(if: false) {
        #expect(!Blocking.isAllowed)
        // A later thread may have the same address.
        Blocking.whileAllowed { #expect(Blocking.isAllowed) }
        #expect(!Blocking.isAllowed)
        runs()
      }
    }
  }

  @Test func idleThreadsEnd() async throws {
    let threads = WorkerThreads(idleLimit: .milliseconds(1))
    let release = DispatchSemaphore(value: 0)
    for _ in 0..<100 { threads.run { release.wait() } }
    #expect(threads.threadCount == 100)
    for _ in 0..<100 { release.signal() }
    try await waitUntil { threads.threadCount == 0 }
  }

  @Test func mostRecentlyIdleThreadGetsTheNextJob() async throws {
    let threads = WorkerThreads(idleLimit: .never)
    for _ in 0..<50 {
      await withCheckedContinuation { continuation in threads.run { continuation.resume() } }
      try await waitUntil { threads.idleCount > 0 }
    }
    #expect(threads.threadCount == 1)
  }

  @Test func everyJobRunsWhileThreadsComeAndGo() async throws {
    let threads = WorkerThreads(idleLimit: .nanoseconds(1))
    let count = Locked(0)
    for _ in 0..<1_000 { threads.run { count.withLock { $0 += 1 } } }
    try await waitUntil { count.withLock({ $0 }) >= 1_000 }
    try await waitUntil { threads.threadCount == 0 }
    #expect(count.withLock { $0 } == 1_000)
  }
}
