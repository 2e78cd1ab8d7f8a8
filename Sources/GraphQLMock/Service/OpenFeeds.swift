// The subscriptions of a service that are open, so that a test can send to them.

import Foundation

final class OpenFeeds: Sendable {
  private struct Watcher: Sendable {
    let name: OperationName
    let count: Int
    let reply: PendingReply<Void>
  }

  private struct State {
    var feeds: [Int: EventFeed] = [:]
    var watchers: [Int: Watcher] = [:]
    var lastNumber = 0

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  private let state = Locked(State())

  /// Keeps a feed until its response ends.
  func add(_ feed: EventFeed) {
    let (number, watchers) = state.withLock { state in
      let number = state.nextNumber()
      state.feeds[number] = feed
      return (number, state.watchers)
    }
    feed.chunks.onEnd { [weak self] in
      self?.state.withLock { _ = $0.feeds.removeValue(forKey: number) }
    }
    for (key, watcher) in watchers where named(watcher.name).count >= watcher.count {
      state.withLock { _ = $0.watchers.removeValue(forKey: key) }
      watcher.reply.fulfil(())
    }
  }

  /// The open subscriptions to operations of a name, the oldest first.
  func named(_ name: OperationName) -> [EventFeed] {
    // Outside of the lock: a name may be a closure of the test.
    let feeds = state.withLock { $0.feeds }
    return feeds.orderedByKey().map(\.value)
      .filter { name.matches($0.operationName) }
  }

  /// How many subscriptions are open.
  var count: Int { state.withLock { $0.feeds.count } }

  /// Waits until so many subscriptions to operations of a name are open at the same time.
  /// - Returns: whether they are, before the time was up and before the task was cancelled.
  func wait(for count: Int, named name: OperationName, within limit: Duration) async -> Bool {
    let reply = PendingReply<Void>()
    let number = state.withLock { state in
      let number = state.nextNumber()
      state.watchers[number] = Watcher(name: name, count: count, reply: reply)
      return number
    }
    defer { state.withLock { _ = $0.watchers.removeValue(forKey: number) } }
    // What opened before the watcher was there told nobody.
    if named(name).count >= count { return true }
    let timer = TimerThread.shared.schedule(after: limit) { reply.fulfil(nil) }
    let isThere: Void? = await withTaskCancellationHandler {
      await reply.value()
    } onCancel: {
      reply.fulfil(nil)
    }
    TimerThread.shared.cancel(timer)
    return isThere != nil
  }
}
