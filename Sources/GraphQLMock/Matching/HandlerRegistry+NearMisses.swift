// Which handlers a message may name: a few out of however many there are.

/// The handlers that may be near a request, in the order in which they are asked.
struct NearHandlers: Sendable {
  var handlers: [RegisteredHandler] = []
  /// How many handlers there are in all.
  var handlerCount = 0
  /// The tables, in the order in which they are asked.
  var tables: [any AnswerTable] = []
}

extension NearHandlers {
  /// How many handlers of one name, of no single name, and for plain HTTP are looked at.
  static let limit = 64
  /// How many other names are compared letter by letter.
  static let nameLimit = 12
  /// How many handlers of each of them are looked at.
  static let limitPerName = 4

  /// - Parameters:
  ///   - general: Handlers for operations that state no single name, and tables, sorted by rank.
  ///   - http: Handlers for plain HTTP, sorted by rank.
  init(
    _ subject: MatchSubject, named: NameTable, general: [RegisteredHandler],
    http: [RegisteredHandler]
  ) {
    var found: [RegisteredHandler] = []
    tables = general.reversed().compactMap {
      if case .table(let table) = $0.source { table } else { nil }
    }
    handlerCount = named.handlerCount + general.count - tables.count + http.count
    found += general.suffix(Self.limit).filter { $0.handler != nil }
    found += http.suffix(subject.operation == nil ? Self.limit : MatchFailure.nearMissLimit)
    if let digest = subject.nameDigest { found += named[digest].suffix(Self.limit) }
    let others = named.sketches(but: subject.nameDigest)
    let nearest = NameSketch.nearest(
      to: subject.operation?.name ?? "", among: others.sketches, atMost: Self.nameLimit)
    for index in nearest { found += named[others.names[index]].suffix(Self.limitPerName) }
    handlers = found.ordered { $0.rank > $1.rank }
  }
}
