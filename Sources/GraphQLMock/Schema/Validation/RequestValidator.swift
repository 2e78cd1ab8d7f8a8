import Foundation

/// Validates requests, and caches the verdicts in their `SelectedOperation`. A `Question` must contain everything that
/// decides its verdict: the schema, the edition, and the variables if they matter. Uploaded files aren't in it.
struct RequestValidator: Sendable {
  /// The maximum size in bytes of a document that is validated immediately. A larger document is validated on
  /// another thread, so that other requests don't have to wait. It's also the limit for the text of a response.
  static let sizeValidatedAtOnce = 4_096
  /// The maximum size in bytes of variables. Larger ones aren't validated, nor are responses whose directives need them.
  static let longestVariables = 4_194_304
  /// The maximum size in bytes of variables that are validated immediately, and not on another thread.
  static let variablesValidatedAtOnce = 65_536

  let types: TypeSystem?
  let rules: SpecificationEdition

  private func question(
    _ subject: SelectedOperation.Question.Subject, _ variables: Data? = nil
  ) -> SelectedOperation.Question {
    SelectedOperation.Question(
      types: types?.number ?? 0, subject: subject, variables: variables ?? Data())
  }

  private var aboutDocument: SelectedOperation.Question {
    question(.document(edition: rules.rawValue))
  }

  private func about(_ request: OperationRequest) -> SelectedOperation.Question {
    question(.request(edition: rules.rawValue), request.variablesText)
  }

  func question(
    about content: ResponseWriter.EncodedBody, to request: OperationRequest,
    _ selected: SelectedOperation
  ) -> SelectedOperation.Question {
    question(.response(content.number), selected.hasDirectives ? request.variablesText : nil)
  }

  func isKnownToBeValid(_ request: OperationRequest) -> Bool {
    request.selectedOperation?.knownValidity(of: about(request)) == true
  }

  func mayTakeLong(_ request: OperationRequest) -> Bool {
    guard let selected = request.selectedOperation else { return false }
    let isKnown = selected.knownValidity(of: aboutDocument) != nil
    // A check of a custom scalar is a closure of the test, which may take a long time.
    return types?.scalarChecks.isEmpty == false && (!isKnown || selected.hasVariableDefinitions)
      || request.variablesSize > Self.variablesValidatedAtOnce
      || selected.document.bytes.count > Self.sizeValidatedAtOnce && !isKnown
  }

  /// Returns the errors and warnings of a request. Variables are validated only if the document has no errors.
  func errors(in request: OperationRequest) -> [ValidationError] {
    guard let selected = request.selectedOperation else { return [] }
    var errors = selected.problems(aboutDocument, mayWait: types?.scalarChecks.isEmpty != false) {
      selected.errors(by: rules, types: types)
    }
    guard errors.allSatisfy(\.reason.isWarning) else { return errors }
    func variableErrors(_ uploads: Set<String> = []) -> [ValidationError] {
      VariableCheck.errors(
        in: request.variables, for: selected.operation, of: selected.document, types: types,
        uploads: uploads)
    }
    // Variables of at most four bytes are empty, `{}` or `null`, and need no validation.
    if selected.hasVariableDefinitions || request.variablesSize > 4 {
      if request.variablesSize > Self.longestVariables {
        let reason = ValidationError.Reason.variablesTooLong(limit: Self.longestVariables)
        return errors + [ValidationError(reason: reason, locations: [])]
      }
      let found = variableErrors()
      // Variables that are valid only with files aren't noted as valid, because the question doesn't contain the files.
      if !found.isEmpty, !request.files.isEmpty {
        return errors + variableErrors(Set(request.files.flatMap(\.paths)))
      }
      errors += found
    }
    // Notes that the request is valid. Warnings aren't noted, because each request repeats them.
    return errors.isEmpty ? selected.problems(about(request), mayWait: false) { errors } : errors
  }

  func nullArguments(in request: OperationRequest) -> [NullArgument] {
    guard let types, let selected = request.selectedOperation,
      request.coercedVariables.members?.contains(where: \.value.isNull) == true
    else { return [] }
    func find(in variables: MockJSON) -> [NullArgument] {
      NullArgument.all(in: selected, variables: variables, types)
    }
    let variables = request.coercedVariables
    guard request.files.isEmpty else {
      // The variable of a file is null. The question doesn't contain the files, so the result isn't cached.
      let uploads = Set(request.files.flatMap(\.paths))
      return find(
        in: .object(of: variables.pairs.filter { !uploads.contains("variables.\($0.0)") }))
    }
    return selected.problems(question(.nullArguments, request.variablesText), mayWait: false) {
      find(in: variables)
    }
  }
}

extension SelectedOperation {
  /// Variable definitions are the first syntax nodes of an operation.
  fileprivate var hasVariableDefinitions: Bool {
    let first = document.definitions[operation.definition].node + 1
    return first < document.nodes.count && document.nodes[first].kind == .variableDefinition
  }
}
