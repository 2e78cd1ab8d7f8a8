// A turn-off: requests that nothing answers, that are malformed, or whose answer fails.

import Foundation

extension RequestExecution {
  /// No handler and no table answers.
  func missed() {
    // A service that has just ended took its handlers away: that is no miss.
    if let invalid = core.reasonNotToServe { return call.reply(.failure(invalid.urlError)) }
    if let malformed = received.malformed { return answerMalformed(malformed) }
    if let recorder = settings.recorder, let operation = received.operation {
      return record(operation, with: recorder)
    }
    obey(settings.unhandled.rule)
  }

  /// - Parameter closures: How many closures were asked: one may give another, and a few are enough.
  private func obey(_ rule: UnhandledPolicy.Rule, after closures: Int = 0) {
    switch rule {
    case .decide(let decide) where closures < 8:
      waits(for: .decision(of: "`unhandled: .decide`"))
      step(mayBlock: true) { [self] in
        obey(decide(received.urlRequest, received.operations).rule, after: closures + 1)
      }
    case .passThrough: route(.passThrough, of: nil)
    case .respond(let response):
      if let invalid { return answerInvalid(invalid, for: nil) }
      // What asks for no operation that is known can't be made up.
      if response.completion?.isGenerated == true, received.operation?.selectedOperation == nil {
        return obey(.fail)
      }
      route(response, of: nil)
    case .fail, .decide:
      if let error = received.resemblance, error.isUnparsable { return answerMalformed(error) }
      step(mayBlock: true) { [self] in failUnhandled() }
    }
  }

  /// Answers a malformed request as a service does, and tells the test.
  func answerMalformed(_ malformed: MalformedRequestError) {
    guard case .selection(_, let document) = malformed.reason else { return tell(malformed) }
    step(mayBlock: true) { [self] in
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
    // The handlers may have been taken away meanwhile.
    if let invalid = core.reasonNotToServe { return call.reply(.failure(invalid.urlError)) }
    let text = String(describing: failure).shortened(to: String.messageLimit)
    fail(.unhandledRequest, text, handler: nil, code: .resourceUnavailable)
  }

  /// Why nothing answers.
  func matchFailure(_ context: MatchFailure.Context = MatchFailure.Context()) -> MatchFailure {
    MatchFailure(
      request: received, near: core.registry.near(received),
      usedUp: core.registry.useCount(ofUsedUp:),
      shown: ShownRequest(received, redactor(), hidesDifferences: core.isReal), context: context)
  }

  // MARK: Failures

  /// Ends a request that there is no answer to; an entry of a batch has errors in its place.
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

  /// Tells the test what is wrong.
  /// - Returns: the message as it may leave.
  @discardableResult
  func record(
    _ kind: MockFailure.Kind, _ message: String, _ handler: RequestHandler? = nil
  ) -> String {
    let shown = settings.redaction.text(message)
    core.journal.record(MockFailure(kind, shown, exchange: exchangeID, handler: handler?.location))
    return shown
  }

  /// Notes what is odd about the exchange.
  func warn(_ warnings: [String]) {
    core.journal.warn(exchangeID, warnings.map(settings.redaction.text))
  }

  /// What takes secrets out of messages about the request.
  func redactor(_ response: ExchangeResponse? = nil) -> ExchangeRedactor {
    ExchangeRedactor(
      settings.redaction, request: received.urlRequest,
      operations: received.operation.map { [$0] } ?? [], response: response, style: .short)
  }

  /// Has later messages know what an answer of the real service hands out, which is short.
  func learn(from response: ExchangeResponse) {
    guard response.body.count <= 262_144 else { return }
    _ = redactor(response)
  }
}

// What the message of a miss needs to know beside the request and the handlers.

extension RequestExecution {
  private var missContext: MatchFailure.Context {
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
