import Foundation

extension RequestExecution {
  func missed() {
    // A service that has just ended has lost its handlers, which isn't a miss.
    if let invalid = core.endReason { return call.reply(.failure(invalid.urlError)) }
    if let malformed = received.malformed { return answerMalformed(malformed) }
    if let recorder = settings.recorder, let operation = received.operation {
      return record(operation, with: recorder)
    }
    obey(settings.unhandled.rule)
  }

  /// - Parameter closures: How many closures have decided; each may return another, and eight are enough.
  private func obey(_ rule: UnhandledPolicy.Rule, after closures: Int = 0) {
    switch rule {
    case .decide(let decide) where closures < 8:
      noteWait(.decision(of: "`unhandled: .decide`"))
      Blocking.run { [self] in
        obey(decide(received.urlRequest, received.operations).rule, after: closures + 1)
      }
    case .passThrough: route(.passThrough, of: nil)
    case .respond(let response):
      if let invalid { return answerInvalid(invalid, for: nil) }
      // Only a known operation can be generated.
      if response.completion?.isGenerated == true, received.operation?.selectedOperation == nil {
        return obey(.fail)
      }
      route(response, of: nil)
    case .fail, .decide:
      if let error = received.resemblance, error.isUnparsable { return answerMalformed(error) }
      Blocking.run { [self] in failUnhandled() }
    }
  }

  func answerMalformed(_ malformed: MalformedRequestError) {
    guard case .selection(_, let document) = malformed.reason else { return tell(malformed) }
    Blocking.run { [self] in
      if !refuse(document) { tell(malformed) }
    }
  }

  private func tell(_ malformed: MalformedRequestError) {
    if malformed.isError {
      let message = malformed.description(
        of: redactor().line(of: received.urlRequest), entry: position)
      record(.malformedRequest, message)
    }
    route(malformed.response(edition: settings.edition, as: writer.mediaType), of: nil)
  }

  private func failUnhandled() {
    warnOfValidationFailure()
    var context = missContext
    context.elsewhere = core.handlerElsewhere(for: received)
    let failure = matchFailure(context)
    // The handlers may have been removed meanwhile.
    if let invalid = core.endReason { return call.reply(.failure(invalid.urlError)) }
    let text = String(describing: failure).shortened(to: String.messageLimit)
    fail(.unhandledRequest, text, handler: nil, code: .resourceUnavailable)
  }

  func matchFailure(_ context: MatchFailure.Context = MatchFailure.Context()) -> MatchFailure {
    MatchFailure(
      request: received, near: core.registry.near(received),
      usedUp: core.registry.useCount(ofUsedUp:),
      shown: ShownRequest(received, redactor(), hidesDifferences: core.isReal), context: context)
  }

  // MARK: Failures

  func fail(
    _ kind: MockFailure.Kind, _ message: String, handler: RequestHandler?,
    code: URLError.Code = .cannotParseResponse, underlying: (any Error)? = nil
  ) {
    let shown = record(kind, message, handler)
    let error = URLError.mock(
      code, message: settings.clientMessage(of: shown), underlying: underlying)
    call.reply(
      isEntry ? .response(BatchExecution.entry(failing: error)) : .failure(error))
  }

  func thrown(_ error: any Error, by handler: RequestHandler?) {
    let problem = ResponseWritingError.thrown(String(describing: error))
    fail(problem.kind, problem.description, handler: handler, underlying: error)
  }

  @discardableResult
  func record(
    _ kind: MockFailure.Kind, _ message: String, _ handler: RequestHandler? = nil
  ) -> String {
    let shown = settings.redaction.text(message)
    core.journal.record(MockFailure(kind, shown, exchange: exchangeID, handler: handler?.location))
    return shown
  }

  func warn(_ warnings: [String]) {
    core.journal.warn(exchangeID, warnings.map(settings.redaction.text))
  }

  func redactor(_ response: ExchangeResponse? = nil) -> ExchangeRedactor {
    ExchangeRedactor(
      settings.redaction, request: received.urlRequest,
      operations: received.operation.map { [$0] } ?? [], response: response, style: .short)
  }

  /// Hides the secrets of a real answer in later messages, unless the answer is large.
  func learn(from response: ExchangeResponse) {
    guard response.body.count <= 262_144 else { return }
    _ = redactor(response)
  }
}

extension RequestExecution {
  private var missContext: MatchFailure.Context {
    MatchFailure.Context(
      testName: settings.testName?(), recording: idleRecording, intent: intent, data: madeUpData,
      documentCount: settings.options.documents?.texts.count)
  }

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

  private var intent: MatchFailure.Intent? {
    guard !received.isGraphQL else { return nil }
    if let error = received.resemblance { return .broken(error) }
    guard !settings.endpoints.isEmpty else { return nil }
    let operations = core.operations(in: received.urlRequest)
    return operations.isEmpty ? nil : .elsewhere(operations, endpoints: settings.endpoints)
  }

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
