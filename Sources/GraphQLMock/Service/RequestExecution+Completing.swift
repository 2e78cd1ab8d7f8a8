import Foundation

extension RequestExecution {
  func delay(_ response: MockResponse, of handler: RequestHandler?) {
    guard let delay = response.delay(forRequest: requestID), delay > .zero else {
      return sendByKind(response, of: handler)
    }
    wait(delay) { [self] in sendByKind(response, of: handler) }
  }

  func wait(_ delay: Duration, _ next: @escaping @Sendable () -> Void) {
    noteWait(.delay(delay, before: nil, steps: settings.clock.steps()))
    call.whenAnsweredOrCanceled(settings.clock.call(after: delay, next))
  }

  func sendByKind(_ response: MockResponse, of handler: RequestHandler?) {
    switch response.content {
    case .failure(let error) where !(error is URLError) && !(error is ResponseWritingError):
      fail(byThrown: error, of: handler)
    case .passThrough: passThrough(response, of: handler)
    case .events(let script): stream(response, script, of: handler)
    default:
      if !mayTakeLongToFinish(response) { return finish(response, of: handler) }
      Blocking.run { [self] in finish(response, of: handler) }
    }
  }

  private func finish(_ response: MockResponse, of handler: RequestHandler?) {
    attempt(handler) {
      if case .fixture = response.content {
        // A fixture may itself have a delay, or pass the request through to the network.
        var fixture = try resolve(response)
        if response.delay != nil || response.delaySpread != nil {
          fixture.delay = nil
          fixture.delaySpread = nil
        }
        return delay(fixture, of: handler)
      }
      let filled = try fill(response, of: handler)
      let response = try complete(
        filled, refusing: nullArguments(for: filled, of: handler), for: handler,
        isUnhandled: handler == nil)
      if let problem = checkResponse(response) {
        return fail(problem.kind, problem.message, handler: handler)
      }
      let isGenerated = filled.completion?.isGenerated == true
      if isGenerated || !compareWithRealService(response, of: handler) { try write(response) }
    }
  }

  /// Returns the fixture that a response names, and counts its use, or returns the response itself if it names none.
  func resolve(_ response: MockResponse) throws(ResponseWritingError) -> MockResponse {
    guard case .fixture(let name) = response.content else { return response }
    var tables: [String] = []
    for (entry, table) in core.registry.tables {
      if !table.name.isEmpty { tables.append(table.name) }
      switch table.answer(named: name) {
      case .none: continue
      case .success(let found)?:
        noteFilesInUse(of: found)
        return response.applied(to: nextResponse(of: found, in: entry))
      case .failure(let error)?: throw .invalidFixture(reason: String(describing: error))
      }
    }
    let nearest = core.registry.tables.lazy.compactMap { $0.1.nearestName(to: name) }.first
    throw .unknownFixture(
      name: name, tables: tables, nearest: nearest,
      variants: core.registry.tables.flatMap { $0.1.variants(besides: name) })
  }

  /// Returns the response with the contents of its file, or with the request's variables in its template.
  func fill(
    _ response: MockResponse, of handler: RequestHandler? = nil
  ) throws(ResponseWritingError) -> MockResponse {
    var filled = response
    if case .file(let path, let type, let filePath) = response.content {
      filled.content = .file(
        path: try FileFinder.file(path, near: filePath).path, contentType: type)
    }
    guard case .template(let json) = response.content else { return filled }
    let fixture = response.fixtureName?.swiftLiteral ?? handler.map { "at \($0.location)" }
    do throws(FixtureTemplate.UnknownVariable) {
      filled.content = .json(try FixtureTemplate.fill(json, for: incoming.operation))
    } catch {
      throw .invalidFixture(reason: error.message(in: fixture))
    }
    return filled
  }

  /// Returns the response with generated data, or with the response keys of the request in place of field names.
  /// - Parameters:
  ///   - nulls: Null arguments for which the fields that have them get an error.
  ///   - isUnhandled: Whether no handler answers, so that an unchanged object of a mutation is a warning.
  func complete(
    _ response: MockResponse, refusing nulls: [NullArgument] = [],
    for handler: RequestHandler? = nil, isUnhandled: Bool = false
  ) throws(ResponseWritingError) -> MockResponse {
    let overrides: GeneratedOverrides
    let byFields: Bool
    if response.completion?.isByFields == true, let type = incoming.operation?.type,
      let root = settings.types?.rootTypes[type],
      let problem = response.otherRootType(than: root.name)
    {
      throw problem
    }
    if response.completion?.isGenerated != true { rememberObjects(of: response) }
    switch response.completion {
    case nil where nulls.isEmpty: return response
    case .byFields(let warns)? where nulls.isEmpty: return try keyed(response, warns: warns)
    case nil, .byFields?: (overrides, byFields) = ([:], response.completion != nil)
    case .generated(let stated, let keyed)?: (overrides, byFields) = (stated, keyed)
    }
    guard let operation = incoming.operation, let selected = operation.selectedOperation else {
      throw .notGenerated(reason: "the document of the request is unknown")
    }
    guard let types = settings.types else {
      throw .notGenerated(reason: "there is no schema; pass one as `schema:`")
    }
    let resolved = ResolvedOverrides(overrides, in: types)
    try check(resolved, operation, selected, in: types)
    var wasSent: (@Sendable (String) -> Bool)?
    if settings.requestValidation == .fail, handler?.acceptsInvalidRequests != true {
      wasSent = { [self] in mayHaveSent($0) }
    }
    let result = ResponseGenerator.data(
      for: selected.operation, of: selected.document, in: types,
      variables: operation.coercedVariables, overrides: resolved, completing: response.statedData,
      byFields: byFields, objects: core.objects, refusing: nulls,
      wasSent: wasSent, remembersData: !response.isFixture)
    switch result {
    case .failure(let error): throw .notGenerated(reason: error.message)
    case .success(let made):
      if !made.refused.isEmpty {
        noteInvalid(ValidationFailure(errors: made.refused), for: handler)
      }
      let unchanged = isUnhandled ? made.unchanged.map { [Self.unchanged($0)] } ?? [] : []
      if !(made.notes + unchanged).isEmpty { warn(made.notes + unchanged) }
      return response.replacingData(by: made.data, adding: made.errors)
    }
  }

  private static func unchanged(_ typeName: String) -> String {
    "this mutation changed no \(typeName), because no handler answers it; change the objects in one, as in "
      + "request.objects.create(\(typeName.swiftLiteral), [...])"
  }

  /// Returns false if the journal shows that no response has contained a JSON text, such as the cursor of a handler.
  private func mayHaveSent(_ text: String) -> Bool {
    let texts = [text, text.replacing("/", with: #"\/"#)].map { Data($0.utf8) }
    return core.journal.droppedCount > 0 || !text.allSatisfy(\.isASCII)
      || core.journal.requests.contains { received in
        if case .more? = received.wait?.cause { return true }
        guard let response = received.response else { return false }
        return response.body.count < response.bodyLength
          || texts.contains { response.body.range(of: $0) != nil }
      }
  }

  /// Whether generated responses may contain objects that this service remembers.
  private var mayHaveObjects: Bool {
    settings.unhandled.overrides != nil || !core.objects.closed.isEmpty
  }

  private func rememberObjects(of response: MockResponse) {
    guard responseMode == .fail, let types = settings.types, let data = response.statedData,
      mayHaveObjects,
      let operation = incoming.operation, let selected = operation.selectedOperation
    else { return }
    _ = ResponseGenerator.data(
      for: selected.operation, of: selected.document, in: types,
      variables: operation.coercedVariables, overrides: ResolvedOverrides([:], in: types),
      completing: data, byFields: response.completion != nil, objects: core.objects,
      remembersData: !response.isFixture)
  }

  private func check(
    _ overrides: ResolvedOverrides, _ operation: OperationRequest, _ selected: SelectedOperation,
    in types: TypeSystem
  ) throws(ResponseWritingError) {
    var problems = overrides.problems
    if !overrides.paths.isEmpty, let root = types.rootTypes[selected.operation.type] {
      let check = OverrideCheck(
        of: overrides, selected, in: types, root, variables: operation.coercedVariables,
        requestID: requestID)
      problems = check.problems
      warn(
        core.withNotes { notes in
          notes.overridePaths.merge(check.matches) { $0.merging($1) }
          return check.warnings.filter { notes.warnedOverrides.insert($0).inserted }
        })
    }
    if !problems.isEmpty { throw .notGenerated(reason: problems.joined(separator: "\n  ")) }
  }

  /// The number of missing fields that a warning names.
  private static let missingLimit = 10

  private func keyed(
    _ response: MockResponse, warns: Bool
  ) throws(ResponseWritingError) -> MockResponse {
    guard let operation = incoming.operation, operation.selectedOperation != nil else {
      throw .noSelection
    }
    guard let data = response.dataToCheck else { return response }
    var keying = MockResponse.FieldKeying(FragmentRule(settings.types, data: data))
    let root = operation.type.flatMap { settings.types?.rootTypes[$0]?.name }
    let result = response.replacingData(
      by: try keying.keyed(data, by: operation.selection, on: root))
    if warns, !keying.missing.isEmpty, responseMode != .off {
      let missing = keying.missing.map(\.swiftLiteral).prefix(Self.missingLimit)
      let rest = keying.missing.count - missing.count
      let text =
        "the data doesn't contain \(missing.joined(separator: ", "))"
        + (rest > 0 ? " and \(rest) more" : "") + ": sent as null"
      warn([text], kind: .missingField)
    }
    return result
  }

  /// Data with more values isn't finished on a thread that all sessions may share.
  private static let valuesFinishedAtOnce = 1_000

  /// Whether `finish` may read a file, visit more than `valuesFinishedAtOnce` values, or need more than a small stack, so
  /// that it must not run on a thread that all sessions may share. No test notices a response that is missing here.
  func mayTakeLongToFinish(_ response: MockResponse) -> Bool {
    switch response.content {
    case .file, .fixture: return true
    case .bytes(let json, nil) where json.count > RequestValidator.sizeValidatedAtOnce: return true
    case .template(let json)
    where json.depth > NestingLimit.recursion
      || json.hasMoreValues(than: Self.valuesFinishedAtOnce):
      return true
    case .graphQL, .json, .template, .bytes, .empty, .failure, .never, .passThrough, .incremental,
      .events, .parts:
      if response.completion != nil || mayHaveObjects { return true }
    }
    guard let data = response.dataToCheck else { return false }
    guard responseMode != .off,
      let operation = incoming.operation, let selected = operation.selectedOperation,
      selected.knownValidity(
        of: validator.question(about: response.encoded, to: operation, selected)) != true
    else {
      return !response.encoded.isKnown && data.hasMoreValues(than: Self.valuesFinishedAtOnce)
    }
    return settings.schema?.content.hasScalarChecks == true
      || selected.document.bytes.count > RequestValidator.sizeValidatedAtOnce
      || data.hasMoreValues(than: Self.valuesFinishedAtOnce)
  }
}

extension MockResponse {
  fileprivate func replacingData(
    by data: MockJSON, adding more: [MockResponseError] = []
  ) -> MockResponse {
    changing {
      $0.completion = nil
      switch content {
      case .graphQL(_, let errors, let extensions):
        $0.content = .graphQL(data: data, errors: errors + more, extensions: extensions)
      case .json(let json):
        let errors = (json["errors"].array ?? []) + more.map(\.json)
        let body = json.setting("data", to: data)
        $0.content = .json(more.isEmpty ? body : body.setting("errors", to: .array(errors)))
      default: break  // has no `statedData`
      }
    }
  }
}

extension MockJSON {
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
