// What a service says to a request that it refuses, and what the test is told.

/// Why a service would refuse a request.
struct Refusal: Sendable, Hashable {
  /// In the order of the reference implementation; not empty.
  let errors: [ValidationError]

  /// The response that a service gives (GraphQL over HTTP, "Status Codes").
  func response(edition: HTTPEdition, as mediaType: ResponseMediaType) -> MockResponse {
    let isSyntax = errors.first?.isGrammar ?? false
    let status =
      isSyntax
      ? edition.invalidDocumentStatus(for: mediaType) : edition.invalidRequestStatus(for: mediaType)
    return MockResponse.errors(
      errors.map { error in
        MockResponseError(
          error.message,
          locations: error.locations.map {
            MockResponseError.Location(line: $0.line, column: $0.column)
          })
      }
    ).status(status)
  }

  /// What messages say of the errors, without secrets; a line for each.
  func lines(for operation: OperationRequest) -> [String] {
    let hasSecrets = operation.hasSecrets
    let lines = errors.prefix(Self.lineLimit).map { error in
      hasSecrets ? error.withoutValue.description : error.description
    }
    let rest = errors.count - lines.count
    return rest > 0 ? lines + ["and \(rest) more"] : lines
  }

  private static let lineLimit = 10

  /// The whole message.
  /// - Parameter handler: The handler that would answer; nil if it is none.
  func message(for operation: OperationRequest, handler: RequestHandler?) -> String {
    let advice =
      handler.map {
        "to test exactly that, add .acceptingInvalidRequests to the handler (\($0.location))"
      } ?? "to test exactly that, state ServiceOptions(judgement: .warn)"
    let lines = lines(for: operation)
    // The first line says all that a list of failures has room for.
    return
      (["A service would refuse \(operation.title): \(lines[0])"] + lines.dropFirst() + [advice])
      .joined(separator: "\n  ")
  }
}

extension OperationRequest {
  /// Whether names in document or variables say that a value is secret.
  fileprivate var hasSecrets: Bool {
    // Variables that nobody judged are not read for a message either.
    if variablesSize > RequestJudge.longestVariables { return true }
    if variables.redactingSecrets() != variables { return true }
    let bytes = selectedOperation?.document.bytes ?? []
    return DocumentRedaction(.messages).text(bytes) != bytes
  }
}

extension ValidationError {
  /// Whether the grammar of the edition is broken, and no rule.
  fileprivate var isGrammar: Bool {
    switch reason {
    case .emptySelectionSet, .description, .variableDescription: true
    default: false
    }
  }

  /// The same without the value that was sent, which may hold a secret.
  fileprivate var withoutValue: ValidationError {
    let reason: Reason
    switch self.reason {
    case .variableValue(let name, _, let path, let mismatch):
      reason = .variableValue(
        name: name, value: Self.hidden, path: path, mismatch.withoutValue(Self.hidden))
    case .wrongValue(let type, _): reason = .wrongValue(type: type, found: Self.hidden)
    case .wrongScalar(let mismatch): reason = .wrongScalar(mismatch.withoutValue(Self.hidden))
    default: return self
    }
    return ValidationError(reason: reason, locations: locations)
  }

  private static let hidden = "<redacted>"
}

extension ValidationError.Mismatch {
  fileprivate func withoutValue(_ hidden: String) -> Self {
    guard case .scalar(let mismatch) = self else { return self }
    return .scalar(mismatch.withoutValue(hidden))
  }
}

extension ValidationError.ScalarMismatch {
  fileprivate func withoutValue(_ hidden: String) -> Self {
    switch self {
    case .notInteger: .notInteger(hidden)
    case .notInt32: .notInt32(hidden)
    case .notNumber: .notNumber(hidden)
    case .notString: .notString(hidden)
    case .notBoolean: .notBoolean(hidden)
    case .notID(_, let isLiteral): .notID(hidden, isLiteral: isLiteral)
    case .notEnum(let type, _, let isLiteral, _):
      .notEnum(type: type, hidden, isLiteral: isLiteral, similar: [])
    case .unknownEnumValue(_, let type, _): .unknownEnumValue(hidden, type: type, similar: [])
    }
  }
}
