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

  private struct Due {
    let nanoseconds: UInt64
    let number: Int
  }

  private let condition = NSCondition()
  private var heap: [Due] = []
  private var actions: [Int: @Sendable () -> Void] = [:]
  private var lastNumber = 0
  private var isRunning = false

  /// Calls an action after a while, on the timer thread; the action must not block.
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> Ticket {
    let due = DispatchTime.now().uptimeNanoseconds.addingReportingOverflow(delay.nanoseconds)
    condition.lock()
    defer { condition.unlock() }
    lastNumber += 1
    actions[lastNumber] = action
    push(Due(nanoseconds: due.overflow ? .max : due.partialValue, number: lastNumber))
    if !isRunning {
      isRunning = true
      let thread = Thread { [self] in run() }
      thread.name = "GraphQLMock.timers"
      thread.start()
    }
    if heap.first?.number == lastNumber { condition.signal() }
    return Ticket(number: lastNumber)
  }

  /// Takes a timer back; one that has fired already is none of our business.
  func cancel(_ ticket: Ticket) {
    condition.lock()
    defer { condition.unlock() }
    actions[ticket.number] = nil
    // Timers that were taken back stay in the heap until due; a heap of mostly those is made anew.
    if heap.count > 64, heap.count > 2 * actions.count {
      let kept = heap.filter { actions[$0.number] != nil }
      heap.removeAll(keepingCapacity: true)
      for due in kept { push(due) }
    }
  }

  private func run() -> Never {
    while true {
      condition.lock()
      var due: [@Sendable () -> Void] = []
      while due.isEmpty {
        let now = DispatchTime.now().uptimeNanoseconds
        while let first = heap.first, first.nanoseconds <= now || actions[first.number] == nil {
          pop()
          if let action = actions.removeValue(forKey: first.number) { due.append(action) }
        }
        guard due.isEmpty else { break }
        if let first = heap.first {
          let seconds = Double(first.nanoseconds - now) / 1e9
          _ = condition.wait(until: Date(timeIntervalSinceNow: min(seconds, 3600)))
        } else {
          condition.wait()
        }
      }
      condition.unlock()
      for action in due { action() }
    }
  }

  private func push(_ due: Due) {
    heap.append(due)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].nanoseconds < heap[parent].nanoseconds else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private func pop() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child].nanoseconds < heap[least].nanoseconds { least = child }
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
