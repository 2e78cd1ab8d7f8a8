// JSON without secrets: only strings and numbers change, so that order, spacing and spelling of the rest
// stay byte for byte.

/// Redacts JSON texts and the strings in them.
struct JSONRedaction {
  let rules: SecretRules
  let log: RedactionLog?
  /// What redacts a GraphQL document, in a member named `query`; nil if the text stays.
  var document: ((ContiguousArray<UInt8>) -> ContiguousArray<UInt8>?)?
  /// How many JSON texts and URLs stand in each other.
  private var level = 0

  /// How deep JSON texts in strings, and URLs in items of URLs, are followed.
  private static let levelLimit = 8

  init(
    _ rules: SecretRules, _ log: RedactionLog? = nil,
    document: ((ContiguousArray<UInt8>) -> ContiguousArray<UInt8>?)? = nil
  ) {
    self.rules = rules
    self.log = log
    self.document = document
  }

  /// A JSON text without secrets.
  /// - Parameters:
  ///   - scope: What is known of the place where the text stands.
  ///   - scopes: What is known of some members of the root, such as `data`.
  /// - Returns: nil if it is no JSON text.
  func text(
    _ text: ContiguousArray<UInt8>, _ scope: SecretScope,
    members scopes: [String: SecretScope] = [:]
  ) -> ContiguousArray<UInt8>? {
    guard JSONTokenizer.accepts(text.span) else { return nil }
    return redacted(text, scope, scopes) ?? text
  }

  /// A value without secrets.
  func value(_ value: MockJSON, _ scope: SecretScope) -> MockJSON {
    guard let text = try? JSONWriter.write(value, layout: .compact) else {
      return .string(SecretNames.replacement)
    }
    guard let redacted = redacted(text, scope, [:]) else { return value }
    return (try? JSONParser.parse(redacted).get()) ?? .string(SecretNames.replacement)
  }

  /// The value of a string; nil if it stays.
  /// - Parameter name: The member's name.
  func string(
    _ value: ContiguousArray<UInt8>, _ scope: SecretScope, name: String = ""
  ) -> ContiguousArray<UInt8>? {
    switch scope.level {
    case .kept: return nil
    case .strings, .stringsAndNumbers: return rules.hiding(value, scope.reason, log)
    case .open: break
    }
    if let json = json(in: value) { return json == value ? nil : json }
    if name == "query", let document, let redacted = document(value) { return redacted }
    // A URL may be a known secret as a whole.
    let searched = rules.searching(value, log)
    guard level < Self.levelLimit else { return searched }
    let redacted = redactingURLs(searched ?? value)
    return redacted == value ? nil : redacted
  }

  /// A text with the absolute URLs in it redacted: a URL has no white space (RFC 3986, appendix C).
  private func redactingURLs(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    guard text.contains(0x3A) else { return text }
    var inner = self
    inner.level += 1
    let secrets = SecretURL(rules: rules, log: log) { inner.string($1, SecretScope(), name: $0) }
    var result = ContiguousArray<UInt8>()
    var rest = text[...]
    while !rest.isEmpty {
      let word = rest.prefix { !Self.endsURL($0) }
      result += Self.isURL(word) ? secrets.url(ContiguousArray(word)) : ContiguousArray(word)
      let next = rest[word.endIndex...].firstIndex { !Self.endsURL($0) } ?? rest.endIndex
      result += rest[word.endIndex..<next]
      rest = rest[next...]
    }
    return result
  }

  /// A JSON text in a string without secrets; nil if the string is no object and no array.
  private func json(in value: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? {
    guard level < Self.levelLimit, let first = value.first(where: { !JSONBytes.isWhitespace($0) }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return nil }
    var inner = self
    inner.level += 1
    return inner.text(value, SecretScope(rules))
  }

  private static func endsURL(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0x22 || byte == 0x3C || byte == 0x3E
  }

  /// Whether a word is an absolute URL, as far as its items count.
  private static func isURL(_ word: ArraySlice<UInt8>) -> Bool {
    word.firstIndex(of: 0x3A).map { word[$0...].starts(with: "://".utf8) } ?? false
  }

  // MARK: The walk

  /// What messages of a socket, and results of Apollo's multipart protocol, have a result in.
  private static let payloadKey = "payload"

  private struct Frame {
    var isObject: Bool
    /// Whether it is the root, an element of a root that is a list (a batch), or the payload of a root.
    var isRoot: Bool
    /// What is known of the members, or of the elements.
    var scope: SecretScope
    var count = 0
  }

  /// A text that is known to be JSON without secrets; nil if it has none.
  private func redacted(
    _ text: ContiguousArray<UInt8>, _ root: SecretScope, _ scopes: [String: SecretScope]
  ) -> ContiguousArray<UInt8>? {
    let bytes = text.span
    var tokenizer = JSONTokenizer()
    var result = ContiguousArray<UInt8>()
    var copied = 0
    var frames: [Frame] = []
    var scope = root
    var name = ""
    let depth = log?.path.count ?? 0
    func replace(_ replacement: ContiguousArray<UInt8>?) {
      guard let replacement else { return }
      result += text[copied..<tokenizer.start]
      result += replacement
      copied = tokenizer.offset
    }
    reading: while true {
      let token = tokenizer.next(bytes)
      if token.beginsValue, let frame = frames.last, !frame.isObject { scope = frame.scope }
      switch token {
      case .needsMore, .failed:
        // A number ends with the text.
        guard tokenizer.state == .number else { break reading }
        replace(number(ContiguousArray(text[tokenizer.start...]), scope))
        break reading
      case .beginObject:
        let isInRoot =
          frames.count == 1
          && (!frames[0].isObject || frames[0].isRoot && name == Self.payloadKey)
        frames.append(Frame(isObject: true, isRoot: frames.isEmpty || isInRoot, scope: scope))
        log?.path.append(.member(""))
      case .beginArray:
        frames.append(Frame(isObject: false, isRoot: false, scope: scope.element))
        log?.path.append(.element(0))
      case .endObject, .endArray:
        frames.removeLast()
        log?.path.removeLast()
      case .name:
        let value = tokenizer.takeText(bytes)
        let frame = frames[frames.count - 1]
        name = String(decoding: value, as: UTF8.self)
        scope = (frame.isRoot ? scopes[name] : nil) ?? rules.scope(of: name, in: frame.scope)
        if let log { log.path[log.path.count - 1] = .member(name) }
        replace(renamed(value).map(Self.quoted))
      case .string:
        replace(string(tokenizer.takeText(bytes), scope, name: name).map(Self.quoted))
      case .number:
        replace(number(ContiguousArray(text[tokenizer.start..<tokenizer.offset]), scope))
      case .literal: break
      }
      // Behind a value.
      guard tokenizer.state == .separator, let top = frames.indices.last, !frames[top].isObject
      else { continue }
      frames[top].count += 1
      if let log { log.path[log.path.count - 1] = .element(frames[top].count) }
    }
    if let log { log.path.removeLast(max(0, log.path.count - depth)) }
    if copied == 0 { return nil }
    return result + text[copied...]
  }

  /// A number; nil if it stays.
  func number(
    _ spelling: ContiguousArray<UInt8>, _ scope: SecretScope
  ) -> ContiguousArray<UInt8>? {
    switch scope.level {
    case .kept: return nil
    case .stringsAndNumbers:
      guard let replacement = rules.replacement(ofNumber: spelling) else {
        log?.add(spelling, scope.reason)
        return Self.quoted(ContiguousArray(SecretNames.replacement.utf8))
      }
      if replacement == spelling { return nil }
      log?.add(spelling, scope.reason)
      return replacement
    case .open, .strings:
      guard rules.isKnown(number: spelling) else { return nil }
      log?.add(spelling, .value)
      return rules.replacement(ofNumber: spelling)
        ?? Self.quoted(ContiguousArray(SecretNames.replacement.utf8))
    }
  }

  /// Names are no secrets, but for keys of maps that are known ones.
  private func renamed(_ name: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? {
    let isWord = name.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 == 0x5F }
    return isWord ? nil : rules.searching(name, log)
  }

  static func quoted(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    let string = MockJSON.string(String(decoding: text, as: UTF8.self))
    return (try? JSONWriter.write(string, layout: .compact)) ?? []
  }
}

extension MockJSON {
  /// The value as messages show it: without what stands under secret names, and without tokens.
  func redactingSecrets() -> MockJSON { JSONRedaction(.messages).value(self, SecretScope()) }
}
