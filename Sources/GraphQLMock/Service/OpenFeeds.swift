/// The open subscriptions of a service, to which a test can send events.
final class OpenFeeds: Sendable {
  private struct State {
    var feeds: [Int: EventFeed] = [:]
    var lastNumber = 0
    var waiters: Waiters<Void>?
  }

  private let state = Locked(State())

  func add(_ feed: EventFeed) {
    let (number, waiters) = state.withLock { state in
      let number = state.lastNumber.next()
      state.feeds[number] = feed
      return (number, state.waiters)
    }
    feed.chunks.onEnd { [weak self] in
      self?.state.withLock { _ = $0.feeds.removeValue(forKey: number) }
    }
    waiters?.tell(())
  }

  /// Oldest first.
  func named(_ name: OperationName) -> [EventFeed] {
    // Outside of the lock, because a name may be a closure of the test.
    let feeds = state.withLock { $0.feeds }
    return feeds.orderedByKey().map(\.value)
      .filter { name.matches($0.operationName) }
  }

  var count: Int { state.withLock { $0.feeds.count } }

  func wait(
    for count: Int, named name: OperationName, within limit: Duration
  ) async throws -> WaitLimit.Ending? {
    let waiters = state.withLock { state in
      let waiters = state.waiters ?? Waiters()
      state.waiters = waiters
      return waiters
    }
    return try await waiters.wait(within: limit) { _ in named(name).count >= count }
  }
}
