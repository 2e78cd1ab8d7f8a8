// One request on its way to its answer, in these steps:
//   start ▶ validateRequest ▶ lookForAnswer ▶ askNext ▶ ask        handlers, until one answers
//   ▶ wait (its delay) ▶ route (by its kind) ▶ finish (its content) ▶ write (its bytes) ▶ call.reply
//
// It may begin on a queue that all sessions of the process share. Whatever may take its time there, a
// closure, a regular expression, a file, makes it go on on a thread of our own.

import Foundation

final class RequestExecution: @unchecked Sendable {
  let core: ServiceCore
  let settings: ServiceSettings
  let call: ServiceCall
  let received: ReceivedRequest
  let exchange: Int
  let writer: ResponseWriter
  /// The position in its batch, the other entries of which are answered all the same; nil for a
  /// request of its own.
  let position: Int?
  var isEntry: Bool { position != nil }
  // Unchecked: only one thread at a time goes on with an execution, so these need no lock.
  /// The handler that answers; nil if none does yet, or a table.
  private var place: HandlerLocation?
  /// The handlers that were not asked yet.
  private var candidates = HandlerRegistry.Candidates()
  /// Why the request is not valid; nil if it is, or nobody wants to know.
  var invalid: ValidationFailure?

  init(
    core: ServiceCore, settings: ServiceSettings, call: ServiceCall, received: ReceivedRequest,
    exchange: Int, position: Int? = nil
  ) {
    self.position = position
    self.core = core
    self.settings = settings
    self.call = call
    self.received = received
    self.exchange = exchange
    writer = ResponseWriter(
      mediaType: received.isGraphQL || received.resemblance?.isUnparsable == true
        ? ResponseMediaType(accept: received.urlRequest.value(ofHeader: "Accept"))
        : .json,
      edition: settings.edition)
  }

  func start() {
    // What can't be read is for nobody to answer.
    if let malformed = received.malformed, malformed.isUnreadable {
      return answerMalformed(malformed)
    }
    validateRequest()
  }

  /// Looks for an answer, once the request was validated.
  func lookForAnswer() {
    candidates = core.registry.candidates(for: received)
    askNext()
  }

  /// Says what the answer waits for from now on.
  func waits(for kind: PendingWait.Cause?) {
    call.waits(for: kind.map { PendingWait($0, at: place) })
  }

  // MARK: Handlers

  /// Asks handlers until one answers, or has to be waited for.
  private func askNext() {
    while let entry = candidates.next() {
      if entry.mayBlock(received), !Blocking.isAllowed {
        return Blocking.allow { [self] in
          if !ask(entry) { askNext() }
        }
      }
      if ask(entry) { return }
    }
    core.journal.matched(exchange, nil)
    place = nil
    missed()
  }

  /// Asks a handler or a table.
  /// - Returns: whether it answers, or has to be waited for.
  private func ask(_ entry: RegisteredHandler) -> Bool {
    switch entry.source {
    case .table(let table):
      guard let operation = received.operation, let found = table.answer(to: operation) else {
        return false
      }
      if case .success(let answer) = found, answer.isRecorded, asksAgain(operation) {
        return false
      }
      core.journal.matched(exchange, entry)
      place = nil
      if let invalid {
        answerInvalid(invalid, for: nil)
        return true
      }
      switch found {
      case .success(let answer):
        // What is replayed has a position, too.
        if answer.isRecorded { _ = settings.recorder?.nextPlace(for: operation) }
        use(answer)
        wait(for: nextResponse(of: answer, in: entry), of: nil)
      case .failure(let error): fail(.fixtureError, String(describing: error), handler: nil)
      }
    case .handler(let handler):
      guard handler.matches(received), let step = core.registry.takeStep(of: entry) else {
        return false
      }
      core.journal.matched(exchange, entry)
      place = handler.location
      // A handler for plain HTTP stands in for no service, which would refuse what is not valid.
      if let invalid, case .operation = handler.target, !handler.acceptsInvalidRequests {
        core.registry.giveBackStep(of: entry)
        answerInvalid(invalid, for: handler)
      } else {
        ask(handler, entry, step: step)
      }
    }
    return true
  }

  private func ask(_ handler: RequestHandler, _ entry: RegisteredHandler, step: Int) {
    switch handler.answer {
    case .responses(let responses):
      guard let response = responses.isEmpty ? nil : responses[min(step, responses.count - 1)]
      else { return askNext() }
      core.journal.answered(exchange, by: step, of: responses.count)
      wait(for: response, of: handler)
    case .operation(let closure):
      guard let operation = received.operation else { return askNext() }
      run(closure, on: operation, of: handler) { [self] in take($0, of: handler, entry) }
    case .http(let closure):
      run(closure, on: received.urlRequest, of: handler) { [self] in
        take($0, of: handler, entry)
      }
    }
  }

  /// Runs a closure of the user.
  /// - Parameters:
  ///   - handler: The handler that it belongs to; nil if that is not known.
  ///   - take: Takes what it gives, where the closure ran.
  func run<Subject, Answer>(
    _ closure: AnswerClosure<Subject, Answer>, on subject: Subject, of handler: RequestHandler?,
    _ take: @escaping @Sendable (Result<Answer, any Error>) -> Void
  ) {
    let watch = handler.map { ClosureWatch($0.location, closure) }
    call.waits(for: watch?.wait ?? PendingWait(.decision(of: "`.passThrough`"), at: place))
    let cancel: @Sendable () -> Void
    switch closure {
    case .asynchronous(let closure):
      cancel = settings.closures.run {
        watch?.begin()
        let result: Result<Answer, any Error>
        do { result = .success(try await closure(subject)) } catch { result = .failure(error) }
        watch?.end()
        take(result)
      }
    case .synchronous(let closure):
      cancel = settings.closures.runOnThread {
        watch?.begin()
        let result = Result { try closure(subject) }
        watch?.end()
        take(result)
      }
    }
    call.onEnd {
      cancel()
      watch?.abandon()
    }
  }

  /// Takes what a closure answers.
  private func take(
    _ answer: Result<MockResponse?, any Error>, of handler: RequestHandler,
    _ entry: RegisteredHandler
  ) {
    // Nobody waits for it any more: the closure was cancelled, and whatever it gives is no error of its.
    guard !call.isOver else { return }
    attempt(handler) {
      if let response = try answer.get() { return wait(for: response, of: handler) }
      core.registry.giveBackStep(of: entry)
      askNext()
    }
  }

  // MARK: Responses

  private func wait(for response: MockResponse, of handler: RequestHandler?) {
    guard let delay = response.delay(inExchange: exchange), delay > .zero else {
      return route(response, of: handler)
    }
    waits(for: .delay(delay, before: nil, steps: settings.clock.steps()))
    call.onEnd(
      settings.clock.call(after: delay) { [self] in
        route(response, of: handler)
      })
  }

  func route(_ response: MockResponse, of handler: RequestHandler?) {
    switch response.content {
    case .failure(let error) where !(error is URLError) && !(error is ResponseWritingError):
      thrown(error, by: handler)
    case .passThrough:
      passThrough(response)
    case .events(let script):
      stream(response, script, of: handler)
    case .file, .fixture:
      Blocking.allow { [self] in finish(response, of: handler) }
    default:
      if !mayTakeLongToFinish(response) { return finish(response, of: handler) }
      Blocking.allow { [self] in finish(response, of: handler) }
    }
  }

  private func finish(_ response: MockResponse, of handler: RequestHandler?) {
    attempt(handler) {
      if case .fixture = response.content {
        // A fixture may state a delay of its own, or that the request goes to the real service.
        var fixture = try resolve(response)
        if response.delay != nil || response.delaySpread != nil {
          fixture.delay = nil
          fixture.delaySpread = nil
        }
        return wait(for: fixture, of: handler)
      }
      let response = try complete(fill(response, of: handler))
      if let problem = checkAnswer(response) {
        return fail(problem.kind, problem.message, handler: handler)
      }
      try write(response)
    }
  }

  /// Puts the fixture that a response names in its place.
  func resolve(
    _ response: MockResponse
  ) throws(ResponseWritingError) -> MockResponse {
    guard case .fixture(let name) = response.content else { return response }
    var tables: [String] = []
    for (entry, table) in core.registry.tables {
      if !table.name.isEmpty { tables.append(table.name) }
      switch table.answer(named: name) {
      case .none: continue
      case .success(let answer)?:
        use(answer)
        return response.applied(to: nextResponse(of: answer, in: entry))
      case .failure(let error)?: throw .invalidFixture(reason: String(describing: error))
      }
    }
    let nearest = core.registry.tables.lazy.compactMap { $0.1.nearestName(to: name) }.first
    throw .unknownFixture(name: name, tables: tables, nearest: nearest)
  }

  /// Says that recordings are in use.
  private func use(_ answer: TableAnswer) {
    guard let folder = answer.recordingFolder else { return }
    RecordingOwners.shared.use(answer.files, in: folder, by: core.number)
  }

  /// Puts values of the request in the place of templates.
  /// - Parameter handler: The handler or row that the response stands in; nil if it is a file's.
  func fill(
    _ response: MockResponse, of handler: RequestHandler? = nil
  ) throws(ResponseWritingError) -> MockResponse {
    guard case .template(let json) = response.content else { return response }
    var filled = response
    let fixture = response.fixtureName?.swiftLiteral ?? handler.map { "at \($0.location)" }
    do throws(FixtureTemplate.FillingError) {
      filled.content = .json(try FixtureTemplate.fill(json, for: received.operation))
    } catch {
      throw .invalidFixture(reason: error.message(in: fixture))
    }
    return filled
  }

  /// The response whose turn it is.
  private func nextResponse(of answer: TableAnswer, in entry: RegisteredHandler) -> MockResponse {
    core.journal.answered(exchange, byFixture: answer.name)
    let step = core.registry.takeStep(of: entry, answer: answer)
    core.journal.answered(exchange, by: step, of: answer.responses.count)
    guard !answer.responses.isEmpty else { return .status(200) }
    let response = answer.responses[min(step, answer.responses.count - 1)]
    return response.asFixture(named: answer.name)
  }

  // MARK: Failures

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
    core.journal.record(MockFailure(kind, shown, exchange: exchange, handler: handler?.location))
    return shown
  }

  /// Notes what is odd about the exchange.
  func warn(_ warnings: [String]) {
    core.journal.warn(exchange, warnings.map(settings.redaction.text))
  }

  /// Has later messages know what an answer of the real service hands out, which is short.
  func learn(from response: ExchangeResponse) {
    guard response.body.count <= 262_144 else { return }
    _ = redactor(response)
  }

  /// What takes secrets out of messages about the request.
  func redactor(_ response: ExchangeResponse? = nil) -> ExchangeRedactor {
    ExchangeRedactor(
      settings.redaction, request: received.urlRequest,
      operations: received.operation.map { [$0] } ?? [], response: response, style: .short)
  }

  /// Takes a step towards the answer; what it throws fails the request.
  func attempt(_ handler: RequestHandler?, _ step: () throws -> Void) {
    do {
      try step()
    } catch let error as URLError {
      call.reply(.failure(error))
    } catch let error as ResponseWritingError {
      fail(error.kind, error.description, handler: handler)
    } catch {
      thrown(error, by: handler)
    }
  }

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

  /// No handler and no table answers.
  private func missed() {
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
      Blocking.allow { [self] in
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
      Blocking.allow { [self] in failUnhandled() }
    }
  }

  /// Answers a malformed request as a service does, and tells the test.
  private func answerMalformed(_ malformed: MalformedRequestError) {
    if case .selection(_, let document) = malformed.reason {
      if !Blocking.isAllowed { return Blocking.allow { [self] in answerMalformed(malformed) } }
      if refuse(document) { return }
    }
    if malformed.isError {
      let message = malformed.description(
        of: redactor().line(of: received.urlRequest), entry: position)
      record(.malformedRequest, message)
    }
    route(malformed.response(edition: settings.edition, as: writer.mediaType), of: nil)
  }

  /// Why nothing answers.
  func matchFailure(_ context: MatchFailure.Context = MatchFailure.Context()) -> MatchFailure {
    MatchFailure(
      request: received, near: core.registry.near(received),
      usedUp: core.registry.useCount(ofUsedUp:),
      shown: ShownRequest(received, redactor(), hidesDifferences: core.isReal), context: context)
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
}

extension RegisteredHandler {
  /// Whether asking it may take its time: it has a closure or a regular expression to ask, or a file
  /// to read.
  fileprivate func mayBlock(_ received: ReceivedRequest) -> Bool {
    switch source {
    case .handler: hasUserCode && received.operation != nil
    case .table(let table): received.operation.map { !table.isLoaded(for: $0) } ?? false
    }
  }
}
