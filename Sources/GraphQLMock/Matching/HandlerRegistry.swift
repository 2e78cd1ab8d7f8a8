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
    /// By the digest of the operation's name, for names with many handlers, once they are asked for.
    var indices: [Digest128: CountedIndex] = [:]
    var lastRank = 0
    /// The greatest rank among the handlers that state no single name.
    var lastUnnamedRank = 0

    mutating func register(_ handlers: [RequestHandler], table: (any AnswerTable)?) {
      if let table {
        append(.table(table))
        for row in table.handlers.reversed() { append(.handler(row)) }
      }
      for handler in handlers.reversed() { append(.handler(handler)) }
    }

    // Mutating, though only an entry changes: with exclusive access no array need be retained.
    mutating func takeFirst(
      _ name: Digest128, _ type: OperationType?, _ key: Digest128?
    ) -> (entry: RegisteredHandler, step: Int)? {
      let slot = named.slot(of: name)
      var position = named.count(in: slot)
      while position > 0 {
        position -= 1
        let entry = named[slot, position]
        guard entry.isPlain, entry.rank > lastUnnamedRank,
          let isWanted = entry.wants(type, key)
        else { return nil }
        if isWanted, let step = entry.takeStep() { return (entry, step) }
      }
      return nil
    }

    private mutating func append(_ source: RegisteredHandler.Source) {
      lastRank += 1
      let entry = RegisteredHandler(rank: lastRank, source: source)
      switch source {
      case .handler(let handler):
        switch handler.target {
        case .http: http.append(entry)
        case .operation(let match):
          if let name = match.exactName {
            named.append(entry, to: Digest128(of: name), spelled: name)
            return
          }
          general.append(entry)
        }
      case .table:
        general.append(entry)
      }
      lastUnnamedRank = lastRank
    }
  }

  /// An index of the handlers of a name that were registered first.
  private struct CountedIndex {
    let count: Int
    let index: HandlerIndex
  }

  /// How many handlers of a name are asked one by one.
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
    guard subject.operation != nil else {
      return Candidates([lock.withLock { buckets.http }], below: rank)
    }
    lock.lock()
    let others = [buckets.general, buckets.http]
    let named = subject.nameDigest.map { buckets.named[$0] } ?? []
    var known = subject.nameDigest.flatMap { buckets.indices[$0] }
    lock.unlock()
    guard named.count > Self.longestUnindexedList, let name = subject.nameDigest else {
      return Candidates([named] + others, below: rank)
    }
    // Handlers that were registered since are few, or filed anew. Filing needs no lock.
    if named.count > 2 * (known?.count ?? 0) {
      let made = CountedIndex(count: named.count, index: HandlerIndex(named))
      lock.withLock {
        // Unless the handlers were taken away meanwhile.
        let current = buckets.named[name]
        if current.count >= made.count, current[made.count - 1] === named[made.count - 1] {
          buckets.indices[name] = made
        }
      }
      known = made
    }
    guard let known else { return Candidates([named] + others, below: rank) }
    let rest = Array(named[known.count...])
    return Candidates(known.index.lists(for: subject) + [rest] + others, below: rank)
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
      buckets = initial
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
