// Values and texts, written anew without secrets.

final class SecretRewriter {
  let rules: SecretRules
  let log: RedactionLog?
  /// How many texts stand in each other.
  let level: Int

  /// How deep texts in strings, and URLs in items of URLs, are followed.
  private static let levelLimit = 8

  init(_ rules: SecretRules, _ log: RedactionLog? = nil, level: Int = 0) {
    self.rules = rules
    self.log = log
    self.level = level
  }

  var isTooDeep: Bool { level >= Self.levelLimit }

  /// The same for what stands inside of a text.
  var inner: SecretRewriter { SecretRewriter(rules, log, level: level + 1) }

  // MARK: Values

  /// The text of a secret with something in its place; nil if it stays as it is.
  func hiding(
    _ text: ContiguousArray<UInt8>, _ reason: RedactionReason
  ) -> ContiguousArray<UInt8>? {
    if text.isEmpty { return nil }
    let replaced = rules.style.of(text)
    if replaced == text { return nil }
    log?.add(text, reason)
    return replaced
  }

  /// The value of a string; nil if it stays.
  /// - Parameter name: The name that it stands under.
  func string(
    _ value: ContiguousArray<UInt8>, _ scope: SecretScope, name: String = ""
  ) -> ContiguousArray<UInt8>? {
    let stated = rules.hidingValues(in: value)
    if stated != value {
      log?.add(value, .stated)
      return string(stated, scope, name: name) ?? stated
    }
    if scope.level == .kept || rules.isEnumValue(value) { return nil }
    if scope.isSecret(value, rules) { return hiding(value, scope.reason) }
    guard !isTooDeep else { return search(value) }
    let redacted =
      name == "query" && Self.mayBeDocument(value) ? inner.document(value) : inner.text(value)
    return redacted == value ? nil : redacted
  }

  private static func mayBeDocument(_ text: ContiguousArray<UInt8>) -> Bool {
    let start = text.drop { JSONBytes.isWhitespace($0) }
    return ["query", "mutation", "subscription", "fragment", "#", "{"].contains {
      start.starts(with: $0.utf8)
    } && start.contains(UInt8(ascii: "{")) && !JSONTokenizer.accepts(text.span)
  }

  /// A number; nil if it stays.
  func number(
    _ spelling: ContiguousArray<UInt8>, _ scope: SecretScope
  ) -> ContiguousArray<UInt8>? {
    let isStated = rules.hidingValues(in: spelling) != spelling
    if scope.level == .kept, !isStated { return nil }
    let isSecret = scope.isSecret(number: spelling, rules)
    guard isSecret || isStated else { return nil }
    let replacement = rules.style.of(number: spelling)
    if replacement == spelling { return nil }
    log?.add(spelling, isSecret ? scope.reason : .stated)
    return replacement
  }

  /// A value without secrets.
  func value(_ value: MockJSON, _ scope: SecretScope) -> MockJSON {
    if value.members?.isEmpty == true { return value }
    guard let text = try? JSONWriter.write(value, layout: .compact) else {
      return .string(SecretReplacement.word)
    }
    let redacted = SecretScanner(self, text, scope).scan()
    if redacted == text { return value }
    return (try? JSONParser.parse(redacted).get()) ?? .string(SecretReplacement.word)
  }

  // MARK: Texts

  /// A JSON text without secrets, the same but for values; nil if it is no JSON text.
  /// - Parameters:
  ///   - scope: What is known of the place where the text stands.
  ///   - roots: What is known of some members of the root, such as `data`.
  func json(
    _ text: ContiguousArray<UInt8>, _ scope: SecretScope, roots: [String: SecretScope] = [:]
  ) -> ContiguousArray<UInt8>? {
    guard JSONTokenizer.accepts(text.span) else { return nil }
    return SecretScanner(self, text, scope, roots: roots).scan()
  }

  /// A text without secrets: JSON, a URL, or anything that may have tokens in it.
  func text(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    let start = text.end(from: 0, while: JSONBytes.isWhitespace)
    if text.has(oneOf: "{[", at: start), let json = json(text, SecretScope(rules)) { return json }
    let known = search(text)
    if let known, rules.knownReplacement(of: text) == known || !Self.isURL(text) { return known }
    return Self.isURL(text) ? inner.url(text) : text
  }

  /// A document without secrets, which parses afterwards if it did before; of one that doesn't, all strings are
  /// hidden.
  func document(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    (try? Document.parse(text).get()) == nil ? StringLiteral.masked(text) : parsed(text).text
  }

  /// A document that parses, without secrets, and what it tells of names.
  func parsed(
    _ text: ContiguousArray<UInt8>
  ) -> (text: ContiguousArray<UInt8>, found: DocumentSecrets) {
    let scanner = SecretScanner(self, text, SecretScope(rules), isDocument: true)
    let result = scanner.scan()
    var rules = rules
    rules.variables.merge(scanner.found.secretVariables) { $1 }
    if rules.variables.count == self.rules.variables.count { return (result, scanner.found) }
    // The default of a variable stands before the place where it is used as a secret.
    let again = SecretScanner(
      SecretRewriter(rules, log, level: level), text, SecretScope(rules), isDocument: true)
    return (again.scan(), scanner.found)
  }

  /// The text with other texts in the place of known secrets and of tokens; nil if it has none.
  func search(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? {
    var result = ContiguousArray<UInt8>()
    var copied = 0
    var index = 0
    var tried = 0
    let rules = rules
    let stated = rules.hidingValues(in: text)
    if stated != text {
      log?.add(text, .stated)
      return search(stated) ?? stated
    }
    while index < text.count {
      guard KnownSecrets.isWordByte(text[index]) || text[index] == UInt8(ascii: "-") else {
        index += 1
        continue
      }
      let end = max(text.end(from: index, while: KnownSecrets.isWordByte), index + 1)
      var found: (range: Range<Int>, replacement: ContiguousArray<UInt8>?)?
      if let (range, replacement) = rules.match(text, run: index..<end, from: copied) {
        let isReplaced = text[range] == replacement[...]
        if !isReplaced { log?.add(ContiguousArray(text[range]), .value) }
        found = (range, isReplaced ? nil : replacement)
      } else if let range = SecretShape.range(text, at: index, &tried) {
        found = (range, hiding(ContiguousArray(text[range]), .shape))
      }
      if let found, let replacement = found.replacement {
        result += text[copied..<found.range.lowerBound]
        result += replacement
        copied = found.range.upperBound
      }
      index = found?.range.upperBound ?? end
    }
    return copied == 0 ? nil : result + text[copied...]
  }
}
