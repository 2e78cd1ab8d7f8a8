// The handlers of a service, filed by operation name, and the positions in their sequences.
//
// A registration puts its list in front of what is registered already; inside a list the first match
// wins. So every handler gets a rank, higher ranks are asked first, and a list is ranked from its
// end. Each bucket is sorted by rank, and a new list is appended to it: registering costs the same
// however many handlers there are. A look-up walks two or three buckets at once, from their ends.
// It sees the handlers of its own operation, and those that name no operation.

import Foundation

final class HandlerRegistry: @unchecked Sendable {
  // Unchecked: the lock guards the buckets, and what changes in the handlers that they hold.
  private struct Buckets {
    /// By the digest of the operation's name.
    var named = NameTable()
    /// Handlers for operations that state no single name, and fixture tables.
    var general: [RegisteredHandler] = []
    var http: [RegisteredHandler] = []
    /// Of lists with many handlers, once they are asked for.
    var indices: [ListName: CountedIndex] = [:]
    var lastRank = 0
    /// The greatest rank among the handlers that state no single name.
    var lastUnnamedRank = 0

    mutating func register(_ handlers: [RequestHandler], table: (any AnswerTable)?) {
      if let table {
        append(RegisteredHandler(rank: lastRank + 1, table: table))
        append(table.handlers)
      }
      append(handlers)
    }

    /// The handlers of a list, sorted by rank.
    func handlers(in list: ListName) -> [RegisteredHandler] {
      switch list {
      case .named(let name): named[name]
      case .general: general
      case .http: http
      }
    }

    /// A list with its index.
    func list(_ name: ListName) -> List {
      List(
        name: name, handlers: handlers(in: name), index: indices.isEmpty ? nil : indices[name])
    }

    /// Keeps an index, unless the handlers were taken away meanwhile.
    mutating func keep(_ index: CountedIndex, of list: ListName) {
      let current = handlers(in: list)
      if current.count >= index.count, current[index.count - 1] === index.last {
        indices[list] = index
      }
    }

    // Mutating, though only an entry changes: with exclusive access no array need be retained.
    mutating func takeFirst(
      _ name: Digest128, _ type: OperationType?, _ key: Digest128?
    ) -> (entry: RegisteredHandler, step: Int)? {
      let slot = named.slot(of: name)
      var position = named.count(in: slot)
      // Of many handlers an index knows which may want the request.
      let end = position - HandlerRegistry.longestUnindexedList
      while position > 0 {
        guard position > end else { return nil }
        position -= 1
        let entry = named[slot, position]
        guard entry.isPlain, entry.rank > lastUnnamedRank,
          let isWanted = entry.wants(type, key)
        else { return nil }
        if isWanted, let step = entry.takeStep() { return (entry, step) }
      }
      return nil
    }

    private mutating func append(_ handlers: [RequestHandler]) {
      for handler in handlers.reversed() {
        append(RegisteredHandler(rank: lastRank + 1, handler: handler))
      }
    }

    private mutating func append(_ entry: RegisteredHandler) {
      lastRank = entry.rank
      switch entry.place {
      case .named(let name):
        let text = ContiguousArray(name.utf8)
        named.append(entry, to: Digest128(of: text.span, 0, text.count), spelled: text)
        return
      case .general: general.append(entry)
      case .http: http.append(entry)
      }
      lastUnnamedRank = lastRank
    }
  }

  private enum ListName: Hashable {
    /// The handlers for a name, by its digest.
    case named(Digest128)
    case general
    case http
  }

  private struct List {
    let name: ListName
    /// Sorted by rank.
    let handlers: [RegisteredHandler]
    let index: CountedIndex?
  }

  /// An index of the handlers of a list that were registered first.
  private struct CountedIndex {
    let count: Int
    let last: RegisteredHandler
    let index: HandlerIndex
  }

  /// How many handlers of a list are asked one by one.
  private static let longestUnindexedList = 16

  private let lock = NSLock()
  private var buckets = Buckets()
  private var initial = Buckets()

  /// Puts handlers, and after them a table, in front of what is registered.
  func register(_ handlers: [RequestHandler], table: (any AnswerTable)? = nil) {
    lock.withLock { buckets.register(handlers, table: table) }
  }

  /// All handlers, in the order in which they are asked.
  var all: [RegisteredHandler] {
    let (named, general, http) = lock.withLock {
      (buckets.named.handlers, buckets.general, buckets.http)
    }
    return (named + general + http).ordered { $0.rank > $1.rank }
  }

  /// The handlers that may be near a request that nothing answers.
  func near(_ subject: MatchSubject) -> NearHandlers {
    let (named, general, http) = lock.withLock { (buckets.named, buckets.general, buckets.http) }
    return NearHandlers(subject, named: named, general: general, http: http)
  }

  /// The fixture tables, in the order in which they are asked.
  var tables: [(entry: RegisteredHandler, table: any AnswerTable)] {
    lock.withLock { buckets.general }.reversed().compactMap { entry in
      if case .table(let table) = entry.source { (entry, table) } else { nil }
    }
  }

  /// The answers of tables that were given at least once, by name.
  var usedAnswers: Set<String> {
    lock.withLock { Set(buckets.general.flatMap { $0.takenOfAnswer.keys }) }
  }

  /// Takes the first handler that wants a request, and its next step, if those that are asked before
  /// it, and itself, ask for name, type and document only.
  ///
  /// That is how most handlers are, and it needs no code of theirs under the lock.
  /// - Returns: nil if the candidates must be asked one by one.
  func takeFirst(for subject: MatchSubject) -> (entry: RegisteredHandler, step: Int)? {
    guard let name = subject.nameDigest else { return nil }
    lock.lock()
    defer { lock.unlock() }
    return buckets.takeFirst(name, subject.operationType, subject.keyDigest)
  }

  /// The handlers that may want an operation of this name, or, without one, an HTTP request.
  /// - Parameter rank: Only those below this rank, which were not asked yet.
  func candidates(for subject: MatchSubject, below rank: Int = .max) -> Candidates {
    let isOperation = subject.operation != nil
    lock.lock()
    let http = buckets.list(.http)
    let general = isOperation ? buckets.list(.general) : nil
    let named = isOperation ? subject.nameDigest.map { buckets.list(.named($0)) } : nil
    lock.unlock()
    var lists: [[RegisteredHandler]] = []
    if let named { add(named, to: &lists, for: subject) }
    if let general { add(general, to: &lists, for: subject) }
    add(http, to: &lists, for: subject)
    return Candidates(lists, below: rank)
  }

  /// Adds those handlers of a list that may want a request.
  private func add(
    _ list: List, to lists: inout [[RegisteredHandler]], for subject: MatchSubject
  ) {
    guard !list.handlers.isEmpty else { return }
    guard list.handlers.count > Self.longestUnindexedList, let index = index(of: list) else {
      return lists.append(list.handlers)
    }
    lists += index.index.lists(for: subject)
    if index.count < list.handlers.count { lists.append(Array(list.handlers[index.count...])) }
  }

  /// An index of a list, all or most of it.
  private func index(of list: List) -> CountedIndex? {
    // Handlers that were registered since are few, or filed anew. Filing needs no lock.
    if let known = list.index, list.handlers.count <= 2 * known.count { return known }
    guard let last = list.handlers.last else { return nil }
    let made = CountedIndex(
      count: list.handlers.count, last: last, index: HandlerIndex(list.handlers))
    lock.withLock { buckets.keep(made, of: list.name) }
    return made
  }

  /// Takes the next step of a handler.
  /// - Returns: the number of the step, from 0; nil if the handler is used up.
  func takeStep(of entry: RegisteredHandler) -> Int? {
    lock.withLock { entry.takeStep() }
  }

  /// Takes the next step of an answer of a table.
  /// - Returns: the number of the step, from 0.
  func takeStep(of entry: RegisteredHandler, answer: String) -> Int {
    lock.withLock {
      defer { entry.takenOfAnswer[answer, default: 0] += 1 }
      return entry.takenOfAnswer[answer, default: 0]
    }
  }

  /// Gives a step back: the closure declined.
  func giveBackStep(of entry: RegisteredHandler) {
    lock.withLock { entry.taken = max(entry.taken - 1, 0) }
  }

  /// How often a handler was chosen, if it may not be chosen any more.
  func useCount(ofUsedUp entry: RegisteredHandler) -> Int? {
    lock.withLock { entry.limit.flatMap { entry.taken >= $0 ? entry.taken : nil } }
  }

  /// How often a handler was chosen.
  func useCount(of entry: RegisteredHandler) -> Int { lock.withLock { entry.taken } }

  /// Makes what is registered now what `reset` goes back to.
  func keepAsInitial() { lock.withLock { initial = buckets } }

  /// Goes back to the initial handlers, with every sequence at its start.
  func reset() {
    lock.withLock {
      let indices = buckets.indices
      buckets = initial
      for (list, index) in indices { buckets.keep(index, of: list) }
      for entry in buckets.named.handlers { entry.taken = 0 }
      for entry in buckets.general + buckets.http {
        entry.taken = 0
        entry.takenOfAnswer = [:]
      }
    }
  }

  func removeAll() {
    lock.withLock {
      buckets = Buckets()
      initial = Buckets()
    }
  }
}
