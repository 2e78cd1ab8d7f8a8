extension RequestHandler {
  func differences(
    from request: ReceivedRequest, _ shown: ShownRequest
  ) -> [MatchFailure.Difference] {
    var found: [MatchFailure.Difference] = []
    if let definitionError { found.append(.unusable(reason: definitionError)) }
    switch (target, request.operation) {
    case (.operation(let match), let operation?):
      found += match.differences(from: operation, shown, skippingDocument: definitionError != nil)
      if !isAccepted(operation) { found.append(.refused) }
    case (.operation, nil):
      found.append(.notGraphQL)
    case (.http(let match), _):
      if let difference = match.difference(from: request, shown.part) {
        found.append(.http(reason: difference))
      }
    }
    for header in headers where !header.matches(request) {
      found.append(
        .header(name: header.name, expected: header.value, found: request.header(header.name)))
    }
    if let endpoint, let difference = endpoint.difference(from: request.url) {
      found.append(.endpoint(endpoint.url, difference))
    }
    for condition in urlConditions {
      if let difference = condition.difference(from: request, shown.part) {
        found.append(.http(reason: difference))
      }
    }
    return found
  }
}

extension RequestHandler.OperationMatch {
  fileprivate func differences(
    from operation: OperationRequest, _ shown: ShownRequest, skippingDocument: Bool
  ) -> [MatchFailure.Difference] {
    var found: [MatchFailure.Difference] = []
    if !name.matches(operation.name), name.patternError == nil {
      found.append(name.difference(from: operation.name))
    }
    if let type, let actual = operation.type, type != actual { found.append(.type(type)) }
    if let rootField, !operation.selects(rootField: rootField) {
      found.append(.rootField(rootField))
    }
    if let document, !skippingDocument, !document.matches(operation) {
      found.append(
        operation.selectedOperation == nil
          ? .documentIsUnknown : .document(document.differences(from: operation, shown)))
    }
    if let variables {
      let differences = variables.differences(from: operation, limit: MatchFailure.differenceLimit)
      if !differences.isEmpty {
        let placed = differences.map { $0.placed(in: operation.coercedVariables) }
        found.append(.variables(placed))
      }
    }
    return found
  }
}

extension RequestHandler.DocumentMatch {
  func differences(from operation: OperationRequest, _ shown: ShownRequest) -> [String] {
    guard let actual = operation.selectedOperation, case .success(let expected) = selected
    else { return [] }
    return DocumentComparison(
      expected: expected, actual: actual, limit: MatchFailure.differenceLimit,
      showing: shown.part(_:_:_:)
    )?.differences ?? []
  }
}

extension OperationName {
  fileprivate func difference(from name: String?) -> MatchFailure.Difference {
    if case .anonymous = rule { return .isNamed }
    guard let name else { return .isAnonymous }
    return switch rule {
    case .exactly(let expected) where expected.equalsIgnoringCase(name): .nameCase
    case .prefix(let prefix) where prefix.equalsIgnoringCase(String(name.prefix(prefix.count))):
      .nameCase
    default: .name
    }
  }
}
