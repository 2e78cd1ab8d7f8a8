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
    if scope.level == .kept { return nil }
    if scope.isSecret(value) { return hiding(value, scope.reason) }
    guard !isTooDeep else { return search(value) }
    let redacted =
      name == "query" && Self.mayBeDocument(value) ? inner.document(value) : inner.text(value)
    return redacted == value ? nil : redacted
  }

  private static func mayBeDocument(_ text: ContiguousArray<UInt8>) -> Bool {
    let start = text.drop { JSONBytes.isWhitespace($0) }
    return ["query", "mutation", "subscription", "fragment", "#", "{"].contains {
      start.starts(with: $0.utf8)
    } && !JSONTokenizer.accepts(text.span)
  }

  /// A number; nil if it stays.
  func number(
    _ spelling: ContiguousArray<UInt8>, _ scope: SecretScope
  ) -> ContiguousArray<UInt8>? {
    if scope.level == .kept { return nil }
    let isSecret = scope.level == .stringsAndNumbers
    guard isSecret || rules.knownReplacement(of: spelling) != nil else { return nil }
    let replacement = rules.style.of(number: spelling)
    if replacement == spelling { return nil }
    log?.add(spelling, isSecret ? scope.reason : .value)
    return replacement
  }

  /// A value without secrets.
  func value(_ value: MockJSON, _ scope: SecretScope) -> MockJSON {
    if value.members?.isEmpty == true { return value }
    guard let text = try? JSONWriter.write(value, layout: .compact) else {
      return .string(SecretReplacement.word)
    }
    let redacted = SecretScanner(self, .json, text, scope).scan()
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
    let scanner = SecretScanner(self, .json, text, scope, roots: roots)
    return scanner.scan()
  }

  /// Any text without secrets.
  func text(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    let root = SecretScope(rules)
    let start = text.end(from: 0, while: JSONBytes.isWhitespace)
    if text.has(oneOf: "{[", at: start), let json = json(text, root) { return json }
    var result = redactingURLs(text)
    if Self.mayHoldNames(result) {
      let scanner = SecretScanner(
        self, .plain, result, root, roots: ["variables": root, "data": root])
      result = scanner.scan()
    }
    return search(result) ?? result
  }

  /// Whether a name may stand before a value in a text: a colon, an equals sign or a phrase is between
  /// them.
  private static func mayHoldNames(_ text: ContiguousArray<UInt8>) -> Bool {
    var last: UInt8 = 0
    return text.end(from: 0) { byte in
      defer { last = byte }
      // `is ` and `got invalid value `.
      return !(byte == 0x20 ? last.isOne(of: "se") : byte.isOne(of: ":="))
    } < text.count
  }

  /// A document without secrets, which parses afterwards if it did before.
  func document(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    document(text, isBroken: (try? Document.parse(text).get()) == nil).text
  }

  /// A document without secrets, and what it tells of names.
  func document(
    _ text: ContiguousArray<UInt8>, isBroken: Bool
  ) -> (text: ContiguousArray<UInt8>, found: DocumentSecrets) {
    let scanner = SecretScanner(self, .document(isBroken: isBroken), text, SecretScope(rules))
    let result = scanner.scan()
    var rules = rules
    rules.variables.merge(scanner.found.secretVariables) { $1 }
    if rules.variables.count == self.rules.variables.count { return (result, scanner.found) }
    // The default of a variable stands before the place where it is used as a secret.
    let again = SecretScanner(
      SecretRewriter(rules, log, level: level), .document(isBroken: isBroken), text,
      SecretScope(rules))
    return (again.scan(), scanner.found)
  }

  /// The text with other texts in the place of known secrets and of tokens; nil if it has none.
  func search(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? {
    var result = ContiguousArray<UInt8>()
    var copied = 0
    var index = 0
    var tried = 0
    let rules = rules
    if let whole = rules.recordedReplacement(of: text) {
      log?.add(text, .value)
      return whole
    }
    while index < text.count {
      guard KnownSecrets.isWordByte(text[index]) || text[index] == UInt8(ascii: "-") else {
        index += max(1, KnownSecrets.escape(text, at: index))
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
