// What a service would say to a request before it executes it, and of an answer before it sends it.

import Foundation

extension RequestExecution {
  // MARK: Requests

  /// Looks for what a client should not do although services put up with it, and goes on to judge.
  func checkForm() {
    // What comes through a socket has no head of its own.
    guard received.isGraphQL, call.streamFormat == nil else { return judgeRequest() }
    if received.ownBody.count > RequestJudge.variablesJudgedAtOnce, !Blocking.isAllowed {
      return Blocking.allow { [self] in checkForm() }
    }
    let lines = received.formBreaches
    if !lines.isEmpty {
      let title = subject.operation?.title ?? "The request"
      if settings.requestChecks == .warn {
        warn(lines.map { "clients should not send this: \($0)" })
      } else {
        record(
          .invalidRequest,
          ([title + " was not sent as GraphQL over HTTP asks of clients:"] + lines)
            .joined(separator: "\n  "))
      }
    }
    judgeRequest()
  }

  /// Judges the request, and goes on to look for an answer.
  ///
  /// A document that came before is not judged again, by no service with the same schema.
  func judgeRequest() {
    guard let operation = subject.operation, operation.selectedOperation != nil else {
      return lookForAnswer()
    }
    if let schema = settings.schema?.content, !schema.isLoaded, !Blocking.isAllowed {
      return Blocking.allow { [self] in judgeRequest() }
    }
    if case .failure(let error)? = settings.schema?.content.load() {
      return fail(.schemaError, "The schema can't be used: \(error)", handler: nil)
    }
    guard settings.judgement != .off else { return lookForAnswer() }
    let judge = settings.schema?.content.judge ?? .withoutSchema
    let rules = DocumentRules(settings.edition)
    if judge.mayTakeLong(operation, by: rules), !Blocking.isAllowed {
      return Blocking.allow { [self] in judgeRequest() }
    }
    let found = judge.errors(in: operation, by: rules)
    let limits = found.filter(\.reason.isOwnLimit)
    if !limits.isEmpty { warn(limits.map(\.description)) }
    let errors = found.filter { !$0.reason.isOwnLimit }
    if !errors.isEmpty {
      refusal = Refusal(errors: errors)
      if settings.judgement == .warn {
        warnOfRefusal()
        refusal = nil
      }
    }
    lookForAnswer()
  }

  /// Answers as a service does that refuses the request, and tells the test.
  /// - Parameter handler: The handler that would have answered; nil if it is none.
  func refuse(_ refusal: Refusal, for handler: RequestHandler?) {
    guard let operation = subject.operation else { return }
    record(.invalidRequest, refusal.message(for: operation, handler: handler), handler)
    route(refusal.response(edition: settings.edition, as: writer.mediaType), of: handler)
  }

  /// Notes that a service would refuse the request, where that is not for us to say, or not now.
  func warnOfRefusal() {
    guard let refusal, subject.operation != nil else { return }
    warn(refusal.lines.map { "a service would refuse the request: \($0)" })
  }

  // MARK: Answers

  /// Whether making up and judging an answer may take longer than others can wait.
  func mayTakeLongToFinish(_ response: MockResponse) -> Bool {
    if response.completion != nil { return true }
    guard let data = response.dataToCheck else { return false }
    guard checkMode(of: response) != .off,
      let selected = subject.operation?.selectedOperation,
      !isKnownToFit(response, selected)
    else { return !response.encoded.isKnown && data.hasMoreValues(than: 1_000) }
    return settings.schema?.content.hasScalarChecks == true
      || selected.document.bytes.count > RequestJudge.sizeJudgedAtOnce
      || data.hasMoreValues(than: 1_000)
  }

  /// Puts made-up data in the place of what an answer leaves out.
  func complete(_ response: MockResponse) throws(ResponseWritingError) -> MockResponse {
    let overrides: GeneratedOverrides
    switch response.completion {
    case nil: return response
    case .byFields?: return try keyed(response)
    case .generated(let stated)?: overrides = stated
    }
    guard let operation = subject.operation, let selected = operation.selectedOperation else {
      throw .notGenerated(reason: "the document of the request is not known")
    }
    guard let schema = settings.schema, let types = try? schema.system else {
      throw .notGenerated(reason: "there is no schema; state ServiceOptions(schema:)")
    }
    let resolved = ResolvedOverrides(overrides, in: types)
    if let key = resolved.unknownKeys.first {
      throw .notGenerated(reason: "the override \(key.swiftLiteral) names nothing in the schema")
    }
    let result = AnswerGenerator.data(
      for: selected.operation, of: selected.document, in: types,
      variables: operation.coercedVariables, overrides: resolved, completing: response.statedData)
    switch result {
    case .failure(let error): throw .notGenerated(reason: error.message)
    case .success(let data): return response.replacingData(by: data)
    }
  }

  /// Puts data that is stated by the names of fields under the response keys of the request.
  private func keyed(_ response: MockResponse) throws(ResponseWritingError) -> MockResponse {
    guard let operation = subject.operation, operation.selectedOperation != nil else {
      throw .noSelection
    }
    guard let data = response.dataToCheck else { return response }
    let types = settings.schema.flatMap { try? $0.system }
    var keying = FieldKeying(FragmentRule(types))
    return response.replacingData(by: try keying.keyed(data, by: operation.selection))
  }

  /// Holds the data of an answer against the document of the request and the schema.
  /// - Returns: why the request must fail; nil if it need not.
  func checkAnswer(_ response: MockResponse) -> (kind: MockFailure.Kind, message: String)? {
    let mode = checkMode(of: response)
    guard mode != .off, let data = response.dataToCheck, let operation = subject.operation,
      let selected = operation.selectedOperation, !isKnownToFit(response, selected)
    else { return nil }
    let types = settings.schema.flatMap { try? $0.system }
    // What `@skip` and `@include` leave depends on the variables; else nobody need read them.
    let hasDirectives = selected.document.nodes.contains { $0.kind == .directive }
    if hasDirectives, operation.variablesSize > RequestJudge.longestVariables { return nil }
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
    if texts.last == AnswerProblem.notJudged {
      texts.removeLast()
      core.journal.warn(exchange, [AnswerProblem.notJudged])
    }
    guard !texts.isEmpty else { return nil }
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
      !json.hasMember("data"), json["errors"].array?.isEmpty == false, !isEntry,
      whole.contentType?.hasPrefix("application/graphql-response+json") == true,
      checkMode(of: response) != .off
    else { return }
    warn([
      """
      The response has errors and no data, and as application/graphql-response+json a service sends \
      that with 4xx or 5xx, not with \(whole.status): state the status, or use .requestError.
      """
    ])
  }

  /// What happens to an answer that does not fit.
  private func checkMode(of response: MockResponse) -> FixtureCheckMode {
    if settings.schema != nil { return settings.options.fixtureChecks ?? .fail }
    let mode = settings.options.fixtureChecks ?? .warn
    // A handler may leave out what its test is not about.
    return response.isFixture || mode == .off ? mode : .warn
  }

  private func isKnownToFit(_ response: MockResponse, _ selected: SelectedOperation) -> Bool {
    guard let verdict = response.encoded.latestVerdict, verdict.selected === selected,
      verdict.problems.made?.isEmpty == true
    else { return false }
    if let variables = verdict.variables, variables != subject.operation?.variablesDigest {
      return false
    }
    return verdict.types === settings.schema.flatMap { try? $0.system }
  }
}

extension MockResponse {
  /// The data of a GraphQL response; nil where there is none to judge, and where it is null beside errors.
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

  fileprivate func replacingData(by data: MockJSON) -> MockResponse {
    var copy = self
    switch content {
    case .graphQL(_, let errors, let extensions):
      copy.content = .graphQL(data: data, errors: errors, extensions: extensions)
    case .json(let json):
      let others = (json.members ?? JSONMembers([])).filter { $0.name != "data" }
      copy.content = .json(
        MockJSON(.object(JSONMembers([("data", data)] + others.map { ($0.name, $0.value) }))))
    default: break
    }
    copy.completion = nil
    return copy
  }
}

extension MockJSON {
  /// Whether more values are in it than a number; no more than that many are looked at.
  fileprivate func hasMoreValues(than limit: Int) -> Bool {
    var rest = limit
    var pending = [self]
    while let value = pending.popLast() {
      rest -= 1
      if let array = value.array {
        if array.count > rest { return true }
        pending += array
      } else if let members = value.members {
        if members.count > rest { return true }
        pending += members.map(\.value)
      }
      if rest < 0 { return true }
    }
    return false
  }
}

// What the message of a miss needs to know beside the request and the handlers.

extension RequestExecution {
  var missContext: MatchFailure.Context {
    MatchFailure.Context(
      testName: settings.testName?(), recording: idleRecording, intent: intent, data: madeUpData)
  }

  /// Why nothing is recorded, where recordings are replayed.
  private var idleRecording: MatchFailure.IdleRecording? {
    guard let recording = settings.recording else { return nil }
    let folder = recording.stated.folder.path
    if let reason = recording.idleReason {
      return MatchFailure.IdleRecording(folder: folder, reason: reason)
    }
    return subject.operation == nil
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
    guard refusal == nil, let operation = subject.operation,
      let selected = operation.selectedOperation, let types = try? settings.schema?.system
    else { return nil }
    return try? AnswerGenerator.data(
      for: selected.operation, of: selected.document, in: types,
      variables: operation.coercedVariables,
      overrides: ResolvedOverrides(GeneratedOverrides(), in: types)
    ).get()
  }
}
