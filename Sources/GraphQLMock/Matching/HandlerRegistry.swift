/// Handlers that were registered last are tried first, and handlers of one call in their order. Handlers that are
/// tried first have the highest `rank`, and lists are sorted by rank, lowest first. A request is compared only with
/// handlers for its operation's name and with handlers that don't require a name.
final class HandlerRegistry: Sendable {
  private struct Lists {
    var named: [String: [RegisteredHandler]] = [:]
    /// The keys of `named` in order of registration, so that messages don't depend on the order of a dictionary.
    var names: [String] = []
    /// The handlers that don't require an exact operation name, and the fixture tables.
    var general: [RegisteredHandler] = []
    var lastRank = 0

    mutating func append(_ handlers: [RequestHandler], isShared: Bool) {
      let notes = handlers.count > 1 ? RegisteredHandler.Notes() : nil
      for index in handlers.indices.reversed() {
        append(
          RegisteredHandler(rank: lastRank + 1, handlers, at: index, isShared: isShared, notes))
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

  /// The same lock protects the variables of every `RegisteredHandler`. `initial` has what `reset()` returns to.
  private let lists = Locked((current: Lists(), initial: Lists()))

  func register(
    _ handlers: [RequestHandler], table: (any ResponseTable)? = nil, isShared: Bool = false
  ) {
    let ofTable = table?.handlers ?? []
    lists.withLock { lists in
      // The table has the lowest rank, so it's tried after its rows and these handlers.
      if let table {
        lists.current.append(RegisteredHandler(rank: lists.current.lastRank + 1, table: table))
        lists.current.append(ofTable, isShared: isShared)
      }
      lists.current.append(handlers, isShared: isShared)
    }
  }

  var all: [RegisteredHandler] { lists.withLock { $0.current.all }.ordered { $0.rank > $1.rank } }

  /// The tables, starting with the one that is tried first.
  var tables: [(entry: RegisteredHandler, table: any ResponseTable)] {
    lists.withLock { $0.current.general }.reversed().compactMap { entry in
      entry.table.map { (entry, $0) }
    }
  }

  /// Returns the names of the fixtures that answered a request, also before a `reset()`.
  func usedResponses(of isWanted: (any ResponseTable) -> Bool) -> Set<String> {
    lists.withLock { lists in
      let entries = lists.current.general.filter { $0.table.map(isWanted) == true }
      return Set(entries.flatMap { $0.takenByTableResponse.keys })
    }
  }

  /// Returns the handlers and tables that may match the request, in the order in which they're tried.
  /// - Parameter pathsPrecedeCatchAll: Whether handlers for paths precede one of the same list that states nothing.
  func candidates(for request: IncomingRequest, pathsPrecedeCatchAll: Bool = false) -> Candidates {
    lists.withLock { lists in
      let named = request.operation?.name.flatMap { lists.current.named[$0] }
      return Candidates(
        named: named ?? [], general: lists.current.general,
        pathsPrecedeCatchAll: pathsPrecedeCatchAll)
    }
  }

  /// Returns the handlers that may match the request and can be compared without running closures of the test.
  func candidatesWithoutUserCode(for request: IncomingRequest) -> some Sequence<RegisteredHandler> {
    candidates(for: request).lazy.filter { !$0.hasUserCode }
  }

  private static let nameLimit = 100

  /// The names of the operations that the first handlers answer, to recognize a service by its requests.
  var handledNames: Set<String> { Set(all.prefix(Self.nameLimit).compactMap(\.name)) }

  /// Counts a request and returns the position of the next response, or nil if the handler's limit is reached.
  /// Each path on which this handler then doesn't answer must call `undoUse`.
  func countUse(of entry: RegisteredHandler) -> Int? {
    lists.withLock { _ in
      if let limit = entry.limit, entry.taken >= limit { return nil }
      defer { entry.taken += 1 }
      return entry.taken
    }
  }

  func countUse(of entry: RegisteredHandler, response: TableResponse) -> Int {
    lists.withLock { _ in
      let step = entry.takenByTableResponse[response.name]?[response.uploads] ?? 0
      entry.takenByTableResponse[response.name, default: [:]][response.uploads] = step + 1
      return step
    }
  }

  /// Undoes the counting of a request that the handler didn't answer, unless `reset()` has done so in the meantime.
  func undoUse(of entry: RegisteredHandler) {
    lists.withLock { _ in (entry.taken, entry.wasUsed) = (max(entry.taken - 1, 0), true) }
  }

  /// Returns how often a handler has answered if that is its limit, or nil if it can answer again.
  func useCountIfUsedUp(_ entry: RegisteredHandler) -> Int? {
    lists.withLock { _ in entry.limit.flatMap { entry.taken >= $0 ? entry.taken : nil } }
  }

  func isUsed(_ entry: RegisteredHandler) -> Bool { lists.withLock { _ in entry.isUsed } }

  /// Keeps the current handlers for `reset()`, which removes those that are registered later.
  func keepAsInitial() { lists.withLock { $0.initial = $0.current } }

  func reset() {
    lists.withLock { lists in
      lists.current = lists.initial
      for entry in lists.current.all {
        (entry.wasUsed, entry.taken) = (entry.isUsed, 0)
        // The names stay, because a recording that was replayed isn't unused.
        entry.takenByTableResponse = entry.takenByTableResponse.mapValues { _ in [:] }
      }
    }
  }

  func forgetResponses(of isWanted: (any ResponseTable) -> Bool) {
    lists.withLock { lists in
      for entry in lists.current.all where entry.table.map(isWanted) == true {
        entry.takenByTableResponse = [:]
      }
    }
  }

  /// - Parameter table: A table, because only the handlers without a name are searched.
  func remove(_ table: RegisteredHandler) {
    lists.withLock { $0.current.general.removeAll { $0 === table } }
  }

  func removeAll() { lists.withLock { $0 = (Lists(), Lists()) } }

  /// The limits of `nearHandlers`: of each list, of other names, and of the handlers for each of these. The first two
  /// are also those of a table's fixtures.
  static let (nearLimit, nameLimitOfNear, nearLimitPerName) = (64, 12, 4)

  /// Returns the handlers to compare with an unhandled request, and the number of all handlers.
  func nearHandlers(to request: IncomingRequest) -> (handlers: [RegisteredHandler], count: Int) {
    let lists = lists.withLock { $0.current }
    let name = request.operation?.name
    var found = lists.general.filter { !$0.isHTTP && $0.handler != nil }.suffix(Self.nearLimit)
    found += lists.general.filter(\.isHTTP).suffix(
      request.operation == nil ? Self.nearLimit : MatchFailure.nearMissLimit)
    if let name { found += lists.named[name]?.suffix(Self.nearLimit) ?? [] }
    let others = lists.names.filter { $0 != name }
    for other in EditDistance.alike(name ?? "", among: others, atMost: Self.nameLimitOfNear) {
      found += lists.named[other]?.suffix(Self.nearLimitPerName) ?? []
    }
    return (found.ordered { $0.rank > $1.rank }, lists.all.count { $0.handler != nil })
  }

  /// An iterator that merges two sorted lists of handlers, highest rank first.
  struct Candidates: Sequence, IteratorProtocol, Sendable {
    private let named: [RegisteredHandler]
    private let general: [RegisteredHandler]
    /// The number of handlers left in each list. Removing a handler from a list would copy the list.
    private var left: (named: Int, general: Int)
    private let pathsPrecedeCatchAll: Bool
    /// Handlers that come before their turn, in reverse order, and the last rank of their list.
    private var moved: [RegisteredHandler] = []
    private var movedRank = Int.max

    init(
      named: [RegisteredHandler] = [], general: [RegisteredHandler] = [],
      pathsPrecedeCatchAll: Bool = false
    ) {
      (self.named, self.general) = (named, general)
      self.pathsPrecedeCatchAll = pathsPrecedeCatchAll
      left = (named.count, general.count)
    }

    mutating func next() -> RegisteredHandler? {
      if let entry = moved.popLast() { return entry }
      while let entry = nextByRank() {
        guard pathsPrecedeCatchAll else { return entry }
        if entry.handler?.isForPath == true, entry.rank >= movedRank { continue }
        guard entry.handler?.statesNothing == true, entry.lastRank < movedRank else { return entry }
        movedRank = entry.lastRank
        let behind = general[..<left.general].reversed().prefix { $0.rank >= movedRank }
        moved = [entry] + behind.filter { $0.handler?.isForPath == true }.reversed()
        return moved.popLast()
      }
      return nil
    }

    private mutating func nextByRank() -> RegisteredHandler? {
      let isNamed =
        left.named > 0
        && (left.general == 0 || named[left.named - 1].rank > general[left.general - 1].rank)
      if isNamed {
        left.named -= 1
        return named[left.named]
      }
      guard left.general > 0 else { return nil }
      left.general -= 1
      return general[left.general]
    }
  }
}
