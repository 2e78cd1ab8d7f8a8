// Timers run on their own thread. A Dispatch timer would need the shared pool, which the tested code may block.

import Foundation

final class TimerThread: DelayClock, @unchecked Sendable {
  // `@unchecked` is safe, because the lock `condition` guards the mutable properties.
  static let shared = TimerThread()

  private struct Timer {
    /// The time at which the action is called, in nanoseconds since the system started.
    let due: UInt64
    let action: @Sendable () -> Void
  }

  private let condition = NSCondition()
  private var timers = Numbered<Timer>()
  /// The time at which the thread next wakes up, in nanoseconds since the system started.
  private var nextLook = UInt64.max
  private var isRunning = false

  /// Calls an action after a delay on the timer thread, so the action must not block.
  func call(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void
  {
    let due = DispatchTime.now().uptimeNanoseconds.addingReportingOverflow(delay.nanoseconds)
    condition.lock()
    defer { condition.unlock() }
    let timer = Timer(due: due.overflow ? .max : due.partialValue, action: action)
    let number = timers.add(timer)
    if !isRunning {
      isRunning = true
      let thread = Thread { [self] in run() }
      thread.name = "GraphQLMock.timers"
      thread.start()
    }
    if timer.due < nextLook { condition.signal() }
    return { [self] in condition.withLock { timers.values[number] = nil } }
  }

  func steps() -> (@Sendable () -> ClockSteps)? { nil }

  private func run() -> Never {
    while true {
      condition.lock()
      var due: [Int: Timer] = [:]
      while due.isEmpty {
        let now = DispatchTime.now().uptimeNanoseconds
        nextLook = .max
        for (number, timer) in timers.values {
          if timer.due <= now { due[number] = timer } else { nextLook = min(nextLook, timer.due) }
        }
        guard due.isEmpty else { break }
        // Without a timer, the thread wakes up once an hour, so that the date stays near.
        let seconds = min(Double(nextLook - now) / 1e9, 3600)
        _ = condition.wait(until: Date(timeIntervalSinceNow: seconds))
      }
      for number in due.keys { timers.values[number] = nil }
      condition.unlock()
      let ordered = due.ordered { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
      for (_, timer) in ordered { timer.action() }
    }
  }
}
