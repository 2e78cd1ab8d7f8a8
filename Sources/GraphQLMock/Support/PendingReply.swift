/// A reply that a single task can wait for, only once.
package final class PendingReply<Value: Sendable>: Sendable {
  private struct State {
    var reply: Value??
    var waiting: CheckedContinuation<Value?, Never>?
  }

  private let state = Locked(State())

  package init() {}

  /// Passes the reply to the waiting task, unless there already is a reply.
  package func fulfil(_ reply: Value?) {
    let waiting = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      guard state.reply == nil else { return nil }
      state.reply = .some(reply)
      return state.waiting.take()
    }
    waiting?.resume(returning: reply)
  }

  /// Waits for the reply, or returns nil if the task is canceled.
  func valueUnlessCancelled(orElse cancel: @Sendable () -> Void = {}) async -> Value? {
    await withTaskCancellationHandler {
      await value()
    } onCancel: {
      cancel()
      fulfil(nil)
    }
  }

  /// Waits for the reply, or returns nil after the limit or if the task is canceled.
  package func value(within limit: Duration) async -> Value? {
    let limit = WaitLimit(limit) { [self] _ in fulfil(nil) }
    defer { limit.cancel() }
    return await valueUnlessCancelled()
  }

  /// Waits for the reply, even if the task is canceled.
  package func value() async -> Value? {
    await withCheckedContinuation { continuation in
      let known: Value?? = state.withLock { state in
        if state.reply == nil { state.waiting = continuation }
        return state.reply
      }
      if let known { continuation.resume(returning: known) }
    }
  }
}
