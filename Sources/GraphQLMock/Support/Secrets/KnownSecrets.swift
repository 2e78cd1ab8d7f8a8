// Secrets that were found in one place, to be found again in any other.

/// A set of texts that is looked for at any position of a text.
///
/// The texts are sorted, so that a position is decided by narrowing a range of them byte by byte. No
/// position costs more than ``depthLimit`` bytes of comparison: where so many agree, the text is taken
/// for the secret, as far as it agrees.
struct KnownSecrets: Sendable {
  /// A part of a text that is, or begins like, a secret.
  struct Match: Sendable {
    let length: Int
    let replacement: ContiguousArray<UInt8>
  }

  private struct Entry: Sendable {
    let text: ContiguousArray<UInt8>
    let replacement: ContiguousArray<UInt8>
  }

  /// Shorter ones would be found everywhere.
  static let shortest = 4
  /// Shorter ones count as whole words only.
  static let shortestInside = 8
  /// How many bytes the end of a text that was cut off must share with a secret.
  private static let shortestCut = 8
  private static let depthLimit = 256

  private var entries: [Entry] = []
  /// The entries that begin with a byte; empty where there are no entries.
  private var ranges: [Range<Int>] = []

  init() {}

  /// - Parameter secrets: The secrets, each with what stands in its place; of equal ones the first
  ///   counts.
  init(_ secrets: [(text: ContiguousArray<UInt8>, replacement: ContiguousArray<UInt8>)]) {
    let sorted = secrets.enumerated().filter { $0.element.text.count >= Self.shortest }.ordered {
      if $0.element.text == $1.element.text { return $0.offset < $1.offset }
      return $0.element.text.lexicographicallyPrecedes($1.element.text)
    }
    for (_, secret) in sorted where entries.last?.text != secret.text {
      entries.append(Entry(text: secret.text, replacement: secret.replacement))
    }
    guard !entries.isEmpty else { return }
    ranges = Array(repeating: 0..<0, count: 256)
    var start = 0
    while start < entries.count {
      let byte = entries[start].text[0]
      var end = start + 1
      while end < entries.count, entries[end].text[0] == byte { end += 1 }
      ranges[Int(byte)] = start..<end
      start = end
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Whether a secret may begin with a byte.
  @inline(__always)
  func mayBegin(with byte: UInt8) -> Bool { !ranges.isEmpty && !ranges[Int(byte)].isEmpty }

  /// The longest secret at a position; nil if there is none.
  /// - Parameter isCut: Whether the text may have been cut off at its end or before an ellipsis, so
  ///   that the beginning of a secret counts there.
  func match(
    _ text: borrowing Span<UInt8>, at start: Int, isCut: Bool = false
  ) -> Match? {
    guard mayBegin(with: text[start]) else { return nil }
    var range = ranges[Int(text[start])]
    var depth = 1
    var found: Match?
    while !range.isEmpty {
      if entries[range.lowerBound].text.count == depth {
        if isWhole(text, start, depth) {
          found = Match(length: depth, replacement: entries[range.lowerBound].replacement)
        }
        range = range.lowerBound + 1..<range.upperBound
        continue
      }
      let candidate = range.lowerBound
      let isAtEnd = start + depth == text.count
      if isAtEnd || isEllipsis(text, start + depth) {
        if isCut, depth >= Self.shortestCut {
          return Match(length: depth, replacement: entries[candidate].replacement)
        }
        if isAtEnd { return found }
      }
      range = narrow(range, text[start + depth], depth)
      if range.isEmpty, depth >= Self.depthLimit {
        return Match(length: depth, replacement: entries[candidate].replacement)
      }
      depth += 1
    }
    return found
  }

  /// Whether a short secret is not a part of a longer word.
  private func isWhole(_ text: borrowing Span<UInt8>, _ start: Int, _ length: Int) -> Bool {
    guard length < Self.shortestInside else { return true }
    if start > 0, isWordByte(text[start - 1]) { return false }
    return start + length >= text.count || !isWordByte(text[start + length])
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }

  /// U+2026.
  private func isEllipsis(_ text: borrowing Span<UInt8>, _ index: Int) -> Bool {
    index + 2 < text.count && text[index] == 0xE2 && text[index + 1] == 0x80
      && text[index + 2] == 0xA6
  }

  /// The entries of a range that have a byte at a depth that all of them reach.
  private func narrow(_ range: Range<Int>, _ byte: UInt8, _ depth: Int) -> Range<Int> {
    func bound(_ isBefore: (UInt8) -> Bool) -> Int {
      var low = range.lowerBound
      var high = range.upperBound
      while low < high {
        let middle = (low + high) / 2
        if isBefore(entries[middle].text[depth]) { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let lower = bound { $0 < byte }
    return lower..<max(lower, bound { $0 <= byte })
  }
}
