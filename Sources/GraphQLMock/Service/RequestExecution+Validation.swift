// What a service would say to a request before it executes it, and of an answer before it sends it.

import Foundation

extension RequestExecution {
  // MARK: Requests

  /// Validates the request, and goes on to look for an answer.
  ///
  /// A document that came before is not validated again, by no service with the same schema.
  func validateRequest() {
    guard let operation = received.operation, operation.selectedOperation != nil else {
      return lookForAnswer()
    }
    if let schema = settings.schema?.content, !schema.isLoaded, !Blocking.isAllowed {
      return Blocking.allow { [self] in validateRequest() }
    }
    if case .failure(let error)? = settings.schema?.content.load() {
      return fail(.schemaError, "The schema can't be used: \(error)", handler: nil)
    }
    guard settings.requestValidation != .off else { return lookForAnswer() }
    warnOfDefaults()
    let validator = settings.schema?.content.validator ?? .withoutSchema
    let rules = settings.edition
    if validator.isKnownToBeSound(operation, by: rules) { return lookForAnswer() }
    if validator.mayTakeLong(operation, by: rules), !Blocking.isAllowed {
      return Blocking.allow { [self] in validateRequest() }
    }
    take(validator.errors(in: operation, by: rules))
    lookForAnswer()
  }

  /// Tells the first request of default values in the schema that don't fit their types.
  private func warnOfDefaults() {
    guard let unfit = settings.types?.unfitDefaults, !unfit.isEmpty,
      core.takeWarningOfDefaults()
    else { return }
    let rest = unfit.count - ValidationFailure.lineLimit
    warn(
      unfit.prefix(ValidationFailure.lineLimit).map { "the schema: \($0)" }
        + (rest > 0 ? ["the schema: and \(rest) more default values don't fit"] : []))
  }

  /// Takes what a service finds wrong with the request.
  private func take(_ found: [ValidationError]) {
    let limits = found.filter(\.reason.isWarning)
    if !limits.isEmpty { warn(limits.map(\.description)) }
    let errors = found.filter { !$0.reason.isWarning }
    guard !errors.isEmpty else { return }
    invalid = ValidationFailure(errors: errors)
    if settings.requestValidation == .warn {
      warnOfValidationFailure()
      invalid = nil
    }
  }

  /// Validates a document of which no operation can be selected, as a service does before it says that.
  /// - Returns: Whether it was refused.
  func refuse(_ document: ContiguousArray<UInt8>) -> Bool {
    guard settings.requestValidation != .off, case .success(let document) = Document.parse(document)
    else { return false }
    take(document.validate(by: settings.edition, types: settings.types))
    guard let invalid else { return false }
    answerInvalid(invalid, for: nil)
    return true
  }

  /// Answers as a service does that refuses the request, and tells the test.
  /// - Parameter handler: The handler that would have answered; nil if it is none.
  func answerInvalid(_ invalid: ValidationFailure, for handler: RequestHandler?) {
    let title =
      received.operation?.title
      ?? MalformedRequestError.title(
        redactor().line(of: received.urlRequest), entry: position)
    record(.invalidRequest, shown(invalid).message(for: title, handler: handler), handler)
    route(invalid.response(edition: settings.edition, as: writer.mediaType), of: handler)
  }

  /// Notes that the request is not valid, where that is not for us to say, or not now.
  func warnOfValidationFailure() {
    guard let invalid else { return }
    warn(shown(invalid).lines.map { "the request is invalid: \($0)" })
  }

  /// The same without the client's secrets, if these may be real ones.
  private func shown(_ invalid: ValidationFailure) -> ValidationFailure {
    guard core.isReal else { return invalid }
    let redactor = redactor()
    return ValidationFailure(errors: invalid.errors.map { $0.quoting(redactor.literal) })
  }

  // MARK: Answers

  /// Whether making up and validating an answer may take longer than others can wait.
  func mayTakeLongToFinish(_ response: MockResponse) -> Bool {
    if response.completion != nil { return true }
    guard let data = response.dataToCheck else { return false }
    guard responseMode(of: response) != .off,
      let selected = received.operation?.selectedOperation,
      !isKnownToFit(response, selected)
    else { return !response.encoded.isKnown && data.hasMoreValues(than: 1_000) }
    return settings.schema?.content.hasScalarChecks == true
      || selected.document.bytes.count > RequestValidator.sizeValidatedAtOnce
      || data.hasMoreValues(than: 1_000)
  }

  /// Puts made-up data in the place of what an answer leaves out.
  func complete(_ response: MockResponse) throws(ResponseWritingError) -> MockResponse {
    let overrides: GeneratedOverrides
    let byFields: Bool
    if response.completion?.isByFields == true, let type = received.operation?.type,
      let root = settings.types?.rootTypes[type],
      let problem = response.otherRootType(than: root.name)
    {
      throw problem
    }
    switch response.completion {
    case nil: return response
    case .byFields(let warns)?: return try keyed(response, warns: warns)
    case .generated(let stated, let keyed)?: (overrides, byFields) = (stated, keyed)
    }
    guard let operation = received.operation, let selected = operation.selectedOperation else {
      throw .notGenerated(reason: "the document of the request is not known")
    }
    guard let types = settings.types else {
      throw .notGenerated(reason: "there is no schema; state ServiceOptions(schema:)")
    }
    let resolved = ResolvedOverrides(overrides, in: types)
    if let key = resolved.unknownKeys.first {
      throw .notGenerated(reason: "the override \(key.swiftLiteral) names nothing in the schema")
    }
    let result = AnswerGenerator.data(
      for: selected.operation, of: selected.document, in: types,
      variables: operation.coercedVariables, overrides: resolved, completing: response.statedData,
      byFields: byFields, objects: core.madeUpObjects)
    switch result {
    case .failure(let error): throw .notGenerated(reason: error.message)
    case .success(let made): return response.replacingData(by: made.data, adding: made.errors)
    }
  }

  /// How many fields a warning lists.
  private static let missingLimit = 10

  /// Puts data that is stated by the names of fields under the response keys of the request.
  private func keyed(
    _ response: MockResponse, warns: Bool
  ) throws(ResponseWritingError) -> MockResponse {
    guard let operation = received.operation, operation.selectedOperation != nil else {
      throw .noSelection
    }
    guard let data = response.dataToCheck else { return response }
    var keying = MockResponse.FieldKeying(FragmentRule(settings.types, data: data))
    let root = operation.type.flatMap { settings.types?.rootTypes[$0]?.name }
    let result = response.replacingData(
      by: try keying.keyed(data, by: operation.selection, on: root))
    if warns, !keying.missing.isEmpty {
      let missing = keying.missing.map(\.swiftLiteral).prefix(Self.missingLimit)
      let rest = keying.missing.count - missing.count
      warn([
        "the data doesn't hold \(missing.joined(separator: ", "))"
          + (rest > 0 ? " and \(rest) more" : "") + ": sent as null"
      ])
    }
    return result
  }

  /// Holds the data of an answer against the document of the request and the schema.
  /// - Returns: why the request must fail; nil if it need not.
  func checkAnswer(_ response: MockResponse) -> (kind: MockFailure.Kind, message: String)? {
    let mode = responseMode(of: response)
    // Foundation reads some of it on Linux, such as a trailing comma, and not on Apple's platforms.
    if mode != .off, case .bytes(let bytes, contentType: nil) = response.content,
      case .failure(let error) = JSONParser.parse(ContiguousArray(bytes)), !error.isTooDeep
    {
      warn(["The text of `.rawJSON`: \(error)"])
    }
    guard mode != .off, let operation = received.operation,
      let selected = operation.selectedOperation, !isKnownToFit(response, selected)
    else { return nil }
    let types = settings.types
    guard let data = response.dataToCheck else {
      guard let key = response.firstKey(outsideOfDataOf: operation) else { return nil }
      let problem = AnswerProblem(kind: .outsideOfData(key: key), path: JSONPath([]), offset: nil)
      return tell([problem.description(in: selected.document)], of: response, mode, types)
    }
    // What `@skip` and `@include` leave depends on the variables; else nobody need read them.
    let hasDirectives = selected.document.nodes.contains { $0.kind == .directive }
    if hasDirectives, operation.variablesSize > RequestValidator.longestVariables { return nil }
    let variables = hasDirectives ? operation.coercedVariables : [:]
    let digest = hasDirectives ? operation.variablesDigest : nil
    var verdict = AnswerVerdict(selected, types, variables: digest)
    if !hasDirectives || digest != nil { verdict = response.encoded.verdict(verdict) }
    // Checks of scalars are the test's: nobody waits for those.
    let waits = Blocking.isAllowed && settings.schema?.content.hasScalarChecks != true
    var texts = verdict.problems.value(waits: waits) {
      AnswerCheck.problems(
        in: data, for: selected.operation, of: selected.document, in: types, variables: variables
      ).map { $0.description(in: selected.document) }
    }
    if texts.last == AnswerProblem.notValidated {
      texts.removeLast()
      core.journal.warn(exchange, [AnswerProblem.notValidated])
    }
    return texts.isEmpty ? nil : tell(texts, of: response, mode, types)
  }

  /// Tells what is wrong with an answer.
  /// - Returns: why the request must fail; nil if it need not.
  private func tell(
    _ texts: [String], of response: MockResponse, _ mode: ValidationMode, _ types: TypeSystem?
  ) -> (kind: MockFailure.Kind, message: String)? {
    guard mode == .fail else {
      warn(texts)
      return nil
    }
    let subject = response.isFixture ? "The fixture" : "The answer"
    let name = response.fixtureName.map { " \($0.swiftLiteral)" } ?? ""
    let head =
      types == nil
      ? "\(subject)\(name) does not fit the document of the request: \(texts[0])"
      : "\(subject)\(name) is none that a service of this schema could give: \(texts[0])"
    return (
      types == nil ? .fixtureError : .invalidAnswer,
      ([head] + texts.dropFirst()).joined(separator: "\n  ")
    )
  }

  /// Says that a body which somebody wrote out is none that a service sends with this status.
  func warnOfMissingData(_ response: MockResponse, _ whole: ExchangeResponse) {
    guard case .json(let json) = response.content, (200..<300).contains(whole.status),
      !json.has("data"), json["errors"].array?.isEmpty == false, !isEntry,
      whole.contentType?.hasPrefix("application/graphql-response+json") == true,
      responseMode(of: response) != .off
    else { return }
    warn([
      """
      The response has errors and no data, and as application/graphql-response+json a service sends \
      that with 4xx or 5xx, not with \(whole.status): state the status, or use .requestError.
      """
    ])
  }

  /// What happens to an answer that does not fit.
  private func responseMode(of response: MockResponse) -> ValidationMode {
    if settings.schema != nil { return settings.options.responseValidation ?? .fail }
    let mode = settings.options.responseValidation ?? .warn
    // A handler may leave out what its test is not about.
    return response.isFixture || mode == .off ? mode : .warn
  }

  private func isKnownToFit(_ response: MockResponse, _ selected: SelectedOperation) -> Bool {
    guard let verdict = response.encoded.latestVerdict, verdict.selected === selected,
      verdict.problems.made?.isEmpty == true
    else { return false }
    if let variables = verdict.variables, variables != received.operation?.variablesDigest {
      return false
    }
    return verdict.types === settings.types
  }
}

extension MockResponse {
  /// The data of a GraphQL response; nil where there is none to validate, and where it is null beside errors.
  fileprivate var dataToCheck: MockJSON? {
    let hasErrors =
      switch content {
      case .graphQL(_, let errors, _): !errors.isEmpty
      case .json(let json): json["errors"].array?.isEmpty == false
      default: false
      }
    return hasErrors && statedData?.isNull == true ? Optional.none : statedData
  }

  fileprivate var statedData: MockJSON? {
    switch content {
    case .graphQL(let data, _, _): data
    case .json(let json): json.members?["data"]
    default: Optional.none
    }
  }

  /// The first root field of an operation that stands where `data` and `errors` belong, in what is sent
  /// as a success; nil if there is none.
  fileprivate func firstKey(outsideOfDataOf operation: OperationRequest) -> String? {
    guard case .json(let json) = content, (200..<300).contains(statusCode ?? 200),
      let members = json.members, members["data"] == nil, members["errors"] == nil
    else { return nil }
    return operation.selection.lazy.map(\.responseKey).first { members[$0] != nil }
  }

  fileprivate func replacingData(
    by data: MockJSON, adding more: [MockResponseError] = []
  ) -> MockResponse {
    changing {
      $0.completion = nil
      switch content {
      case .graphQL(_, let errors, let extensions):
        $0.content = .graphQL(data: data, errors: errors + more, extensions: extensions)
      case .json(let json): $0.content = .json(json.setting("data", to: data))
      default: break
      }
    }
  }
}

extension MockJSON {
  /// Whether more values are in it than a number; no more than that many are looked at.
  fileprivate func hasMoreValues(than limit: Int) -> Bool {
    var found = [self]
    var position = 0
    while position < found.count, found.count <= limit {
      found += (found[position].array ?? []).prefix(limit)
      found += (found[position].members?.prefix(limit).map(\.value) ?? [])
      position += 1
    }
    return found.count > limit
  }
}

// What the message of a miss needs to know beside the request and the handlers.

extension RequestExecution {
  var missContext: MatchFailure.Context {
    MatchFailure.Context(
      testName: settings.testName?(), recording: idleRecording, intent: intent, data: madeUpData,
      documentCount: settings.options.documents?.texts.count)
  }

  /// Why nothing is recorded, where recordings are replayed.
  private var idleRecording: MatchFailure.IdleRecording? {
    guard let recording = settings.recording, let folder = recording.stated.folder?.path else {
      return nil
    }
    if let reason = recording.idleReason {
      return MatchFailure.IdleRecording(folder: folder, reason: reason)
    }
    return received.operation == nil
      ? MatchFailure.IdleRecording(folder: folder, reason: .isPlainHTTP) : nil
  }

  /// What plain HTTP may have been meant to be.
  private var intent: MatchFailure.Intent? {
    guard !received.isGraphQL else { return nil }
    if let error = received.resemblance { return .broken(error) }
    guard !settings.endpoints.isEmpty else { return nil }
    let operations = core.operations(in: received.urlRequest)
    return operations.isEmpty ? nil : .elsewhere(operations, endpoints: settings.endpoints)
  }

  /// Data of the right types, where there is a schema and a service would not refuse the request.
  private var madeUpData: MockJSON? {
    guard invalid == nil, let operation = received.operation,
      let selected = operation.selectedOperation, let types = settings.types,
      types.rootTypes[selected.operation.type] != nil
    else { return nil }
    return try? AnswerGenerator.data(
      for: selected.operation, of: selected.document, in: types,
      variables: operation.coercedVariables,
      overrides: ResolvedOverrides(GeneratedOverrides(), in: types)
    ).get().data
  }
}
