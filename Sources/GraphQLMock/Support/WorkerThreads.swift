// Threads for steps that may block, because Dispatch's pool may have no thread left when a request has to end.

import Dispatch
import Foundation

package final class WorkerThreads: @unchecked Sendable {
  // `@unchecked` is safe, because the lock guards all properties that change.
  package static let shared = WorkerThreads(idleLimit: .seconds(5))

  private final class Worker: @unchecked Sendable {
    // `@unchecked` is safe, because the lock of `WorkerThreads` guards the job.
    let wake = DispatchSemaphore(value: 0)
    var job: (@Sendable () -> Void)?
  }

  private let lock = NSLock()
  /// The idle workers, of which the last is used first, so that workers at the start of the list can end.
  private var idle: [Worker] = []
  private var count = 0
  private let idleLimit: DispatchTimeInterval

  init(idleLimit: DispatchTimeInterval) { self.idleLimit = idleLimit }

  var threadCount: Int { lock.withLock { count } }

  var idleCount: Int { lock.withLock { idle.count } }

  package func run(_ job: @escaping @Sendable () -> Void) {
    lock.lock()
    let waiting = idle.popLast()
    waiting?.job = job
    if waiting == nil { count += 1 }
    lock.unlock()
    // The semaphore is signaled outside of the lock, because the woken thread needs the lock.
    if let waiting {
      waiting.wake.signal()
      return
    }
    let worker = Worker()
    worker.job = job
    let thread = Thread { [self] in
      Blocking.whileAllowed {
        repeat { take(from: worker)?() } while waitForJob(worker)
      }
    }
    thread.name = "GraphQLMock.worker"
    thread.start()
  }

  private func take(from worker: Worker) -> (@Sendable () -> Void)? {
    lock.withLock {
      defer { worker.job = nil }
      return worker.job
    }
  }

  /// Waits for a job, or returns false after the idle limit, when the thread must end.
  private func waitForJob(_ worker: Worker) -> Bool {
    lock.withLock { idle.append(worker) }
    while worker.wake.wait(timeout: .now() + idleLimit) == .timedOut {
      let isForgotten = lock.withLock {
        // A worker that isn't idle anymore has a job, and is about to be woken.
        guard let index = idle.lastIndex(where: { $0 === worker }) else { return false }
        idle.remove(at: index)
        count -= 1
        return true
      }
      if isForgotten { return false }
    }
    return true
  }
}
