enum JSONBytes {
  /// Returns whether a byte is white space in JSON (RFC 8259, section 2), as in `Span.endOfWhitespace(from:)`.
  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Returns the character of an escape sequence such as `\n` by its second byte, or nil for `u` (RFC 8259, section 7).
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
}
