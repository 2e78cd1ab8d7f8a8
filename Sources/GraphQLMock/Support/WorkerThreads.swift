// Threads of our own for the few steps that may block: reading a body stream, ending a request on
// Linux. Never a Dispatch queue: its pool may be exhausted just when a request has to end.

import Foundation

final class WorkerThreads: @unchecked Sendable {
  // Unchecked: the condition guards all that changes.
  static let shared = WorkerThreads()

  private let condition = NSCondition()
  private var jobs: [@Sendable () -> Void] = []
  private var idleThreads = 0

  /// Runs a job on an idle thread, or on a new one.
  func run(_ job: @escaping @Sendable () -> Void) {
    condition.lock()
    jobs.append(job)
    let needsThread = idleThreads < jobs.count
    if !needsThread { condition.signal() }
    condition.unlock()
    guard needsThread else { return }
    let thread = Thread { [self] in work() }
    thread.name = "GraphQLMock.worker"
    thread.start()
  }

  private func work() -> Never {
    while true {
      condition.lock()
      while jobs.isEmpty {
        idleThreads += 1
        condition.wait()
        idleThreads -= 1
      }
      let job = jobs.removeFirst()
      condition.unlock()
      job()
    }
  }
}
