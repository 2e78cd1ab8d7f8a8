/// Questions about the bytes of a JSON text.
enum JSONBytes {
  /// White space of RFC 8259, section 2.
  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Whether a byte behind digits belongs to their number.
  static func goesOnNumber(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
  }

  static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte &- UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte &- UInt8(ascii: "a") &+ 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte &- UInt8(ascii: "A") &+ 10)
    default: nil
    }
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

/// UTF-8, where whole sequences are at hand (Unicode, table 3-7 "Well-Formed UTF-8 Byte Sequences").
extension JSONBytes {
  /// The first position from `start` on where no well-formed sequence of two or more bytes begins.
  static func endOfSequences(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < text.count {
      let length = sequenceLength(text, at: index)
      guard length > 0 else { break }
      index &+= length
    }
    return index
  }

  /// The length of the sequence that begins here; 0 if it is ASCII, ill-formed or cut off.
  private static func sequenceLength(_ text: Span<UInt8>, at index: Int) -> Int {
    let first = text[index]
    let rest = text.count &- index
    if first < 0xE0 {
      return first >= 0xC2 && rest > 1 && isContinuation(text[index &+ 1]) ? 2 : 0
    }
    guard rest > 2, isContinuation(text[index &+ 2]), let bounds = boundsOfSecond(after: first),
      text[index &+ 1] >= bounds.lower, text[index &+ 1] <= bounds.upper
    else { return 0 }
    if first < 0xF0 { return 3 }
    return rest > 3 && isContinuation(text[index &+ 3]) ? 4 : 0
  }

  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

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
