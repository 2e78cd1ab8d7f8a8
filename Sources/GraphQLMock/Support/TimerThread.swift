// Delays and time-outs of responses, on one thread of our own: a Dispatch timer needs a thread of
// Dispatch's pool, which code under test may have exhausted by waiting for the very answer.

import Dispatch
import Foundation

final class TimerThread: @unchecked Sendable {
  // Unchecked: the condition guards all that changes.
  static let shared = TimerThread()

  /// Names a timer, so that it can be taken back.
  struct Ticket: Sendable, Hashable {
    fileprivate let number: Int
  }

  private let condition = NSCondition()
  /// What is due when, the latest first.
  private var pending: [(nanoseconds: UInt64, number: Int)] = []
  private var actions: [Int: @Sendable () -> Void] = [:]
  private var lastNumber = 0
  private var isRunning = false

  /// Calls an action after a while, on the timer thread; the action must not block.
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> Ticket {
    let (sum, overflow) = DispatchTime.now().uptimeNanoseconds.addingReportingOverflow(
      delay.nanoseconds)
    let due = overflow ? .max : sum
    condition.lock()
    defer { condition.unlock() }
    lastNumber += 1
    actions[lastNumber] = action
    var (low, high) = (0, pending.count)
    while low < high {
      let middle = (low + high) / 2
      if pending[middle].nanoseconds > due { low = middle + 1 } else { high = middle }
    }
    pending.insert((due, lastNumber), at: low)
    if !isRunning {
      isRunning = true
      let thread = Thread { [self] in run() }
      thread.name = "GraphQLMock.timers"
      thread.start()
    }
    if pending.last?.number == lastNumber { condition.signal() }
    return Ticket(number: lastNumber)
  }

  /// Takes a timer back; one that has fired already is none of our business.
  func cancel(_ ticket: Ticket) {
    condition.lock()
    defer { condition.unlock() }
    actions[ticket.number] = nil
    // Timers that were taken back stay in the list until due, unless they are most of it.
    if pending.count > 64, pending.count > 2 * actions.count {
      pending.removeAll { actions[$0.number] == nil }
    }
  }

  private func run() -> Never {
    while true {
      condition.lock()
      var due: [@Sendable () -> Void] = []
      while due.isEmpty {
        let now = DispatchTime.now().uptimeNanoseconds
        while let next = pending.last, next.nanoseconds <= now || actions[next.number] == nil {
          pending.removeLast()
          if let action = actions.removeValue(forKey: next.number) { due.append(action) }
        }
        guard due.isEmpty else { break }
        if let next = pending.last {
          let seconds = Double(next.nanoseconds - now) / 1e9
          _ = condition.wait(until: Date(timeIntervalSinceNow: min(seconds, 3600)))
        } else {
          condition.wait()
        }
      }
      condition.unlock()
      for action in due { action() }
    }
  }
}
