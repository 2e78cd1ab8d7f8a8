// Provides threads for code that may block, because Dispatch's shared pool may have no free thread for a request.

import Foundation

package final class WorkerThreads: @unchecked Sendable {
  // `@unchecked` is safe, because the lock guards the mutable properties.
  package static let shared = WorkerThreads(idleLimit: .seconds(5))

  private final class Worker: @unchecked Sendable {
    // `@unchecked` is safe, because the lock of `WorkerThreads` guards `job`.
    let wake = DispatchSemaphore(value: 0)
    var job: (@Sendable () -> Void)?
  }

  private let lock = NSLock()
  /// Idle workers. The last one gets the next job, so that the others can end after their idle time.
  private var idle: [Worker] = []
  private var count = 0
  private let idleLimit: DispatchTimeInterval

  init(idleLimit: DispatchTimeInterval) { self.idleLimit = idleLimit }

  var threadCount: Int { lock.withLock { count } }
  var idleCount: Int { lock.withLock { idle.count } }

  /// Runs a job on an idle thread or a new one, so a job never waits for another, whatever their number.
  package func run(_ job: @escaping @Sendable () -> Void) {
    lock.lock()
    let waiting = idle.popLast()
    waiting?.job = job
    if waiting == nil { count += 1 }
    lock.unlock()
    // The semaphore is signaled after the lock is released, because the woken thread needs the lock.
    if let waiting {
      waiting.wake.signal()
      return
    }
    let worker = Worker()
    worker.job = job
    let thread = Thread { [self] in
      Blocking.whileAllowed { repeat { take(from: worker)?() } while waitForJob(worker) }
    }
    thread.name = "GraphQLMock.worker"
    thread.stackSize = 8 << 20  // instead of the 512 KiB of Apple platforms
    thread.start()
  }

  private func take(from worker: Worker) -> (@Sendable () -> Void)? {
    lock.withLock {
      defer { worker.job = nil }
      return worker.job
    }
  }

  /// Waits for a job, or returns false if none arrives within the idle limit.
  private func waitForJob(_ worker: Worker) -> Bool {
    lock.withLock { idle.append(worker) }
    while worker.wake.wait(timeout: .now() + idleLimit) == .timedOut {
      let isForgotten = lock.withLock {
        // If the worker is no longer in `idle`, another thread is giving it a job.
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
