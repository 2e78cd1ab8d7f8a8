/// Splits the UTF-8 text of a GraphQL document into tokens, up to the first error (GraphQL, section 2.1).
struct Lexer: Sendable {
  private var index: Int

  /// - Parameter start: The byte offset at which to start, which must not be inside of a token.
  init(at start: Int = 0) { index = start }

  /// Skips white space, comments, commas and byte order marks, and returns the token after them.
  mutating func next(_ source: Span<UInt8>) -> Token {
    while index < source.count {
      let start = index
      let byte = source[start]
      index &+= 1
      switch byte {
      case 0x09, 0x0A, 0x0D, 0x20, 0x2C: continue
      case _ where byte.startsName:
        while index < source.count, source[index].continuesName { index &+= 1 }
        return Token(.name, start, index)
      // The one-character punctuators are `! $ & ( ) : = @ [ ] { | }`.
      case 0x21, 0x24, 0x26, 0x28, 0x29, 0x3A, 0x3D, 0x40, 0x5B, 0x5D, 0x7B...0x7D:
        return Token(TokenKind(rawValue: byte) ?? .unexpectedCharacter, start, index)
      default:
        let token = Self.readUncommon(source, start, byte)
        index = token.end
        if token.kind != .ignored { return token }
      }
    }
    return Token(.endOfFile, source.count, source.count)
  }

  /// Returns the text of a type, whose tokens need no space between them. For example, `[ Int! ]` becomes `[Int!]`.
  static func tokens(_ source: Span<UInt8>, _ range: Range<Int>) -> ContiguousArray<UInt8> {
    var result = ContiguousArray<UInt8>()
    var lexer = Lexer(at: range.lowerBound)
    var token = lexer.next(source)
    while token.start < range.upperBound {
      for index in token.start..<token.end { result.append(source[index]) }
      token = lexer.next(source)
    }
    return result
  }

  @inline(never) private static func readUncommon(
    _ source: Span<UInt8>, _ start: Int, _ byte: UInt8
  ) -> Token {
    switch byte {
    case 0x30...0x39, 0x2D: readNumber(source, start)
    case 0x22 where BlockString.isTripleQuote(source, start): readBlockString(source, start)
    case 0x22: readString(source, start)
    case 0x23: skipComment(source, start)
    default: readOther(source, start)
    }
  }

  /// Reads a number as in JSON. A digit, dot, letter or `_` directly after it is an error (GraphQL, section 2.9.1).
  private static func readNumber(_ source: Span<UInt8>, _ start: Int) -> Token {
    var (index, state) = (start, JSONTokenizer.NumberState.start)
    while index < source.count, let next = state.next(source[index]) {
      state = next
      index &+= 1
    }
    let following = index < source.count ? source[index] : 0
    let isDigitAfterZero = state == .zero && following.isDigit
    guard state.isComplete, !isDigitAfterZero, following != 0x2E, !following.startsName else {
      let length = UTF8Scalar.length(source, at: index)
      if length == 0, index < source.count { return Token(.invalidUTF8, index, index + 1) }
      return Token(isDigitAfterZero ? .digitAfterZero : .digitExpected, index, index + length)
    }
    return Token(state == .zero || state == .integer ? .int : .float, start, index)
  }

  private static func skipComment(_ source: Span<UInt8>, _ start: Int) -> Token {
    var index = start + 1
    while index < source.count {
      let byte = source[index]
      if byte == 0x0A || byte == 0x0D { break }
      let length = UTF8Scalar.length(source, at: index)
      if length == 0 { return Token(.invalidUTF8, index, index + 1) }
      index &+= length
    }
    return Token(.ignored, start, index)
  }

  private static func readOther(_ source: Span<UInt8>, _ start: Int) -> Token {
    if source[start] == 0x2E, start + 2 < source.count, source[start + 1] == 0x2E,
      source[start + 2] == 0x2E
    {
      return Token(.spread, start, start + 3)
    }
    guard let (scalar, length) = UTF8Scalar.decode(source, at: start) else {
      return Token(.invalidUTF8, start, start + 1)
    }
    return Token(scalar == "\u{FEFF}" ? .ignored : .unexpectedCharacter, start, start + length)
  }
}
