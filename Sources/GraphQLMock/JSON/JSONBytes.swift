enum JSONBytes {
  /// Returns whether a byte is white space in JSON (RFC 8259, section 2).
  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Returns the character for an escape sequence such as `\n`, given the byte after `\` (RFC 8259, section 7).
  static func meaning(ofEscape byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// Returns the character of an escape sequence such as `\u00E9`, or of two, such as `\uD83D\uDE00`.
  static func escapedScalar(_ text: Span<UInt8>, at start: Int) -> (value: UInt32, length: Int)? {
    guard let leading = codeUnit(text, at: start) else { return nil }
    if Unicode.Scalar(leading) != nil { return (leading, 6) }
    guard leading < 0xDC00, let trailing = codeUnit(text, at: start + 6),
      (0xDC00...0xDFFF).contains(trailing)
    else { return nil }
    return (0x10000 + (leading - 0xD800) << 10 + (trailing - 0xDC00), 12)
  }

  private static func codeUnit(_ text: Span<UInt8>, at start: Int) -> UInt32? {
    guard start + 6 <= text.count, text[start] == UInt8(ascii: "\\"),
      text[start + 1] == UInt8(ascii: "u")
    else { return nil }
    var value: UInt32 = 0
    for index in start + 2..<start + 6 {
      guard let digit = text[index].hexDigitValue else { return nil }
      value = value << 4 | digit
    }
    return value
  }
}
