// A `JournalLog` and progress closures are called with the journal locked, so they must not call the journal.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class Journal: Sendable {
  private struct State {
    var limits: JournalLimits
    var entries: [ReceivedRequest] = []
    /// The number of the first entry, from which all entries are numbered consecutively.
    var firstID = 0
    /// The sum of the entries' sizes, in bytes.
    var size = 0
    var droppedCount = 0
    // The keys are JSON strings or null, because Swift strings with different Unicode scalars can be equal.
    var droppedNames: [MockJSON: Int] = [:]
    // The first failures, up to a limit. Later failures are only counted, because earlier ones often cause them.
    var failures: [MockFailure] = []
    var droppedFailureCount = 0
    var readFailureCount = 0
    // The number of changes so far. If it stays the same, a `StillnessWatch` finds that nothing has moved.
    var changeCount = 0
    var waiters: Waiters<ReceivedRequest>?

    // The entries that the test can read. `entries` also contains older ones until they're removed together.
    var kept: ArraySlice<ReceivedRequest> {
      limits.count.map { entries.suffix($0) } ?? entries[...]
    }

    var countedFailures: [MockFailure] {
      guard droppedFailureCount > 0, let last = failures.last else { return failures }
      let others =
        droppedFailureCount == 1 ? "1 more failure" : "\(droppedFailureCount) more failures"
      let text = "\(others); the journal keeps only \(failures.count)."
      return failures + [MockFailure(last.kind, text)]
    }

    mutating func removeFailures() {
      (failures, droppedFailureCount, readFailureCount) = ([], 0, 0)
    }

    mutating func change(_ id: Int, _ body: (inout ReceivedRequest) -> Void) {
      changeCount += 1
      // The entry may have been dropped.
      guard id >= firstID, id - firstID < entries.count else { return }
      body(&entries[id - firstID])
    }

    mutating func append(_ received: ReceivedRequest) {
      changeCount += 1
      entries.append(received)
      size += received.size
    }

    /// Removes many of the oldest entries at once, because each removal moves all remaining entries in memory.
    mutating func dropOldest() {
      var count = 0
      // Doubling a large limit would overflow, so the limit is subtracted twice.
      if let limit = limits.count, entries.count - max(limit, 32) > max(limit, 32) {
        count = entries.count - limit
      }
      if size > limits.bytes, entries.count > 1 {
        // The latest entry is kept even if it exceeds the size limit by itself.
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
        droppedNames[operation.name.map { .string($0) } ?? .null, default: 0] += 1
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

  func setLimits(_ limits: JournalLimits) { state.withLock { $0.limits = limits } }

  var limit: Int? { state.withLock { $0.limits.count } }

  var requests: [ReceivedRequest] { state.withLock { Array($0.kept) } }

  var droppedCount: Int { state.withLock { $0.droppedCount + $0.entries.count - $0.kept.count } }

  func count(of name: NameCondition) -> Int {
    let (entries, dropped) = state.withLock { ($0.entries, $0.droppedNames) }
    // A `NameCondition` may call a closure of the test, so names are compared after the lock is released.
    return dropped.reduce(entries.count { $0.asks(for: name) }) {
      name.matches($1.key.string) ? $0 + $1.value : $0
    }
  }

  var failures: [MockFailure] { state.withLock { $0.countedFailures } }

  func begin(
    _ request: URLRequest, operations: [OperationRequest], batchPosition: Int? = nil
  ) -> Int {
    let (entry, waiters) = state.withLock { state in
      var received = ReceivedRequest(
        id: state.firstID + state.entries.count, urlRequest: request, operations: operations,
        started: .now, bodyLimit: state.limits.body, batchPosition: batchPosition)
      received.redaction = state.limits.redaction
      state.append(received)
      log?.write(received)
      state.dropOldest()
      return (received, state.waiters)
    }
    waiters?.notify(entry)
    return entry.id
  }

  func matched(_ id: Int, _ entry: RegisteredHandler?) {
    change(id) {
      ($0.handler, $0.source) = (entry?.location, entry)
      if entry != nil { log?.write($0) }
    }
  }

  func answered(_ id: Int, byFixture name: String) { change(id) { $0.fixture = name } }

  func answered(_ id: Int, by step: Int, of count: Int) {
    if count > 1 { change(id) { $0.turn = ReceivedRequest.ResponseTurn(step: step, count: count) } }
  }

  private func change(_ id: Int, _ body: (inout ReceivedRequest) -> Void) {
    state.withLock { $0.change(id, body) }
  }

  /// Whether there never was a request, not even before `removeAll()`.
  var isUnused: Bool { state.withLock { $0.firstID + $0.entries.count == 0 } }

  func warn(_ id: Int, _ warnings: [JournalWarning]) {
    change(id) { received in
      // Each warning is added only once, because many events of a subscription may cause the same warning.
      let new = warnings.filter { !received.journalWarnings.contains($0) }
      let room = max(0, Self.warningLimit - received.journalWarnings.count)
      received.journalWarnings += new.prefix(room)
    }
  }

  private static let warningLimit = 100

  func noteWait(_ wait: PendingWait?, of id: Int) {
    change(id) { if !$0.isCutOff { $0.wait = wait } }
  }

  var progress: Int {
    state.withLock { state in
      state.entries.reduce(state.changeCount) {
        $1.ending == nil ? $0 &+ ($1.wait?.progress ?? 0) : $0
      }
    }
  }

  /// Marks open requests as ended by the service. Reports still show what these requests were waiting for.
  func cutOff() {
    state.withLock { state in
      for index in state.entries.indices where state.entries[index].ending == nil {
        state.entries[index].isCutOff = true
        state.entries[index].wait = state.entries[index].wait?.ended
      }
    }
  }

  func end(_ id: Int, _ ending: ReceivedRequest.Ending, response: SentResponse?) {
    state.withLock { state in
      var size: Int?
      let bodyLimit = state.limits.body
      state.change(id) {
        guard $0.ending == nil else { return }
        $0.ending = ending
        // After a failure or cancellation, `ServiceCall` has made the wait past, and reports still show it.
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

  /// Removes all entries and failures. The end of a request that is still open isn't recorded.
  func removeAll() {
    state.withLock { state in
      state.firstID += state.entries.count
      (state.entries, state.size, state.droppedCount, state.droppedNames) = ([], 0, 0, [:])
      state.removeFailures()
    }
  }

  static let failureLimit = 1_000

  func record(_ failure: MockFailure) {
    state.withLock { state in
      // Even with a limit of 0, one failure is kept, because it makes the test fail.
      if state.failures.count < max(state.limits.count ?? Self.failureLimit, 1) {
        state.failures.append(failure)
      } else {
        state.droppedFailureCount += 1
      }
      var entry: ReceivedRequest?
      if let received = failure.requestID {
        state.change(received) {
          if $0.failure == nil { $0.failure = failure }
          entry = $0
        }
      }
      log?.write(failure, in: entry)
    }
  }

  func readFailures() -> [MockFailure] {
    state.withLock { state in
      state.readFailureCount = state.failures.count
      return state.countedFailures
    }
  }

  /// Prints the first failure that the test hasn't read, so that it doesn't disappear with the service.
  func printUnreadFailures() {
    let unread = state.withLock { $0.failures.dropFirst($0.readFailureCount) }
    guard let first = unread.first else { return }
    let count = unread.count == 1 ? "a failure" : "\(unread.count) failures"
    let text = "GraphQLMock: a service without a test was released with \(count) that nobody read: "
    // The last reference may be released on a queue of Foundation, which must not wait for a file.
    WorkerThreads.shared.run { Console.printError("\(text)\(first)") }
  }

  func takeFailures() -> [MockFailure] {
    state.withLock { state in
      defer { state.removeFailures() }
      return state.countedFailures
    }
  }

  /// - Parameter isWanted: A closure that returns whether to count a request. The lock isn't held during the call.
  func wait(
    for count: Int, within limit: Duration, where isWanted: (ReceivedRequest) -> Bool
  ) async throws -> WaitLimit.Ending? {
    let waiters = state.withLock { $0.waiters.orStoring(Waiters()) }
    var missing = count
    // The last entry that was counted from the list, which is read after the waiter is known to get later ones.
    var lastKept: Int?
    return try await waiters.wait(within: limit) { arrived in
      if lastKept == nil {
        let kept = requests
        lastKept = kept.last?.id ?? -1
        missing -= kept.count(where: isWanted)
      }
      // A request that is in both lists is counted once.
      missing -= arrived.count { $0.id > lastKept ?? -1 && isWanted($0) }
      return missing <= 0
    }
  }
}

/// Receives the changes of a journal in order, one call at a time. `JournalWriter` is on a floor above the journal.
protocol JournalLog: Sendable {
  /// Writes a request when it arrives, and writes it again when it has ended.
  func write(_ received: ReceivedRequest)
  func write(_ failure: MockFailure, in received: ReceivedRequest?)
}

struct JournalLimits: Sendable {
  var count: Int?
  /// The approximate maximum size of the journal in bytes.
  var bytes = 268_435_456
  /// The maximum size in bytes of a body that the journal keeps.
  var body = 4_194_304
  var redaction: Redaction?
}

extension ReceivedRequest {
  package func asks(for name: NameCondition, _ type: OperationType? = nil) -> Bool {
    operations.contains {
      // A persisted query with an unknown hash isn't counted, because the client then repeats it with its text.
      !$0.isPersistedQueryMiss && name.matches($0.name) && (type == nil || type == $0.type)
    }
  }

  var size: Int { Self.overhead + requestSize + (response?.body.count ?? 0) }

  private static let overhead = 2_048
}
