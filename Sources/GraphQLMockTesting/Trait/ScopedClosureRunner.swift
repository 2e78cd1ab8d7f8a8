// Swift Testing finds the running test by a task-local value, so handler closures run in tasks that inherit it.

import GraphQLMock

final class ScopedClosureRunner: ClosureRunner, Sendable {
  private struct State {
    /// The closures that haven't returned. The task is nil until the closure starts.
    var jobs: [Int: (task: Task<Void, Never>?, isCancelled: Bool)] = [:]
    var lastNumber = 0
    var isEnded = false
  }

  private let starts = AsyncStream<@Sendable () -> Void>.makeStream()
  private let state = Locked(State())

  /// Starts a task that runs handler closures, with the caller's task-local values. Call it once: a stream has one reader.
  /// `end()` must follow: until then, closures that wait in the stream keep this object.
  func serve() {
    let stream = starts.stream
    Task(priority: .closures) { for await start in stream { start() } }
  }

  func run(_ closure: @escaping @Sendable () async -> Void) -> @Sendable () -> Void {
    let number = state.withLock { state -> Int? in
      guard !state.isEnded else { return nil }
      let number = state.lastNumber.next()
      state.jobs[number] = (nil, false)
      // `end()` takes the same lock, so it can't close the stream before the closure is sent.
      starts.continuation.yield { [self] in start(number, closure) }
      return number
    }
    // After the end of the test, a closure doesn't run, and the service fails its request.
    guard let number else { return {} }
    return { [weak self] in self?.cancel(number) }
  }

  func runOnThread(_ closure: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    run { await ThreadActor().run(closure) }
  }

  var runningCount: Int { state.withLock { $0.jobs.count } }

  func end() {
    let numbers = state.withLock { state in
      state.isEnded = true
      return Array(state.jobs.keys)
    }
    for number in numbers { cancel(number) }
    starts.continuation.finish()
  }

  private func start(_ number: Int, _ closure: @escaping @Sendable () async -> Void) {
    let task = Task(priority: .closures) {
      await closure()
      state.withLock { $0.jobs[number] = nil }
    }
    let isCancelled = state.withLock { state in
      state.jobs[number]?.task = task
      return state.jobs[number]?.isCancelled == true
    }
    if isCancelled { task.cancel() }
  }

  private func cancel(_ number: Int) {
    let task = state.withLock { state in
      state.jobs[number]?.isCancelled = true
      return state.jobs[number]?.task
    }
    task?.cancel()
  }
}
