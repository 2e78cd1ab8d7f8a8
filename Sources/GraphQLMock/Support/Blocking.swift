import Dispatch
import Foundation

/// Decides whether the current thread may wait, read files or run closures of a test.
///
/// Only the library's own threads may, because Foundation's queue and the thread pool of tasks are shared.
enum Blocking {
  private static let threads = Locked<Set<ObjectIdentifier>>([])

  static var isAllowed: Bool {
    let thread = ObjectIdentifier(Thread.current)
    return threads.withLock { $0.contains(thread) }
  }

  /// Runs a step at once if the thread may block, otherwise later, so code after the call can't rely on the step.
  static func run(_ step: @escaping @Sendable () -> Void) {
    if isAllowed { step() } else { WorkerThreads.shared.run(step) }
  }

  /// Runs code that may block; calls must not be nested, because the end of the inner one forbids blocking.
  static func whileAllowed(_ body: () -> Void) {
    let thread = ObjectIdentifier(Thread.current)
    threads.withLock { _ = $0.insert(thread) }
    body()
    threads.withLock { _ = $0.remove(thread) }
  }
}
