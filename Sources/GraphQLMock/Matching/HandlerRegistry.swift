// A new registration precedes the older ones; inside one, the first match wins. So every handler gets a rank,
// and the highest rank is tried first. New handlers are appended to lists sorted by rank, so registering costs
// the same however many there are. A request only sees the handlers of its operation and those without a name.

final class HandlerRegistry: Sendable {
  private struct Lists {
    var named: [String: [RegisteredHandler]] = [:]
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

  // This lock also guards `taken` and `takenOfAnswer` of the registered handlers.
  private let lists = Locked(Lists())
  private let initial = Locked(Lists())

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

  var all: [RegisteredHandler] { lists.withLock { $0.all }.ordered { $0.rank > $1.rank } }

  var tables: [(entry: RegisteredHandler, table: any AnswerTable)] {
    lists.withLock { $0.general }.reversed().compactMap { entry in
      entry.table.map { (entry, $0) }
    }
  }

  var usedAnswers: Set<String> {
    lists.withLock { Set($0.general.flatMap { $0.takenOfAnswer.keys }) }
  }

  func candidates(for request: ReceivedRequest) -> Candidates {
    lists.withLock { lists in
      let named = request.operation?.name.flatMap { lists.named[$0] }
      return Candidates(named: named ?? [], general: lists.general)
    }
  }

  /// For messages, which must not run the closures and regular expressions of a test.
  func candidatesWithoutUserCode(for request: ReceivedRequest) -> some Sequence<RegisteredHandler> {
    candidates(for: request).lazy.filter { !$0.hasUserCode }
  }

  // MARK: Steps

  /// Returns the position in the handler's sequence, or nil if the handler is used up.
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

  /// Gives a step back after its closure declined.
  func giveBackStep(of entry: RegisteredHandler) {
    lists.withLock { _ in entry.taken = max(entry.taken - 1, 0) }
  }

  func useCount(ofUsedUp entry: RegisteredHandler) -> Int? {
    lists.withLock { _ in entry.limit.flatMap { entry.taken >= $0 ? entry.taken : nil } }
  }

  func useCount(of entry: RegisteredHandler) -> Int { lists.withLock { _ in entry.taken } }

  // MARK: Starting again

  func keepAsInitial() {
    let lists = lists.withLock { $0 }
    initial.withLock { $0 = lists }
  }

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

  func near(_ request: ReceivedRequest) -> NearHandlers {
    let lists = lists.withLock { $0 }
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

  /// Merges two lists sorted by rank, and returns the highest rank first.
  struct Candidates: Sequence, IteratorProtocol, Sendable {
    private let named: [RegisteredHandler]
    private let general: [RegisteredHandler]
    /// Counts, because removing elements would copy the registry's list.
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
    /// The most handlers compared by exact name, by other conditions, and for plain HTTP.
    static let limit = 64
    static let nameLimit = 12
    static let limitPerName = 4

    /// A count of 0 means that only the case differs.
    static func weight(ofLetters count: Int) -> Int { count == 0 ? 12 : 16 * count }

    var handlers: [RegisteredHandler] = []
    var handlerCount = 0
    var tables: [any AnswerTable] = []
  }
}
