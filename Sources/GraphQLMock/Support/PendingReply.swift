package final class PendingReply<Value: Sendable>: Sendable {
  private struct State {
    var reply: Value??
    var waiting: CheckedContinuation<Value?, Never>?
  }

  private let state = Locked(State())

  package init() {}

  /// Only the first call counts.
  package func fulfil(_ reply: Value?) {
    let waiting = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      guard state.reply == nil else { return nil }
      state.reply = .some(reply)
      return state.waiting.take()
    }
    waiting?.resume(returning: reply)
  }

  /// Call it once; it returns `nil` if the task is canceled.
  func valueUnlessCancelled(orElse cancel: @Sendable () -> Void = {}) async -> Value? {
    await withTaskCancellationHandler {
      await value()
    } onCancel: {
      cancel()
      fulfil(nil)
    }
  }

  /// Returns `nil` if the limit ends or the task is canceled; call it once.
  package func value(within limit: Duration) async -> Value? {
    let limit = WaitLimit(limit) { [self] _ in fulfil(nil) }
    defer { limit.cancel() }
    return await valueUnlessCancelled()
  }

  /// Call it once.
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
