// Timers run on their own thread. A Dispatch timer would need the shared pool, which the tested code may block.

import Foundation

final class TimerThread: DelayClock, @unchecked Sendable {
  // `@unchecked` is safe, because the lock `condition` guards the mutable properties.
  static let shared = TimerThread()

  private struct Timer {
    let number: Int
    /// The time at which the action is called, in nanoseconds since the system started.
    let due: UInt64
    let action: @Sendable () -> Void
  }

  private let condition = NSCondition()
  private var timers: [Int: Timer] = [:]
  /// The time at which the thread next wakes up, in nanoseconds since the system started.
  private var nextLook = UInt64.max
  private var lastNumber = 0
  private var isRunning = false

  /// Calls an action after a delay on the timer thread, so the action must not block.
  func call(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void
  {
    let due = DispatchTime.now().uptimeNanoseconds.addingReportingOverflow(delay.nanoseconds)
    condition.lock()
    defer { condition.unlock() }
    let number = lastNumber.next()
    let timer = Timer(number: number, due: due.overflow ? .max : due.partialValue, action: action)
    timers[number] = timer
    if !isRunning {
      isRunning = true
      let thread = Thread { [self] in run() }
      thread.name = "GraphQLMock.timers"
      thread.start()
    }
    if timer.due < nextLook { condition.signal() }
    return { [self] in condition.withLock { timers[number] = nil } }
  }

  func steps() -> (@Sendable () -> ClockSteps)? { nil }

  private func run() -> Never {
    while true {
      condition.lock()
      var due: [Timer] = []
      while due.isEmpty {
        let now = DispatchTime.now().uptimeNanoseconds
        nextLook = .max
        for timer in timers.values {
          if timer.due <= now { due.append(timer) } else { nextLook = min(nextLook, timer.due) }
        }
        guard due.isEmpty else { break }
        // Without a timer, the thread wakes up once an hour, so that the date stays near.
        let seconds = min(Double(nextLook - now) / 1e9, 3600)
        _ = condition.wait(until: Date(timeIntervalSinceNow: seconds))
      }
      for timer in due { timers[timer.number] = nil }
      condition.unlock()
      due.ordered { ($0.due, $0.number) < ($1.due, $1.number) }.forEach { $0.action() }
    }
  }
}
