/// An actor that runs code that may block, because the thread pool of tasks has only one thread for each core.
package actor ThreadActor {
  private nonisolated let executor = ThreadExecutor()

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  package init() {}

  package func run(_ closure: @Sendable () -> Void) { closure() }
}

private final class ThreadExecutor: SerialExecutor {
  // The newer `enqueue(_:)` isn't available in all supported releases of Apple's systems.
  #if canImport(Darwin)
    func enqueue(_ job: UnownedJob) { run(job) }
  #else
    func enqueue(_ job: consuming ExecutorJob) { run(UnownedJob(job)) }
  #endif

  private func run(_ job: UnownedJob) {
    WorkerThreads.shared.run { [self] in
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
