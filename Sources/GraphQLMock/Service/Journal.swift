// What was asked of a service, in order of arrival.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class Journal: @unchecked Sendable {
  private let lock = NSLock()
  /// How many exchanges are kept; nil for all.
  private let limit: Int?
  private var entries: [MockExchange] = []
  /// The number of the first entry that is kept.
  private var firstID = 0
  private var recordedFailures: [MockFailure] = []
  private var waiters: [Int: Waiter] = [:]
  private var listeners: [Int: AsyncStream<MockExchange>.Continuation] = [:]
  private var lastToken = 0
  private let log: (any JournalLog)?

  private struct Waiter {
    let isWanted: @Sendable (MockExchange) -> Bool
    let count: Int
    /// Ends the waiting; true says that what was waited for is there.
    let end: @Sendable (Bool) -> Void
  }

  init(limit: Int?, log: (any JournalLog)? = nil) {
    self.limit = limit.map { max($0, 0) }
    self.log = log
  }

  /// All exchanges that are kept, in order of arrival.
  var exchanges: [MockExchange] { lock.withLock { kept } }

  /// All failures, in the order in which they were found.
  var failures: [MockFailure] { lock.withLock { recordedFailures } }

  private var kept: [MockExchange] { limit.map { Array(entries.suffix($0)) } ?? entries }

  // MARK: Entries

  /// Enters a request that has arrived.
  func begin(_ request: URLRequest, operations: [OperationRequest]) -> Int {
    let (id, due) = lock.withLock {
      let id = firstID + entries.count
      let exchange = MockExchange(
        id: id, urlRequest: request, operations: operations, started: .now)
      entries.append(exchange)
      log?.write(exchange)
      // Twice the limit before anything moves, so that the cost of moving is shared.
      if let limit, entries.count > 2 * max(limit, 32) {
        firstID += entries.count - limit
        entries.removeFirst(entries.count - limit)
      }
      return (id, dueWaiters)
    }
    for end in due { end(true) }
    return id
  }

  /// Says which handler answers.
  func matched(_ id: Int, handler: HandlerLocation?) {
    lock.withLock { change(id) { $0.handler = handler } }
  }

  /// Notes what is odd about an exchange.
  func warn(_ id: Int, _ warnings: [String]) {
    lock.withLock { change(id) { $0.warnings += warnings } }
  }

  /// Closes an exchange; only the first ending counts.
  func end(_ id: Int, _ ending: MockExchange.Ending, response: ExchangeResponse?) {
    lock.withLock {
      var ended: MockExchange?
      change(id) {
        guard $0.ending == nil else { return }
        $0.ending = ending
        $0.response = response
        $0.duration = $0.started.duration(to: .now)
        ended = $0
      }
      guard let ended else { return }
      log?.write(ended)
      for listener in listeners.values { listener.yield(ended) }
    }
  }

  private func change(_ id: Int, _ body: (inout MockExchange) -> Void) {
    guard entries.indices.contains(id - firstID) else { return }
    body(&entries[id - firstID])
  }

  /// Forgets everything; open requests still end, but are not entered any more.
  func removeAll() {
    lock.withLock {
      firstID += entries.count
      entries.removeAll()
      recordedFailures.removeAll()
    }
  }

  // MARK: Failures

  /// Records what a test must be told.
  func record(_ failure: MockFailure) {
    lock.withLock {
      recordedFailures.append(failure)
      var entry: MockExchange?
      if let exchange = failure.exchange {
        change(exchange) {
          if $0.failure == nil { $0.failure = failure }
          entry = $0
        }
      }
      log?.write(failure, in: entry)
    }
  }

  /// Hands out the failures that were recorded since the last call.
  func takeFailures() -> [MockFailure] {
    lock.withLock {
      defer { recordedFailures.removeAll() }
      return recordedFailures
    }
  }

  // MARK: Waiting

  /// Waits until so many exchanges have arrived.
  /// - Returns: whether they have, before the time was up and before the task was cancelled.
  func wait(
    for count: Int, within limit: Duration, where isWanted: @escaping @Sendable (MockExchange) -> Bool
  ) async -> Bool {
    let token = lock.withLock {
      lastToken += 1
      return lastToken
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let once = Once(continuation)
        let alarm = TimerThread.shared.schedule(after: limit) { once.resume(false) }
        once.onResume = { [self] in
          TimerThread.shared.cancel(alarm)
          lock.withLock { _ = waiters.removeValue(forKey: token) }
        }
        let due = lock.withLock {
          waiters[token] = Waiter(
            isWanted: isWanted, count: count, end: { once.resume($0) })
          return dueWaiters
        }
        for end in due { end(true) }
        if Task.isCancelled { once.resume(false) }
      }
    } onCancel: {
      lock.withLock { waiters[token]?.end }?(false)
    }
  }

  private var dueWaiters: [@Sendable (Bool) -> Void] {
    guard !waiters.isEmpty else { return [] }
    return waiters.values.filter { waiter in
      kept.lazy.filter(waiter.isWanted).count >= waiter.count
    }.map(\.end)
  }

  /// The exchanges as they end, those first that have ended already.
  func stream() -> AsyncStream<MockExchange> {
    let (stream, continuation) = AsyncStream<MockExchange>.makeStream()
    let token = lock.withLock {
      for exchange in kept where exchange.ending != nil { continuation.yield(exchange) }
      lastToken += 1
      listeners[lastToken] = continuation
      return lastToken
    }
    continuation.onTermination = { [weak self] _ in
      self?.lock.withLock { _ = self?.listeners.removeValue(forKey: token) }
    }
    return stream
  }

  /// Ends the sequences of exchanges.
  func finishStreams() {
    for listener in lock.withLock({ Array(listeners.values) }) { listener.finish() }
  }
}

/// What writes down the entries of a journal as they come; called in order, one at a time.
protocol JournalLog: Sendable {
  /// An exchange that has arrived, or ended.
  func write(_ exchange: MockExchange)
  /// Something that went wrong, with the exchange in which it did.
  func write(_ failure: MockFailure, in exchange: MockExchange?)
}

/// Resumes a continuation, the first time only.
private final class Once: @unchecked Sendable {
  private let lock = NSLock()
  private var continuation: CheckedContinuation<Bool, Never>?
  var onResume: (@Sendable () -> Void)?

  init(_ continuation: CheckedContinuation<Bool, Never>) { self.continuation = continuation }

  func resume(_ value: Bool) {
    let continuation = lock.withLock {
      defer { self.continuation = nil }
      return self.continuation
    }
    guard let continuation else { return }
    onResume?()
    continuation.resume(returning: value)
  }
}
