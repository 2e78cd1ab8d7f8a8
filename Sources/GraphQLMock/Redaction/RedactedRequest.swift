/// A request as the recordings of a table would state it, worked out when somebody asks, and once.
///
/// It stays on one thread.
final class RedactedRequest {
  let operation: OperationRequest
  private let redaction: Redaction
  /// What recordings have in the place of secrets.
  private let replaced: Set<ContiguousArray<UInt8>>
  private var known: [SecretReplacement: (variables: [MockJSON], key: MatchKey?)] = [:]

  init(
    _ operation: OperationRequest, _ redaction: Redaction,
    replaced: Set<ContiguousArray<UInt8>> = []
  ) {
    self.operation = operation
    self.redaction = redaction
    self.replaced = replaced
  }

  private func forms(_ style: SecretReplacement) -> (variables: [MockJSON], key: MatchKey?) {
    if let forms = known[style] { return forms }
    let redactor = ExchangeRedactor(redaction.replacing(by: style), operation)
    var variables = [redactor.variables(operation.variables), operation.variables]
    // What only an answer told to be a secret can't be known yet: its replacement in a recording tells. The
    // recording may have been made by other rules, too.
    if !replaced.isEmpty {
      variables += variables.map { value in value.changing { replacement(of: $1, style) } }
    }
    let redacted = operation.document.map { (text: $0, redacted: redactor.document($0)) }
    let key = redacted.flatMap { text, redacted in
      text == redacted
        ? nil : try? MatchKey(document: redacted, operationName: operation.operationName)
    }
    known[style] = (variables, key)
    return (variables, key)
  }

  /// What a recording has in the place of a string or number; nil if it has nothing.
  private func replacement(of leaf: MockJSON, _ style: SecretReplacement) -> MockJSON? {
    guard let bytes = leaf.leafBytes else { return nil }
    if let whole = replacement(of: bytes, style) {
      let text = String(decoding: whole, as: UTF8.self)
      return leaf.string == nil ? try? MockJSON(parsing: text) : .string(text)
    }
    guard leaf.string != nil else { return nil }
    // A text may have the secret as one of its words.
    var text = ContiguousArray<UInt8>()
    var rest = bytes[...]
    while let first = rest.first {
      let run = rest.prefix { SecretShape.isTokenByte($0) == SecretShape.isTokenByte(first) }
      let word = run.prefix(
        through: run.lastIndex(where: KnownSecrets.isWordByte) ?? run.startIndex)
      let found = replacement(of: ContiguousArray(word), style)
      text += found ?? ContiguousArray(word)
      rest = rest[word.endIndex...]
    }
    return .string(String(decoding: text, as: UTF8.self))
  }

  private func replacement(
    of secret: ContiguousArray<UInt8>, _ style: SecretReplacement
  ) -> ContiguousArray<UInt8>? {
    guard KnownSecrets.isLookedFor(secret) else { return nil }
    let replacement = style.of(secret)
    return replaced.contains(replacement) ? replacement : nil
  }

  /// The variables as recordings with such replacements may have them, without secrets first.
  func variables(_ style: SecretReplacement) -> [MockJSON] { forms(style).variables }

  /// Whether the document is that of a recording, once both are redacted.
  func hasDocument(_ recorded: MatchKey, _ style: SecretReplacement) -> Bool {
    forms(style).key == recorded
  }

  /// Whether the variables are those of a recording, once both are redacted.
  func hasVariables(_ recorded: MockJSON, _ style: SecretReplacement) -> Bool {
    variables(style).contains { $0.matches(recorded, .exact) }
  }
}

extension MockJSON {
  /// The text of a string, or the spelling of a number.
  fileprivate var leafBytes: ContiguousArray<UInt8>? {
    switch storage {
    case .string(let string): ContiguousArray(string.utf8)
    case .number(let number): ContiguousArray(number.spelling.utf8)
    default: nil
    }
  }

  /// The same with null in the place of what stands for a secret.
  var withoutReplacements: MockJSON {
    changing { $1.leafBytes.map(SecretReplacement.isReplacement) == true ? .null : nil }
  }
}
