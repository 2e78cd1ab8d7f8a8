/// Finds known secrets in a text in one pass. Only whole words match, so `4711` isn't found in `147110`.
struct KnownSecrets: Sendable {
  typealias Match = (range: Range<Int>, replacement: ByteText)

  /// The offset of the first letter or digit in a secret, and the length of the secret, in bytes.
  private struct Extent: Sendable, Equatable {
    let start: Int
    let count: Int
  }

  private var replacements: [ByteText: ByteText] = [:]
  /// By the first word of the secrets, from longest to shortest.
  private var extents: [ByteText: [Extent]] = [:]

  /// Adds secrets. Words, numbers and texts of less than 8 bytes are ignored, because others may be equal by chance.
  mutating func add(_ secrets: Set<ByteText>, _ style: SecretReplacement) {
    for text in secrets {
      var found = [ContiguousArray(text[SecretReplacement.schemeLength(text)...])]
      // In Basic credentials (RFC 7617), the password alone is a secret, too.
      if found[0].count < text.count, let pair = Base64.decode(found[0]),
        let colon = pair.firstIndex(of: UInt8(ascii: ":"))
      {
        found.append(ContiguousArray(pair[(colon + 1)...]))
      }
      for secret in found where secret.count >= 8 && Self.isLookedFor(secret) {
        // After `Bearer`, several words such as `my-secret-9` are a secret, too.
        let isCredential = secret.count < text.count && !secret.allSatisfy(Self.isWordByte)
        if isCredential || !SecretShape.isPlain(secret) { add(secret, style.of(secret)) }
      }
    }
  }

  /// Keeps an earlier replacement of an equal secret.
  mutating func add(_ secret: ByteText, _ replacement: ByteText) {
    let start = secret.end(from: 0) { !Self.isWordByte($0) }
    guard replacements[secret] == nil, start < secret.count else { return }
    replacements[secret] = replacement
    let run = ContiguousArray(secret[start...].prefix(while: Self.isWordByte))
    let extent = Extent(start: start, count: secret.count)
    var others = extents[run] ?? []
    guard !others.contains(extent) else { return }
    others.insert(extent, at: others.firstIndex { $0.count < extent.count } ?? others.count)
    extents[run] = others
  }

  /// Returns the secret whose first word has the range `run`. The text before `start` is already replaced.
  func match(_ text: ByteText, run: Range<Int>, from start: Int) -> Match? {
    guard !extents.isEmpty, let extents = extents[ContiguousArray(text[run])] else { return nil }
    for extent in extents {
      let first = run.lowerBound - extent.start
      let range = first..<(first + extent.count)
      guard first >= start, range.upperBound <= text.count, Self.isWhole(text, range) else {
        continue
      }
      if let found = replacements[ContiguousArray(text[range])] { return (range, found) }
    }
    return nil
  }

  subscript(text: ByteText) -> ByteText? { replacements[text] }

  private static func isWhole(_ text: ByteText, _ range: Range<Int>) -> Bool {
    let (start, end) = (range.lowerBound, range.upperBound)
    let isInside = start > 0 && isWordByte(text[start - 1]) && isWordByte(text[start])
    return !isInside && (end == text.count || !isWordByte(text[end]) || !isWordByte(text[end - 1]))
  }

  static func isWordByte(_ byte: UInt8) -> Bool { byte >= 0x80 || byte.isDigit || byte.isLetter }

  static func isLookedFor(_ secret: ByteText) -> Bool {
    if secret.count < 4 || SecretReplacement.isReplacement(secret) { return false }
    if case .date = SecretKind(secret) { return false }
    return !ordinary.contains(String(decoding: secret, as: UTF8.self).lowercased())
  }

  private static let ordinary: Set<String> = [
    "true", "false", "null", "none", "undefined", "basic", "bearer", "password", "secret", "token",
  ]
}
