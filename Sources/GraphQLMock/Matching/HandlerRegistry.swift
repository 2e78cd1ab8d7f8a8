// Handlers that were registered later are tried before handlers that were registered earlier. If several handlers
// are registered in one call, the first match wins. Each handler has a rank, and the highest rank is tried first.
// New handlers are appended to lists that are sorted by rank, so the time for a registration doesn't depend on the
// number of handlers. A request is compared only with handlers for its operation's name and handlers without a
// name.

final class HandlerRegistry: Sendable {
  private struct Lists {
    var named: [String: [RegisteredHandler]] = [:]
    var names: [String] = []
    /// The handlers that don't require an exact operation name, the handlers for plain HTTP, and the fixture
    /// tables.
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

  // The lock of `lists` also protects the counters `taken` and `takenOfAnswer` of each registered handler.
  private let lists = Locked((current: Lists(), initial: Lists()))

  func register(_ handlers: [RequestHandler], table: (any AnswerTable)? = nil) {
    let ofTable = table?.handlers ?? []
    lists.withLock { lists in
      if let table {
        lists.current.append(RegisteredHandler(rank: lists.current.lastRank + 1, table: table))
        lists.current.append(ofTable)
      }
      lists.current.append(handlers)
    }
  }

  var all: [RegisteredHandler] { lists.withLock { $0.current.all }.ordered { $0.rank > $1.rank } }

  var tables: [(entry: RegisteredHandler, table: any AnswerTable)] {
    lists.withLock { $0.current.general }.reversed().compactMap { entry in
      entry.table.map { (entry, $0) }
    }
  }

  var usedAnswers: Set<String> {
    lists.withLock { Set($0.current.general.flatMap { $0.takenOfAnswer.keys }) }
  }

  func candidates(for request: ReceivedRequest) -> Candidates {
    lists.withLock { lists in
      let named = request.operation?.name.flatMap { lists.current.named[$0] }
      return Candidates(named: named ?? [], general: lists.current.general)
    }
  }

  // Returns the handlers that may match the request, except those with closures or regular expressions of the test.
  // Code of the test must not run while a message is composed.
  func candidatesWithoutUserCode(for request: ReceivedRequest) -> some Sequence<RegisteredHandler> {
    candidates(for: request).lazy.filter { !$0.hasUserCode }
  }

  // Counts a use of the handler, and returns the position of its next response. Returns nil if the handler has
  // already answered as many requests as `times(_:)` allows.
  func takeStep(of entry: RegisteredHandler) -> Int? {
    lists.withLock { _ in
      if let limit = entry.limit, entry.taken >= limit { return nil }
      defer { entry.taken += 1 }
      return entry.taken
    }
  }

  func takeStep(of entry: RegisteredHandler, answer: TableAnswer) -> Int {
    lists.withLock { _ in
      let step = entry.takenOfAnswer[answer.name]?[answer.uploads] ?? 0
      entry.takenOfAnswer[answer.name, default: [:]][answer.uploads] = step + 1
      return step
    }
  }

  // Undoes the last use of the handler, because its closure didn't answer the request and other handlers are tried.
  func giveBackStep(of entry: RegisteredHandler) {
    lists.withLock { _ in entry.taken = max(entry.taken - 1, 0) }
  }

  func useCount(ofUsedUp entry: RegisteredHandler) -> Int? {
    lists.withLock { _ in entry.limit.flatMap { entry.taken >= $0 ? entry.taken : nil } }
  }

  func useCount(of entry: RegisteredHandler) -> Int { lists.withLock { _ in entry.taken } }

  func keepAsInitial() { lists.withLock { $0.initial = $0.current } }

  func reset() {
    lists.withLock { lists in
      lists.current = lists.initial
      for entry in lists.current.all {
        entry.taken = 0
        entry.takenOfAnswer = [:]
      }
    }
  }

  func removeAll() { lists.withLock { $0 = (Lists(), Lists()) } }

  func near(_ request: ReceivedRequest) -> NearHandlers {
    let lists = lists.withLock { $0.current }
    let name = request.operation?.name
    let http = lists.general.filter(\.isHTTP)
    var found = lists.general.filter { !$0.isHTTP }.suffix(NearHandlers.limit)
      .filter { $0.handler != nil }
    found += http.suffix(request.operation == nil ? NearHandlers.limit : MatchFailure.nearMissLimit)
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

  // An iterator over two lists of handlers that are sorted by rank. It returns the handlers of both, highest rank
  // first.
  struct Candidates: Sequence, IteratorProtocol, Sendable {
    private let named: [RegisteredHandler]
    private let general: [RegisteredHandler]
    // The number of handlers that remain in each list. Handlers aren't removed, because that would copy the arrays
    // of the registry.
    private var left: (named: Int, general: Int)

    init(named: [RegisteredHandler] = [], general: [RegisteredHandler] = []) {
      (self.named, self.general) = (named, general)
      left = (named.count, general.count)
    }

    mutating func next() -> RegisteredHandler? {
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

  struct NearHandlers: Sendable {
    // The maximum number of handlers of each kind that are compared for a message about an unhandled request. The
    // kinds are handlers with the request's name, handlers without a name, and handlers for plain HTTP.
    static let limit = 64
    static let nameLimit = 12
    static let limitPerName = 4

    // Returns the distance between two names from the number of letters in which they differ. If the number is 0,
    // the names differ only in case.
    static func weight(ofLetters count: Int) -> Int { count == 0 ? 12 : 16 * count }

    var handlers: [RegisteredHandler] = []
    var handlerCount = 0
    var tables: [any AnswerTable] = []
  }
}
