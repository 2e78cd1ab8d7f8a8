// Texts that services give under the name of a secret, and that no secret looks like: `REQUIRED`, "Forgot
// your password?", `2026-11-24`, `https://shop.example/account/reset`.

/// Judges the values of answers; what a request sends under such a name is always a secret.
enum HarmlessText {
  private typealias Run = ArraySlice<UInt8>

  /// Shorter texts aren't secrets for their name alone.
  private static let shortest = 6
  /// JSON numbers of as many digits aren't either.
  private static let longestNumber = 4

  static func isHarmless(number spelling: ContiguousArray<UInt8>) -> Bool {
    spelling.filter { $0.isDigit }.count <= longestNumber
  }

  /// - Parameter contents: What the name says of the secret.
  static func isHarmless(
    _ text: ContiguousArray<UInt8>, under contents: SecretNames.Contents
  ) -> Bool {
    if text.count < shortest { return true }
    switch SecretKind(text) {
    case .date: return true
    case .url(let length): return isHarmless(url: text[length...])
    case .digits, .jwt, .uuid, .mailAddress: return false
    case .text: return masks.contains { contains($0, in: text) } || isProse(text, contents)
    }
  }

  /// What stands in the place of a secret that a service doesn't show.
  private static let masks: [StaticString] = ["***", "•••", "●●●", "xxxx", "XXXX"]

  private static func contains(_ mask: StaticString, in text: ContiguousArray<UInt8>) -> Bool {
    text.indices.contains { text.has(mask, at: $0) }
  }

  // MARK: Addresses

  /// Whether no part of a URL looks like a token.
  private static func isHarmless(url: Run) -> Bool {
    url.split { $0.isOne(of: "/?&=#") }.allSatisfy { part in
      if case .uuid = SecretKind(ContiguousArray(part)) { return false }
      let hasUser = part.contains(UInt8(ascii: "@"))
      return !hasUser
        && runs(of: part).allSatisfy { $0.count < longestPart || isWord($0) }
    }
  }

  private static let longestPart = 16

  // MARK: Words

  private static func runs(of text: Run) -> [Run] {
    text.split { !KnownSecrets.isWordByte($0) }
  }

  private static func isProse(
    _ text: ContiguousArray<UInt8>, _ contents: SecretNames.Contents
  ) -> Bool {
    let text = withPlainDashes(text)
    let runs = runs(of: text[...])
    guard let longest = runs.map(\.count).max(), let shortest = runs.map(\.count).min() else {
      return true
    }
    let digits = text.filter { $0.isDigit }.count
    if !text.contains(where: { $0.isLetter || $0 >= 0x80 }) {
      return digits < 6 || isTime(text, runs)
    }
    let isSentence = text.contains { JSONBytes.isWhitespace($0) || $0 >= 0x80 }
    if !isSentence, !isIdentifier(text, runs) { return false }
    // Codes in groups: `ABCD-1234`, `abcd efgh ijkl mnop`.
    if runs.count > 1, longest == shortest, longest > 1,
      digits > 0 && !isSentence || runs.count > 2 && longest > 3
    {
      return false
    }
    let isPhrase = runs.count > 3 && contents.contains(.phrase)
    if isPhrase, runs.allSatisfy({ $0.allSatisfy { $0 &- 0x61 < 26 } }) { return false }
    // Codes avoid vowels.
    return (longest < 4 || text.contains(where: isVowel))
      && runs.allSatisfy { isWord($0) || isNumbered($0, inProse: isSentence) }
  }

  /// A text with a hyphen for every dash, bullet and quotation mark (U+2010 to U+203F).
  private static func withPlainDashes(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    if !text.contains(0xE2) { return text }
    return ContiguousArray(
      String(decoding: text, as: UTF8.self).unicodeScalars
        .map { 0x2010...0x203F ~= $0.value ? "-" : String($0) }.joined().utf8)
  }

  /// Whether a text without spaces is written as one word, or as values of enums, labels and paths are:
  /// `two_factor`, `HMAC-SHA256`, `Sign-in`, `Password:`.
  private static func isIdentifier(_ text: ContiguousArray<UInt8>, _ runs: [Run]) -> Bool {
    let end = text.last.map { $0.isOne(of: "?:*") } == true ? 1 : 0
    let others = text.dropLast(end).filter { !KnownSecrets.isWordByte($0) }
    let hasSmall = text.contains { $0 &- 0x61 < 26 }
    if runs.count == 1 { return others.isEmpty }
    if !hasSmall { return others.allSatisfy { $0.isOne(of: "_-./:") } }
    if others.allSatisfy({ $0 == UInt8(ascii: "_") }) { return !text.contains { $0.isDigit } }
    // `db.password`, `integrations/input/smtp`; words with hyphens may be a passphrase.
    if others.allSatisfy({ $0.isOne(of: "-./_") }), text.allSatisfy({ $0 &- 0x41 >= 26 }),
      !text.contains(where: { $0.isDigit })
    {
      return others.contains(UInt8(ascii: "/")) || others.elementsEqual(".".utf8)
    }
    return runs.count == 2 && others.elementsEqual("-".utf8) && text[0] &- 0x41 < 26
  }

  /// Whether a text without letters is a time, or a year with months, days or another year.
  private static func isTime(_ text: ContiguousArray<UInt8>, _ runs: [Run]) -> Bool {
    let isYear: (Run) -> Bool = { run in
      run.count == 4 && (run.starts(with: "19".utf8) || run.starts(with: "20".utf8))
    }
    return runs.count > 1 && runs.allSatisfy { $0.count <= 2 || isYear($0) }
      && (text.contains(UInt8(ascii: ":")) || runs.contains(where: isYear))
  }

  /// Whether a run of letters is a word, or a few.
  private static func isWord(_ run: Run) -> Bool {
    // No token has letters beyond ASCII.
    if run.contains(where: { $0 >= 0x80 }) { return !run.contains { $0.isDigit } }
    guard run.count <= longestWord, run.allSatisfy({ $0.isLetter }) else { return false }
    let rest = run.dropFirst()
    return rest.allSatisfy { $0 &- 0x61 < 26 } || run.allSatisfy { $0 &- 0x41 < 26 }
      || SecretShape.isCamelCase(run)
  }

  private static let longestWord = 24

  /// Whether a run with digits is a number, an ordinal such as `3rd`, or something that has a number:
  /// `v2`, `SHA256`.
  private static func isNumbered(_ run: Run, inProse: Bool) -> Bool {
    if run.count <= 3 { return true }
    let letters = run.prefix { $0.isLetter }
    let digits = run[letters.endIndex...].prefix { $0.isDigit }
    if letters.isEmpty {
      return digits.count < 6 && (digits.count == run.count || run.count - digits.count <= 2)
    }
    guard digits.endIndex == run.endIndex else { return inProse && run.count <= 4 }
    let word = String(decoding: letters, as: UTF8.self).lowercased()
    return digits.count <= 5 && algorithms.contains(word)
      || inProse && digits.count <= 2 && isWord(letters)
  }

  /// What has a number behind it in the names of algorithms and versions.
  private static let algorithms: Set<String> = [
    "sha", "hmacsha", "md", "hs", "rs", "es", "ps", "ed", "oauth", "fido", "argon", "pbkdf", "aes",
    "rsa",
    "base", "pkcs", "tls", "ssl", "ipv", "utf", "iso", "http", "web",
  ]

  private static func isVowel(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte | 0x20).isOne(of: "aeiouy")
  }
}
