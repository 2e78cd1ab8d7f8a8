/// A request as a recording of it would state it, worked out when somebody asks, and once.
///
/// It stays on one thread.
final class RedactedRequest {
  let operation: OperationRequest
  private let redaction: Redaction
  /// What recordings have in the place of secrets.
  private let recorded: Set<ContiguousArray<UInt8>>

  init(
    _ operation: OperationRequest, _ redaction: Redaction,
    recorded: Set<ContiguousArray<UInt8>> = []
  ) {
    self.operation = operation
    self.redaction = redaction
    self.recorded = recorded
  }

  private lazy var redactor = ExchangeRedactor(redaction, operation)

  /// What only an answer told to be a secret can't be known yet: its replacement in a recording tells.
  private lazy var told =
    recorded.isEmpty ? nil : ExchangeRedactor(redaction, operation, recorded: recorded)

  /// The variables without secrets.
  private(set) lazy var variables: MockJSON = redactor.variables(operation.variables)

  /// The variables without secrets that only answers told, too; nil where recordings have none.
  private(set) lazy var toldVariables: MockJSON? = told?.variables(operation.variables)

  /// The key of the document without secrets; nil where it has none, or can't be parsed.
  private(set) lazy var documentKey: MatchKey? = key(by: redactor)
  private lazy var toldDocumentKey: MatchKey? = told.flatMap { key(by: $0) }

  private func key(by redactor: ExchangeRedactor) -> MatchKey? {
    guard let text = operation.document else { return nil }
    let redacted = redactor.document(text)
    guard redacted != text else { return nil }
    return try? MatchKey(document: redacted, operationName: operation.operationName)
  }

  /// Whether the document is that of a recording, once both are redacted.
  func hasDocument(_ recorded: MatchKey) -> Bool {
    documentKey == recorded || toldDocumentKey == recorded
  }

  /// Whether the variables are those of a recording, once both are redacted.
  func hasVariables(_ recorded: MockJSON) -> Bool {
    operation.variables.matches(recorded, .exact) || variables.matches(recorded, .exact)
      || toldVariables?.matches(recorded, .exact) == true
  }
}

extension MockJSON {
  /// Whether it stands in the place of a secret.
  private var isReplacement: Bool {
    let text: String
    switch storage {
    case .string(let string): text = string
    case .number(let number): text = number.spelling
    default: return false
    }
    return SecretReplacement.isReplacement(ContiguousArray(text.utf8))
  }

  /// The same with null in the place of what stands for a secret.
  var withoutReplacements: MockJSON {
    if let array { return .array(array.map(\.withoutReplacements)) }
    guard let members else { return isReplacement ? nil : self }
    return MockJSON(.object(JSONMembers(members.map { ($0.name, $0.value.withoutReplacements) })))
  }

  /// Whether something in it stands in the place of a secret.
  var holdsReplacement: Bool {
    var pending = [self]
    while let value = pending.popLast() {
      if value.isReplacement { return true }
      pending += value.array ?? value.members?.map(\.value) ?? []
    }
    return false
  }
}
