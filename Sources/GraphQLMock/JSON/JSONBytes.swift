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

  /// The code unit of a `\uXXXX` that is at hand as a whole; nil if there is none.
  static func codeUnit(_ text: Span<UInt8>, at index: Int) -> UInt32? {
    guard EightBytes.has(6, in: text, at: index), text[index &+ 1] == UInt8(ascii: "u"),
      let first = text[index &+ 2].hexDigitValue, let second = text[index &+ 3].hexDigitValue,
      let third = text[index &+ 4].hexDigitValue, let fourth = text[index &+ 5].hexDigitValue
    else { return nil }
    return first << 12 | second << 8 | third << 4 | fourth
  }
}

/// UTF-8, where whole sequences are at hand (Unicode, table 3-7 "Well-Formed UTF-8 Byte Sequences").
extension JSONBytes {
  /// The first position from `start` on where no well-formed sequence of two or more bytes begins.
  static func endOfSequences(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < text.count, text[index] >= 0x80 {
      let length = UTF8Scalar.length(text, at: index)
      guard length > 0 else { break }
      index &+= length
    }
    return index
  }

  /// What may follow the first byte of a sequence; nil if none begins with it.
  static func boundsOfSecond(after first: UInt8) -> (lower: UInt8, upper: UInt8)? {
    switch first {
    case 0xE0: (0xA0, 0xBF)
    case 0xED: (0x80, 0x9F)
    case 0xF0: (0x90, 0xBF)
    case 0xF4: (0x80, 0x8F)
    case 0xC2..<0xF4: (0x80, 0xBF)
    default: nil
    }
  }
}

extension ContiguousArray<UInt8> {
  /// Appends a part of a span.
  ///
  /// The range is checked once, after which the loop compiles to wide copies.
  mutating func append(_ chunk: Span<UInt8>, from start: Int, to end: Int) {
    guard start < end else { return }
    let part = chunk.extracting(start..<end)
    append(addingCapacity: part.count) { room in
      for index in 0..<part.count { room.append(part[index]) }
    }
  }
}
