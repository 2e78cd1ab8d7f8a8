extension RequestExecution {
  /// Checks an answer of a handler or fixture against the document of the request and the schema.
  func checkAnswer(_ response: MockResponse) -> (kind: MockFailure.Kind, message: String)? {
    let mode = responseMode(of: response)
    // Foundation on Linux accepts some invalid JSON, such as a trailing comma, that Apple's Foundation rejects.
    if mode != .off, case .bytes(let bytes, contentType: nil) = response.content,
      case .failure(let error) = JSONParser.parse(ContiguousArray(bytes)), !error.isTooDeep
    {
      warn(["The text of `.rawJSON`: \(error)"])
    }
    guard mode != .off, let operation = received.operation,
      let selected = operation.selectedOperation
    else { return nil }
    let question = validator.answer(response.encoded, to: operation, selected)
    if selected.isSound(question) == true { return nil }
    let types = settings.types
    let errors = types == nil ? [] : response.statedErrors
    guard let data = response.dataToCheck ?? (errors.isEmpty ? nil : response.statedData) else {
      guard let key = response.firstKey(outsideOfDataOf: operation) else { return nil }
      let problem = AnswerProblem(kind: .outsideOfData(key: key), path: JSONPath([]), offset: nil)
      return failOrWarn([problem.description(in: selected.document)], of: response, mode, types)
    }
    // Only `@skip` and `@include` need the values of variables.
    let hasDirectives = selected.hasDirectives
    if hasDirectives, operation.variablesSize > RequestValidator.longestVariables { return nil }
    func problems(mayLackDeferred: Bool) -> [AnswerProblem] {
      AnswerCheck.problems(
        in: data, for: selected.operation, of: selected.document, in: types,
        variables: hasDirectives ? operation.coercedVariables : [:], errors: errors,
        mayLackDeferred: mayLackDeferred)
    }
    let found = selected.problems(question, mayWait: types?.scalarChecks.isEmpty != false) {
      let found = problems(mayLackDeferred: true)
      guard found.isEmpty, selected.hasIncrementalDirectives else { return found }
      return problems(mayLackDeferred: false).prefix(1).map {
        AnswerProblem(kind: .neverSent($0.kind), path: $0.path, offset: $0.offset)
      }
    }
    let warnings = found.filter(\.isWarning)
    if !warnings.isEmpty { warn(warnings.map { $0.description(in: selected.document) }) }
    let texts = found.filter { !$0.isWarning }.map { $0.description(in: selected.document) }
    return texts.isEmpty ? nil : failOrWarn(texts, of: response, mode, types)
  }

  private func failOrWarn(
    _ texts: [String], of response: MockResponse, _ mode: ValidationMode, _ types: TypeSystem?
  ) -> (kind: MockFailure.Kind, message: String)? {
    guard mode == .fail else {
      warn(texts)
      return nil
    }
    let subject = response.isFixture ? "The fixture" : "The response"
    let name = response.fixtureName.map { " \($0.swiftLiteral)" } ?? ""
    let head =
      types == nil
      ? "\(subject)\(name) doesn't match the document of the request: \(texts[0])"
      : "\(subject)\(name) can't come from a service with this schema: \(texts[0])"
    return (
      types == nil ? .fixtureError : .invalidAnswer,
      ([head] + texts.dropFirst()).joined(separator: "\n  ")
    )
  }

  /// Returns the validation mode of a response, by default `.fail` with a schema and `.warn` without one.
  func responseMode(of response: MockResponse) -> ValidationMode {
    if settings.schema != nil { return settings.options.responseValidation ?? .fail }
    let mode = settings.options.responseValidation ?? .warn
    // Without a schema, problems in a handler's response are only warnings, because tests may omit unneeded fields.
    return response.isFixture || mode == .off ? mode : .warn
  }
}

extension MockResponse {
  var dataToCheck: MockJSON? {
    statedData?.isNull == true && !statedErrors.isEmpty ? Optional.none : statedData
  }

  fileprivate var statedErrors: [MockJSON] {
    switch content {
    case .graphQL(_, let errors, _): errors.map(\.json)
    case .json(let json): json["errors"].array ?? []
    default: []
    }
  }

  var statedData: MockJSON? {
    switch content {
    case .graphQL(let data, _, _): data
    case .json(let json): json.members?["data"]
    default: Optional.none
    }
  }

  fileprivate func firstKey(outsideOfDataOf operation: OperationRequest) -> String? {
    guard case .json(let json) = content, (200..<300).contains(statusCode ?? 200),
      let members = json.members, members["data"] == nil, members["errors"] == nil
    else { return nil }
    return operation.selection.lazy.map(\.responseKey).first { members[$0] != nil }
  }
}
