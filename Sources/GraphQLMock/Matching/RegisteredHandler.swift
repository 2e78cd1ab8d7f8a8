final class RegisteredHandler: @unchecked Sendable {
  // Unchecked conformance to `Sendable`: the registry's one lock guards `taken` and `takenOfAnswer` of all
  // handlers, so that finding a handler locks only once.
  enum Origin: Sendable {
    case handler(RequestHandler)
    case table(any AnswerTable)
  }

  let rank: Int
  let source: Origin
  let name: String?
  let isHTTP: Bool
  /// A Boolean value that indicates whether comparing a request runs a closure or a regular expression of a test.
  let hasUserCode: Bool
  let location: HandlerLocation?
  let limit: Int?

  var taken = 0
  /// The number of uses of each answer of a fixture table, by the answer's name and the digests of uploads.
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
    // The name and the kind are stored, because reading them from a copy of the handler retains everything in it.
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
  /// The position among handlers with the same title and location, as in one macro, such as `, number 2 of 3`.
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
