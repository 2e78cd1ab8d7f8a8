// The handlers of a service, filed by operation name, and the positions in their sequences.
//
// A registration puts its list in front of what is registered already; inside a list the first match
// wins. So every handler gets a rank, higher ranks are asked first, and a list is ranked from its
// end. Each bucket is sorted by rank, and a new list is appended to it: registering costs the same
// however many handlers there are. A look-up walks two or three buckets at once, from their ends.
// It sees the handlers of its own operation, and those that name no operation.

import Foundation

/// A handler, or a fixture table, as one service has it.
final class RegisteredHandler: @unchecked Sendable {
  enum Source: Sendable {
    case handler(RequestHandler)
    case table(FixtureTable)
  }

  let rank: Int
  let source: Source
  /// How often it was chosen.
  ///
  /// Guarded by the registry's lock.
  fileprivate var taken = 0
  /// In a table: how often each row was chosen.
  fileprivate var takenOfRow: [String: Int] = [:]

  init(rank: Int, source: Source) {
    self.rank = rank
    self.source = source
  }

  fileprivate var limit: Int? { handler?.limit }

  var handler: RequestHandler? {
    if case .handler(let handler) = source { handler } else { nil }
  }

  var location: HandlerLocation? {
    if case .handler(let handler) = source { handler.location } else { nil }
  }
}

final class HandlerRegistry: @unchecked Sendable {
  private struct Buckets {
    var named: [String: [RegisteredHandler]] = [:]
    /// Handlers for operations that state no single name, and fixture tables.
    var general: [RegisteredHandler] = []
    var http: [RegisteredHandler] = []
    var lastRank = 0

    mutating func register(_ handlers: [RequestHandler], table: FixtureTable?) {
      if let table {
        append(.table(table))
        for row in table.rowHandlers.reversed() { append(.handler(row)) }
      }
      for handler in handlers.reversed() { append(.handler(handler)) }
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
            named[name, default: []].append(entry)
          } else {
            general.append(entry)
          }
        }
      case .table:
        general.append(entry)
      }
    }
  }

  private let lock = NSLock()
  private var buckets = Buckets()
  private var beginning = Buckets()

  /// Puts handlers, and after them a table, in front of what is registered.
  func register(_ handlers: [RequestHandler], table: FixtureTable? = nil) {
    lock.withLock { buckets.register(handlers, table: table) }
  }

  /// All handlers, in the order in which they are asked.
  var all: [RegisteredHandler] {
    let (named, general, http) = lock.withLock {
      (buckets.named.values.flatMap { $0 }, buckets.general, buckets.http)
    }
    return (named + general + http).sorted { $0.rank > $1.rank }
  }

  /// The fixture tables, in the order in which they are asked.
  var tables: [(entry: RegisteredHandler, table: FixtureTable)] {
    lock.withLock { buckets.general }.reversed().compactMap { entry in
      if case .table(let table) = entry.source { (entry, table) } else { nil }
    }
  }

  /// The rows of tables that answered something.
  var usedRows: Set<String> {
    lock.withLock { Set(buckets.general.flatMap { $0.takenOfRow.keys }) }
  }

  /// The handlers that may want an operation of this name, or, without one, an HTTP request.
  func candidates(for subject: MatchSubject) -> Candidates {
    lock.withLock {
      switch subject.operation {
      case .none:
        return Candidates(buckets.http, [], [])
      case .some(let operation):
        let named = operation.name.flatMap { buckets.named[$0] } ?? []
        return Candidates(named, buckets.general, buckets.http)
      }
    }
  }

  /// Takes the next step of a handler.
  /// - Returns: the number of the step, from 0; nil if the handler is used up.
  func takeStep(of entry: RegisteredHandler) -> Int? {
    lock.withLock {
      if let limit = entry.limit, entry.taken >= limit { return nil }
      defer { entry.taken += 1 }
      return entry.taken
    }
  }

  /// Takes the next step of a row of a table.
  /// - Returns: the number of the step, from 0.
  func takeStep(of entry: RegisteredHandler, row: String) -> Int {
    lock.withLock {
      defer { entry.takenOfRow[row, default: 0] += 1 }
      return entry.takenOfRow[row, default: 0]
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

  /// Makes what is registered now the state that `reset` goes back to.
  func keepAsBeginning() { lock.withLock { beginning = buckets } }

  /// Goes back to the beginning, with every sequence at its start.
  func reset() {
    lock.withLock {
      buckets = beginning
      for entries in buckets.named.values { entries.forEach { $0.taken = 0 } }
      for entry in buckets.general + buckets.http {
        entry.taken = 0
        entry.takenOfRow = [:]
      }
    }
  }

  func removeAll() {
    lock.withLock {
      buckets = Buckets()
      beginning = Buckets()
    }
  }
}

/// The handlers to ask, from the highest rank down.
struct Candidates: Sequence, IteratorProtocol, Sendable {
  private var first: ArraySlice<RegisteredHandler>
  private var second: ArraySlice<RegisteredHandler>
  private var third: ArraySlice<RegisteredHandler>

  fileprivate init(
    _ first: [RegisteredHandler], _ second: [RegisteredHandler], _ third: [RegisteredHandler]
  ) {
    self.first = first[...]
    self.second = second[...]
    self.third = third[...]
  }

  mutating func next() -> RegisteredHandler? {
    let ranks = (first.last?.rank ?? 0, second.last?.rank ?? 0, third.last?.rank ?? 0)
    if ranks.0 > ranks.1, ranks.0 > ranks.2 { return first.popLast() }
    if ranks.1 > ranks.2 { return second.popLast() }
    return third.popLast()
  }
}
