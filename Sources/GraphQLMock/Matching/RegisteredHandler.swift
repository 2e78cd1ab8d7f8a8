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
  /// Whether it asks for a name, byte by byte, perhaps for type and document, and for nothing else.
  let isPlain: Bool
  /// Whether a closure of the user, or a regular expression, decides what it takes.
  let hasUserCode: Bool
  /// The type that it asks for; nil takes any.
  private let operationType: OperationType?
  /// The digest of the document's key that it asks for; nil takes any.
  private let keyDigest: Digest128?
  /// Where the handler was written; nil for a table.
  let location: HandlerLocation?
  /// How often it may be chosen; nil for any number.
  let limit: Int?

  /// How often it was chosen.
  ///
  /// Guarded by the registry's lock.
  var taken = 0
  /// In a table: how often each answer was chosen.
  ///
  /// Guarded by the registry's lock.
  var takenOfAnswer: [String: Int] = [:]

  init(rank: Int, table: any AnswerTable) {
    self.rank = rank
    source = .table(table)
    (place, isPlain, hasUserCode) = (.general, false, false)
    (operationType, keyDigest, location, limit) = (nil, nil, nil, nil)
  }

  init(rank: Int, handler: RequestHandler) {
    self.rank = rank
    location = handler.location
    limit = handler.limit
    // Taken apart once: each copy of a handler is one of all that it names.
    switch handler.target {
    case .http:
      (place, isPlain, hasUserCode) = (.http, false, false)
      (operationType, keyDigest) = (nil, nil)
    case .operation(let match):
      place = match.exactName.map(Place.named) ?? .general
      hasUserCode = match.hasUserCode
      operationType = match.type
      keyDigest = match.document?.keyDigest
      isPlain = match.isPlain && !handler.asksForMoreThanItsTarget
    }
    source = .handler(handler)
  }

  var handler: RequestHandler? {
    if case .handler(let handler) = source { handler } else { nil }
  }

  /// Whether a plain handler wants an operation of its name.
  /// - Parameters:
  ///   - type: The type; nil where it is not known.
  ///   - key: The digest of the key; nil where it is not known.
  /// - Returns: nil if that can't be said without the key.
  func wants(_ type: OperationType?, _ key: Digest128?) -> Bool? {
    if let operationType, let type, operationType != type { return false }
    guard let keyDigest else { return true }
    return key.map { $0 == keyDigest }
  }

  /// Takes the next step; to be called under the registry's lock.
  /// - Returns: the number of the step, from 0; nil if the handler is used up.
  func takeStep() -> Int? {
    if let limit, taken >= limit { return nil }
    defer { taken += 1 }
    return taken
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

extension DocumentMatch {
  fileprivate var keyDigest: Digest128? {
    if case .success(let key) = key { key.digest } else { nil }
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

  /// Whether it asks for a name, byte by byte, perhaps for type and document, and for nothing else.
  fileprivate var isPlain: Bool {
    guard case .exactly = name.rule, variables == nil, rootField == nil else { return false }
    return document.map { $0.keyDigest != nil } ?? true
  }
}

extension RequestHandler {
  /// Whether it asks for something of the HTTP request as well.
  fileprivate var asksForMoreThanItsTarget: Bool {
    !headers.isEmpty || !urlConditions.isEmpty || endpoint != nil
  }
}

/// The handlers to ask, from the highest rank down.
///
/// They are in several lists, each sorted by rank, and taken from the ends.
struct Candidates: Sequence, IteratorProtocol, Sendable {
  private let lists: [[RegisteredHandler]]
  /// How many of each list are left.
  private var left: [Int]

  init(_ lists: [[RegisteredHandler]], below rank: Int) {
    self.lists = lists
    left = lists.map { $0.count(below: rank) }
  }

  mutating func next() -> RegisteredHandler? {
    var best: (list: Int, entry: RegisteredHandler)?
    for (list, count) in left.enumerated() where count > 0 {
      let entry = lists[list][count - 1]
      if entry.rank > best?.entry.rank ?? 0 { best = (list, entry) }
    }
    guard let best else { return nil }
    left[best.list] -= 1
    return best.entry
  }
}

extension [RegisteredHandler] {
  /// How many there are below a rank; the list is sorted by rank.
  fileprivate func count(below rank: Int) -> Int {
    guard let last, last.rank >= rank else { return count }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].rank < rank { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
