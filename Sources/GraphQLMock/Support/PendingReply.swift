/// A value that one task waits for.
package final class PendingReply<Value: Sendable>: Sendable {
  private struct State {
    /// What was given; nil before that.
    var reply: Value??
    var waiting: CheckedContinuation<Value?, Never>?
  }

  private let state = Locked(State())

  package init() {}

  /// Gives the value; only the first counts.
  /// - Parameter reply: The value; nil if there will be none.
  package func fulfil(_ reply: Value?) {
    let waiting = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      guard state.reply == nil else { return nil }
      state.reply = .some(reply)
      return state.waiting.take()
    }
    waiting?.resume(returning: reply)
  }

  /// Waits for the value until the task is cancelled; to be called once.
  func valueUnlessCancelled(orElse cancel: @Sendable () -> Void = {}) async -> Value? {
    await withTaskCancellationHandler {
      await value()
    } onCancel: {
      cancel()
      fulfil(nil)
    }
  }

  /// Waits for the value until the limit is over or the task is canceled; to be called once.
  package func value(within limit: Duration) async -> Value? {
    let limit = WaitLimit(limit) { [self] _ in fulfil(nil) }
    defer { limit.cancel() }
    return await valueUnlessCancelled()
  }

  /// Waits for the value; to be called once.
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
