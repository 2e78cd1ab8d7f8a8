import Dispatch
import Foundation

/// Whether a step may block where it runs.
///
/// Foundation's queue, the clock's thread and the cooperative pool serve others too, so nothing there waits, reads
/// files or runs user code.
///
/// All of that is allowed on threads of our own.
enum Blocking {
  private static let threads = Locked<Set<ObjectIdentifier>>([])

  static var isAllowed: Bool {
    let thread = ObjectIdentifier(Thread.current)
    return threads.withLock { $0.contains(thread) }
  }

  /// Runs a step here if blocking is allowed, otherwise on a thread of our own.
  static func allow(_ step: @escaping @Sendable () -> Void) {
    if isAllowed { step() } else { WorkerThreads.shared.run(step) }
  }

  static func whileAllowed(_ body: () -> Void) {
    let thread = ObjectIdentifier(Thread.current)
    threads.withLock { _ = $0.insert(thread) }
    body()
    threads.withLock { _ = $0.remove(thread) }
  }
}
