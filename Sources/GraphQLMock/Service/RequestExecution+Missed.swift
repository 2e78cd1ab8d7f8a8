import Foundation

extension RequestExecution {
  func missed() {
    // A service that has ended has no handlers, so the request isn't reported as unhandled.
    if let reason = core.endReason { return call.deliver(.failure(reason.urlError)) }
    if let malformed = incoming.malformedError { return answerMalformed(malformed) }
    if let recorder = settings.recorder, let operation = incoming.operation {
      return recordFromService(operation, with: recorder)
    }
    apply(settings.unhandled.rule)
  }

  private static let decisionLimit = 8

  /// - Parameter closures: The number of `.decide` closures called so far. At `decisionLimit`, the request fails.
  private func apply(_ rule: UnhandledPolicy.Rule, after closures: Int = 0) {
    switch rule {
    case .decide(let decide, _) where closures < Self.decisionLimit:
      noteWait(.decision(of: "`unhandled: .decide`"))
      Blocking.run { [self] in
        apply(decide(incoming.urlRequest, incoming.operations).rule, after: closures + 1)
      }
    case .passThrough: sendByKind(.passThrough, of: nil)
    case .respond(let response):
      // The real service decides on an invalid request itself.
      if let invalid, !passesThrough(response) { return answerInvalid(invalid, for: nil) }
      // Data can be generated only for a GraphQL operation, so other requests fail.
      if response.completion?.isGenerated == true, incoming.operation?.selectedOperation == nil {
        return apply(.fail)
      }
      sendByKind(response, of: nil)
    case .fail, .decide:
      if let error = incoming.reasonNotGraphQL, error.bodyIsUnparsable {
        return answerMalformed(error)
      }
      Blocking.run { [self] in failUnhandled() }
    }
  }

  func answerMalformed(_ malformed: MalformedRequestError) {
    guard case .selection(_, let document) = malformed.reason else {
      return reportMalformed(malformed)
    }
    Blocking.run { [self] in
      // A server validates a document before it selects an operation, so errors in the document are reported first.
      if !answerIfInvalid(document) { reportMalformed(malformed) }
    }
  }

  private func reportMalformed(_ malformed: MalformedRequestError) {
    if malformed.isError {
      let message = malformed.description(
        of: redactor().line(of: incoming.urlRequest), entry: batchPosition)
      noteFailure(.malformedRequest, message)
    }
    sendByKind(malformed.response(edition: settings.edition, as: writer.mediaType), of: nil)
  }

  private func failUnhandled() {
    warn(of: invalid)
    let failure = matchFailure(
      MatchFailure.Context(
        testName: settings.testName?(), recording: idleRecording, graphQLAttempt: graphQLAttempt,
        data: madeUpData, hasObjects: settings.types != nil && !core.objects.closed.isEmpty,
        documentCount: settings.options.documents?.texts.count, isOfSocket: call.isOfSocket,
        otherServiceHandler: core.handlerOfOtherService(for: incoming)))
    // The service may have ended while the failure was being described.
    if let reason = core.endReason { return call.deliver(.failure(reason.urlError)) }
    let text = String(describing: failure).shortened(to: String.messageLimit)
    fail(.unhandledRequest, text, handler: nil, code: .resourceUnavailable)
  }

  func matchFailure(_ context: MatchFailure.Context = MatchFailure.Context()) -> MatchFailure {
    if let operation = incoming.operation {
      for (_, table) in core.registry.tables {
        settings.redaction.remember(table.secrets(in: operation))
      }
    }
    return MatchFailure(
      request: incoming, registry: core.registry, unmet: unmet,
      mask: RequestMask(
        request: incoming, redactor: redactor(), hidesDifferences: core.mayHaveRealSecrets),
      context: context)
  }

  private var idleRecording: MatchFailure.IdleRecording? {
    guard let recording = settings.recording, let folder = recording.stated.folder?.path else {
      return nil
    }
    let reason = recording.idleReason ?? (incoming.operation == nil ? .isPlainHTTP : nil)
    return reason.map { MatchFailure.IdleRecording(folder: folder, reason: $0) }
  }

  private var graphQLAttempt: MatchFailure.GraphQLAttempt? {
    guard !incoming.isGraphQL else { return nil }
    if let error = incoming.reasonNotGraphQL { return .broken(error) }
    guard !settings.endpoints.isEmpty else { return nil }
    let operations = IncomingRequest(reading: incoming.urlRequest).operations
    return operations.isEmpty ? nil : .sentToOtherURL(operations, endpoints: settings.endpoints)
  }

  /// The data of the handler that a miss proposes to add.
  private var madeUpData: MockJSON? {
    guard invalid == nil, let operation = incoming.operation,
      let selected = operation.selectedOperation, let types = settings.types,
      types.rootTypes[selected.operation.type] != nil
    else { return nil }
    return try? ResponseGenerator.data(
      for: selected.operation, of: selected.document, in: types,
      variables: operation.coercedVariables,
      overrides: ResolvedOverrides(GeneratedOverrides(), in: types)
    ).get().data
  }
}
