/// The condition of `document:`. It's a class because copies of a handler share the parsed document.
final class DocumentCondition: RequestCondition {
  let text: String
  /// The key of the selected operation, or an error that makes the handler invalid (`RequestHandler.definitionError`).
  let key: Result<MatchKey, any Error>
  let selected: Result<SelectedOperation, SelectedOperation.Failure>

  init(_ text: String, operationName: String?) {
    self.text = text
    selected = DocumentCache.makeOutcome(ContiguousArray(text.utf8), operationName)
    switch selected {
    case .success(let selected): key = .success(selected.key)
    case .failure(.syntax(let error)): key = .failure(error)
    case .failure(.selection(let error)): key = .failure(error)
    }
  }

  func matches(_ request: IncomingRequest) -> Bool { request.operation.map(matches) ?? false }

  func matches(_ operation: OperationRequest) -> Bool {
    guard case .success(let expected) = key, let actual = operation.matchKey else { return false }
    return expected == actual
  }

  func difference(from request: IncomingRequest, _ mask: RequestMask) -> MatchDifference? {
    guard case .success = key, let operation = request.operation else { return nil }
    guard operation.selectedOperation == nil else { return difference(from: operation, mask) }
    return .unknownDocument("it matches a document")
  }

  func difference(from operation: OperationRequest, _ mask: RequestMask) -> MatchDifference {
    var details: [String]?
    if let actual = operation.selectedOperation, case .success(let expected) = selected {
      details =
        DocumentComparison(
          expected: expected, actual: actual, limit: MatchFailure.differenceLimit,
          showing: mask.part(_:_:_:)
        )?.differences
    }
    return MatchDifference("the document differs", details: details ?? [])
  }

  /// It's read after the fields of the name, which selects an operation of the document.
  static let field = FormField<OperationCondition>(key: "query") { operation in
    operation.document.map { .string($0.text) }
  } read: { parser, operation in
    operation.document = try parser["query"].document(operationName: operation.name.exactName)
  }
}

extension MatchDifference {
  /// The document of a persisted operation is unknown, so a condition on it can't be met.
  static func unknownDocument(_ condition: String) -> MatchDifference {
    MatchDifference("\(condition), but the request has only a hash; set ServiceOptions(documents:)")
  }
}

extension FixtureParser {
  func document(operationName: String?) throws(FixtureError) -> DocumentCondition? {
    let lines = json.documentText
    guard let query = try lines == nil ? text() : lines else { return nil }
    let document = DocumentCondition(query, operationName: operationName)
    guard case .failure(let reason) = document.key else { return document }
    throw error(.document(String(describing: reason)))
  }
}
