/// A request as a recording of it would state it, worked out once, on one thread.
final class RedactedRequest {
  let operation: OperationRequest
  private let redaction: Redaction
  /// What recordings have in the place of secrets.
  private let recorded: Set<ByteText>

  init(_ operation: OperationRequest, _ redaction: Redaction, recorded: Set<ByteText> = []) {
    self.operation = operation
    self.redaction = redaction
    self.recorded = recorded
  }

  /// What only an answer told to be a secret can't be known yet: its replacement in a recording tells.
  ///
  /// The recording may have been made by other rules, too.
  private lazy var redactors =
    [ExchangeRedactor(redaction, operation)]
    + (recorded.isEmpty ? [] : [false, true]).map {
      ExchangeRedactor(redaction, operation, recorded: recorded, isAsRecorded: $0)
    }

  /// The variables as they are, without secrets and, where recordings have some, without what these have
  /// replaced.
  private(set) lazy var forms: [MockJSON] =
    [operation.variables] + redactors.map { $0.variables(operation.variables) }

  var variables: MockJSON { forms[1] }

  /// The keys of the document without secrets; nil where it has none, or can't be parsed.
  private lazy var documentKeys: [MatchKey?] = redactors.map { redactor in
    guard let text = operation.document else { return nil }
    let redacted = redactor.document(text)
    guard redacted != text else { return nil }
    return try? MatchKey(document: redacted, operationName: operation.operationName)
  }

  /// Whether the document is that of a recording, once both are redacted.
  func hasDocument(_ recorded: MatchKey) -> Bool { documentKeys.contains(recorded) }

  /// Whether the variables are those of a recording, once both are redacted.
  func hasVariables(_ recorded: MockJSON) -> Bool {
    forms.contains { $0.matches(recorded, .exact) }
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
