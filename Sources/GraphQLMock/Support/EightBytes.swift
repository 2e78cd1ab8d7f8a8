/// Eight bytes at a time: what the byte loops of the lexer and the digests have in common.
///
/// The first byte is the lowest.
enum EightBytes {
  /// The eight bytes at `index`.
  ///
  /// Bytes behind the end of the source read as zero.
  @inline(__always)
  static func load(_ source: Span<UInt8>, _ index: Int) -> UInt64 {
    let rest = source.extracting(droppingFirst: index)
    guard rest.count >= 8 else { return loadTail(rest) }
    // A span whose count is known needs no check per byte, and the loads are merged into one.
    let bytes = rest.extracting(first: 8)
    let low =
      UInt64(bytes[0]) | UInt64(bytes[1]) << 8 | UInt64(bytes[2]) << 16 | UInt64(bytes[3]) << 24
    let high =
      UInt64(bytes[4]) | UInt64(bytes[5]) << 8 | UInt64(bytes[6]) << 16 | UInt64(bytes[7]) << 24
    return low | high << 32
  }

  /// The sixteen bytes at `index`.
  @inline(__always)
  static func loadTwo(_ source: Span<UInt8>, _ index: Int) -> (UInt64, UInt64) {
    let rest = source.extracting(droppingFirst: index)
    guard rest.count >= 16 else { return (load(rest, 0), load(rest, 8)) }
    let bytes = rest.extracting(first: 16)
    return (load(bytes, 0), load(bytes, 8))
  }

  @inline(never)
  private static func loadTail(_ rest: Span<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    var index = rest.count
    while index > 0 {
      index &-= 1
      word = word << 8 | UInt64(rest[index])
    }
    return word
  }

  /// The lowest `count` bytes of a word; `count` is at most 8.
  @inline(__always)
  static func low(_ word: UInt64, _ count: Int) -> UInt64 {
    word & ~(UInt64.max << UInt64(truncatingIfNeeded: count &* 8))
  }

  /// Writes the eight bytes of a word.
  @inline(__always)
  static func store(_ word: UInt64, in output: inout MutableSpan<UInt8>, _ index: Int) {
    output[index &+ 7] = UInt8(truncatingIfNeeded: word >> 56)
    output[index &+ 6] = UInt8(truncatingIfNeeded: word >> 48)
    output[index &+ 5] = UInt8(truncatingIfNeeded: word >> 40)
    output[index &+ 4] = UInt8(truncatingIfNeeded: word >> 32)
    output[index &+ 3] = UInt8(truncatingIfNeeded: word >> 24)
    output[index &+ 2] = UInt8(truncatingIfNeeded: word >> 16)
    output[index &+ 1] = UInt8(truncatingIfNeeded: word >> 8)
    output[index] = UInt8(truncatingIfNeeded: word)
  }

  /// Whether so many bytes follow a position.
  ///
  /// Asked this way, in unsigned numbers, the compiler sees that a read behind it is in bounds.
  @inline(__always)
  static func has(_ length: UInt, in source: Span<UInt8>, at index: Int) -> Bool {
    index >= 0 && UInt(bitPattern: index) &+ length <= UInt(bitPattern: source.count)
  }

  /// The eight bytes at `index`, all of which must be there; ask ``has(_:in:at:)`` before.
  ///
  /// In tight loops it takes a quarter less time than ``load(_:_:)``.
  @inline(__always)
  static func loadWhole(_ source: Span<UInt8>, _ index: Int) -> UInt64 {
    let bytes = source.extracting(index..<(index &+ 8))
    return UInt64(bytes[0]) | UInt64(bytes[1]) << 8 | UInt64(bytes[2]) << 16
      | UInt64(bytes[3]) << 24 | UInt64(bytes[4]) << 32 | UInt64(bytes[5]) << 40
      | UInt64(bytes[6]) << 48 | UInt64(bytes[7]) << 56
  }
}
