// Finds secrets by their names in texts that aren't JSON, such as `Password=hunter22;`, `X-Api-Key: 5f3a9c`,
// `<password>hunter22</password>`, or `"token": "5f3a9c"` in a truncated body.

extension SecretRewriter {
  /// Returns the value after the separator `:`, `=` or `>`, if the name of a secret precedes the separator.
  ///
  /// The replacement is nil if the value isn't a secret.
  func pair(_ text: ByteText, at separator: Int) -> (range: Range<Int>, replacement: ByteText?)? {
    let sign = text[separator]
    guard sign.isOne(of: ":=>") else { return nil }
    if let token = SecretShape.botToken(text, at: separator) {
      return (token, hiding(ContiguousArray(text[token]), .shape))
    }
    let nameRange = Self.name(text, before: separator)
    guard let first = text[nameRange].first, !first.isDigit,
      // An XML element may have a prefix, as in `<a:password>`.
      sign != UInt8(ascii: ">") || text[..<nameRange.lowerBound].last?.isOne(of: "<:") == true
    else { return nil }
    let name = String(decoding: text[nameRange], as: UTF8.self)
    let scope = rules.scope(of: name, in: SecretScope(rules))
    guard scope.isSecret else { return nil }
    var start = text.end(from: separator + 1) { $0 == 0x20 }
    if sign == UInt8(ascii: ":"), ["cookie", "set-cookie"].contains(name.lowercased()) {
      let end = text.end(from: start) { $0 >= 0x20 && !$0.isOne(of: "\"'") }
      return (start..<end, cookies(ContiguousArray(text[start..<end])))
    }
    let isListed = text[..<nameRange.lowerBound].last == UInt8(ascii: ";")
    let quote = text.end(from: start) { $0 == UInt8(ascii: "\\") }
    let isQuoted = text.has(oneOf: "\"'", at: quote)
    var end: Int
    if isQuoted {
      start = quote + 1
      end = text.end(from: start) { $0 != text[quote] && $0 != UInt8(ascii: "\\") }
    } else if sign == UInt8(ascii: ">") {
      end = text.end(from: start) { $0 != UInt8(ascii: "<") }
    } else {
      start += SecretReplacement.schemeLength(ContiguousArray(text[start...].prefix(64)))
      end = text.end(from: start) {
        isListed
          ? $0 > 0x20 && !$0.isOne(of: ";\"'") : !SecretRules.endsWord($0) && !$0.isOne(of: "(#")
      }
      while end > start, text[end - 1].isOne(of: ".:!?") { end -= 1 }
    }
    let value = ContiguousArray(text[start..<end])
    // In a URL, a replacement may be percent-encoded.
    if SecretReplacement.isReplacement(PercentEncoding.decode(value, isForm: false)) {
      return (start..<end, nil)
    }
    let isSetting = isQuoted || sign == UInt8(ascii: "=") && (isListed || text.has(";", at: end))
    // A number in prose isn't a secret, as in `pin: 482137`. In `"pin": 482137`, the name is in quotes.
    let isStructured = sign != UInt8(ascii: ":") || !text.has(oneOf: ": ", at: nameRange.upperBound)
    let isSecret =
      isStructured && JSONNumber(String(decoding: value, as: UTF8.self)) != nil
      ? scope.isSecret(number: value, rules) : isSecret(value, scope, isSetting: isSetting)
    return (start..<end, isSecret ? hiding(value, scope.reason) : nil)
  }

  /// A value in prose may be a plain word, as in `Password: required`, unlike one in `Password=required;` or in JSON.
  private func isSecret(_ value: ByteText, _ scope: SecretScope, isSetting: Bool) -> Bool {
    if isSetting { return scope.isSecret(value, rules) }
    var rules = rules
    rules.isResponse = true
    return value.count >= 8 && scope.isSecret(value, rules) && !SecretShape.isPlain(value)
  }

  /// In bytes. Without a limit, a long text of names and separators would take quadratic time.
  private static let longestName = 64

  /// A name may be in quotes, which may be escaped, and may be followed by a space.
  private static func name(_ text: ByteText, before separator: Int) -> Range<Int> {
    var end = separator
    if end > 0, text[end - 1] == 0x20 { end -= 1 }
    if end > 0, text[end - 1].isOne(of: "\"'") { end -= 1 }
    if end > 0, text[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    var start = end
    while start > 0, end - start < longestName, SecretShape.isTokenByte(text[start - 1]) {
      start -= 1
    }
    return start..<end
  }
}
