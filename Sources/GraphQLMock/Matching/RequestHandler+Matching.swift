extension RequestHandler {
  struct HeaderMatch: Sendable, Equatable {
    let name: String
    /// The required value of the header field, or nil to accept any value.
    let value: String?

    func matches(_ request: IncomingRequest) -> Bool {
      guard let actual = request.header(name) else { return false }
      return value.map { Bytes.areEqual($0, actual) } ?? true
    }
  }

  enum UnmetCondition: Error {
    /// The handler is for GraphQL operations, but the request is plain HTTP.
    case isOperation
    case http(HTTPMatch)
    case name(NameCondition)
    case type(OperationType)
    case rootField(String)
    case document(DocumentMatch)
    case header(HeaderMatch)
    case endpoint(Endpoint)
    case url(HTTPMatch)
    case variables([VariablesCondition.Difference])
    case closure
  }

  func matches(_ request: IncomingRequest) -> Bool {
    var unmet: [UnmetCondition]?
    return (try? check(request, &unmet)) != nil
  }

  func unmetConditions(of request: IncomingRequest) -> [UnmetCondition] {
    var unmet: [UnmetCondition]? = []
    try? check(request, &unmet)
    return unmet ?? []
  }

  /// Adds the conditions that a request doesn't meet, or throws the first one if `unmet` is nil. A new condition belongs
  /// here, in `statement` and in `HandlerForm`, and in `hasUserCode` if it runs code of the test. Closures run only if
  /// all other conditions are met, because they may rely on them, for example by unwrapping a variable. Only closures
  /// for names run earlier: they get nothing but the name.
  private func check(
    _ request: IncomingRequest, _ unmet: inout [UnmetCondition]?
  ) throws(UnmetCondition) {
    switch (target, request.operation) {
    case (.operation(let match), let operation?):
      if !match.name.matches(operation.name) { try unmet.add(.name(match.name)) }
      // If only the hash of an unknown document was sent, the type is unknown too, and any type may be right.
      if let type = match.type, type != operation.type ?? type { try unmet.add(.type(type)) }
      if let field = match.rootField, !operation.selects(rootField: field) {
        try unmet.add(.rootField(field))
      }
      if let document = match.document, !document.matches(operation) {
        try unmet.add(.document(document))
      }
    case (.operation, nil): try unmet.add(.isOperation)
    case (.http(let match), _): if !match.matches(request) { try unmet.add(.http(match)) }
    }
    for header in headers where !header.matches(request) { try unmet.add(.header(header)) }
    if let endpoint, !endpoint.matches(request.url) { try unmet.add(.endpoint(endpoint)) }
    for url in urlConditions where !url.matches(request) { try unmet.add(.url(url)) }
    if case .operation(let match) = target, let operation = request.operation,
      let variables = match.variables, !variables.isClosure || unmet?.isEmpty != false
    {
      let found = variables.differences(
        from: operation, limit: unmet == nil ? 1 : MatchFailure.differenceLimit)
      if !found.isEmpty { try unmet.add(.variables(found)) }
    }
    guard !predicates.isEmpty, unmet?.isEmpty != false else { return }
    let asked = request.operation ?? OperationRequest(withoutOperation: request.urlRequest)
    if !predicates.allSatisfy({ $0(asked) }) { try unmet.add(.closure) }
  }

  /// A Boolean value that indicates whether the handler is for plain HTTP at a path that isn't one of GraphQL.
  var isForPath: Bool {
    guard case .http(let match) = target else { return false }
    let paths = ([match] + urlConditions).compactMap(\.path)
    return paths.contains(where: \.hasName) && !paths.contains(where: \.namesGraphQL)
  }

  /// A Boolean value that indicates whether the handler answers operations and states nothing but `.any`.
  var statesNothing: Bool {
    guard case .operation(let match) = target, case .any = match.name.rule else { return false }
    return match.variables == nil && match.document == nil && match.rootField == nil
      && headers.isEmpty && urlConditions.isEmpty && endpoint == nil && predicates.isEmpty
  }

  /// A Boolean value that indicates whether matching runs a closure or a regular expression of the test.
  var hasUserCode: Bool {
    guard case .operation(let match) = target else { return !predicates.isEmpty }
    switch match.name.rule {
    case .pattern, .predicate: return true
    case .any, .anonymous, .exactly, .prefix: break
    }
    return match.variables?.isClosure == true || !predicates.isEmpty
  }
}

extension [RequestHandler.UnmetCondition]? {
  fileprivate mutating func add(_ condition: Wrapped.Element) throws(Wrapped.Element) {
    guard self?.append(condition) != nil else { throw condition }
  }
}

extension RequestHandler.DocumentMatch {
  func matches(_ operation: OperationRequest) -> Bool {
    guard case .success(let expected) = key, let actual = operation.matchKey else { return false }
    return expected == actual
  }
}
