/// A handler or fixture table of a `HandlerRegistry`, with its number of uses.
final class RegisteredHandler: @unchecked Sendable {
  // `@unchecked Sendable` is safe: only the registry changes the variables, in its lock. Its `reset()` must know each.
  enum Origin: Sendable {
    case handler(RequestHandler)
    case table(any ResponseTable)
  }

  /// The precedence, where a greater number is tried first.
  let rank: Int
  let origin: Origin
  /// The name of the only operation that the handler answers, or nil if it's for several, plain HTTP or a table.
  let name: String?
  let isHTTP: Bool
  let hasUserCode: Bool
  let location: CodeLocation?
  let limit: Int?
  /// Whether a suite states the handler, so that a single test needn't use it.
  let isShared: Bool

  /// The number of requests that the handler has taken, which is the position of its next response.
  var taken = 0
  /// Whether the handler was used before the last `reset()`, or for a request that it didn't answer.
  var wasUsed = false
  var isUsed: Bool { wasUsed || taken > 0 }
  /// Whether the handler is a row of a table, which may be for other tests. Its location is in `table.json`.
  var isRow: Bool { location?.filePath.hasSuffix(".json") == true }
  /// The number of uses of each fixture, by the fixture's name and the hashes of the uploaded files.
  var takenByTableResponse: [String: [MockJSON: Int]] = [:]

  /// The rank of the last handler of the same list, which is the lowest.
  var lastRank: Int { rank - (siblings.count - 1 - index) }

  /// The handlers of one call of `register`, and the position of this one.
  private let siblings: [RequestHandler]
  private let index: Int
  /// The position notes of all siblings, found together because each needs the titles of all, or nil without others.
  private let notes: Notes?
  typealias Notes = OnceValue<[String]>

  init(rank: Int, table: any ResponseTable) {
    self.rank = rank
    (siblings, index, notes) = ([], 0, nil)
    origin = .table(table)
    (name, isHTTP, hasUserCode, location, limit, isShared) = (nil, false, false, nil, nil, false)
  }

  init(rank: Int, _ siblings: [RequestHandler], at index: Int, isShared: Bool, _ notes: Notes?) {
    (self.rank, self.isShared, self.notes) = (rank, isShared, notes)
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

  /// A text such as `, number 2 of 3` that distinguishes handlers with the same description and location.
  var positionNote: String { notes?.value { Self.positionNotes(of: siblings) }[index] ?? "" }

  private static func positionNotes(of handlers: [RequestHandler]) -> [String] {
    var found = handlers.map { _ in "" }
    let alike = Dictionary(grouping: handlers.indices) {
      [handlers[$0].title: handlers[$0].location]
    }
    for indices in alike.values where indices.count > 1 {
      for (position, index) in indices.enumerated() {
        found[index] = ", number \(position + 1) of \(indices.count)"
      }
    }
    return found
  }

  /// A description of the handler with all conditions, or the name of the table.
  var statement: String {
    switch origin {
    case .handler(let handler): handler.statement
    case .table(let table): "the fixture table \(table.name.swiftLiteral)"
    }
  }
}
