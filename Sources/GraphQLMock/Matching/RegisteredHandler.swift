// A handler, or a fixture table, as one service has it, and the order in which they are asked.

final class RegisteredHandler: @unchecked Sendable {
  // Unchecked: what changes is guarded by the registry's lock, which one look-up takes once for all.
  enum Origin: Sendable {
    case handler(RequestHandler)
    case table(any AnswerTable)
  }

  let rank: Int
  let source: Origin
  /// The exact name under which it is filed.
  let name: String?
  let isHTTP: Bool
  /// Whether matching calls a closure or a regular expression.
  let hasUserCode: Bool
  /// `nil` for a table.
  let location: HandlerLocation?
  /// `nil` means unlimited.
  let limit: Int?

  /// Guarded by the registry's lock.
  var taken = 0
  /// For a table, the uses of each answer by name and uploads.
  ///
  /// Guarded by the registry's lock.
  var takenOfAnswer: [String: [MockJSON: Int]] = [:]

  /// The handlers of its registration, including itself.
  private let siblings: [RequestHandler]
  private let index: Int

  init(rank: Int, table: any AnswerTable) {
    self.rank = rank
    (siblings, index) = ([], 0)
    source = .table(table)
    (name, isHTTP, hasUserCode, location, limit) = (nil, false, false, nil, nil)
  }

  /// - Parameter index: Its position in the registration.
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

extension RegisteredHandler: MockExchange.AnswerSource {
  /// Its position among handlers with the same conditions and location, as those of one macro have.
  ///
  /// Empty if it is unique.
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
  var hasUserCode: Bool {
    guard case .operation(let match) = target else { return false }
    switch match.name.rule {
    case .pattern, .predicate: return true
    case .any, .anonymous, .exactly, .prefix: break
    }
    if case .predicate? = match.variables?.rule { return true }
    return !predicates.isEmpty
  }
}

extension HandlerRegistry {
  /// The handlers to try, from the highest rank down, merged from two sorted lists.
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
}
