/// A value that a single task can wait for, only once.
package final class PendingValue<Value: Sendable>: Sendable {
  private struct State {
    var outcome: Value??
    var waiting: CheckedContinuation<Value?, Never>?
  }

  private let state = Locked(State())

  package init() {}

  /// Passes the value to the waiting task, unless there already is a value.
  package func fulfil(_ outcome: Value?) {
    let waiting = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      guard state.outcome == nil else { return nil }
      state.outcome = .some(outcome)
      return state.waiting.take()
    }
    waiting?.resume(returning: outcome)
  }

  /// Waits for the value, or returns nil if the task is canceled before.
  /// - Parameter cancel: Withdraws the wait, before nil is returned, so that a value that arrives then isn't lost.
  func valueUnlessCancelled(orElse cancel: @Sendable () -> Void = {}) async -> Value? {
    await withTaskCancellationHandler {
      await value()
    } onCancel: {
      cancel()
      fulfil(nil)
    }
  }

  /// Waits for the value, even if the task is canceled.
  package func value() async -> Value? {
    await withCheckedContinuation { continuation in
      let known: Value?? = state.withLock { state in
        if state.outcome == nil { state.waiting = continuation }
        return state.outcome
      }
      if let known { continuation.resume(returning: known) }
    }
  }
}
