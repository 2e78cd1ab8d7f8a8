extension Lexer {
  /// Reads a number. A digit, dot or letter directly after it is an error (GraphQL, sections 2.9.1 and 2.9.2).
  static func readNumber(_ source: Span<UInt8>, _ start: Int) -> Token {
    var index = start
    var kind = TokenKind.int

    if byte(source, index) == 0x2D { index += 1 }

    if byte(source, index) == 0x30 {
      index += 1
      if byte(source, index).isDigit { return error(.digitAfterZero, source, index) }
    } else if !skipDigits(source, &index) {
      return error(.digitExpected, source, index)
    }

    if byte(source, index) == 0x2E {
      kind = .float
      index += 1
      if !skipDigits(source, &index) { return error(.digitExpected, source, index) }
    }

    if byte(source, index) | 0x20 == 0x65 {
      kind = .float
      index += 1
      let sign = byte(source, index)
      if sign == 0x2B || sign == 0x2D { index += 1 }
      if !skipDigits(source, &index) { return error(.digitExpected, source, index) }
    }

    let following = byte(source, index)
    if following == 0x2E || following.startsName {
      return error(.digitExpected, source, index)
    }
    return Token(kind, start, index)
  }

  /// Returns the byte at an index, or 0 at the end of the source. A number never contains the byte 0.
  @inline(__always) private static func byte(_ source: Span<UInt8>, _ index: Int) -> UInt8 {
    index < source.count ? source[index] : 0
  }

  private static func skipDigits(_ source: Span<UInt8>, _ index: inout Int) -> Bool {
    let start = index
    while index < source.count, source[index].isDigit { index &+= 1 }
    return index > start
  }

  /// Returns an error token for the character at an index, or an empty token at the end of the source.
  private static func error(_ kind: TokenKind, _ source: Span<UInt8>, _ index: Int) -> Token {
    if index < source.count, UTF8Scalar.length(source, at: index) == 0 {
      return Token(.invalidUTF8, index, index + 1)
    }
    return Token(kind, index, index + UTF8Scalar.length(source, at: index))
  }
}
