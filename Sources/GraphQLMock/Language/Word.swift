/// Eight bytes at a time: what the byte loops of the lexer and the digest have in common.
///
/// The first byte is the lowest. Safe loads of single bytes are merged into one by the optimiser.
enum Word {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The eight bytes at `index`.
  ///
  /// Bytes behind the end of the source read as zero.
  @inline(__always)
  static func load(_ source: Span<UInt8>, _ index: Int) -> UInt64 {
    let rest = source.extracting(droppingFirst: index)
    guard rest.count >= 8 else { return loadTail(source, index) }
    // A span whose count is known needs no check per byte.
    let bytes = rest.extracting(first: 8)
    let low =
      UInt64(bytes[0]) | UInt64(bytes[1]) << 8 | UInt64(bytes[2]) << 16 | UInt64(bytes[3]) << 24
    let high =
      UInt64(bytes[4]) | UInt64(bytes[5]) << 8 | UInt64(bytes[6]) << 16 | UInt64(bytes[7]) << 24
    return low | high << 32
  }

  @inline(never)
  private static func loadTail(_ source: Span<UInt8>, _ index: Int) -> UInt64 {
    var word: UInt64 = 0
    var position = source.count
    while position > index {
      position &-= 1
      word = word << 8 | UInt64(source[position])
    }
    return word
  }

  /// The number of bytes, from the lowest up, that are NameContinue.
  @inline(__always)
  static func leadingNameBytes(_ word: UInt64) -> Int {
    // Each byte, its high bit cleared, plus (0x80 - bound) carries into the high bit from the bound
    // on, and never into the next byte.
    let low = word & ~highBits
    let folded = low | 0x20 &* ones
    let letter = (folded &+ 0x1F &* ones) & ~(folded &+ 0x05 &* ones)
    let digit = (low &+ 0x50 &* ones) & ~(low &+ 0x46 &* ones)
    let underscore = ~((low ^ 0x5F &* ones) &+ 0x7F &* ones)
    let other = ~((letter | digit | underscore) & ~word) & highBits
    return other.trailingZeroBitCount &>> 3
  }

  /// The number of bytes, from the lowest up, that are spaces.
  @inline(__always)
  static func leadingSpaces(_ word: UInt64) -> Int {
    (word ^ 0x20 &* ones).trailingZeroBitCount &>> 3
  }
}
