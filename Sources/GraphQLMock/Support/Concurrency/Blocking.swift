import Foundation

/// Decides whether the current thread may wait, read files or run closures of a test.
///
/// Only the library's own threads may, because other code needs Foundation's queue and the thread pool of tasks.
enum Blocking {
  private static let threads = Locked<Set<ObjectIdentifier>>([])

  static var isAllowed: Bool {
    let thread = ObjectIdentifier(Thread.current)
    return threads.withLock { $0.contains(thread) }
  }

  /// Runs a step at once if it can't block or the current thread may, and otherwise on a thread of `WorkerThreads`.
  static func run(if mayBlock: Bool = true, _ step: @escaping @Sendable () -> Void) {
    if !mayBlock || isAllowed { step() } else { WorkerThreads.shared.run(step) }
  }

  /// Allows the current thread to block while a closure runs. Calls must not be nested.
  static func whileAllowed(_ body: () -> Void) {
    let thread = ObjectIdentifier(Thread.current)
    threads.withLock { _ = $0.insert(thread) }
    body()
    threads.withLock { _ = $0.remove(thread) }
  }
}
