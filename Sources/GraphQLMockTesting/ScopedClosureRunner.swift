// The test framework assigns an expectation in a handler's closure to a test by the closure's task. So the runner
// creates these tasks inside of the test's scope, where they inherit its task-local values.

import Foundation
import GraphQLMock

final class ScopedClosureRunner: ClosureRunner, Sendable {
  private struct State {
    var running: [Int: Job] = [:]
    var lastNumber = 0
    var isEnded = false
    var idleWatchers: [@Sendable () -> Void] = []
  }

  private let jobs = AsyncStream<Job>.makeStream()
  private let state = Locked(State())

  /// Starts the task that runs the closures; the caller must be inside the test's scope, which the task inherits.
  func serve() {
    let stream = jobs.stream
    Task(priority: .closures) { for await job in stream { job.start() } }
  }

  func run(_ closure: @escaping @Sendable () async -> Void) -> @Sendable () -> Void {
    let job = state.withLock { state -> Job? in
      guard !state.isEnded else { return nil }
      state.lastNumber += 1
      let number = state.lastNumber
      let job = Job { [weak self] in
        await closure()
        self?.finished(number)
      }
      state.running[number] = job
      // The lock must be held here: a job that is added after `end()` has closed the stream would never run.
      jobs.continuation.yield(job)
      return job
    }
    guard let job else { return {} }
    return { job.cancel() }
  }

  func runOnThread(_ closure: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    run { await ThreadActor().run(closure) }
  }

  func end() {
    let open = state.withLock { state in
      state.isEnded = true
      return Array(state.running.values)
    }
    for job in open { job.cancel() }
    jobs.continuation.finish()
  }

  var runningCount: Int { state.withLock { $0.running.count } }

  func whenIdle(_ action: @escaping @Sendable () -> Void) {
    let isIdle = state.withLock { state in
      if state.running.isEmpty { return true }
      state.idleWatchers.append(action)
      return false
    }
    if isIdle { action() }
  }

  private func finished(_ number: Int) {
    let woken = state.withLock { state -> [@Sendable () -> Void] in
      state.running[number] = nil
      guard state.running.isEmpty else { return [] }
      defer { state.idleWatchers = [] }
      return state.idleWatchers
    }
    for action in woken { action() }
  }
}

private struct Job: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  private let closure: @Sendable () async -> Void
  private let state = Locked(State())

  init(_ closure: @escaping @Sendable () async -> Void) { self.closure = closure }

  func start() {
    state.withLock { state in
      let task = Task(priority: .closures, operation: closure)
      state.task = task
      if state.isCancelled { task.cancel() }
    }
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}
