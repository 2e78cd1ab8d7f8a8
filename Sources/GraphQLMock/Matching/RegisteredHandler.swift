// A handler, or a fixture table, as one service has it, and the order in which they are asked.

final class RegisteredHandler: @unchecked Sendable {
  // Unchecked: what changes is guarded by the registry's lock, which one look-up takes once for all.
  enum Source: Sendable {
    case handler(RequestHandler)
    case table(any AnswerTable)
  }

  /// Where it is filed.
  enum Place: Sendable {
    /// Under the single name that it asks for.
    case named(String)
    /// With those for operations that state no single name, and with tables.
    case general
    /// With those for plain HTTP.
    case http
  }

  let rank: Int
  let source: Source
  let place: Place
  /// Whether a closure of the user, or a regular expression, decides what it takes.
  let hasUserCode: Bool
  /// Where the handler was written; nil for a table.
  let location: HandlerLocation?
  /// How often it may be chosen; nil for any number.
  let limit: Int?

  /// How often it was chosen.
  ///
  /// Guarded by the registry's lock.
  var taken = 0
  /// In a table: how often each answer was chosen, by name and uploads.
  ///
  /// Guarded by the registry's lock.
  var takenOfAnswer: [String: [MockJSON: Int]] = [:]

  init(rank: Int, table: any AnswerTable) {
    self.rank = rank
    source = .table(table)
    (place, hasUserCode, location, limit) = (.general, false, nil, nil)
  }

  init(rank: Int, handler: RequestHandler) {
    self.rank = rank
    location = handler.location
    limit = handler.limit
    // Taken apart once: each copy of a handler is one of all that it names.
    switch handler.target {
    case .http:
      (place, hasUserCode) = (.http, false)
    case .operation(let match):
      place = match.exactName.map(Place.named) ?? .general
      hasUserCode = match.hasUserCode
    }
    source = .handler(handler)
  }

  var handler: RequestHandler? {
    if case .handler(let handler) = source { handler } else { nil }
  }

  var table: (any AnswerTable)? {
    if case .table(let table) = source { table } else { nil }
  }
}

extension RegisteredHandler: AnswerSource {
  var statement: String {
    switch source {
    case .handler(let handler): handler.statement
    case .table(let table): "the fixture table \(table.name.swiftLiteral)"
    }
  }
}

extension OperationMatch {
  /// Whether a closure, or a regular expression, decides what it takes.
  fileprivate var hasUserCode: Bool {
    switch name.rule {
    case .pattern, .predicate: return true
    case .any, .anonymous, .exactly, .prefix: break
    }
    if case .predicate? = variables?.rule { return true }
    return false
  }
}

/// The handlers to ask, from the highest rank down.
///
/// Each list is sorted by rank, and taken from its end.
struct Candidates: Sequence, IteratorProtocol, Sendable {
  private let named: [RegisteredHandler]
  private let general: [RegisteredHandler]
  private let http: [RegisteredHandler]
  /// How many of each list are left.
  private var left: (named: Int, general: Int, http: Int)

  init(
    named: [RegisteredHandler] = [], general: [RegisteredHandler] = [], http: [RegisteredHandler]
  ) {
    (self.named, self.general, self.http) = (named, general, http)
    left = (named.count, general.count, http.count)
  }

  mutating func next() -> RegisteredHandler? {
    let first = left.named > 0 ? named[left.named - 1].rank : 0
    let second = left.general > 0 ? general[left.general - 1].rank : 0
    let third = left.http > 0 ? http[left.http - 1].rank : 0
    if first > second, first > third {
      left.named -= 1
      return named[left.named]
    }
    if second > third {
      left.general -= 1
      return general[left.general]
    }
    guard third > 0 else { return nil }
    left.http -= 1
    return http[left.http]
  }
}
