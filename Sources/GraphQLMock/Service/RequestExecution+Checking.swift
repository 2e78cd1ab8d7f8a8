extension RequestExecution {
  /// Checks a response against the document of the request and the schema. Returns the failure, or nil and warns.
  func checkResponse(_ response: MockResponse) -> (kind: MockFailure.Kind, message: String)? {
    let mode = responseMode
    // Foundation on Linux accepts some invalid JSON, such as a trailing comma, that Apple's Foundation rejects.
    if mode != .off, case .bytes(let bytes, contentType: nil) = response.content,
      case .failure(let error) = JSONParser.parse(ContiguousArray(bytes)), !error.isTooDeep
    {
      warn(["The text of `.rawJSON`: \(error)"])
    }
    guard mode != .off, let operation = incoming.operation,
      let selected = operation.selectedOperation
    else { return nil }
    if let reason = response.malformedErrors { return failOrWarn([note(reason)], of: response) }
    // What decides the verdict below must be in the question, because valid responses aren't checked again.
    let question = validator.question(about: response.encoded, to: operation, selected)
    if selected.knownValidity(of: question) == true { return nil }
    let types = settings.types
    let errors = types == nil ? [] : response.statedErrors
    guard let data = response.dataToCheck ?? (errors.isEmpty ? nil : response.statedData) else {
      guard let key = response.firstKey(outsideOfDataOf: operation) else { return nil }
      let problem = ResponseProblem(fault: .outsideOfData(key: key), path: JSONPath())
      return failOrWarn([note(problem.description(in: selected.document))], of: response)
    }
    // Only `@skip` and `@include` need the values of variables, and longer ones aren't coerced.
    let hasDirectives = selected.hasDirectives
    if hasDirectives, operation.variablesSize > RequestValidator.longestVariables { return nil }
    func problems(mayLackDeferred: Bool) -> [ResponseProblem] {
      ResponseCheck.problems(
        in: data, for: selected.operation, of: selected.document, in: types,
        variables: hasDirectives ? operation.coercedVariables : [:], errors: errors,
        mayLackDeferred: mayLackDeferred)
    }
    let found = selected.problems(question, mayWait: types?.scalarChecks.isEmpty != false) {
      // Data without deferred fields is valid, but a whole response never sends them. One is enough for a message.
      let found = problems(mayLackDeferred: true)
      guard found.isEmpty, selected.hasIncrementalDirectives else { return found }
      return problems(mayLackDeferred: false).prefix(1).map {
        ResponseProblem(fault: .neverSent($0.fault), path: $0.path, offset: $0.offset)
      }
    }
    // If the check has stopped at its limit, the result isn't certain, so it's only a warning.
    let warnings = found.filter { $0.isWarning || $0.fault == .notValidated }
    if !warnings.isEmpty { warn(warnings.map { $0.description(in: selected.document) }) }
    var missing: Set<Int?> = []
    let problems = found.filter { !warnings.contains($0) }.map { problem in
      let text = problem.description(in: selected.document)
      guard case .missing(_, _, let isTypeName) = problem.fault else { return note(text) }
      // The other elements of a list usually lack the same field, so only the first one is reported.
      let isFirst = missing.insert(problem.offset).inserted
      return JournalWarning(
        subject: isTypeName ? .typeName : isFirst ? .missingField : .note, text: text)
    }
    return failOrWarn(problems, of: response)
  }

  private func note(_ text: String) -> JournalWarning { JournalWarning(subject: .note, text: text) }

  private func failOrWarn(
    _ problems: [JournalWarning], of response: MockResponse
  ) -> (kind: MockFailure.Kind, message: String)? {
    let types = settings.types
    let fatal = problems.filter { [mode = responseMode] in
      mode == .fail && ($0.subject != .typeName || types != nil || response.isFixture)
    }
    for problem in problems where !fatal.contains(problem) {
      warn([problem.text], kind: problem.subject)
    }
    if fatal.isEmpty { return nil }
    let texts = fatal.map(\.text)
    let subject = response.isFixture ? "The fixture" : "The response"
    let name = response.fixtureName.map { " \($0.swiftLiteral)" } ?? ""
    let head =
      types == nil
      ? "\(subject)\(name) doesn't match the document of the request: \(texts[0])"
      : "\(subject)\(name) can't come from a service with this schema: \(texts[0])"
    return (
      types == nil && response.isFixture ? .fixtureError : .invalidResponse,
      ([head] + texts.dropFirst()).joined(separator: "\n  ")
    )
  }

  /// Without a schema, problems are only warnings, because tests may omit unneeded fields.
  var responseMode: ValidationMode {
    settings.options.responseValidation ?? (settings.schema == nil ? .warn : .fail)
  }
}

extension MockResponse {
  /// The stated data to compare with the document and the schema, or nil for null data that errors explain.
  var dataToCheck: MockJSON? {
    statedData?.isNull == true && !statedErrors.isEmpty ? Optional.none : statedData
  }

  var statedErrors: [MockJSON] {
    switch content {
    case .graphQL(_, let errors, _): errors.map(\.json)
    case .json(let json): json["errors"].array ?? []
    case .template, .bytes, .file, .empty, .failure, .fixture, .never, .passThrough, .incremental,
      .events, .parts:
      []
    }
  }

  /// GraphQL, section 7.1.2. `ResponseForm` rejects them in fixtures. An empty list beside null data counts as null data.
  fileprivate var malformedErrors: String? {
    guard case .json(let json) = content, (200..<300).contains(statusCode ?? 200),
      let errors = json.members?["errors"]
    else { return nil }
    let isEmpty = errors.array?.isEmpty == true && !json["data"].isNull
    if let list = errors.array, !isEmpty, list.allSatisfy({ $0["message"].string != nil }) {
      return nil
    }
    return """
      "errors" must be a list of one or more objects with a "message", or be left out, but is \
      \(JSONWriter.describe(errors, limit: JSONDifference.valueLimit))
      """
  }

  fileprivate func firstKey(outsideOfDataOf operation: OperationRequest) -> String? {
    guard case .json(let json) = content, (200..<300).contains(statusCode ?? 200),
      let members = json.members, members["data"] == nil, members["errors"] == nil
    else { return nil }
    return operation.selection.lazy.map(\.responseKey).first { members[$0] != nil }
  }
}
