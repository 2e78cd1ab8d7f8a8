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
    // Where a search comes upon the first run: escapes count for nothing.
    var start = 0
    while start < secret.count, !Self.isWordByte(secret[start]) {
      start += max(1, Self.escape(secret, at: start))
    }
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
    let isInside =
      start > 0 && isWordByte(text[start - 1]) && isWordByte(text[start])
      && !isEscape(text, before: start)
    return !isInside
      && (end == text.count || !isWordByte(text[end]) || !isWordByte(text[end - 1]))
  }

  /// Whether the bytes before an offset are `%2F`, `\n` or `\u0020`.
  private static func isEscape(_ text: ContiguousArray<UInt8>, before index: Int) -> Bool {
    (index >= 3 && text[index - 3] == 0x25) || (index >= 2 && text[index - 2] == 0x5C)
      || (index >= 6 && text[index - 6] == 0x5C && text[index - 5] == 0x75)
  }

  /// How many bytes at an offset are an escape: `%2F`, `\n`, `\u0020`; 0 if they are none.
  static func escape(_ text: ContiguousArray<UInt8>, at index: Int) -> Int {
    let endOfDigits = { text.end(from: $0) { $0.hexDigitValue != nil } }
    guard text.has(oneOf: "%\\", at: index) else { return 0 }
    if text.has("%", at: index) { return endOfDigits(index + 1) >= index + 3 ? 3 : 0 }
    if text.has("\\u", at: index) { return endOfDigits(index + 2) >= index + 6 ? 6 : 0 }
    return text.has(oneOf: "nrtbf", at: index + 1) ? 2 : 0
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte.isDigit || byte.isLetter
  }

  // MARK: Spellings

  /// Adds secrets as they may be spelled in other places.
  mutating func add(_ secrets: Set<ContiguousArray<UInt8>>, _ style: SecretReplacement) {
    for text in secrets {
      let secret = ContiguousArray(text[SecretReplacement.schemeLength(text)...])
      add(spellingsOf: secret, style)
      // The password of Basic credentials (RFC 7617).
      if text.count > secret.count, let pair = Base64.decode(secret),
        let colon = pair.firstIndex(of: UInt8(ascii: ":"))
      {
        add(spellingsOf: ContiguousArray(pair[(colon + 1)...]), style)
      }
      // A message may show one line of several.
      let lines = text.split { $0 == 0x0A || $0 == 0x0D }
      for line in lines where lines.count > 1 {
        let content = ContiguousArray(line.drop { $0 == 0x20 })
        if content.count >= Self.shortestLine { add(spellingsOf: content, style) }
      }
    }
  }

  private mutating func add(
    spellingsOf secret: ContiguousArray<UInt8>, _ style: SecretReplacement
  ) {
    guard Self.isLookedFor(secret) else { return }
    let replacement = style.of(secret)
    add(secret, replacement)
    add(PercentEncoding.encode(secret), PercentEncoding.encode(replacement))
    add(SecretScanner.escaped(secret), replacement)
  }

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

  /// How long one line of a secret is at least that is looked for by itself.
  private static let shortestLine = 8

  // MARK: What was cut off

  /// The pieces of secrets of a length that is enough to know them by, each with what stands around it.
  struct Pieces {
    /// The secrets and offsets that a piece is found at.
    fileprivate var places: [UInt64: [(secret: ContiguousArray<UInt8>, offset: Int)]] = [:]

    /// How many bytes there are in a piece.
    fileprivate static let length = 8
    /// How many places of a piece are told: a secret may repeat itself.
    private static let placeLimit = 8

    init(of known: KnownSecrets) {
      for secret in known.replacements.keys where secret.count > Self.length {
        var piece: UInt64 = 0
        for (index, byte) in secret.enumerated() {
          piece = piece << 8 | UInt64(byte)
          guard index + 1 >= Self.length, places[piece]?.count ?? 0 < Self.placeLimit else {
            continue
          }
          places[piece, default: []].append((secret, index + 1 - Self.length))
        }
      }
    }

    /// A text that may have been cut off at ellipses and at its end, without what was left of secrets
    /// there.
    func hidingCut(
      _ text: ContiguousArray<UInt8>, with replacement: ContiguousArray<UInt8>
    ) -> ContiguousArray<UInt8> {
      if places.isEmpty { return text }
      var result = ContiguousArray<UInt8>()
      var copied = 0
      func hide(_ range: Range<Int>) {
        if range.upperBound <= copied { return }
        result += text[copied..<max(copied, range.lowerBound)]
        result += replacement
        copied = range.upperBound
      }
      var index = 0
      while index <= text.count {
        let isEllipsis = text.has("…", at: index)
        if isEllipsis || index == text.count, let count = length(text, from: index - 1, by: -1) {
          hide(index - count..<index)
        }
        if isEllipsis, let count = length(text, from: index + 3, by: 1) {
          hide(index + 3..<index + 3 + count)
        }
        index += isEllipsis ? 3 : 1
      }
      return copied == 0 ? text : result + text[copied...]
    }

    /// How many bytes from an offset on, in a direction, are in some secret; nil if too few are.
    private func length(_ text: ContiguousArray<UInt8>, from start: Int, by step: Int) -> Int? {
      let first = step > 0 ? start : start + 1 - Self.length
      guard first >= 0, first + Self.length <= text.count else { return nil }
      let piece = text[first..<(first + Self.length)].reduce(0) { $0 << 8 | UInt64($1) }
      return places[piece]?.map { secret, offset in
        let origin = step > 0 ? offset : offset + Self.length - 1
        var count = Self.length
        while secret.indices.contains(origin + step * count),
          text.indices.contains(start + step * count),
          secret[origin + step * count] == text[start + step * count]
        {
          count += 1
        }
        return count
      }.max()
    }
  }
}
