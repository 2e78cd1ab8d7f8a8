/// A request as the recordings of a table would state it, worked out once for each kind of replacement.
///
/// It stays on one thread.
final class RedactedRequest {
  private typealias Forms = (variables: [MockJSON], keys: [MatchKey])

  let operation: OperationRequest
  private let redaction: Redaction
  /// The replacements of secrets in recordings.
  private let replaced: Set<ByteText>
  private var known: [SecretReplacement: Forms] = [:]

  init(_ operation: OperationRequest, _ redaction: Redaction, replaced: Set<ByteText> = []) {
    self.operation = operation
    self.redaction = redaction
    self.replaced = replaced
  }

  private func forms(_ style: SecretReplacement) -> Forms {
    if let forms = known[style] { return forms }
    let redaction = redaction.replacing(by: style)
    var redactors = [ExchangeRedactor(redaction, operation)]
    // A secret that only the answer tells isn't known yet, but its replacement in a recording is. The recording
    // may have been made by other rules, too.
    if !replaced.isEmpty {
      redactors += [false, true].map {
        ExchangeRedactor(redaction, operation, recorded: replaced, isAsRecorded: $0)
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

  /// The variables as recordings with such replacements may have them, without secrets first.
  func variables(_ style: SecretReplacement) -> [MockJSON] { forms(style).variables }

  /// Whether the document is that of a recording, once both are redacted.
  func hasDocument(_ recorded: MatchKey, _ style: SecretReplacement) -> Bool {
    forms(style).keys.contains(recorded)
  }

  /// Whether the variables are those of a recording, once both are redacted.
  func hasVariables(_ recorded: MockJSON, _ style: SecretReplacement) -> Bool {
    variables(style).contains { $0.matches(recorded, .exact) }
  }
}

extension MockJSON {
  /// The text of a string, or a number as it is written; nil for other values.
  var secretText: ByteText? {
    switch storage {
    case .string(let string): ByteText(string.utf8)
    case .number(let number): ByteText(number.spelling.utf8)
    default: nil
    }
  }

  /// The same with null in the place of what stands for a secret.
  var withoutReplacements: MockJSON {
    changing { $1.secretText.map(SecretReplacement.isReplacement) == true ? .null : nil }
  }
}
