// Secrets that were found in one place, to be found again in any other.

/// A set of texts that are looked for in one pass over a text.
///
/// A text is split into runs of letters and digits. Each run is looked up among the first runs of the
/// secrets, and says how long those secrets are that begin so; whether one of that length stands there is
/// looked up as well. A secret counts as a whole: `4711` is no part of `147110`.
struct KnownSecrets: Sendable {
  typealias Match = (range: Range<Int>, replacement: ContiguousArray<UInt8>)

  /// Where in a secret its first run stands, and how long the secret is.
  private struct Extent: Sendable, Equatable {
    let start: Int
    let count: Int
  }

  /// Shorter ones would be found everywhere.
  static let shortest = 4

  private var replacements: [ContiguousArray<UInt8>: ContiguousArray<UInt8>] = [:]
  /// The extents of the secrets with a first run, longest first.
  private var extents: [ContiguousArray<UInt8>: [Extent]] = [:]
  /// For each byte that a first run begins with, the lengths of these runs, as bits; nothing where there
  /// are no secrets.
  private var lengths = ContiguousArray<UInt64>()

  var count: Int { replacements.count }

  /// Adds a secret, unless it is known or too short.
  mutating func add(_ secret: ContiguousArray<UInt8>, _ replacement: ContiguousArray<UInt8>) {
    let start = secret.end(from: 0) { !Self.isWordByte($0) }
    guard secret.count >= Self.shortest, replacements[secret] == nil, start < secret.count else {
      return
    }
    replacements[secret] = replacement
    let run = ContiguousArray(secret[start...].prefix(while: Self.isWordByte))
    if lengths.isEmpty { lengths = ContiguousArray(repeating: 0, count: 256) }
    lengths[Int(run[0])] |= 1 << UInt64(min(run.count, 63))
    let extent = Extent(start: start, count: secret.count)
    var others = extents[run] ?? []
    guard !others.contains(extent) else { return }
    others.insert(extent, at: others.firstIndex { $0.count < extent.count } ?? others.count)
    extents[run] = others
  }

  /// The longest secret whose first run is this one.
  /// - Parameter start: What stands before it was replaced already.
  func match(
    _ text: ContiguousArray<UInt8>, run: Range<Int>, from start: Int
  ) -> Match? {
    guard !lengths.isEmpty,
      lengths[Int(text[run.lowerBound])] & 1 << UInt64(min(run.count, 63)) != 0,
      let extents = extents[ContiguousArray(text[run])]
    else { return nil }
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

  /// What stands for a text that is a secret as a whole; nil if it is none.
  subscript(text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? { replacements[text] }

  /// Whether neither end of a range stands inside of a word.
  private static func isWhole(_ text: ContiguousArray<UInt8>, _ range: Range<Int>) -> Bool {
    let (start, end) = (range.lowerBound, range.upperBound)
    let isInside = start > 0 && isWordByte(text[start - 1]) && isWordByte(text[start])
    return !isInside
      && (end == text.count || !isWordByte(text[end]) || !isWordByte(text[end - 1]))
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte.isDigit || byte.isLetter
  }

  // MARK: Spellings

  /// Adds secrets as they may be spelled in other places.
  /// - Parameter isForMessages: Whether short ones, words and numbers count, too: a message that quotes a
  ///   request shows nothing else.
  mutating func add(
    _ secrets: Set<ContiguousArray<UInt8>>, _ style: SecretReplacement, isForMessages: Bool = false
  ) {
    for text in secrets {
      let secret = ContiguousArray(text[SecretReplacement.schemeLength(text)...])
      add(spellingsOf: secret, style, isForMessages)
      // The password of Basic credentials (RFC 7617).
      if text.count > secret.count, let pair = Base64.decode(secret),
        let colon = pair.firstIndex(of: UInt8(ascii: ":"))
      {
        add(spellingsOf: ContiguousArray(pair[(colon + 1)...]), style, isForMessages)
      }
    }
  }

  private mutating func add(
    spellingsOf secret: ContiguousArray<UInt8>, _ style: SecretReplacement, _ isForMessages: Bool
  ) {
    guard Self.isLookedFor(secret),
      isForMessages || secret.count >= Self.shortestElsewhere && !SecretShape.isPlain(secret)
    else { return }
    let replacement = style.of(secret)
    add(secret, replacement)
    add(PercentEncoding.encode(secret), PercentEncoding.encode(replacement))
    add(SecretScanner.escaped(secret), replacement)
  }

  /// Shorter ones are in other places by chance.
  private static let shortestElsewhere = 8

  /// Whether a secret is looked for elsewhere: not if it is something that many things are.
  static func isLookedFor(_ secret: ContiguousArray<UInt8>) -> Bool {
    if secret.count < shortest || SecretReplacement.isReplacement(secret) { return false }
    if case .date = SecretKind(secret) { return false }
    return !ordinary.contains(String(decoding: secret, as: UTF8.self).lowercased())
  }

  /// Values that many things have.
  private static let ordinary: Set<String> = [
    "true", "false", "null", "none", "undefined", "basic", "bearer", "password", "secret", "token",
  ]
}
