// What was asked of a service, in order of arrival.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class Journal: Sendable {
  private struct State {
    var limits: JournalLimits
    var entries: [MockExchange] = []
    /// The number of the first entry that is kept.
    var firstID = 0
    /// How many bytes the entries come to.
    var size = 0
    /// How many entries were dropped for the limits.
    var droppedCount = 0
    /// How many of them asked for an operation, by its name.
    var droppedNames: [String?: Int] = [:]
    /// The first failures, which caused the others as a rule.
    var failures: [MockFailure] = []
    var droppedFailureCount = 0
    /// How often something has begun, ended, or begun to wait.
    var changeCount = 0
    /// Told of each request that arrives; made for the first wait.
    var waiters: Waiters<MockExchange>?

    /// Entries beyond the limit stay for a while; see ``dropOldest``.
    var kept: ArraySlice<MockExchange> {
      limits.count.map { entries.suffix($0) } ?? entries[...]
    }

    /// The failures that are kept, and one that says how many others there were.
    var countedFailures: [MockFailure] {
      guard droppedFailureCount > 0, let last = failures.last else { return failures }
      let others =
        droppedFailureCount == 1 ? "1 more failure" : "\(droppedFailureCount) more failures"
      return failures + [
        MockFailure(
          last.kind, "\(others), of which the journal keeps no more than \(failures.count).")
      ]
    }

    mutating func removeFailures() { (failures, droppedFailureCount) = ([], 0) }

    mutating func change(_ id: Int, _ body: (inout MockExchange) -> Void) {
      changeCount += 1
      guard id >= firstID, id - firstID < entries.count else { return }
      body(&entries[id - firstID])
    }

    mutating func append(_ exchange: MockExchange) {
      changeCount += 1
      entries.append(exchange)
      size += exchange.size
    }

    /// Drops the oldest entries, many at once, so that the cost of moving the others is shared.
    mutating func dropOldest() {
      var count = 0
      // Subtracted, not doubled: any limit may be stated.
      if let limit = limits.count, entries.count - max(limit, 32) > max(limit, 32) {
        count = entries.count - limit
      }
      if size > limits.bytes, entries.count > 1 {
        // The latest entry stays, however large it is.
        var rest = size - entries[..<count].reduce(0) { $0 + $1.size }
        while rest > limits.bytes / 4 * 3, count < entries.count - 1 {
          rest -= entries[count].size
          count += 1
        }
      }
      guard count > 0 else { return }
      size -= entries[..<count].reduce(0) { $0 + $1.size }
      firstID += count
      droppedCount += count
      for operation in entries[..<count].flatMap(\.operations) where !operation.isPersistedQueryMiss
      {
        droppedNames[operation.name, default: 0] += 1
      }
      entries.removeFirst(count)
    }
  }

  private let state: Locked<State>
  private let log: (any JournalLog)?

  init(_ limits: JournalLimits, log: (any JournalLog)? = nil) {
    state = Locked(State(limits: limits))
    self.log = log
  }

  /// Changes what is kept from now on.
  func setLimits(_ limits: JournalLimits) { state.withLock { $0.limits = limits } }

  /// How many exchanges are kept; nil for all that there is room for.
  var limit: Int? { state.withLock { $0.limits.count } }

  /// All exchanges that are kept, in order of arrival.
  var exchanges: [MockExchange] { state.withLock { Array($0.kept) } }

  /// How many exchanges are not kept any more.
  var droppedCount: Int {
    state.withLock { $0.droppedCount + $0.entries.count - $0.kept.count }
  }

  /// How many requests for an operation have arrived, whatever the limits.
  func count(of name: OperationName) -> Int {
    let (entries, dropped) = state.withLock { ($0.entries, $0.droppedNames) }
    // Outside of the lock, as the name may be a closure of the test.
    return dropped.reduce(entries.count { $0.asks(for: name) }) {
      name.matches($1.key) ? $0 + $1.value : $0
    }
  }

  /// All failures, in the order in which they were found.
  var failures: [MockFailure] { state.withLock { $0.countedFailures } }

  // MARK: Entries

  /// Enters a request that has arrived.
  func begin(
    _ request: URLRequest, operations: [OperationRequest], batchPosition: Int? = nil
  ) -> Int {
    let (entry, waiters) = state.withLock { state in
      var exchange = MockExchange(
        id: state.firstID + state.entries.count, urlRequest: request, operations: operations,
        started: .now, bodyLimit: state.limits.body, batchPosition: batchPosition)
      exchange.wording = state.limits.wording
      state.append(exchange)
      log?.write(exchange)
      state.dropOldest()
      return (exchange, state.waiters)
    }
    waiters?.tell(entry)
    return entry.id
  }

  /// Says which handler or table answers; nil if none does.
  func matched(_ id: Int, _ entry: RegisteredHandler?) {
    state.withLock {
      $0.change(id) {
        $0.handler = entry?.location
        $0.source = entry
      }
    }
  }

  /// Says which fixture answers.
  func answered(_ id: Int, byFixture name: String) {
    state.withLock { $0.change(id) { $0.fixture = name } }
  }

  /// Says which of several responses answers; one alone is not told.
  func answered(_ id: Int, by step: Int, of count: Int) {
    guard count > 1 else { return }
    state.withLock {
      $0.change(id) { $0.turn = MockExchange.ResponseTurn(step: step, count: count) }
    }
  }

  /// Whether no request has arrived yet.
  var isUnused: Bool { state.withLock { $0.firstID + $0.entries.count == 0 } }

  /// Notes what is odd about an exchange.
  func warn(_ id: Int, _ warnings: [String]) {
    state.withLock {
      $0.change(id) { exchange in
        // Events may have one error again and again.
        let new = warnings.filter { !exchange.warnings.contains($0) }
        exchange.warnings += new.prefix(max(0, Self.warningLimit - exchange.warnings.count))
      }
    }
  }

  /// How many warnings an exchange has.
  private static let warningLimit = 100

  /// Says what an exchange waits for now.
  func waits(_ id: Int, for wait: PendingWait?) {
    state.withLock { $0.change(id) { if !$0.isCutOff { $0.wait = wait } } }
  }

  /// What changes whenever something moves.
  var progress: Int {
    state.withLock { state in
      state.entries.reduce(state.changeCount) {
        $1.ending == nil ? $0 &+ ($1.wait?.progress ?? 0) : $0
      }
    }
  }

  /// Says that the service ends, whatever becomes of what is open.
  func cutOff() {
    state.withLock { state in
      for index in state.entries.indices where state.entries[index].ending == nil {
        state.entries[index].isCutOff = true
        state.entries[index].wait = state.entries[index].wait?.ended
      }
    }
  }

  /// Closes an exchange; only the first ending counts.
  func end(_ id: Int, _ ending: MockExchange.Ending, response: ExchangeResponse?) {
    state.withLock { state in
      var size: Int?
      let bodyLimit = state.limits.body
      state.change(id) {
        guard $0.ending == nil else { return }
        $0.ending = ending
        // What it waited for is told of one that was given up.
        if ending == .answered || ending == .passedThrough || $0.wait?.isPast != true {
          $0.wait = nil
        }
        $0.response = response?.keeping(bodyLimit: bodyLimit)
        $0.duration = $0.started.duration(to: .now)
        size = $0.response?.body.count ?? 0
        log?.write($0)
      }
      guard let size else { return }
      state.size += size
      state.dropOldest()
    }
  }

  /// Forgets everything; open requests still end, but are not entered any more.
  func removeAll() {
    state.withLock { state in
      state.firstID += state.entries.count
      state.entries.removeAll()
      state.size = 0
      state.droppedCount = 0
      state.droppedNames = [:]
      state.removeFailures()
    }
  }

  // MARK: Failures

  /// How many failures are kept where the journal has no limit.
  static let failureLimit = 1_000

  /// Records what a test must be told.
  func record(_ failure: MockFailure) {
    state.withLock { state in
      // One at least is kept: it is what makes a test fail.
      if state.failures.count < max(state.limits.count ?? Self.failureLimit, 1) {
        state.failures.append(failure)
      } else {
        state.droppedFailureCount += 1
      }
      var entry: MockExchange?
      if let exchange = failure.exchange {
        state.change(exchange) {
          if $0.failure == nil { $0.failure = failure }
          entry = $0
        }
      }
      log?.write(failure, in: entry)
    }
  }

  /// Hands out the failures that were recorded since the last call.
  func takeFailures() -> [MockFailure] {
    state.withLock { state in
      defer { state.removeFailures() }
      return state.countedFailures
    }
  }

  // MARK: Waiting

  /// Waits until so many exchanges have arrived, as ``Waiters`` does.
  /// - Parameter isWanted: Runs outside of the lock, as it may be a closure of the test.
  func wait(
    for count: Int, within limit: Duration, where isWanted: (MockExchange) -> Bool
  ) async throws -> WaitLimit.Ending? {
    let waiters = state.withLock { state in
      let waiters = state.waiters ?? Waiters()
      state.waiters = waiters
      return waiters
    }
    var missing = count
    var lastKept: Int?
    return try await waiters.wait(within: limit) { arrived in
      if lastKept == nil {
        let kept = exchanges
        lastKept = kept.last?.id ?? -1
        missing -= kept.count(where: isWanted)
      }
      // One that arrived before the others were looked at is told as well.
      missing -= arrived.count { $0.id > lastKept ?? -1 && isWanted($0) }
      return missing <= 0
    }
  }
}

/// What writes down the entries of a journal as they come; called in order, one at a time.
protocol JournalLog: Sendable {
  /// An exchange that has arrived, or ended.
  func write(_ exchange: MockExchange)
  /// Something that went wrong, with the exchange in which it did.
  func write(_ failure: MockFailure, in exchange: MockExchange?)
}

// What a journal keeps, so that a long run does not fill the memory.

struct JournalLimits: Sendable {
  /// How many exchanges, the latest ones; nil for all that there is room for.
  var count: Int?
  /// How many bytes the exchanges may come to, roughly.
  var bytes = ServiceOptions.defaultJournalSizeLimit
  /// How many bytes of a body.
  var body = ServiceOptions.defaultBodyLimit
  /// What puts the exchanges into words.
  var wording: (any MockExchange.Wording)?
}

extension MockExchange {
  /// Whether an operation of this name and type was asked for; a nil type takes any.
  package func asks(for name: OperationName, _ type: OperationType? = nil) -> Bool {
    operations.contains {
      // The client asks again, with the document.
      !$0.isPersistedQueryMiss && name.matches($0.name) && (type == nil || type == $0.type)
    }
  }

  /// How many bytes it comes to, roughly.
  var size: Int { Self.overhead + requestSize + (response?.body.count ?? 0) }

  /// What an exchange takes without bodies: its request, its header fields, what was read of it.
  private static let overhead = 2_048
}
