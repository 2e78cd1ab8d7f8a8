// The handlers of a service, filed by operation name, and the positions in their sequences.
//
// A registration puts its list in front of what is registered already; inside a list the first match
// wins. So every handler gets a rank, higher ranks are asked first, and a list is ranked from its
// end. Each list is sorted by rank, and a new one is appended to it: registering costs the same however
// many handlers there are. A request sees the handlers of its own operation, and those that name none.

final class HandlerRegistry: Sendable {
  private struct Lists {
    /// By the single name that they ask for.
    var named: [String: [RegisteredHandler]] = [:]
    /// Those names, in the order of their first handlers.
    var names: [String] = []
    /// Those for operations that state no single name, and for plain HTTP, and fixture tables.
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

  /// Puts handlers, and after them a table, in front of what is registered.
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

  /// All handlers, in the order in which they are asked.
  var all: [RegisteredHandler] { lists.withLock { $0.all }.ordered { $0.rank > $1.rank } }

  /// The fixture tables, in the order in which they are asked.
  var tables: [(entry: RegisteredHandler, table: any AnswerTable)] {
    lists.withLock { $0.general }.reversed().compactMap { entry in
      entry.table.map { (entry, $0) }
    }
  }

  /// The answers of tables that were given at least once, by name.
  var usedAnswers: Set<String> {
    lists.withLock { Set($0.general.flatMap { $0.takenOfAnswer.keys }) }
  }

  /// The handlers to ask for an operation, or, without one, for an HTTP request.
  func candidates(for request: ReceivedRequest) -> Candidates {
    lists.withLock { lists in
      let named = request.operation?.name.flatMap { lists.named[$0] }
      return Candidates(named: named ?? [], general: lists.general)
    }
  }

  // MARK: Steps

  /// Takes the next step of a handler.
  /// - Returns: the number of the step, from 0; nil if the handler is used up.
  func takeStep(of entry: RegisteredHandler) -> Int? {
    lists.withLock { _ in
      if let limit = entry.limit, entry.taken >= limit { return nil }
      defer { entry.taken += 1 }
      return entry.taken
    }
  }

  /// Takes the next step of an answer of a table.
  /// - Returns: the number of the step, from 0.
  func takeStep(of entry: RegisteredHandler, answer: TableAnswer) -> Int {
    lists.withLock { _ in
      let step = entry.takenOfAnswer[answer.name]?[answer.uploads] ?? 0
      entry.takenOfAnswer[answer.name, default: [:]][answer.uploads] = step + 1
      return step
    }
  }

  /// Gives a step back: the closure declined.
  func giveBackStep(of entry: RegisteredHandler) {
    lists.withLock { _ in entry.taken = max(entry.taken - 1, 0) }
  }

  /// How often a handler was chosen, if it may not be chosen any more.
  func useCount(ofUsedUp entry: RegisteredHandler) -> Int? {
    lists.withLock { _ in entry.limit.flatMap { entry.taken >= $0 ? entry.taken : nil } }
  }

  /// How often a handler was chosen.
  func useCount(of entry: RegisteredHandler) -> Int { lists.withLock { _ in entry.taken } }

  // MARK: Starting again

  /// Makes what is registered now what `reset` goes back to.
  func keepAsInitial() {
    let lists = lists.withLock { $0 }
    initial.withLock { $0 = lists }
  }

  /// Goes back to the initial handlers, with every sequence at its start.
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

  /// The handlers that may be near a request that nothing answers: a few out of however many there are.
  func near(_ request: ReceivedRequest) -> NearHandlers {
    let lists = lists.withLock { $0 }
    let name = request.operation?.name
    let http = lists.general.filter(\.isHTTP)
    var found = lists.general.filter { !$0.isHTTP }.suffix(NearHandlers.limit)
      .filter { $0.handler != nil }
    found += http.suffix(
      request.operation == nil ? NearHandlers.limit : MatchFailure.nearMissLimit)
    if let name { found += lists.named[name]?.suffix(NearHandlers.limit) ?? [] }
    let others = lists.names.filter { $0 != name }
    for other in EditDistance.alike(name ?? "", among: others, atMost: NearHandlers.nameLimit) {
      found += lists.named[other]?.suffix(NearHandlers.limitPerName) ?? []
    }
    let tables = lists.general.reversed().compactMap(\.table)
    return NearHandlers(
      handlers: found.ordered { $0.rank > $1.rank }, handlerCount: lists.all.count - tables.count,
      tables: tables)
  }
}
