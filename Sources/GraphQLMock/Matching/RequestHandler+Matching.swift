extension RequestHandler {
  struct HeaderMatch: Sendable, Equatable {
    let name: String
    /// The required value of the header field, or nil to accept any value.
    let value: String?

    func matches(_ request: ReceivedRequest) -> Bool {
      guard let actual = request.header(name) else { return false }
      return value.map { Bytes.areEqual($0, actual) } ?? true
    }
  }

  enum UnmetCondition {
    /// The handler is for GraphQL operations, but the request is plain HTTP.
    case isOperation
    case http(HTTPMatch)
    case name(OperationName)
    case type(OperationType)
    case rootField(String)
    case document(DocumentMatch)
    case variables([VariableMatch.Difference])
    case header(HeaderMatch)
    case endpoint(Endpoint)
    case url(HTTPMatch)
    case closure
  }

  func matches(_ request: ReceivedRequest) -> Bool {
    var isMatch = true
    findUnmetConditions(of: request, differenceLimit: 1) { _ in
      isMatch = false
      return true
    }
    return isMatch
  }

  // Calls `stop` with each condition that the request doesn't meet, until it returns true. Matching, distances and
  // messages all use this list. A new condition belongs here, in `statement` and in `HandlerForm`, and in
  // `hasUserCode` if it runs code of the test. Closures run only if all other conditions are met, because they may
  // rely on them, for example by unwrapping a variable. Closures for names run earlier: they get only the name.
  func findUnmetConditions(
    of request: ReceivedRequest, differenceLimit: Int = MatchFailure.differenceLimit,
    until stop: (UnmetCondition) -> Bool
  ) {
    var areAllMet = true
    findUnmetConditionsWithoutClosures(of: request, differenceLimit) {
      areAllMet = false
      return stop($0)
    }
    guard areAllMet, case .operation(let match) = target, let operation = request.operation
    else { return }
    if let variables = match.variables, variables.isClosure, !variables.matches(operation) {
      _ = stop(.variables([.refused]))
    } else if !predicates.allSatisfy({ $0(operation) }) {
      _ = stop(.closure)
    }
  }

  private func findUnmetConditionsWithoutClosures(
    of request: ReceivedRequest, _ differenceLimit: Int, until stop: (UnmetCondition) -> Bool
  ) {
    switch (target, request.operation) {
    case (.operation(let match), let operation?):
      if !match.name.matches(operation.name), stop(.name(match.name)) { return }
      // If only the hash of an unknown document was sent, the type is unknown too, and any type may be right.
      if let type = match.type, let actual = operation.type, type != actual, stop(.type(type)) {
        return
      }
      if let field = match.rootField, !operation.selects(rootField: field), stop(.rootField(field))
      {
        return
      }
      if let document = match.document, !document.matches(operation), stop(.document(document)) {
        return
      }
      if let variables = match.variables, !variables.isClosure {
        let found = variables.differences(from: operation, limit: differenceLimit)
        if !found.isEmpty, stop(.variables(found)) { return }
      }
    case (.operation, nil): if stop(.isOperation) { return }
    case (.http(let match), _): if !match.matches(request), stop(.http(match)) { return }
    }
    for header in headers where !header.matches(request) { if stop(.header(header)) { return } }
    if let endpoint, !endpoint.matches(request.url), stop(.endpoint(endpoint)) { return }
    for condition in urlConditions where !condition.matches(request) {
      if stop(.url(condition)) { return }
    }
  }

  /// A Boolean value that indicates whether matching runs a closure or a regular expression of the test.
  var hasUserCode: Bool {
    guard case .operation(let match) = target else { return false }
    switch match.name.rule {
    case .pattern, .predicate: return true
    case .any, .anonymous, .exactly, .prefix: break
    }
    return match.variables?.isClosure == true || !predicates.isEmpty
  }
}

extension VariableMatch {
  fileprivate var isClosure: Bool { if case .predicate = rule { true } else { false } }
}

extension RequestHandler.DocumentMatch {
  func matches(_ operation: OperationRequest) -> Bool {
    guard case .success(let expected) = key, let actual = operation.matchKey else { return false }
    return expected == actual
  }
}
