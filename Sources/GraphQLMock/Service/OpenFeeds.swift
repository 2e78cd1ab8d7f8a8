// The subscriptions of a service that are open, so that a test can send to them.

import Foundation

final class OpenFeeds: Sendable {
  private struct Watcher {
    let name: String
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

    func feeds(named name: String) -> [EventFeed] {
      feeds.ordered { $0.key < $1.key }.map(\.value)
        .filter { Bytes.areEqual($0.operationName, name) }
    }
  }

  private let state = Locked(State())

  /// Keeps a feed until its response ends.
  func add(_ feed: EventFeed) {
    let (number, due) = state.withLock { state in
      let number = state.nextNumber()
      state.feeds[number] = feed
      let due = state.watchers.filter { state.feeds(named: $0.value.name).count >= $0.value.count }
      for key in due.keys { state.watchers[key] = nil }
      return (number, due.values.map(\.reply))
    }
    feed.chunks.onEnd { [weak self] in
      self?.state.withLock { _ = $0.feeds.removeValue(forKey: number) }
    }
    for reply in due { reply.fulfil(()) }
  }

  /// The open subscriptions to an operation, the oldest first.
  func named(_ name: String) -> [EventFeed] { state.withLock { $0.feeds(named: name) } }

  /// How many subscriptions are open.
  var count: Int { state.withLock { $0.feeds.count } }

  /// Waits until so many subscriptions to an operation are open at the same time.
  /// - Returns: whether they are, before the time was up and before the task was cancelled.
  func wait(for count: Int, named name: String, within limit: Duration) async -> Bool {
    let reply = PendingReply<Void>()
    let number = state.withLock { state -> Int? in
      guard state.feeds(named: name).count < count else { return nil }
      let number = state.nextNumber()
      state.watchers[number] = Watcher(name: name, count: count, reply: reply)
      return number
    }
    guard let number else { return true }
    let timer = TimerThread.shared.schedule(after: limit) { reply.fulfil(nil) }
    let isThere: Void? = await withTaskCancellationHandler {
      await reply.value()
    } onCancel: {
      reply.fulfil(nil)
    }
    TimerThread.shared.cancel(timer)
    state.withLock { _ = $0.watchers.removeValue(forKey: number) }
    return isThere != nil
  }
}
