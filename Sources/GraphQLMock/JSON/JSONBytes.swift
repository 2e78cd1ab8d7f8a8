/// Questions about the bytes of a JSON text.
enum JSONBytes {
  /// White space of RFC 8259, section 2.
  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// What a two-character escape stands for (section 7), by its second byte.
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

/// Runs of bytes of one kind.
extension JSONBytes {
  /// The first position from `start` on whose byte is no plain ASCII character of a string: a quote,
  /// a backslash, a control character or a byte of a longer UTF-8 sequence.
  static func endOfPlainRun(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = start
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
  static func endOfDigits(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < text.count, text[index].isDigit { index &+= 1 }
    return index
  }
}
