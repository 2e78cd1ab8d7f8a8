// The handlers of a service, filed by operation name, and the positions in their sequences.
//
// A registration puts its list in front of what is registered already; inside a list the first match
// wins. So every handler gets a rank, higher ranks are asked first, and a list is ranked from its
// end. Each list is sorted by rank, and a new one is appended to it: registering costs the same however
// many handlers there are. A request sees the handlers of its own operation, and those that name none.

final class HandlerRegistry: Sendable {
  private struct Lists {
    /// By exact name.
    var named: [String: [RegisteredHandler]] = [:]
    /// In the order of their first handlers.
    var names: [String] = []
    /// Handlers without an exact name, handlers of plain HTTP, and tables.
    var general: [RegisteredHandler] = []
    var lastRank = 0

    mutating func append(_ handlers: [RequestHandler]) {
      for index in handlers.indices.reversed() {
        append(RegisteredHandler(rank: lastRank + 1, handlers, at: index))
      }
    }

    mutating func append(_ entry: RegisteredHandler) {
      lastRank = entry.rank
      guard let name = entry.name else { return general.append(entry) }
      if named[name] == nil { names.append(name) }
      named[name, default: []].append(entry)
    }

    var all: [RegisteredHandler] { named.values.flatMap { $0 } + general }
  }

  // Its lock also guards what changes in the handlers that the lists hold.
  private let lists = Locked(Lists())
  private let initial = Locked(Lists())

  /// Inserts handlers, and a table after them, before those that are registered.
  func register(_ handlers: [RequestHandler], table: (any AnswerTable)? = nil) {
    let ofTable = table?.handlers ?? []
    lists.withLock { lists in
      if let table {
        lists.append(RegisteredHandler(rank: lists.lastRank + 1, table: table))
        lists.append(ofTable)
      }
      lists.append(handlers)
    }
  }

  /// In the order in which they are tried.
  var all: [RegisteredHandler] { lists.withLock { $0.all }.ordered { $0.rank > $1.rank } }

  /// In the order in which they are tried.
  var tables: [(entry: RegisteredHandler, table: any AnswerTable)] {
    lists.withLock { $0.general }.reversed().compactMap { entry in
      entry.table.map { (entry, $0) }
    }
  }

  var usedAnswers: Set<String> {
    lists.withLock { Set($0.general.flatMap { $0.takenOfAnswer.keys }) }
  }

  /// The handlers to try for an operation or an HTTP request.
  func candidates(for request: ReceivedRequest) -> HandlerRegistry.Candidates {
    lists.withLock { lists in
      let named = request.operation?.name.flatMap { lists.named[$0] }
      return HandlerRegistry.Candidates(named: named ?? [], general: lists.general)
    }
  }

  // MARK: Steps

  /// Returns the index of the step, or `nil` if the handler is used up.
  func takeStep(of entry: RegisteredHandler) -> Int? {
    lists.withLock { _ in
      if let limit = entry.limit, entry.taken >= limit { return nil }
      defer { entry.taken += 1 }
      return entry.taken
    }
  }

  /// Returns the index of the step.
  func takeStep(of entry: RegisteredHandler, answer: TableAnswer) -> Int {
    lists.withLock { _ in
      let step = entry.takenOfAnswer[answer.name]?[answer.uploads] ?? 0
      entry.takenOfAnswer[answer.name, default: [:]][answer.uploads] = step + 1
      return step
    }
  }

  /// Gives a step back after its closure declined.
  func giveBackStep(of entry: RegisteredHandler) {
    lists.withLock { _ in entry.taken = max(entry.taken - 1, 0) }
  }

  /// The number of uses, if the handler is used up.
  func useCount(ofUsedUp entry: RegisteredHandler) -> Int? {
    lists.withLock { _ in entry.limit.flatMap { entry.taken >= $0 ? entry.taken : nil } }
  }

  func useCount(of entry: RegisteredHandler) -> Int { lists.withLock { _ in entry.taken } }

  // MARK: Starting again

  /// Makes the registered handlers those that `reset` restores.
  func keepAsInitial() {
    let lists = lists.withLock { $0 }
    initial.withLock { $0 = lists }
  }

  /// Restores the initial handlers, and restarts every sequence.
  func reset() {
    let initial = initial.withLock { $0 }
    lists.withLock { lists in
      lists = initial
      for entry in lists.all {
        entry.taken = 0
        entry.takenOfAnswer = [:]
      }
    }
  }

  func removeAll() {
    lists.withLock { $0 = Lists() }
    initial.withLock { $0 = Lists() }
  }

  // MARK: Misses

  /// The few handlers that may be similar to an unhandled request.
  func near(_ request: ReceivedRequest) -> HandlerRegistry.NearHandlers {
    let lists = lists.withLock { $0 }
    let name = request.operation?.name
    let http = lists.general.filter(\.isHTTP)
    var found = lists.general.filter { !$0.isHTTP }.suffix(HandlerRegistry.NearHandlers.limit)
      .filter { $0.handler != nil }
    found += http.suffix(
      request.operation == nil ? HandlerRegistry.NearHandlers.limit : MatchFailure.nearMissLimit)
    if let name { found += lists.named[name]?.suffix(HandlerRegistry.NearHandlers.limit) ?? [] }
    let others = lists.names.filter { $0 != name }
    for other in EditDistance.alike(
      name ?? "", among: others, atMost: HandlerRegistry.NearHandlers.nameLimit)
    {
      found += lists.named[other]?.suffix(HandlerRegistry.NearHandlers.limitPerName) ?? []
    }
    let tables = lists.general.reversed().compactMap(\.table)
    return HandlerRegistry.NearHandlers(
      handlers: found.ordered { $0.rank > $1.rank }, handlerCount: lists.all.count - tables.count,
      tables: tables)
  }
}
