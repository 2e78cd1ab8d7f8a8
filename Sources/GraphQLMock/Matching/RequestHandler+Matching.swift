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
}

extension RequestHandler.OperationMatch {
  /// Compares an operation with all conditions, the fastest comparisons first.
  func matches(_ operation: OperationRequest) -> Bool {
    if let type, let actual = operation.type, type != actual { return false }
    if !name.matches(operation.name) { return false }
    if let rootField, !operation.selects(rootField: rootField) { return false }
    if let document, !document.matches(operation) { return false }
    if let variables, !variables.matches(operation) { return false }
    return true
  }
}

extension RequestHandler.DocumentMatch {
  func matches(_ operation: OperationRequest) -> Bool {
    guard case .success(let expected) = key, let actual = operation.matchKey else { return false }
    return expected == actual
  }
}

extension RequestHandler {
  func isAccepted(_ operation: OperationRequest) -> Bool {
    predicates.allSatisfy { $0(operation) }
  }

  func matches(_ request: ReceivedRequest) -> Bool {
    guard headers.isEmpty || headers.allSatisfy({ $0.matches(request) }),
      urlConditions.isEmpty || urlConditions.allSatisfy({ $0.matches(request) }),
      endpoint?.matches(request.url) ?? true
    else { return false }
    switch target {
    case .http(let match): return match.matches(request)
    case .operation(let match):
      guard let operation = request.operation else { return false }
      return match.matches(operation) && isAccepted(operation)
    }
  }
}
