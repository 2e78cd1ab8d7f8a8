// Runs of bytes of one kind, found in words of eight bytes and blocks of 64. All of it is safe code:
// a range is checked once, after which the compiler makes wide loads of the single bytes.

extension JSONBytes {
  /// The first position from `start` on whose byte is no plain ASCII character of a string: a quote,
  /// a backslash, a control character or a byte of a longer UTF-8 sequence.
  @inline(__always)
  static func endOfPlainRun(_ text: Span<UInt8>, from start: Int) -> Int {
    guard EightBytes.has(16, in: text, at: start) else {
      return endOfShortPlainRun(text, from: start)
    }
    // Most strings end here.
    let first = specials(in: EightBytes.loadWhole(text, start))
    if first != 0 { return start &+ first.trailingZeroBitCount >> 3 }
    let second = specials(in: EightBytes.loadWhole(text, start &+ 8))
    if second != 0 { return start &+ 8 &+ second.trailingZeroBitCount >> 3 }
    return endOfLongPlainRun(text, from: start &+ 16)
  }

  @inline(never)
  private static func endOfLongPlainRun(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    // A block costs as much as some words, which is too much for a string of a few.
    for _ in 0..<4 where EightBytes.has(8, in: text, at: index) {
      let special = specials(in: EightBytes.loadWhole(text, index))
      guard special == 0 else { return index &+ special.trailingZeroBitCount >> 3 }
      index &+= 8
    }
    while EightBytes.has(64, in: text, at: index) {
      let block = text.extracting(index..<(index &+ 64))
      // No exit before the end of the block, so that the loop becomes a few vector operations.
      var specials: UInt8 = 0
      for offset in 0..<64 {
        let byte = block[offset]
        let quote = (byte ^ UInt8(ascii: "\"")) &- 1
        let backslash = (byte ^ UInt8(ascii: "\\")) &- 1
        specials |= quote | backslash | (byte &- 0x20) | byte
      }
      if specials & 0x80 != 0 { break }
      index &+= 64
    }
    return endOfShortPlainRun(text, from: index)
  }

  private static func endOfShortPlainRun(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while EightBytes.has(8, in: text, at: index) {
      let special = specials(in: EightBytes.loadWhole(text, index))
      guard special == 0 else { return index &+ special.trailingZeroBitCount >> 3 }
      index &+= 8
    }
    while index < text.count {
      let byte = text[index]
      if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        break
      }
      index &+= 1
    }
    return index
  }

  /// The first position from `start` on whose byte is no digit.
  @inline(__always)
  static func endOfDigits(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while EightBytes.has(8, in: text, at: index) {
      let other = nonDigits(in: EightBytes.loadWhole(text, index))
      guard other == 0 else { return index &+ other.trailingZeroBitCount >> 3 }
      index &+= 8
    }
    while index < text.count, text[index].isDigit { index &+= 1 }
    return index
  }

  /// Marks the bytes of a word that are not plain: the lowest set bit is the top bit of the first.
  ///
  /// Bits above it may be wrong: a subtraction borrows from the bytes behind a hit.
  @inline(__always)
  static func specials(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    return ((quotes &- ones) | (backslashes &- ones) | (word &- ones &* 0x20) | word) & tops
  }

  /// Marks the bytes of a word that are no digits, as ``specials(in:)`` does.
  @inline(__always)
  static func nonDigits(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let values = word ^ (ones &* 0x30)
    return ((values &+ ones &* 0x76) | values) & (ones &* 0x80)
  }
}
