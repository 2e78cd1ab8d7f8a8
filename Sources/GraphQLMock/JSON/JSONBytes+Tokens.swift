// Whole tokens, found without state.

extension Span<UInt8> {
  /// The byte at a position; 0, which stands in no JSON text, behind the end.
  @inline(__always)
  func byte(at index: Int) -> UInt8 { index < count ? self[index] : 0 }
}

extension JSONBytes {
  static func endOfWhitespace(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < text.count, isWhitespace(text[index]) { index &+= 1 }
    return index
  }

  /// The position of the quote that ends a string, or where the state machine has to go on:
  /// never inside an escape or a UTF-8 sequence.
  @inline(__always)
  static func endOfString(_ text: Span<UInt8>, from start: Int) -> Int {
    let end = endOfPlainRun(text, from: start)
    return text.byte(at: end) == UInt8(ascii: "\"") ? end : endOfRichString(text, from: end)
  }

  /// The position behind a plain name of up to six bytes and its quote, where a colon follows; nil
  /// for any other.
  ///
  /// Names come again and again, so that whether one is short is no bad guess.
  @inline(__always)
  static func endOfShortName(_ text: Span<UInt8>, from start: Int) -> Int? {
    guard EightBytes.has(8, in: text, at: start) else { return nil }
    let letters = EightBytes.loadWhole(text, start)
    let bits = specials(in: letters).trailingZeroBitCount & 0x38
    let isEnd = UInt16(truncatingIfNeeded: letters >> UInt64(bits)) == 0x3A22
    return isEnd ? start &+ bits >> 3 &+ 1 : nil
  }

  /// Skips integers of up to seven digits with a comma behind each.
  @inline(__always)
  static func endOfIntegers(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while EightBytes.has(8, in: text, at: index) {
      let letters = EightBytes.loadWhole(text, index)
      let others = nonDigits(in: letters)
      let bits = others.trailingZeroBitCount & 0x38
      // A zero, but hidden from the compiler, which would load the first byte apart from the others,
      // and then these in pairs: 26 µs instead of 18.5 for 4,000 numbers.
      let none = ~others.trailingZeroBitCount & 7
      let first = UInt8(truncatingIfNeeded: letters >> UInt64(none))
      let end = UInt8(truncatingIfNeeded: letters >> UInt64(bits))
      // Behind the digits a comma; and no digits are none, and a zero is alone.
      guard others != 0, end == UInt8(ascii: ","),
        bits == 8 || bits != 0 && first != UInt8(ascii: "0")
      else { break }
      index &+= bits >> 3 &+ 1
    }
    return index
  }

  /// The rest of a string with escapes or more than ASCII.
  @inline(never)
  private static func endOfRichString(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while true {
      let byte = text.byte(at: index)
      if byte == UInt8(ascii: "\\") {
        guard meaning(ofEscape: text.byte(at: index &+ 1)) != nil else { return index }
        index &+= 2
      } else {
        guard byte >= 0x80 else { return index }
        let end = endOfSequences(text, from: index)
        guard end > index else { return index }
        index = end
      }
      index = endOfPlainRun(text, from: index)
    }
  }

  /// The position behind a number (RFC 8259, section 6); nil for what is none, or may go on behind
  /// the end of the text.
  @inline(__always)
  static func endOfNumber(
    _ text: Span<UInt8>, from start: Int, isNegative: Bool
  ) -> Int? {
    if EightBytes.has(8, in: text, at: start) {
      let letters = EightBytes.loadWhole(text, start)
      let sign: UInt64 = isNegative ? 0x80 : 0
      // Exact, as there is ASCII only.
      let others = nonDigits(in: letters) ^ sign
      let behind = others & (others &- 1)
      let point = others.trailingZeroBitCount & 0x38
      let isFraction = UInt8(truncatingIfNeeded: letters >> UInt64(point)) == UInt8(ascii: ".")
      let bits = isFraction ? behind.trailingZeroBitCount : others.trailingZeroBitCount
      let none = ~others.trailingZeroBitCount & 7
      let first = UInt8(truncatingIfNeeded: letters >> (sign >> 4 | UInt64(none)))
      let digits = point &- (isNegative ? 8 : 0)
      let next = UInt8(truncatingIfNeeded: letters >> UInt64(bits & 0x38))
      if bits != 64, letters & 0x8080_8080_8080_8080 == 0, digits > 0,
        digits == 8 || first != UInt8(ascii: "0"), next | 0x20 != UInt8(ascii: "e"),
        isFraction ? bits &- point > 16 : next != UInt8(ascii: ".")
      {
        return start &+ bits >> 3
      }
    }
    return endOfLongNumber(text, from: start)
  }

  @inline(never)
  private static func endOfLongNumber(_ text: Span<UInt8>, from start: Int) -> Int? {
    let digits = text[start] == UInt8(ascii: "-") ? start &+ 1 : start
    var end = endOfDigits(text, from: digits)
    guard end > digits, end &- digits == 1 || text[digits] != UInt8(ascii: "0") else { return nil }
    if text.byte(at: end) == UInt8(ascii: ".") {
      let fraction = end &+ 1
      end = endOfDigits(text, from: fraction)
      guard end > fraction else { return nil }
    }
    if text.byte(at: end) | 0x20 == UInt8(ascii: "e") {
      let sign = text.byte(at: end &+ 1)
      let isSigned = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+")
      let exponent = end &+ (isSigned ? 2 : 1)
      end = endOfDigits(text, from: exponent)
      guard end > exponent else { return nil }
    }
    return end < text.count ? end : nil
  }

  /// The position behind `true`, `false` or `null`; nil for anything else, and near the end.
  @inline(__always)
  static func endOfLiteral(_ text: Span<UInt8>, from start: Int) -> Int? {
    guard EightBytes.has(8, in: text, at: start) else { return nil }
    let letters = EightBytes.loadWhole(text, start)
    // "eslaf" read from the low end. Which literal it is is as good as random, so it is no branch.
    let isFalse = letters & 0xFF_FFFF_FFFF == 0x65_736C_6166
    let isTrue = letters & 0xFFFF_FFFF == 0x6575_7274
    let isNull = letters & 0xFFFF_FFFF == 0x6C6C_756E
    guard isFalse != (isTrue != isNull) else { return nil }
    return start &+ (isFalse ? 5 : 4)
  }
}
