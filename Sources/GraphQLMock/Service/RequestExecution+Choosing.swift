import Foundation

extension RequestExecution {
  func chooseHandler() {
    candidates = core.registry.candidates(
      for: incoming, pathsPrecedeCatchAll: settings.endpoints.isEmpty && !call.isOfSocket)
    tryNextHandler()
  }

  private func tryNextHandler() {
    while let entry = candidates.next() {
      // On the new thread, `Blocking.isAllowed` is true, so this branch is taken once.
      if entry.mayBlock(incoming), !Blocking.isAllowed {
        return Blocking.run { [self] in
          if !tryAnswer(with: entry) { tryNextHandler() }
        }
      }
      if tryAnswer(with: entry) { return }
    }
    core.journal.matched(requestID, nil)
    handlerLocation = nil
    missed()
  }

  /// Returns false to try the next handler or table. Otherwise, this one answers, fails, or later calls `skip`.
  private func tryAnswer(with entry: RegisteredHandler) -> Bool {
    switch entry.origin {
    case .table(let table):
      // With `.all`, no file of the recordings' folder answers. With `.verify`, only fixtures written by hand do.
      let mode = table is ReplaceableTable ? settings.recorder?.mode : nil
      if mode == .all { return false }
      // Plain HTTP is answered by the table's handlers, which it hasn't if it's invalid.
      let operation = incoming.operation
      guard let found = operation.flatMap(table.answer) ?? table.error.map({ .failure($0) }) else {
        return false
      }
      let response = try? found.get()
      let isRecorded = response?.isRecorded == true
      if mode == .verify, isRecorded || response == nil { return false }
      if isRecorded, let operation, mustRecordAgain(operation) { return false }
      core.journal.matched(requestID, entry)
      handlerLocation = nil
      if let invalid, response?.passesThrough != true {
        answerInvalid(invalid, for: nil)
        return true
      }
      switch found {
      case .success(let response):
        // Replayed responses count too, so that a recording of the repeated request gets the next number.
        if isRecorded, let operation { _ = settings.recorder?.nextOccurrence(for: operation) }
        noteFilesInUse(of: response)
        delay(nextResponse(of: response, in: entry), of: nil)
      case .failure(let error):
        let place = table.error == nil ? nil : core.withNotes { $0.tablePlaces[entry.rank] }
        fail(.fixtureError, String(describing: error), handler: nil, at: place)
      }
    case .handler(let handler):
      let unmet = entry.hasUserCode ? handler.unmetConditions(of: incoming) : nil
      // Kept even if there are none, so that a miss doesn't run the closure again.
      if let unmet { self.unmet[entry.rank] = unmet }
      guard unmet?.isEmpty ?? handler.matches(incoming),
        let step = core.registry.countUse(of: entry)
      else { return false }
      // From here, each path that doesn't answer calls `undoUse`. The next match, or a miss, overwrites `matched`.
      core.journal.matched(requestID, entry)
      handlerLocation = handler.location
      // An `.http` handler also answers invalid GraphQL requests, and so does the real service.
      if let invalid, case .operation = handler.target, !handler.acceptsInvalidRequests,
        handler.response(atStep: step).map(passesThrough) != true
      {
        core.registry.undoUse(of: entry)
        answerInvalid(invalid, for: handler)
      } else {
        answer(with: handler, entry, step: step)
      }
    }
    return true
  }

  private func answer(with handler: RequestHandler, _ entry: RegisteredHandler, step: Int) {
    @Sendable func use(_ result: Result<MockResponse?, any Error>) {
      // If the client has canceled the request, the closure's error is of no interest.
      if call.isOver {
        if case .success(nil) = result { core.registry.undoUse(of: entry) }
        return
      }
      attempt(handler) {
        if let response = try result.get() { return answer(with: response, of: handler) }
        skip(entry)
      }
    }
    switch handler.provider {
    case .responses(let responses):
      guard let response = responses.response(atStep: step) else { return skip(entry) }
      core.journal.answered(requestID, by: step, of: responses.count)
      answer(with: response, of: handler)
    case .operation(let closure):
      guard let operation = incoming.operation else { return skip(entry) }
      run(closure, on: operation, of: handler, use)
    case .http(let closure): run(closure, on: incoming.urlRequest, of: handler, use)
    }
  }

  private func answer(with response: MockResponse, of handler: RequestHandler) {
    if let operation = incoming.operation, operation.name == nil,
      operation.unknownIdentifier != nil, case .operation = handler.target
    {
      warn([
        "the document of the \(operation.title) isn't known; a handler without a name answered it"
      ])
    }
    delay(response, of: handler)
  }

  private func skip(_ entry: RegisteredHandler) {
    core.registry.undoUse(of: entry)
    tryNextHandler()
  }

  /// Whether the real service answers an invalid request. This may read a fixture's file.
  func passesThrough(_ response: MockResponse) -> Bool {
    guard case .fixture(let name) = response.content else { return response.content.isPassThrough }
    let found = core.registry.tables.lazy.compactMap { $0.table.answer(named: name) }.first
    return (try? found?.get())?.passesThrough == true
  }

  /// Notes that the files of a recording answer a request, so that they aren't deleted as unused.
  func noteFilesInUse(of response: TableResponse) {
    guard response.isRecorded, let folder = response.folder else { return }
    RecordingOwners.shared.use(response.files, in: folder, by: core.number)
  }

  /// Counts a use of the fixture, so it's called once for each response or event.
  func nextResponse(of table: TableResponse, in entry: RegisteredHandler) -> MockResponse {
    core.journal.answered(requestID, byFixture: table.name)
    let step = core.registry.countUse(of: entry, response: table)
    core.journal.answered(requestID, by: step, of: table.responses.count)
    fixtureFile?.withLock { $0 = table.path(atStep: step) }
    let response = table.responses.response(atStep: step)
    return response.map { $0.asFixture(named: table.name) } ?? .status(200)
  }

  func mustRecordAgain(_ operation: OperationRequest) -> Bool {
    settings.recorder?.mustRecordAgain(for: operation, owner: recordingOwner) ?? false
  }
}

extension RequestHandler {
  /// Returns nil if a closure decides.
  func response(atStep step: Int) -> MockResponse? {
    guard case .responses(let responses) = provider else { return nil }
    return responses.response(atStep: step)
  }
}

extension TableResponse {
  /// An invalid request isn't counted, so the step isn't known, and all responses must pass through.
  fileprivate var passesThrough: Bool { responses.allSatisfy(\.content.isPassThrough) }
}

extension [MockResponse] {
  fileprivate func response(atStep step: Int) -> MockResponse? {
    isEmpty ? nil : self[Swift.min(step, count - 1)]
  }
}

extension RegisteredHandler {
  fileprivate func mayBlock(_ incoming: IncomingRequest) -> Bool {
    switch origin {
    case .handler: hasUserCode && (incoming.operation != nil || isHTTP)
    case .table(let table): incoming.operation.map { !table.isLoaded(for: $0) } ?? false
    }
  }
}
