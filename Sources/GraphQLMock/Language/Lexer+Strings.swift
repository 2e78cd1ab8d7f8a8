extension Lexer {
  /// Reads a string between two quotation marks. A line break in the string is an error (GraphQL, section 2.9.4).
  static func readString(_ source: Span<UInt8>, _ start: Int) -> Token {
    var index = start + 1
    while index < source.count {
      let byte = source[index]
      switch byte {
      case 0x22: return Token(.string, start, index + 1)
      case 0x5C:
        switch EscapeSequence.read(source, at: index) {
        case .scalar(_, let length): index &+= length
        case .error(.invalidUTF8, let end): return Token(.invalidUTF8, index + 1, end)
        case .error(let kind, let end): return Token(kind, index, end)
        }
      case 0x0A, 0x0D: return Token(.unterminatedString, index, index)
      default:
        let length = UTF8Scalar.length(source, at: index)
        if length == 0 { return Token(.invalidUTF8, index, index + 1) }
        index &+= length
      }
    }
    return Token(.unterminatedString, index, index)
  }

  /// Reads a block string, whose only escape sequence is `\"""` (GraphQL, section 2.9.4).
  static func readBlockString(_ source: Span<UInt8>, _ start: Int) -> Token {
    var index = start + 3
    while index < source.count {
      let byte = source[index]
      if byte == 0x22 {
        if BlockString.isTripleQuote(source, index) { return Token(.blockString, start, index + 3) }
        index &+= 1
      } else if byte == 0x5C {
        index &+= BlockString.isTripleQuote(source, index + 1) ? 4 : 1
      } else {
        let length = UTF8Scalar.length(source, at: index)
        if length == 0 { return Token(.invalidUTF8, index, index + 1) }
        index &+= length
      }
    }
    return Token(.unterminatedString, index, index)
  }
}
