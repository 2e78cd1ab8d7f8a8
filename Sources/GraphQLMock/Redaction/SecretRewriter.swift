/// Decides which values are secrets, and replaces them, also in texts. `SecretScanner` finds them in JSON and documents.
final class SecretRewriter {
  let rules: SecretRules
  let log: RedactionLog?
  /// A Boolean value that is true inside of a string that contains JSON or a URL. Nested strings aren't parsed.
  let isInside: Bool

  init(_ rules: SecretRules, _ log: RedactionLog? = nil, isInside: Bool = false) {
    (self.rules, self.log, self.isInside) = (rules, log, isInside)
  }

  /// Returns the replacement of a secret and logs it, or nil if the text is empty or already a replacement.
  func hiding(_ text: ByteText, _ reason: RedactionLog.Reason) -> ByteText? {
    if text.isEmpty { return nil }
    let replaced = rules.style.of(text)
    if replaced == text { return nil }
    log?.add(text, reason)
    return replaced
  }

  /// Returns the redacted text, or nil if it contains no secret.
  func string(_ value: ByteText, _ scope: SecretScope, name: String = "") -> ByteText? {
    let redacted = unstated(hidingStatedValues(in: value), scope, name)
    return redacted == value ? nil : redacted
  }

  private func unstated(_ value: ByteText, _ scope: SecretScope, _ name: String) -> ByteText {
    if scope.level == .kept || rules.isEnumValue(value) { return value }
    if scope.isSecret(value, rules) { return hiding(value, scope.reason) ?? value }
    return isInside
      ? search(value) : SecretRewriter(rules, log, isInside: true).text(value, name: name)
  }

  func number(_ spelling: ByteText, _ scope: SecretScope) -> ByteText? {
    if let stated = rules.values.replacement(ofNumber: spelling) {
      log?.add([], .stated)
      return stated
    }
    if scope.level == .kept { return nil }
    let isSecret = scope.isSecret(number: spelling, rules)
    guard isSecret || rules.recordedReplacement(of: spelling) != nil else { return nil }
    let replacement = rules.style.of(number: spelling)
    if replacement == spelling { return nil }
    log?.add(spelling, isSecret ? scope.reason : .value)
    return replacement
  }

  func value(_ value: MockJSON, _ scope: SecretScope) -> MockJSON {
    if value.members?.isEmpty == true { return value }
    guard let text = try? JSONWriter.write(value, layout: .compact) else {
      return .string(SecretReplacement.word)
    }
    let redacted = json(text, scope) ?? text
    if redacted == text { return value }
    return (try? JSONParser.parse(redacted).get()) ?? .string(SecretReplacement.word)
  }

  /// Returns the redacted JSON, or nil if the text isn't JSON.
  /// - Parameter roots: The scopes of members of the outermost object, by name, as in `data`.
  func json(_ text: ByteText, _ scope: SecretScope, roots: [String: SecretScope] = [:]) -> ByteText?
  {
    SecretScanner.pairedNames(in: text).map {
      SecretScanner(self, text, scope, roots: roots).json($0)
    }
  }

  func text(_ text: ByteText, name: String = "") -> ByteText {
    let start = text.end(from: 0, while: JSONBytes.isWhitespace)
    if text.has(oneOf: "{[", at: start), let json = json(text, SecretScope(rules)) { return json }
    if name == "query", text.contains(UInt8(ascii: "{")) { return document(text) }
    return Self.isURL(text) && rules.knownReplacement(of: text) == nil
      ? url(text) : search(redactingURLs(in: text))
  }

  /// Redacts a GraphQL document so that it stays valid. In an invalid document, all strings and comments are hidden.
  func document(_ text: ByteText) -> ByteText {
    if case .success(let document) = Document.parse(text) { return parsed(document).text }
    return StringLiteral.masked(text)
  }

  func parsed(_ document: Document) -> (text: ByteText, found: DocumentSecrets) {
    let scanner = SecretScanner(self, document.bytes, SecretScope(rules))
    let result = scanner.document(document)
    var rules = rules
    rules.variables.merge(scanner.found.variables) { $0.merging($1) }
    if rules.variables == self.rules.variables { return (result, scanner.found) }
    // A variable's default value comes before the use that shows it to be a secret, so the document is scanned twice.
    let again = SecretScanner(
      SecretRewriter(rules, log, isInside: isInside), document.bytes, SecretScope(rules))
    return (again.document(document), scanner.found)
  }
}
