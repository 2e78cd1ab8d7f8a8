// Threads of our own for the few steps that may block: reading a body stream, a user's closure, ending
// a request on Linux. Never a Dispatch queue: its pool may be exhausted just when a request has to end.

import Dispatch
import Foundation

/// Whether a step may block, and where.
///
/// Foundation's queue, the clock's thread and the threads that all tasks share hold up others: there
/// nothing waits, reads a file, or runs code of the user. On threads of ours all of that is allowed.
enum Blocking {
  private static let threads = Locked<Set<ObjectIdentifier>>([])

  /// Whether the code that asks may block where it runs.
  static var isAllowed: Bool {
    let thread = ObjectIdentifier(Thread.current)
    return threads.withLock { $0.contains(thread) }
  }

  /// Takes a step that may block: here if that is allowed, else on a thread of ours.
  static func allow(_ step: @escaping @Sendable () -> Void) {
    if isAllowed { step() } else { WorkerThreads.shared.run(step) }
  }

  /// Has a thread of ours known as one.
  fileprivate static func whileAllowed(_ body: () -> Void) {
    let thread = ObjectIdentifier(Thread.current)
    threads.withLock { _ = $0.insert(thread) }
    body()
    threads.withLock { _ = $0.remove(thread) }
  }
}

package final class WorkerThreads: @unchecked Sendable {
  // Unchecked: the lock guards all that changes.
  package static let shared = WorkerThreads(idleLimit: .seconds(5))

  /// A thread that waits for a job, or has one.
  private final class Worker: @unchecked Sendable {
    // Unchecked: the job is guarded by the lock of the threads.
    let wake = DispatchSemaphore(value: 0)
    var job: (@Sendable () -> Void)?
  }

  private let lock = NSLock()
  /// The threads that wait, the one that has waited least last: the others get the chance to end.
  private var idle: [Worker] = []
  private var count = 0
  private let idleLimit: DispatchTimeInterval

  /// - Parameter idleLimit: How long a thread waits for a job before it ends.
  init(idleLimit: DispatchTimeInterval) { self.idleLimit = idleLimit }

  /// How many threads there are, idle ones too.
  var threadCount: Int { lock.withLock { count } }

  /// How many threads wait for a job.
  var idleCount: Int { lock.withLock { idle.count } }

  /// Runs a job on an idle thread, or on a new one.
  package func run(_ job: @escaping @Sendable () -> Void) {
    lock.lock()
    let waiting = idle.popLast()
    waiting?.job = job
    if waiting == nil { count += 1 }
    lock.unlock()
    // Not under the lock, which the woken thread would only wait for.
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

  /// Waits for the next job of a thread.
  /// - Returns: whether there is one; otherwise the thread is not known any more, and ends.
  private func waitForJob(_ worker: Worker) -> Bool {
    lock.withLock { idle.append(worker) }
    while worker.wake.wait(timeout: .now() + idleLimit) == .timedOut {
      let isForgotten = lock.withLock {
        // One that is not idle any more has a job, and is about to be woken.
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
