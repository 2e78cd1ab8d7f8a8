// One request on its way through the handlers: ask one after the other, until one answers.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class RequestExecution: @unchecked Sendable {
  private let core: ServiceCore
  private let settings: ServiceSettings
  private let load: RequestLoad
  private let received: ReceivedRequest
  private let exchange: Int
  private let subject: MatchSubject
  private let writer: ResponseWriter
  /// The handlers that were not asked yet; nil as long as nobody wants to know.
  ///
  /// Only one thread at a time goes on with an attempt.
  private var candidates: Candidates?
  /// The rank below which handlers were not asked yet.
  private var rank = Int.max

  init(
    core: ServiceCore, settings: ServiceSettings, load: RequestLoad, received: ReceivedRequest,
    exchange: Int
  ) {
    self.core = core
    self.settings = settings
    self.load = load
    self.received = received
    self.exchange = exchange
    subject = MatchSubject(received)
    writer = ResponseWriter(
      mediaType: received.isGraphQL
        ? ResponseMediaType(accept: received.urlRequest.value(forHTTPHeaderField: "Accept"))
        : .json,
      edition: settings.edition)
  }

  func start() {
    guard let (entry, step) = core.registry.takeFirst(for: subject), let handler = entry.handler
    else { return askNext() }
    rank = entry.rank
    core.journal.matched(exchange, handler: handler.location)
    ask(handler, entry, step: step)
  }

  /// The next handler that may want the request.
  private func nextCandidate() -> RegisteredHandler? {
    var rest = candidates ?? core.registry.candidates(for: subject, below: rank)
    candidates = nil  // so that it is changed in place
    defer { candidates = rest }
    return rest.next()
  }

  /// Asks handlers until one answers, or has to be waited for.
  private func askNext() {
    while let entry = nextCandidate() {
      switch entry.source {
      case .table(let table):
        switch table.answer(to: subject) {
        case .none: continue
        case .success(let row)?:
          core.journal.matched(exchange, handler: nil)
          return send(nextResponse(of: row, in: entry), of: nil)
        case .failure(let fault)?:
          return fail(.fixtureError, String(describing: fault), handler: nil)
        }
      case .handler(let handler):
        guard handler.matches(subject), let step = core.registry.takeStep(of: entry) else {
          continue
        }
        core.journal.matched(exchange, handler: handler.location)
        return ask(handler, entry, step: step)
      }
    }
    core.journal.matched(exchange, handler: nil)
    missed()
  }

  private func ask(_ handler: RequestHandler, _ entry: RegisteredHandler, step: Int) {
    switch handler.answer {
    case .responses(let responses):
      guard let response = responses.isEmpty ? nil : responses[min(step, responses.count - 1)]
      else { return askNext() }
      send(response, of: handler)
    case .operation(let answer):
      guard let operation = subject.operation else { return askNext() }
      wait(for: handler, entry) { try await answer(operation) }
    case .http(let answer):
      let request = received.urlRequest
      wait(for: handler, entry) { try await answer(request) }
    }
  }

  private func wait(
    for handler: RequestHandler, _ entry: RegisteredHandler,
    _ answer: @escaping @Sendable () async throws -> MockResponse?
  ) {
    let cancel = settings.closures.run { [self] in
      do {
        if let response = try await answer() {
          send(response, of: handler)
        } else {
          core.registry.giveBackStep(of: entry)
          askNext()
        }
      } catch let error as URLError {
        load.answer(.failure(error))
      } catch {
        thrown(error, by: handler)
      }
    }
    load.onCancellation(cancel)
  }

  // MARK: Endings

  private func send(_ response: MockResponse, of handler: RequestHandler?) {
    guard let delay = response.delay, delay > .zero else { return deliver(response, of: handler) }
    load.onCancellation(
      settings.clock.call(after: delay) { [self] in deliver(response, of: handler) })
  }

  private func deliver(_ response: MockResponse, of handler: RequestHandler?) {
    if case .failure(let error) = response.content, !(error is URLError), !(error is ResponseWritingError)
    {
      return thrown(error, by: handler)
    }
    if case .passThrough = response.content { return passThrough(response) }
    do {
      let response = try fill(resolve(response))
      if response.isFixture, let problem = checkFixture(response) {
        return fail(.fixtureError, problem, handler: handler)
      }
      if let reply = try writer.reply(to: response) { load.answer(reply) }
    } catch {
      fail(error.kind, String(describing: error), handler: handler)
    }
  }

  private func passThrough(_ response: MockResponse) {
    let cancel = Passthrough.shared.send(received.urlRequest) { [load] result in
      switch result {
      case .success(let relayed): load.answer(.relayed(response.applied(to: relayed)))
      case .failure(let error): load.answer(.failure(error))
      }
    }
    load.onCancellation(cancel)
  }

  /// Asks the real service, and writes down what it says.
  private func record(_ operation: OperationRequest, with recorder: Recorder) {
    let file = recorder.nextFile(for: operation)
    let cancel = Passthrough.shared.send(received.urlRequest) { [self] result in
      switch result {
      case .success(let relayed):
        if let fault = recorder.record(relayed, to: operation, as: file) {
          core.journal.record(
            MockFailure(.recordingError, fault.description, exchange: exchange))
        }
        load.answer(.relayed(relayed))
      case .failure(let error):
        load.answer(.failure(error))
      }
    }
    load.onCancellation(cancel)
  }

  /// Puts the fixture that a response names in its place.
  private func resolve(_ response: MockResponse) throws(ResponseWritingError) -> MockResponse {
    guard case .fixture(let name) = response.content else { return response }
    var tables: [String] = []
    for (entry, table) in core.registry.tables {
      tables.append(table.name)
      switch table.row(named: name) {
      case .none: continue
      case .success(let row)?: return response.applied(to: nextResponse(of: row, in: entry))
      case .failure(let fault)?: throw .faultyFixture(fault)
      }
    }
    throw .unknownFixture(name: name, tables: tables)
  }

  /// Puts values of the request in the place of templates.
  private func fill(_ response: MockResponse) throws(ResponseWritingError) -> MockResponse {
    guard case .template(let json) = response.content else { return response }
    var filled = response
    do throws(FixtureTemplate.Fault) {
      filled.content = .json(try FixtureTemplate.fill(json, for: subject.operation))
    } catch {
      throw .template(error)
    }
    return filled
  }

  /// Holds the data of a fixture against the document of the request.
  /// - Returns: why the request must fail; nil if it need not.
  private func checkFixture(_ response: MockResponse) -> String? {
    guard settings.fixtureChecks != .off, case .json(let map) = response.content,
      let operation = subject.operation, let selected = operation.selectedOperation
    else { return nil }
    let problems = ResponseCheck.problems(
      in: map["data"], for: selected.operation, of: selected.document,
      variables: operation.coercedVariables)
    guard !problems.isEmpty else { return nil }
    let texts = problems.map { $0.description(in: selected.document) }
    if settings.fixtureChecks == .fail {
      return (["The fixture does not fit the document of the request:"] + texts)
        .joined(separator: "\n  ")
    }
    core.journal.warn(exchange, texts)
    return nil
  }

  /// The response of a row whose turn it is.
  private func nextResponse(of row: Fixture, in entry: RegisteredHandler) -> MockResponse {
    let step = core.registry.takeStep(of: entry, row: row.name)
    guard !row.files.isEmpty else { return .status(200) }
    var response = row.files[min(step, row.files.count - 1)].response
    response.isFixture = true
    return response
  }

  private func thrown(_ error: any Error, by handler: RequestHandler?) {
    let message = String(describing: ResponseWritingError.thrown(String(describing: error)))
    core.journal.record(
      MockFailure(.handlerError, message, exchange: exchange, handler: handler?.location))
    load.answer(
      .failure(.mock(.cannotParseResponse, message: message, underlying: error)))
  }

  private func fail(_ kind: MockFailure.Kind, _ message: String, handler: RequestHandler?) {
    core.journal.record(
      MockFailure(kind, message, exchange: exchange, handler: handler?.location))
    load.answer(.failure(.mock(.cannotParseResponse, message: message)))
  }

  private func missed() {
    if let malformed = received.malformed {
      core.journal.record(
        MockFailure(.malformedRequest, String(describing: malformed), exchange: exchange))
      let response = malformed.response(edition: settings.edition, as: writer.mediaType)
      return deliver(response, of: nil)
    }
    if let recorder = settings.recorder, let operation = subject.operation {
      return record(operation, with: recorder)
    }
    var policy = settings.unhandled
    // A closure may give another closure; one of those is enough.
    for _ in 0..<8 {
      guard case .decide(let decide) = policy.rule else { break }
      policy = decide(received.urlRequest, received.operations)
    }
    switch policy.rule {
    case .passThrough:
      deliver(.passThrough, of: nil)
    case .respond(let response):
      deliver(response, of: nil)
    case .fail, .decide:
      let failure = MatchFailure(
        subject: subject, candidates: core.registry.all, usedUp: core.registry.useCount(ofUsedUp:),
        testName: settings.testName,
        otherDocuments: subject.operation.map {
          settings.recordingTable?.rowsForOtherDocuments($0) ?? []
        } ?? [])
      let text = String(describing: failure)
      core.journal.record(MockFailure(.unhandledRequest, text, exchange: exchange))
      load.answer(.failure(.mock(.resourceUnavailable, message: text)))
    }
  }
}
