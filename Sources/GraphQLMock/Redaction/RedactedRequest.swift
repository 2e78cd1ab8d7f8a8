/// Redacts a request, to compare it with recordings, and caches the result. It must be used on one thread only.
final class RedactedRequest {
  private typealias Forms = (variables: [MockJSON], keys: [MatchKey])

  let operation: OperationRequest
  private let redaction: Redaction
  /// The replacements that recordings contain (`SecretReplacement.all(in:)`).
  private let replaced: Set<ByteText>
  private var known: [SecretReplacement: Forms] = [:]

  init(_ operation: OperationRequest, _ redaction: Redaction, replaced: Set<ByteText> = []) {
    (self.operation, self.redaction, self.replaced) = (operation, redaction, replaced)
  }

  private func forms(_ style: SecretReplacement) -> Forms {
    if let forms = known[style] { return forms }
    let redaction = redaction.replacing(by: style)
    var redactors = [RequestRedactor(redaction, operation)]
    // The recording may also replace secrets that only its response revealed.
    if !replaced.isEmpty {
      redactors += [false, true].map {
        RequestRedactor(redaction, operation, recorded: replaced, isAsRecorded: $0)
      }
    }
    let variables = redactors.map { $0.variables(operation.variables) } + [operation.variables]
    let keys = redactors.compactMap { redactor -> MatchKey? in
      guard let text = operation.document, case let redacted = redactor.document(text),
        redacted != text
      else { return nil }
      return try? MatchKey(document: redacted, operationName: operation.operationName)
    }
    known[style] = (variables, keys)
    return (variables, keys)
  }

  /// Returns the forms of the variables that a recording may contain, starting with the redacted form.
  func variables(_ style: SecretReplacement) -> [MockJSON] { forms(style).variables }

  func hasDocument(_ recorded: MatchKey, _ style: SecretReplacement) -> Bool {
    forms(style).keys.contains(recorded)
  }

  /// `FixtureRows.candidates` finds recordings by the values of `variables`, so a further form belongs in `forms`.
  func hasVariables(_ recorded: MockJSON, _ style: SecretReplacement) -> Bool {
    variables(style).contains { $0.matches(recorded, .exact) }
  }
}

extension MockJSON {
  /// The bytes of a string or number, which may be a secret.
  var secretText: ByteText? {
    switch storage {
    case .string(let string): ByteText(string.utf8)
    case .number(let number): ByteText(number.spelling.utf8)
    case .null, .bool, .array, .object, .unencodable: nil
    }
  }

  /// The names of recordings depend on it (`RecordingName.row`).
  var withoutReplacements: MockJSON {
    rebuilt { $0.secretText.map(SecretReplacement.isReplacement) == true ? .null : nil }
  }
}
