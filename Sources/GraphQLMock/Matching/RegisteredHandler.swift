/// A handler or fixture table of a `HandlerRegistry`, with its number of uses.
final class RegisteredHandler: @unchecked Sendable {
  // `@unchecked Sendable` is safe, because only the registry changes the variables, inside of its lock.
  enum Origin: Sendable {
    case handler(RequestHandler)
    case table(any ResponseTable)
  }

  /// The precedence, where a greater number is tried first.
  let rank: Int
  let origin: Origin
  let name: String?
  let isHTTP: Bool
  let hasUserCode: Bool
  let location: CodeLocation?
  let limit: Int?
  /// A Boolean value that indicates whether a suite states the handler, so that a single test needn't use it.
  let isShared: Bool

  var taken = 0
  /// Whether the handler was used before the last `reset()`, or for a request that it didn't answer.
  var wasUsed = false
  var isUsed: Bool { wasUsed || taken > 0 }
  /// A Boolean value that indicates whether the handler is a row of a table, which may be for other tests.
  var isRow: Bool { location?.filePath.hasSuffix(".json") == true }
  /// The number of uses of each fixture, by the fixture's name and the hashes of the uploaded files.
  var takenByTableResponse: [String: [MockJSON: Int]] = [:]

  /// The rank of the last handler of the same list.
  var lastRank: Int { rank - (siblings.count - 1 - index) }

  /// The handlers of one call of `register`, and the position of this one.
  private let siblings: [RequestHandler]
  private let index: Int

  init(rank: Int, table: any ResponseTable) {
    self.rank = rank
    (siblings, index) = ([], 0)
    origin = .table(table)
    (name, isHTTP, hasUserCode, location, limit, isShared) = (nil, false, false, nil, nil, false)
  }

  init(rank: Int, _ siblings: [RequestHandler], at index: Int, isShared: Bool) {
    (self.rank, self.isShared) = (rank, isShared)
    (self.siblings, self.index) = (siblings, index)
    let handler = siblings[index]
    location = handler.location
    limit = handler.limit
    hasUserCode = handler.hasUserCode
    // The name is stored, because reading it from the handler would retain all properties of the handler.
    switch handler.target {
    case .http: (name, isHTTP) = (nil, true)
    case .operation(let match): (name, isHTTP) = (match.exactName, false)
    }
    origin = .handler(handler)
  }

  var handler: RequestHandler? { if case .handler(let handler) = origin { handler } else { nil } }

  var table: (any ResponseTable)? { if case .table(let table) = origin { table } else { nil } }
}

extension RegisteredHandler {
  /// A text such as `, number 2 of 3` that distinguishes handlers with the same description and location.
  var positionNote: String {
    guard let handler else { return "" }
    let alike = siblings.indices.filter {
      siblings[$0].location == handler.location && siblings[$0].title == handler.title
    }
    guard alike.count > 1, let position = alike.firstIndex(of: index) else { return "" }
    return ", number \(position + 1) of \(alike.count)"
  }

  /// A description of the handler with all conditions, or the name of the table.
  var statement: String {
    switch origin {
    case .handler(let handler): handler.statement
    case .table(let table): "the fixture table \(table.name.swiftLiteral)"
    }
  }
}
