/// Validates requests by one type system, or by what every type system has in common; each document once.
final class RequestValidator: Sendable {
  /// How many bytes a document may have that is validated on a thread that others wait for.
  static let sizeValidatedAtOnce = 4_096
  /// How many bytes variables may have that are validated: longer ones would be read into memory for it.
  static let longestVariables = 4_194_304
  /// How many bytes variables may have that are validated on such a thread.
  static let variablesValidatedAtOnce = 65_536

  /// Validates where no schema is stated.
  static let withoutSchema = RequestValidator(nil)

  let types: TypeSystem?
  private var hasScalarChecks: Bool { types?.scalarChecks.isEmpty == false }
  private let known = Locked(Known())

  init(_ types: TypeSystem?) { self.types = types }

  /// What was found out, by digests that nobody can make collide; forgotten all at once when it is much.
  private struct Known {
    static let documentLimit = 2_048
    static let soundLimit = 16_384

    /// What is wrong with documents, perhaps to be found out yet.
    var documents: [Validated: MadeOnce<[ValidationError]>] = [:]
    /// Operations with variables in which nothing was found wrong: clients send the same again and again.
    var sound: Set<Validated> = []
  }

  private struct Validated: Hashable {
    let digest: Digest128
    let rules: HTTPEdition
  }

  /// Whether a request is known to be valid.
  func isKnownToBeSound(_ request: OperationRequest, by rules: HTTPEdition) -> Bool {
    guard let digest = request.digest else { return false }
    return known.withLock { $0.sound.contains(Validated(digest: digest, rules: rules)) }
  }

  /// Whether validating a request may take longer than others can wait.
  func mayTakeLong(_ request: OperationRequest, by rules: HTTPEdition) -> Bool {
    guard let selected = request.selectedOperation else { return false }
    let key = Validated(digest: selected.documentDigest, rules: rules)
    let isKnown = known.withLock { $0.documents[key] }?.made != nil
    // Checks of scalars are the test's.
    if hasScalarChecks, !isKnown || selected.hasVariableDefinitions { return true }
    return request.variablesSize > Self.variablesValidatedAtOnce
      || selected.document.bytes.count > Self.sizeValidatedAtOnce && !isKnown
  }

  /// What a service finds wrong with a request: with its document or, if nothing is, its variables; and
  /// what was not validated.
  func errors(in request: OperationRequest, by rules: HTTPEdition) -> [ValidationError] {
    guard let selected = request.selectedOperation else { return [] }
    let key = Validated(digest: selected.documentDigest, rules: rules)
    let document = known.withLock { known in
      if let document = known.documents[key] { return document }
      if known.documents.count == Known.documentLimit { known.documents = [:] }
      let document = MadeOnce<[ValidationError]>()
      known.documents[key] = document
      return document
    }
    // Checks of scalars are the test's: nobody waits for those.
    let errors = document.value(waits: Blocking.isAllowed && !hasScalarChecks) {
      selected.document.validate(by: rules, types: types)
    }
    // The longest text of no variables is `null`.
    guard selected.hasVariableDefinitions || request.variablesSize > 4,
      errors.allSatisfy(\.reason.isWarning)
    else { return remember(request, rules, errors) }
    guard request.variablesSize <= Self.longestVariables else {
      let reason = ValidationError.Reason.variablesTooLong(limit: Self.longestVariables)
      return errors + [ValidationError(reason: reason, locations: [])]
    }
    let found = variableErrors(selected, request.variables)
    guard !found.isEmpty, !request.files.isEmpty else {
      return remember(request, rules, errors + found)
    }
    return errors
      + variableErrors(
        selected, request.variables, uploads: Set(request.files.flatMap(\.paths)))
  }

  /// Remembers a request in which nothing is wrong.
  private func remember(
    _ request: OperationRequest, _ rules: HTTPEdition, _ errors: [ValidationError]
  ) -> [ValidationError] {
    guard errors.isEmpty, let digest = request.digest else { return errors }
    known.withLock { known in
      if known.sound.count == Known.soundLimit { known.sound = [] }
      known.sound.insert(Validated(digest: digest, rules: rules))
    }
    return []
  }

  private func variableErrors(
    _ selected: SelectedOperation, _ variables: MockJSON, uploads: Set<String> = []
  ) -> [ValidationError] {
    VariableCheck.errors(
      in: variables, for: selected.operation, of: selected.document, types: types,
      uploads: uploads)
  }
}

extension SelectedOperation {
  /// Variables are the first that an operation has.
  fileprivate var hasVariableDefinitions: Bool {
    let first = document.definitions[operation.definition].node + 1
    return first < document.nodes.count && document.nodes[first].kind == .variableDefinition
  }
}
