/// Recognizes values in responses that aren't secrets in spite of their names, as in `password: "REQUIRED"`. The
/// numbers in the rules are from the examples in `HarmlessTextTests`. If in doubt, a text is a secret.
enum HarmlessText {
  private typealias Run = ArraySlice<UInt8>

  static func isHarmless(number spelling: ByteText) -> Bool { spelling.count { $0.isDigit } <= 4 }

  static func isHarmless(_ text: ByteText, under contents: SecretNames.Contents) -> Bool {
    if text.count < 6 { return true }
    switch SecretKind(text) {
    case .date: return true
    case .url(let length): return isHarmless(url: text[length...])
    case .digits, .jwt, .uuid, .mailAddress: return false
    case .text: return isMasked(text) || isProse(text, contents)
    }
  }

  /// Returns true if most characters are hidden, as in `sk-********abcd`.
  private static func isMasked(_ text: ByteText) -> Bool {
    let signs = String(decoding: text, as: UTF8.self)
    return 2 * signs.count { "*•●xX".contains($0) } > signs.count
  }

  private static func isHarmless(url: Run) -> Bool {
    url.split { $0.isOne(of: "/?&=#") }.allSatisfy { part in
      if case .uuid = SecretKind(ContiguousArray(part)) { return false }
      return !part.contains(UInt8(ascii: "@"))
        && runs(of: part).allSatisfy { $0.count < 16 || isWord($0) }
    }
  }

  private static func runs(of text: Run) -> [Run] { text.split { !KnownSecrets.isWordByte($0) } }

  private static func isProse(_ text: ByteText, _ contents: SecretNames.Contents) -> Bool {
    let text = withPlainDashes(text)
    let runs = runs(of: text[...])
    let digits = text.count { $0.isDigit }
    if !text.contains(where: { $0.isLetter || $0 >= 0x80 }) {
      return digits < 6 || isTime(text, runs)
    }
    let isSentence = text.contains { JSONBytes.isWhitespace($0) || $0 >= 0x80 }
    let isLower = !text.contains { $0 &- 0x41 < 26 }
    if !isSentence, !isIdentifier(text, isLower: isLower, hasDigits: digits > 0) { return false }
    if runs.count > 3, isLower, digits == 0, contents.contains(.phrase) { return false }
    // A text with groups of equal length is probably a code, such as `ABCD-1234` or `abcd efgh ijkl`.
    let longest = runs.map(\.count).max() ?? 0
    if runs.count > 1, longest > 1, runs.allSatisfy({ $0.count == longest }),
      digits > 0 && !isSentence || runs.count > 2 && longest > 3
    {
      return false
    }
    // A text without vowels is probably a code and not a word.
    return (longest < 4 || text.contains { $0 >= 0x80 || ($0 | 0x20).isOne(of: "aeiouy") })
      && runs.allSatisfy { isWord($0) || isNumbered($0, inProse: isSentence) }
  }

  private static func withPlainDashes(_ text: ByteText) -> ByteText {
    if !text.contains(0xE2) { return text }
    return ByteText(
      String(decoding: text, as: UTF8.self).unicodeScalars.map {
        0x2010...0x203F ~= $0.value ? "-" : String($0)
      }.joined().utf8)
  }

  /// Returns true for identifiers such as `two_factor`, `db.password` or `HMAC-SHA256`.
  private static func isIdentifier(_ text: ByteText, isLower: Bool, hasDigits: Bool) -> Bool {
    let end = text.last.map { $0.isOne(of: "?:*") } == true ? 1 : 0
    let signs = text.dropLast(end).filter { !KnownSecrets.isWordByte($0) }
    if signs.isEmpty { return true }
    guard signs.allSatisfy({ $0.isOne(of: "_-./:") }) else { return false }
    if !text.contains(where: { $0 &- 0x61 < 26 }) { return true }
    // Words that are joined by hyphens may be a passphrase.
    if signs.contains(UInt8(ascii: "-")) {
      return signs.count == 1 && runs(of: text[...]).count == 2 && !isLower
        || signs.contains(UInt8(ascii: "/"))
    }
    return !hasDigits
  }

  /// Returns true if a text without letters is a time or a range of years, such as `16:48:14` or `2025/2026`.
  private static func isTime(_ text: ByteText, _ runs: [Run]) -> Bool {
    let isYear: (Run) -> Bool = {
      $0.count == 4 && ($0.starts(with: "19".utf8) || $0.starts(with: "20".utf8))
    }
    return runs.count > 1 && runs.allSatisfy { $0.count <= 2 || isYear($0) }
      && (text.contains(UInt8(ascii: ":")) || runs.contains(where: isYear))
  }

  private static func isWord(_ run: Run) -> Bool {
    // Tokens contain only ASCII characters, so text with other letters is a word.
    if run.contains(where: { $0 >= 0x80 }) { return !run.contains { $0.isDigit } }
    guard run.count <= 24, run.allSatisfy({ $0.isLetter }) else { return false }
    return run.dropFirst().allSatisfy { $0 &- 0x61 < 26 } || run.allSatisfy { $0 &- 0x41 < 26 }
      || SecretShape.isCamelCase(run)
  }

  /// Returns true for numbers and for words with a number, such as `42`, `3rd`, `v2` or `SHA256`.
  private static func isNumbered(_ run: Run, inProse: Bool) -> Bool {
    if run.count <= 3 { return true }
    let letters = run.prefix { $0.isLetter }
    let digits = run[letters.endIndex...].prefix { $0.isDigit }
    if letters.isEmpty { return digits.count < 6 && run.count - digits.count <= 2 }
    guard digits.endIndex == run.endIndex else { return inProse && run.count <= 4 }
    return digits.count <= 5
      && algorithms.contains(String(decoding: letters, as: UTF8.self).lowercased())
      || inProse && digits.count <= 2 && isWord(letters)
  }

  private static let algorithms = SecretNames.list(
    """
    aes argon base ed es fido hmacsha hs http ipv iso md oauth pbkdf pkcs ps rs rsa sha ssl tls utf web
    """)
}
