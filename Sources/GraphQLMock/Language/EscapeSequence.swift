/// A character with the length of its escape sequence in bytes, or an error with the end of the text that it shows.
enum EscapeSequence: Sendable {
  case scalar(UInt32, length: Int)
  case error(TokenKind, end: Int)

  /// Reads an escape sequence in a GraphQL string, such as `\n`, `\u00E9` or `\u{1F600}`.
  static func read(_ source: Span<UInt8>, at start: Int) -> EscapeSequence {
    if start + 1 >= source.count { return .error(.invalidCharacterEscape, end: source.count) }
    let byte = source[start + 1]
    if let value = JSONBytes.meaning(ofEscape: byte) { return .scalar(UInt32(value), length: 2) }
    guard byte == 0x75 else {
      let length = UTF8Scalar.length(source, at: start + 1)
      if length == 0 { return .error(.invalidUTF8, end: start + 2) }
      return .error(.invalidCharacterEscape, end: start + 1 + length)
    }
    let isBraced = start + 2 < source.count && source[start + 2] == 0x7B
    return isBraced ? readVariableWidth(source, start) : readFixedWidth(source, start)
  }

  /// Reads an escape sequence such as `\u{1F600}`. As in graphql-js, the braces contain at most eight digits.
  private static func readVariableWidth(_ source: Span<UInt8>, _ start: Int) -> EscapeSequence {
    var value: UInt32 = 0
    var index = start + 3
    while index < source.count, index < start + 12 {
      let byte = source[index]
      if byte == 0x7D {
        index += 1
        guard index > start + 4, Unicode.Scalar(value) != nil else { break }
        return .scalar(value, length: index - start)
      }
      guard let digit = byte.hexDigitValue else {
        index += max(1, UTF8Scalar.length(source, at: index))
        break
      }
      value = value << 4 | digit
      index += 1
      if value > UInt32(Int32.max) { break }  // The integer might have no bits for another digit.
    }
    return .error(.invalidUnicodeEscape, end: index)
  }

  /// Reads an escape sequence such as `\u00E9`, or a surrogate pair of two escape sequences such as `\uD83D\uDE00`.
  private static func readFixedWidth(_ source: Span<UInt8>, _ start: Int) -> EscapeSequence {
    if let leading = readFourDigits(source, start + 2) {
      if Unicode.Scalar(leading) != nil { return .scalar(leading, length: 6) }
      if leading < 0xDC00, start + 7 < source.count,
        source[start + 6] == 0x5C, source[start + 7] == 0x75,
        let trailing = readFourDigits(source, start + 8), (0xDC00...0xDFFF).contains(trailing)
      {
        return .scalar(0x10000 + (leading - 0xD800) << 10 + (trailing - 0xDC00), length: 12)
      }
    }
    // The error message shows up to six characters, such as `\u12G4`.
    var end = start + 2
    for _ in 0..<4 where end < source.count {
      end += max(1, UTF8Scalar.length(source, at: end))
    }
    return .error(.invalidUnicodeEscape, end: min(end, source.count))
  }

  private static func readFourDigits(_ source: Span<UInt8>, _ start: Int) -> UInt32? {
    guard start + 4 <= source.count else { return nil }
    var value: UInt32 = 0
    for index in start..<start + 4 {
      guard let digit = source[index].hexDigitValue else { return nil }
      value = value << 4 | digit
    }
    return value
  }
}
