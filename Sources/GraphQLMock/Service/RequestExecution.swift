// A `RequestExecution` answers one request. ARCHITECTURE.md lists its steps, each in a file such as
// `RequestExecution+Validating.swift`. All sessions may share the first thread, so steps that may block use another.

import Foundation

final class RequestExecution: @unchecked Sendable {
  let core: ServiceCore
  let settings: ServiceSettings
  let call: ServiceCall
  let incoming: IncomingRequest
  let requestID: Int
  let writer: ResponseWriter
  /// The index in the batch, from 0, or nil if the request isn't part of a batch.
  let batchPosition: Int?
  var isBatchEntry: Bool { batchPosition != nil }
  /// The path of the latest fixture's file, or nil without the mode `verify`. Threads that send events may change it.
  let fixtureFile: Locked<String?>?
  /// These variables need no lock, because only one thread at a time changes them, none after events can be sent.
  var handlerLocation: CodeLocation?
  /// The handlers and tables that weren't tried yet.
  var candidates = HandlerRegistry.Candidates()
  /// The errors of the request, which fail it unless it passes through or its handler accepts invalid requests.
  var invalid: ValidationFailure?
  /// The unmet conditions of the handlers with closures, by rank, so that a closure runs only once.
  var unmet: [Int: [any RequestCondition]] = [:]

  init(
    core: ServiceCore, settings: ServiceSettings, call: ServiceCall, incoming: IncomingRequest,
    requestID: Int, batchPosition: Int? = nil
  ) {
    (self.core, self.settings, self.call) = (core, settings, call)
    (self.incoming, self.requestID, self.batchPosition) = (incoming, requestID, batchPosition)
    fixtureFile = settings.recorder?.mode == .verify ? Locked(nil) : nil
    // Plain HTTP has no GraphQL media type, but a broken GraphQL request gets an answer in one.
    writer = ResponseWriter(
      mediaType: incoming.isGraphQL || incoming.reasonNotGraphQL?.bodyIsUnparsable == true
        ? ResponseMediaType(accept: incoming.urlRequest.value(ofHeader: "Accept")) : .json,
      edition: settings.edition)
  }

  func start() {
    if let malformed = incoming.malformedError, malformed.couldNotBeRead {
      return answerMalformed(malformed)
    }
    validateRequest()
  }

  func noteWait(_ cause: PendingWait.Cause?) {
    call.noteWait(cause.map { PendingWait($0, at: handlerLocation) })
  }

  /// Runs a step, and fails the request with the error that the step throws.
  func attempt(_ handler: RequestHandler?, _ step: () throws -> Void) {
    do {
      try step()
    } catch let error as ResponseWritingError {
      fail(error.kind, error.description, handler: handler)
    } catch {
      if let error = error.asURLError { return call.deliver(.failure(error)) }
      fail(byThrown: error, of: handler)
    }
  }

  /// - Parameters:
  ///   - handler: The handler that states the closure, or nil for the closure of `.passThrough`.
  ///   - use: A closure that is called with the result, on the thread that ran the handler's closure.
  func run<Subject, Output>(
    _ closure: ResponseClosure<Subject, Output>, on subject: Subject, of handler: RequestHandler?,
    _ use: @escaping @Sendable (Result<Output, any Error>) -> Void
  ) {
    let watch = handler.map { ClosureWatch($0.location, closure) }
    call.noteWait(watch?.wait ?? PendingWait(.decision(of: "`.passThrough`"), at: handlerLocation))
    let cancel =
      switch closure {
      case .async(let closure):
        settings.closures.run {
          watch?.begin()
          let result: Result<Output, any Error>
          do { result = .success(try await closure(subject)) } catch { result = .failure(error) }
          watch?.end()
          use(result)
        }
      case .sync(let closure):
        settings.closures.runOnThread {
          watch?.begin()
          let result = Result { try closure(subject) }
          watch?.end()
          use(result)
        }
      }
    call.whenAnsweredOrCanceled {
      cancel()
      watch?.abandon()
    }
  }

  /// A batch goes on if one of its entries fails, so the client gets the failure as a GraphQL error in its place.
  func fail(
    _ kind: MockFailure.Kind, _ message: String, handler: RequestHandler?,
    at place: CodeLocation? = nil, code: URLError.Code = .cannotParseResponse,
    underlying: (any Error)? = nil
  ) {
    let redactedMessage = noteFailure(kind, message, handler?.location ?? place)
    let error = URLError.mock(
      code, message: settings.clientMessage(of: redactedMessage), underlying: underlying)
    call.deliver(isBatchEntry ? .response(BatchExecution.entry(failing: error)) : .failure(error))
  }

  func fail(byThrown error: any Error, of handler: RequestHandler?) {
    let problem = ResponseWritingError.thrown(String(describing: error))
    fail(problem.kind, problem.description, handler: handler, underlying: error)
  }

  @discardableResult func noteFailure(
    _ kind: MockFailure.Kind, _ message: String, _ place: CodeLocation? = nil
  ) -> String {
    let redactedMessage = settings.redaction.text(message)
    core.journal.record(MockFailure(kind, redactedMessage, request: requestID, handler: place))
    return redactedMessage
  }

  func warn(_ warnings: [String], kind: JournalWarning.Subject = .note) {
    core.journal.warn(
      requestID, warnings.map { JournalWarning(subject: kind, text: settings.redaction.text($0)) })
  }

  func redactor() -> RequestRedactor {
    RequestRedactor(
      settings.redaction, request: incoming.urlRequest,
      operations: incoming.operation.map { [$0] } ?? [], style: .short)
  }

  /// In bytes. A search in a larger response would delay the client.
  private static let largestResponseSearched = 262_144

  /// Remembers the secrets in a response of the real service, so that later messages hide them.
  func rememberSecrets(of response: SentResponse) {
    guard response.body.count <= Self.largestResponseSearched else { return }
    _ = redactor().answered(response)
  }
}
