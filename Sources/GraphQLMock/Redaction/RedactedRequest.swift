/// A request as a recording of it would state it, worked out when somebody asks, and once.
///
/// It stays on one thread.
final class RedactedRequest {
  let operation: OperationRequest
  private let redaction: Redaction

  init(_ operation: OperationRequest, _ redaction: Redaction) {
    self.operation = operation
    self.redaction = redaction
  }

  private lazy var redactor = ExchangeRedactor(redaction, operation)

  /// The variables without secrets.
  private(set) lazy var variables: MockJSON = redactor.variables(operation.variables)

  /// The operation of the document without secrets; nil where it has none, or can't be parsed.
  private lazy var redactedOperation: SelectedOperation? = {
    guard let text = operation.document else { return nil }
    let redacted = redactor.document(text)
    guard redacted != text, let document = try? Document.parse(redacted).get(),
      let selected = try? document.selectOperation(named: operation.operationName).get()
    else { return nil }
    return SelectedOperation(document: document, operation: selected)
  }()

  /// The key of the document without secrets; nil where it has none, or can't be parsed.
  private(set) lazy var documentKey: MatchKey? = redactedOperation?.key

  /// Whether the variables are those of a recording, once both are redacted.
  func hasVariables(_ recorded: MockJSON) -> Bool {
    if operation.variables.matches(recorded, .exact) || variables.matches(recorded, .exact) {
      return true
    }
    // What only the answer told to be a secret can't be known yet: its replacement tells.
    return Self.replacing(variables, where: recorded, redaction.replacement, depth: 0)
      .matches(recorded, .exact)
  }

  /// The value with the replacements that a recording has in the same places for the same strings.
  ///
  /// Recordings nest no deeper than a parser follows them.
  private static func replacing(
    _ value: MockJSON, where recorded: MockJSON, _ replacement: SecretReplacement, depth: Int
  ) -> MockJSON {
    guard depth < NestingLimit.depth else { return value }
    if let text = value.string, let expected = recorded.string, text != expected {
      let bytes = ContiguousArray(expected.utf8)
      guard SecretReplacement.isReplacement(bytes),
        replacement.of(ContiguousArray(text.utf8)) == bytes
      else { return value }
      return recorded
    }
    if let elements = value.array, let others = recorded.array, elements.count == others.count {
      return .array(
        zip(elements, others).map { replacing($0, where: $1, replacement, depth: depth + 1) })
    }
    guard let members = value.members, recorded.isObject else { return value }
    return MockJSON(
      .object(
        JSONMembers(
          members.map {
            ($0.name, replacing($0.value, where: recorded[$0.name], replacement, depth: depth + 1))
          })))
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

  /// Whether something in it stands in the place of a secret.
  var holdsReplacement: Bool { withoutReplacements != self }

  /// The same with null in the place of what stands for a secret.
  var withoutReplacements: MockJSON {
    changing { $1.isReplacement ? .null : nil }
  }
}
