import Foundation

extension RequestExecution {
  var validator: RequestValidator {
    RequestValidator(types: settings.types, rules: settings.edition)
  }

  /// Validates the request. Each way out must fail it or call `chooseHandler`; otherwise it never ends.
  func validateRequest() {
    if incoming.operation?.hasEmptyName == true, incoming.method == "POST" {
      let text =
        #"an empty "operationName" means no name only in a GET request: send null or leave it out"#
      warn([text], kind: .client)
    }
    guard let operation = incoming.operation, operation.selectedOperation != nil else {
      return chooseHandler()
    }
    if settings.schema?.content.isLoaded ?? true { return validate(operation) }
    Blocking.run { [self] in validate(operation) }
  }

  private func validate(_ operation: OperationRequest) {
    if case .failure(let error)? = settings.schema?.content.load() {
      let place = core.withNotes { $0.schemas.last?.place }
      return fail(.schemaError, "The schema can't be used: \(error)", handler: nil, at: place)
    }
    guard settings.requestValidation != .off else { return chooseHandler() }
    warnOfSchemaDefaults()
    let validator = validator
    if validator.isKnownToBeValid(operation) { return chooseHandler() }
    Blocking.run(if: validator.mayTakeLong(operation)) { [self] in
      noteErrors(validator.errors(in: operation))
      // A fixture's file may state that an invalid request passes through.
      Blocking.run(if: invalid != nil) { [self] in chooseHandler() }
    }
  }

  private func warnOfSchemaDefaults() {
    guard let types = settings.types, !types.unfitDefaults.isEmpty,
      core.withNotes({ $0.warnedSchemas.insert(ObjectIdentifier(types)).inserted })
    else { return }
    let unfit = types.unfitDefaults
    let rest = unfit.count - ValidationFailure.lineLimit
    warn(
      unfit.prefix(ValidationFailure.lineLimit).map { "the schema: \($0)" }
        + (rest > 0 ? ["the schema: and \(rest) more default values are invalid"] : []))
  }

  /// Warns, or stores errors that fail the request in `invalid`, because only the handler decides whether they do.
  private func noteErrors(_ found: [ValidationError]) {
    let warnings = ValidationFailure(errors: found.filter(\.reason.isWarning))
    if !warnings.errors.isEmpty { warn(redacted(warnings).errors.map(\.description)) }
    let errors = found.filter { !$0.reason.isWarning }
    guard !errors.isEmpty else { return }
    let failure = ValidationFailure(errors: errors)
    if settings.requestValidation == .warn { warn(of: failure) } else { invalid = failure }
  }

  /// Answers a document in which no operation could be selected, and returns true, if the document is invalid.
  func answerIfInvalid(_ document: ContiguousArray<UInt8>) -> Bool {
    guard settings.requestValidation != .off, case .success(let document) = Document.parse(document)
    else { return false }
    noteErrors(document.validate(by: settings.edition, types: settings.types))
    guard let invalid else { return false }
    answerInvalid(invalid, for: nil)
    return true
  }

  func answerInvalid(_ invalid: ValidationFailure, for handler: RequestHandler?) {
    noteInvalid(invalid, for: handler)
    sendByKind(invalid.response(edition: settings.edition, as: writer.mediaType), of: handler)
  }

  func noteInvalid(_ invalid: ValidationFailure, for handler: RequestHandler?) {
    let title =
      incoming.operation?.title
      ?? MalformedRequestError.title(redactor().line(of: incoming.urlRequest), entry: batchPosition)
    noteFailure(
      .invalidRequest, redacted(invalid).message(for: title, handler: handler), handler?.location)
  }

  /// Returns the null arguments of the request that a service refuses in the fields that have them, with their errors.
  func nullArguments(for response: MockResponse, of handler: RequestHandler?) -> [NullArgument] {
    guard settings.requestValidation != .off, invalid == nil, let operation = incoming.operation,
      response.statedData?.isObject == true, handler?.acceptsInvalidRequests != true
    else { return [] }
    if case .http? = handler?.target { return [] }
    let found = validator.nullArguments(in: operation)
    guard settings.requestValidation == .warn, !found.isEmpty else { return found }
    warn(of: ValidationFailure(errors: found.map(\.error)))
    return []
  }

  func warn(of invalid: ValidationFailure?) {
    guard let invalid else { return }
    warn(redacted(invalid).lines.map { "the request is invalid: \($0)" })
  }

  /// Returns a failure for messages, in which secrets are hidden. The client receives the failure with its own values.
  private func redacted(_ invalid: ValidationFailure) -> ValidationFailure {
    let redactor = redactor()
    return ValidationFailure(errors: invalid.errors.map { $0.quoting(redactor.literal) })
  }
}
