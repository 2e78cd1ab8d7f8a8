// Redacts URLs (RFC 3986) and forms as bytes, because Foundation can't parse all of them. What is replaced must be added
// to the log, by which it's replaced elsewhere, too.

extension SecretRewriter {
  static func isURL(_ text: ByteText) -> Bool {
    authority(of: text[...]) != nil
      && text.allSatisfy { $0 > 0x20 && $0 != 0x7F && !$0.isOne(of: "\"'<>\\") }
  }

  /// Returns the offset after `://`. Any text may come before it, as in `jdbc:postgresql://a.example`.
  private static func authority(of text: ArraySlice<UInt8>) -> Int? {
    text.span.firstIndex(of: startOfAuthority.span, from: 0).map { text.startIndex + $0 + 3 }
  }

  private static let startOfAuthority = ContiguousArray("://".utf8)

  func redactingURLs(in text: ByteText) -> ByteText {
    guard Self.authority(of: text[...]) != nil else { return text }
    var result = ByteText()
    var start = text.startIndex
    while start < text.endIndex {
      let end = text[start...].firstIndex { $0 <= 0x20 || $0.isOne(of: "\"'<>\\") } ?? text.endIndex
      let word = ContiguousArray(text[start..<end])
      let isURL = Self.isURL(word) && rules.knownReplacement(of: word) == nil
      result += isURL ? url(word) : word
      if end < text.endIndex { result.append(text[end]) }
      start = end + 1
    }
    return result
  }

  func url(_ text: ByteText, dropping dropped: Set<String> = []) -> ByteText {
    if let authority = Self.authority(of: text[...]),
      let secret = SecretShape.webhook(text, authority: authority),
      case let part = ContiguousArray(text[secret]), !rules.isAsRecorded,
      let replacement = hiding(part, .shape)
    {
      return url(text[..<secret.lowerBound] + replacement + text[secret.upperBound...])
    }
    let fragmentStart = text.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
    let queryStart = text[..<fragmentStart].firstIndex(of: UInt8(ascii: "?")) ?? fragmentStart
    var result = beforeQuery(text[..<queryStart])
    if queryStart < fragmentStart {
      let items = items(text[(queryStart + 1)..<fragmentStart], dropping: dropped)
      if !items.isEmpty || queryStart + 1 == fragmentStart { result += [UInt8(ascii: "?")] + items }
    }
    if fragmentStart < text.endIndex {
      let fragment = text[(fragmentStart + 1)...]
      // OAuth services return tokens in the fragment of a URL (RFC 6749, section 4.2.2).
      result +=
        [UInt8(ascii: "#")]
        + (fragment.contains(UInt8(ascii: "=")) ? items(fragment) : segment(fragment))
    }
    return result
  }

  private func beforeQuery(_ text: ArraySlice<UInt8>) -> ByteText {
    guard let authority = Self.authority(of: text) else { return path(text) }
    let end = text[authority...].firstIndex(of: UInt8(ascii: "/")) ?? text.endIndex
    let at = text[authority..<end].lastIndex(of: UInt8(ascii: "@"))
    if let at {
      let user = text[authority..<at]
      let password = user.firstIndex(of: UInt8(ascii: ":")).map { user[($0 + 1)...] } ?? user
      log.within("user") { log?.add(PercentEncoding.decode(password, isForm: false), .name) }
    }
    return text[..<authority] + segment(text[(at.map { $0 + 1 } ?? authority)..<end])
      + path(text[end...])
  }

  private func path(_ text: ArraySlice<UInt8>) -> ByteText {
    let parts = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return ContiguousArray(parts.map(segment).joined(separator: [UInt8(ascii: "/")]))
  }

  private func segment(_ text: ArraySlice<UInt8>) -> ByteText {
    let raw = ContiguousArray(text)
    let found = search(raw)
    guard found == raw, raw.contains(UInt8(ascii: "%")) else { return found }
    let decoded = PercentEncoding.decode(raw, isForm: false)
    let redacted = search(decoded)
    return redacted == decoded ? raw : encode(redacted)
  }

  func items(_ text: ArraySlice<UInt8>, dropping dropped: Set<String> = []) -> ByteText {
    var items: [ByteText] = []
    for item in text.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      let end = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
      let name = String(decoding: PercentEncoding.decode(item[..<end], isForm: true), as: UTF8.self)
      if dropped.contains(name) { continue }
      guard end < item.endIndex else {
        items.append(segment(item))
        continue
      }
      let raw = item[(end + 1)...]
      let scope = rules.scope(of: Self.last(of: name), in: SecretScope(rules))
      let value = PercentEncoding.decode(raw, isForm: true)
      let redacted = log.within(name) {
        // In a GET request, the query items `variables` and `extensions` contain JSON.
        let isWhole = !isInside && (name == "variables" || name == "extensions")
        let open = isWhole ? json(value, SecretScope(rules)) ?? value : value
        return string(open, scope, name: name) ?? (open == value ? nil : open)
      }
      items.append(item[...end] + (redacted.map(encode) ?? ContiguousArray(raw)))
    }
    return ContiguousArray(items.joined(separator: [UInt8(ascii: "&")]))
  }

  /// Returns the last part of a query item's name, such as `password` in `user[password]`.
  private static func last(of name: String) -> String {
    guard name.hasSuffix("]"), let bracket = name.lastIndex(of: "[") else { return name }
    let inner = name[name.index(after: bracket)...].dropLast()
    return inner.isEmpty ? String(name[..<bracket]) : String(inner)
  }

  /// Percent-encodes a redacted text, except in messages, so that they stay readable.
  private func encode(_ text: ByteText) -> ByteText {
    rules.style.isShort ? text : PercentEncoding.encode(text)
  }
}
