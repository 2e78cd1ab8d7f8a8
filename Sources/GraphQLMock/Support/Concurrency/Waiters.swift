/// Tasks that wait for news, such as requests in a journal. A task gets only news from after the start of its wait.
final class Waiters<News: Sendable>: Sendable {
  private struct Waiter {
    var news: [News] = []
    var outcome: PendingValue<Void>?
  }

  private let state = Locked(Numbered<Waiter>())

  func notify(_ news: News) {
    let outcomes = state.withLock { state -> [PendingValue<Void>] in
      state.values.keys.compactMap { number in
        state.values[number]?.news.append(news)
        return state.values[number]?.outcome.take()
      }
    }
    for outcome in outcomes { outcome.fulfil(()) }
  }

  /// Waits until `isEnough` returns true, or returns the reason why the time limit ended before that.
  /// - Parameter isEnough: A closure that gets the news since its last call, while the lock isn't held.
  /// - Throws: `CancellationError` if the task is canceled.
  func wait(
    within limit: Duration, until isEnough: ([News]) -> Bool
  ) async throws -> WaitLimit.Ending? {
    let number = state.withLock { $0.add(Waiter()) }
    defer { state.withLock { $0.values[number] = nil } }
    let timer = WaitLimit(limit) { [self] _ in wake(number) }
    defer { timer.cancel() }
    var news: [News] = []
    while true {
      // The order matters: news that arrives just before the end of the limit still counts.
      let ending = timer.ending
      if isEnough(news) { return nil }
      try Task.checkCancellation()
      let outcome = PendingValue<Void>()
      news = state.withLock { state in
        let news = state.values[number]?.news ?? []
        state.values[number] = Waiter(outcome: news.isEmpty ? outcome : nil)
        return news
      }
      guard news.isEmpty else { continue }
      if let ending { return ending }
      // After the end of the limit, nothing would resume this task.
      if timer.ending == nil { await outcome.valueUnlessCancelled() }
    }
  }

  private func wake(_ number: Int) {
    state.withLock { $0.values[number]?.outcome.take() }?.fulfil(())
  }
}
