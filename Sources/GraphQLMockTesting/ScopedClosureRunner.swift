// Runs the closures of handlers in tasks that were opened inside the scope of a test: they inherit
// what tells the test frameworks which test it is.

import Foundation
import GraphQLMock

final class ScopedClosureRunner: ClosureRunner, @unchecked Sendable {
  private let jobs = AsyncStream<Job>.makeStream()

  private let lock = NSLock()
  // All of these are guarded by the lock.
  private var running: [Int: Job] = [:]
  private var lastNumber = 0
  private var isEnded = false
  private var idleWatchers: [Int: @Sendable () -> Void] = [:]

  /// Serves closures until `end`; to be called inside the scope of the test.
  func serve() {
    let stream = jobs.stream
    Task { for await job in stream { job.start() } }
  }

  func run(_ closure: @escaping @Sendable () async -> Void) -> @Sendable () -> Void {
    let job = lock.withLock { () -> Job? in
      guard !isEnded else { return nil }
      lastNumber += 1
      let number = lastNumber
      let job = Job { [weak self] in
        await closure()
        self?.finished(number)
      }
      running[number] = job
      return job
    }
    guard let job else { return {} }
    jobs.continuation.yield(job)
    return { job.cancel() }
  }

  /// Takes no more closures, and cancels those that run.
  func end() {
    let open = lock.withLock {
      isEnded = true
      return Array(running.values)
    }
    for job in open { job.cancel() }
    jobs.continuation.finish()
  }

  /// How many closures run.
  var runningCount: Int { lock.withLock { running.count } }

  /// Calls back once no closure runs any more.
  func whenIdle(_ action: @escaping @Sendable () -> Void) {
    let isIdle = lock.withLock {
      if running.isEmpty { return true }
      lastNumber += 1
      idleWatchers[lastNumber] = action
      return false
    }
    if isIdle { action() }
  }

  private func finished(_ number: Int) {
    let woken = lock.withLock { () -> [@Sendable () -> Void] in
      running[number] = nil
      guard running.isEmpty else { return [] }
      defer { idleWatchers.removeAll() }
      return Array(idleWatchers.values)
    }
    for action in woken { action() }
  }
}

/// A closure on its way to a task.
private final class Job: @unchecked Sendable {
  private let closure: @Sendable () async -> Void
  private let lock = NSLock()
  private var task: Task<Void, Never>?
  private var isCancelled = false

  init(_ closure: @escaping @Sendable () async -> Void) { self.closure = closure }

  func start() {
    lock.withLock {
      let task = Task(operation: closure)
      self.task = task
      if isCancelled { task.cancel() }
    }
  }

  func cancel() {
    lock.withLock {
      isCancelled = true
      task?.cancel()
    }
  }
}
