// Secrets that are known by what they look like, and texts that are none for that.

import Foundation

enum SecretShape {
  /// How tokens begin that scanners of repositories look for, and how many bytes they have at least.
  private static let prefixes: [(text: StaticString, shortest: Int)] = [
    ("ghp_", 20), ("gho_", 20), ("ghu_", 20), ("ghs_", 20), ("ghr_", 20), ("github_pat_", 24),
    ("glpat-", 20), ("AKIA", 20), ("ASIA", 20), ("sk_live_", 20), ("sk_test_", 20),
    ("rk_live_", 20),
    ("sk-", 32), ("xoxa-", 16), ("xoxb-", 16), ("xoxe-", 16), ("xoxp-", 16), ("xoxr-", 16),
    ("xoxs-", 16), ("AIza", 30), ("npm_", 30), ("pypi-", 30), ("shpat_", 24), ("SG.", 30),
  ]

  /// For each byte that something may begin with, its second bytes, as bits; their case does not count.
  private static let mayBegin: ContiguousArray<UInt64> = {
    let others: [StaticString] = ["--", "ba", "be", "Ba", "Be", "BA", "BE", "ey", "ew"]
    return (prefixes.map(\.text) + others).reduce(into: .init(repeating: 0, count: 256)) {
      $0[Int($1.utf8Start[0])] |= 1 << UInt64($1.utf8Start[1] & 0x1F)
    }
  }()

  /// The range of the secret that begins at an offset; nil if none does.
  /// - Parameter tried: The end of the last word that was looked through in vain.
  static func range(
    _ text: ContiguousArray<UInt8>, at start: Int, _ tried: inout Int
  ) -> Range<Int>? {
    guard start + 1 < text.count,
      mayBegin[Int(text[start])] & 1 << UInt64(text[start + 1] & 0x1F) != 0
    else { return nil }
    if text[start] == 0x2D { return privateKey(text, start) }
    if let scheme = scheme(text, start) { return scheme }
    guard start >= tried else { return nil }
    if text[start] == 0x65, JSONWebToken.begins(text, at: start) {
      let length = JSONWebToken.length(text, at: start)
      if length > 0 { return start..<(start + length) }
      tried = endOfToken(text, start)
    }
    guard let prefix = prefixes.first(where: { text.has($0.text, at: start) }) else { return nil }
    let end = endOfToken(text, start)
    if end - start >= prefix.shortest, text[start..<end].contains(where: { $0.isDigit }) {
      return start..<end
    }
    tried = end
    return nil
  }

  fileprivate static func endOfToken(_ text: ContiguousArray<UInt8>, _ start: Int) -> Int {
    text.end(from: start, while: isTokenByte)
  }

  /// What stands behind `Basic ` or `Bearer `, if that is no word.
  private static func scheme(_ text: ContiguousArray<UInt8>, _ start: Int) -> Range<Int>? {
    guard text[start] | 0x20 == UInt8(ascii: "b") else { return nil }
    let length = SecretReplacement.schemeLength(ContiguousArray(text[start...].prefix(8)))
    if length == 0 { return nil }
    let value = start + length
    // The syntax `token68` (RFC 9110, section 11.2), which has `=` at its end only.
    let signs = text.end(from: value) { isTokenByte($0) || $0.isOne(of: "+./") }
    let end = text.end(from: signs) { $0 == 0x3D }
    // What has a value is a parameter: `Bearer realm="a"`.
    if end > signs, end < text.count, text[end] == 0x22 || isTokenByte(text[end]) { return nil }
    let token = ContiguousArray(text[value..<end])
    if length == "basic ".utf8.count {
      return Base64.decode(token)?.contains(0x3A) == true ? value..<end : nil
    }
    return token.count >= 8 && !isPlain(token) ? value..<end : nil
  }

  /// A private key as PEM writes it (RFC 7468), to its last line or to the end of the text.
  private static func privateKey(_ text: ContiguousArray<UInt8>, _ start: Int) -> Range<Int>? {
    guard text.has("-----BEGIN ", at: start) else { return nil }
    let isOfLabel: (UInt8) -> Bool = { $0 == 0x20 || $0.isLetter }
    var index = text.end(from: start + 11, while: isOfLabel)
    guard text[..<index].suffix(11).elementsEqual("PRIVATE KEY".utf8) else { return nil }
    while index < text.count, !text.has("-----END ", at: index) { index += 1 }
    guard index < text.count else { return start..<text.count }
    return start..<text.end(from: text.end(from: index + 9, while: isOfLabel)) { $0 == 0x2D }
  }

  static func isTokenByte(_ byte: UInt8) -> Bool { byte.continuesName || byte == 0x2D }

  /// Whether a text is words, a value of an enum, a number, a date or a truth value: secrets look otherwise.
  static func isPlain(_ text: ContiguousArray<UInt8>) -> Bool {
    if case .date = SecretKind(text) { return true }
    return text.split { $0 == 0x20 || $0 == 0x5F || $0 == 0x2D || $0 == 0x2E || $0 == 0x2C }
      .allSatisfy { word in
        if word.allSatisfy({ $0.isDigit }) { return true }
        guard word.count <= 24, word.allSatisfy({ $0.isLetter || $0 >= 0x80 }) else {
          return false
        }
        let hasCapital = word.dropFirst().contains { $0 >= 0x41 && $0 <= 0x5A }
        return !hasCapital || !word.contains { $0 >= 0x61 && $0 <= 0x7A }
      }
  }

  /// Whether a text is a word such as `adminUser`: some services write the values of enums so.
  static func isCamelCase(_ text: ContiguousArray<UInt8>) -> Bool {
    let humps = SecretNames.words(of: String(decoding: text, as: UTF8.self))
    return humps.count <= 4 && humps.joined().utf8.count == text.count
      && humps.allSatisfy { $0.utf8.count >= 3 && $0.utf8.allSatisfy { $0 &- 0x61 < 26 } }
  }
}

/// JSON Web Tokens by their form (RFC 7515, section 7.1 "JWS Compact Serialization"; RFC 7516 has five
/// segments).
enum JSONWebToken {
  /// The length of the token that begins at an offset; 0 if none does.
  ///
  /// The first segment decodes to an object. The last may be empty: nobody signed the token.
  static func length(_ text: ContiguousArray<UInt8>, at start: Int) -> Int {
    guard begins(text, at: start) else { return 0 }
    var ends: [Int] = []
    var next = start
    repeat {
      let end = SecretShape.endOfToken(text, next)
      if end > next || ends.count == 2 { ends.append(end) }
      if end == next { break }
      next = end + 1
    } while ends.count < 5 && next <= text.count && text[next - 1] == 0x2E
    guard ends.count > 2, let header = Base64.decode(text[start..<ends[0]]), isObject(header)
    else { return 0 }
    return ends[ends.count - 1] - start
  }

  /// `{"`, `{ ` and `{` with a line break are `ey` and `ew` in base64.
  static func begins(_ text: ContiguousArray<UInt8>, at start: Int) -> Bool {
    text.has("ey", at: start) || text.has("ew", at: start)
  }

  /// Whether bytes look like an object of JSON from both ends; the inside tells nothing more.
  private static func isObject(_ bytes: ContiguousArray<UInt8>) -> Bool {
    bytes.first == 0x7B && bytes.last { !JSONBytes.isWhitespace($0) } == 0x7D
      && bytes.dropFirst().first { !JSONBytes.isWhitespace($0) } == 0x22
  }
}

/// Base64 in both alphabets (RFC 4648, sections 4 and 5), padded or not.
enum Base64 {
  /// Decodes a text; nil if it is none of base64.
  static func decode(_ text: some Collection<UInt8>) -> ContiguousArray<UInt8>? {
    var digits = text.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
    if !digits.contains(0x3D) {
      digits += Array(repeating: 0x3D, count: (4 - digits.count % 4) % 4)
    }
    guard digits.count % 4 == 0 else { return nil }
    return Data(base64Encoded: Data(digits)).map { ContiguousArray($0) }
  }

  /// Encodes bytes with the alphabet of URLs, without padding.
  static func encodeForURL(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }
}
