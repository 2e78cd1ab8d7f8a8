import Foundation

extension RequestExecution {
  func fail(
    _ kind: MockFailure.Kind, _ message: String, handler: RequestHandler?,
    code: URLError.Code = .cannotParseResponse, underlying: (any Error)? = nil
  ) {
    let shown = noteFailure(kind, message, handler)
    let error = URLError.mock(
      code, message: settings.clientMessage(of: shown), underlying: underlying)
    call.reply(isEntry ? .response(BatchExecution.entry(failing: error)) : .failure(error))
  }

  func fail(byThrown error: any Error, of handler: RequestHandler?) {
    let problem = ResponseWritingError.thrown(String(describing: error))
    fail(problem.kind, problem.description, handler: handler, underlying: error)
  }

  /// Adds a failure to the journal, and returns its message without secrets.
  @discardableResult
  func noteFailure(
    _ kind: MockFailure.Kind, _ message: String, _ handler: RequestHandler? = nil
  ) -> String {
    let shown = settings.redaction.text(message)
    core.journal.record(MockFailure(kind, shown, exchange: exchangeID, handler: handler?.location))
    return shown
  }

  func warn(_ warnings: [String]) {
    core.journal.warn(exchangeID, warnings.map(settings.redaction.text))
  }

  func redactor() -> ExchangeRedactor {
    ExchangeRedactor(
      settings.redaction, request: received.urlRequest,
      operations: received.operation.map { [$0] } ?? [], style: .short)
  }

  /// The maximum size in bytes of a response that is searched for secrets.
  private static let largestAnswerSearched = 262_144

  /// Adds the secrets of the real service's response to `Redaction.carried`, so that later messages hide them.
  func learn(from response: ExchangeResponse) {
    guard response.body.count <= Self.largestAnswerSearched else { return }
    _ = redactor().answered(response)
  }
}
