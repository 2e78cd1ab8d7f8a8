import GraphQLMock

/// An actor that runs one closure, which may block, on the library's threads. Make one for each: jobs aren't serialized.
actor ThreadActor {
  private nonisolated let executor = ThreadExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func run(_ closure: @Sendable () -> Void) { closure() }
}

private final class ThreadExecutor: SerialExecutor {
  // The newer `enqueue(_:)`, which takes an `ExecutorJob`, isn't available in all supported Apple systems.
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
