// Secrets that were found in one place, to be found again in any other.

/// A set of texts that are looked for in one pass over a text.
///
/// A text is split into runs of letters and digits. Each run is looked up among the first runs of the
/// secrets, and says how long those secrets are that begin so; whether one of that length stands there is
/// looked up as well. A secret counts as a whole: `4711` is no part of `147110`.
struct KnownSecrets: Sendable {
  /// Where in a secret its first run stands, and how long the secret is.
  private struct Extent: Sendable, Hashable {
    let start: Int
    let count: Int
  }

  /// Shorter ones would be found everywhere.
  static let shortest = 4
  /// How many bytes of a text that was cut off must be in a secret.
  private static let shortestCut = 8

  private var replacements: [ContiguousArray<UInt8>: ContiguousArray<UInt8>] = [:]
  /// The extents of the secrets with a first run, longest first.
  private var extents: [ContiguousArray<UInt8>: [Extent]] = [:]
  /// For each byte that a first run begins with, the lengths of these runs, as bits.
  private var lengths = ContiguousArray<UInt64>(repeating: 0, count: 256)

  var isEmpty: Bool { replacements.isEmpty }

  /// Adds a secret, unless it is known or too short.
  mutating func add(_ secret: ContiguousArray<UInt8>, _ replacement: ContiguousArray<UInt8>) {
    guard secret.count >= Self.shortest, replacements[secret] == nil,
      let start = secret.firstIndex(where: Self.isWordByte)
    else { return }
    replacements[secret] = replacement
    let run = ContiguousArray(secret[start...].prefix(while: Self.isWordByte))
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
  ) -> (range: Range<Int>, replacement: ContiguousArray<UInt8>)? {
    guard lengths[Int(text[run.lowerBound])] & 1 << UInt64(min(run.count, 63)) != 0,
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

  /// Where the run that begins at an offset ends.
  static func endOfRun(_ text: ContiguousArray<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < text.count, isWordByte(text[index]) { index += 1 }
    return index
  }

  /// How many bytes at an offset are an escape: `%2F`, `\n`, `\u0020`; 0 if they are none.
  static func escape(_ text: ContiguousArray<UInt8>, at index: Int) -> Int {
    let isDigits: (Int, Int) -> Bool = { start, count in
      start + count <= text.count
        && text[start..<(start + count)].allSatisfy { $0.hexDigitValue != nil }
    }
    if text[index] == 0x25 { return isDigits(index + 1, 2) ? 3 : 0 }
    guard text[index] == 0x5C, index + 1 < text.count else { return 0 }
    if text[index + 1] == 0x75 { return isDigits(index + 2, 4) ? 6 : 0 }
    return "nrtbf".utf8.contains(text[index + 1]) ? 2 : 0
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }

  // MARK: What was cut off

  /// A text that may have been cut off at ellipses and at its end, without what was left of secrets there.
  func hidingCut(
    _ text: ContiguousArray<UInt8>, with replacement: ContiguousArray<UInt8>
  ) -> ContiguousArray<UInt8> {
    let ellipsis = Array("…".utf8)
    var cuts: [Int] = []
    for index in text.indices where text[index] == 0xE2 && text[index...].starts(with: ellipsis) {
      cuts.append(index)
    }
    if isEmpty { return text }
    var result = text
    for cut in [text.count] + cuts.reversed() where cut <= result.count {
      // What is behind is done first, so that the offsets before it stay.
      let behind = cut + ellipsis.count
      if behind + Self.shortestCut <= result.count, let count = part(result[behind...].prefix(80)) {
        result.replaceSubrange(behind..<(behind + count), with: replacement)
      }
      let before = ContiguousArray(result[max(0, cut - 512)..<cut].reversed())
      if let count = part(before, isReversed: true) {
        result.replaceSubrange((cut - count)..<cut, with: replacement)
      }
    }
    return result
  }

  /// How many bytes at the start of a text are in some secret; nil if too few are.
  private func part(_ text: some Collection<UInt8>, isReversed: Bool = false) -> Int? {
    let text = ContiguousArray(text)
    guard text.count >= Self.shortestCut else { return nil }
    let head = text.prefix(Self.shortestCut)
    var longest = 0
    for secret in replacements.keys where secret.count > Self.shortestCut {
      let secret = isReversed ? ContiguousArray(secret.reversed()) : secret
      var index = 0
      while index + Self.shortestCut <= secret.count {
        if secret[index] == head[0], secret[index...].starts(with: head) {
          longest = max(longest, zip(secret[index...], text).prefix { $0 == $1 }.count)
        }
        index += 1
      }
    }
    return longest > 0 ? longest : nil
  }
}
