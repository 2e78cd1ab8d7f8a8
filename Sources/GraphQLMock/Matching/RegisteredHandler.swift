// A handler, or a fixture table, as one service has it, and the order in which they are asked.

final class RegisteredHandler: @unchecked Sendable {
  // Unchecked: what changes is guarded by the registry's lock, which one look-up takes once for all.
  enum Source: Sendable {
    case handler(RequestHandler)
    case table(any AnswerTable)
  }

  let rank: Int
  let source: Source
  /// The single name that it asks for, under which it is filed; nil for any other, and for a table.
  let name: String?
  /// Whether it takes plain HTTP.
  let isHTTP: Bool
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

  /// The handlers of its registration, itself among them.
  private let siblings: [RequestHandler]
  private let index: Int

  init(rank: Int, table: any AnswerTable) {
    self.rank = rank
    (siblings, index) = ([], 0)
    source = .table(table)
    (name, isHTTP, hasUserCode, location, limit) = (nil, false, false, nil, nil)
  }

  /// - Parameter index: Which of the handlers of one registration it is.
  init(rank: Int, _ siblings: [RequestHandler], at index: Int) {
    self.rank = rank
    (self.siblings, self.index) = (siblings, index)
    let handler = siblings[index]
    location = handler.location
    limit = handler.limit
    hasUserCode = handler.hasUserCode
    // Taken apart once: each copy of a handler is one of all that it names.
    switch handler.target {
    case .http: (name, isHTTP) = (nil, true)
    case .operation(let match): (name, isHTTP) = (match.exactName, false)
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
  /// Which one it is of those that take the same and have one location, as all of one macro have; empty
  /// where it is alone.
  var number: String {
    guard let handler else { return "" }
    let alike = siblings.indices.filter {
      siblings[$0].location == handler.location && siblings[$0].title == handler.title
    }
    guard alike.count > 1, let position = alike.firstIndex(of: index) else { return "" }
    return ", number \(position + 1) of \(alike.count)"
  }

  var statement: String {
    switch source {
    case .handler(let handler): handler.statement
    case .table(let table): "the fixture table \(table.name.swiftLiteral)"
    }
  }
}

extension RequestHandler {
  /// Whether a closure, or a regular expression, decides what it takes.
  var hasUserCode: Bool {
    guard case .operation(let match) = target else { return false }
    switch match.name.rule {
    case .pattern, .predicate: return true
    case .any, .anonymous, .exactly, .prefix: break
    }
    if case .predicate? = match.variables?.rule { return true }
    return false
  }
}

/// The handlers to ask, from the highest rank down: two lists that are sorted by rank.
struct Candidates: Sequence, IteratorProtocol, Sendable {
  private let named: [RegisteredHandler]
  private let general: [RegisteredHandler]
  /// How many of each are left: to take one out would copy the registry's list.
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
