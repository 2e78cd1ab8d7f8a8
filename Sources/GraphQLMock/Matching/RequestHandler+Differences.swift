extension RequestHandler {
  func differences(
    from request: IncomingRequest, _ shown: ShownRequest, _ unmet: [UnmetCondition]? = nil
  ) -> [MatchFailure.Difference] {
    (definitionError.map { [.unusable(reason: $0)] } ?? [])
      + (unmet ?? unmetConditions(of: request)).compactMap { difference(from: request, shown, $0) }
  }

  /// Returns nil if the error in the handler's definition has already explained the condition.
  private func difference(
    from request: IncomingRequest, _ shown: ShownRequest, _ condition: UnmetCondition
  ) -> MatchFailure.Difference? {
    switch condition {
    case .isOperation: return .notGraphQL
    case .name(let name):
      return name.patternError == nil ? name.difference(from: request.operation?.name) : nil
    case .type(let type): return .type(type)
    case .rootField(let field): return .rootField(field)
    case .document(let document):
      guard definitionError == nil, let operation = request.operation else { return nil }
      return operation.selectedOperation == nil
        ? .documentIsUnknown : .document(document.differences(from: operation, shown))
    case .header(let header):
      return .header(
        name: header.name, expected: header.value, found: request.header(header.name))
    case .endpoint(let endpoint):
      return endpoint.difference(from: request.url).map { .endpoint(endpoint.url, $0) }
    case .http(let match), .url(let match):
      return match.difference(from: request, shown.part).map { .http(reason: $0) }
    case .variables(let differences):
      let variables = request.operation?.coercedVariables ?? .null
      return .variables(differences.map { $0.placed(in: variables) })
    case .closure: return .refused
    }
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

extension NameCondition {
  fileprivate func difference(from name: String?) -> MatchFailure.Difference {
    if case .anonymous = rule { return .isNamed }
    guard let name else { return .isAnonymous }
    return switch rule {
    case .exactly(let expected) where expected.equalsIgnoringCase(name): .nameCase
    case .prefix(let prefix) where prefix.equalsIgnoringCase(String(name.prefix(prefix.count))):
      .nameCase
    case .exactly(let expected): .name(note: TextDifference(name, expected: expected).note)
    default: .name(note: "")
    }
  }
}
