import Dispatch
import Foundation

/// Only our own threads may wait, read files or run user code; Foundation's queue and the task pool are shared.
enum Blocking {
  private static let threads = Locked<Set<ObjectIdentifier>>([])

  static var isAllowed: Bool {
    let thread = ObjectIdentifier(Thread.current)
    return threads.withLock { $0.contains(thread) }
  }

  /// Runs at once on a thread of ours, otherwise later on one, so nothing behind the call may count on the step.
  static func run(_ step: @escaping @Sendable () -> Void) {
    if isAllowed { step() } else { WorkerThreads.shared.run(step) }
  }

  /// Called once for each thread: an inner call's end would forbid the outer one.
  static func whileAllowed(_ body: () -> Void) {
    let thread = ObjectIdentifier(Thread.current)
    threads.withLock { _ = $0.insert(thread) }
    body()
    threads.withLock { _ = $0.remove(thread) }
  }
}
