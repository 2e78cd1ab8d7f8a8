import Foundation

/// Validates requests by one type system, or by what every type system has in common; each document once
/// if nothing is wrong with it.
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
  /// Tells the validators of a process apart, also those that are gone.
  let number = RequestValidator.lastNumber.withLock { $0.next() }
  private static let lastNumber = Locked(0)

  init(_ types: TypeSystem?) { self.types = types }

  /// Whether a request is known to be valid.
  func isKnownToBeSound(_ request: OperationRequest, by rules: HTTPEdition) -> Bool {
    request.selectedOperation?.isKnownToBeSound(
      question(.request(edition: rules.rawValue), request.variablesText)) ?? false
  }

  func question(
    _ subject: SelectedOperation.Question.Subject, _ variables: Data? = nil
  ) -> SelectedOperation.Question {
    SelectedOperation.Question(validator: number, subject: subject, variables: variables ?? Data())
  }

  /// Whether validating a request may take longer than others can wait.
  func mayTakeLong(_ request: OperationRequest, by rules: HTTPEdition) -> Bool {
    guard let selected = request.selectedOperation else { return false }
    let isKnown = selected.isKnownToBeSound(question(.document(edition: rules.rawValue)))
    // Checks of scalars are the test's.
    if hasScalarChecks, !isKnown || selected.hasVariableDefinitions { return true }
    return request.variablesSize > Self.variablesValidatedAtOnce
      || selected.document.bytes.count > Self.sizeValidatedAtOnce && !isKnown
  }

  /// What a service finds wrong with a request: with its document or, if nothing is, its variables; and
  /// what was not validated.
  func errors(in request: OperationRequest, by rules: HTTPEdition) -> [ValidationError] {
    guard let selected = request.selectedOperation else { return [] }
    let document = question(.document(edition: rules.rawValue))
    let errors =
      selected.isKnownToBeSound(document)
      ? [] : remember(document, selected, selected.document.validate(by: rules, types: types))
    let whole = question(.request(edition: rules.rawValue), request.variablesText)
    // The longest text of no variables is `null`.
    guard selected.hasVariableDefinitions || request.variablesSize > 4,
      errors.allSatisfy(\.reason.isWarning)
    else { return remember(whole, selected, errors) }
    guard request.variablesSize <= Self.longestVariables else {
      let reason = ValidationError.Reason.variablesTooLong(limit: Self.longestVariables)
      return errors + [ValidationError(reason: reason, locations: [])]
    }
    let found = variableErrors(selected, request.variables)
    guard !found.isEmpty, !request.files.isEmpty else {
      return remember(whole, selected, errors + found)
    }
    return errors
      + variableErrors(
        selected, request.variables, uploads: Set(request.files.flatMap(\.paths)))
  }

  private func remember(
    _ question: SelectedOperation.Question, _ selected: SelectedOperation,
    _ errors: [ValidationError]
  ) -> [ValidationError] {
    if errors.isEmpty { selected.remember(question) }
    return errors
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
