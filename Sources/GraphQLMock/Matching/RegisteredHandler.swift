final class RegisteredHandler: @unchecked Sendable {
  // Unchecked: the registry's lock guards `taken` and `takenOfAnswer`, so that one lookup locks once for all.
  enum Origin: Sendable {
    case handler(RequestHandler)
    case table(any AnswerTable)
  }

  let rank: Int
  let source: Origin
  let name: String?
  let isHTTP: Bool
  /// Whether matching calls a closure or a regular expression.
  let hasUserCode: Bool
  let location: HandlerLocation?
  let limit: Int?

  var taken = 0
  /// The uses of each of a table's answers by name and uploads.
  var takenOfAnswer: [String: [MockJSON: Int]] = [:]

  private let siblings: [RequestHandler]
  private let index: Int

  init(rank: Int, table: any AnswerTable) {
    self.rank = rank
    (siblings, index) = ([], 0)
    source = .table(table)
    (name, isHTTP, hasUserCode, location, limit) = (nil, false, false, nil, nil)
  }

  init(rank: Int, _ siblings: [RequestHandler], at index: Int) {
    self.rank = rank
    (self.siblings, self.index) = (siblings, index)
    let handler = siblings[index]
    location = handler.location
    limit = handler.limit
    hasUserCode = handler.hasUserCode
    // Read once, because copying a handler retains everything in it.
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
  /// Such as `, number 2 of 3` among handlers with the same conditions and location, as those of one macro have.
  var positionNote: String {
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
