/// Reads tokens from UTF-8 bytes (GraphQL, section 2.1 "Source Text").
///
/// The source is handed to each call, so that the cursor may be stored anywhere. A lexical error is
/// a token of a fault kind; the caller stops there, and what comes after it is unspecified.
struct Lexer: Sendable {
  /// The offset of the first byte that has not been read.
  var position = 0

  /// The next token that is not ignored; `endOfFile` at the end, again and again.
  ///
  ///     Ignored :: UnicodeBOM | Whitespace | LineTerminator | Comment | Comma
  @inline(__always)
  mutating func next(_ source: Span<UInt8>) -> Token {
    let count = source.count
    var index = position
    while index < count {
      let byte = source[index]
      let byteClass = ByteClass.of(byte)
      if byteClass == ByteClass.ignored {
        index &+= 1
        // Indentation
        var spaces = Word.leadingSpaces(Word.load(source, index))
        index &+= spaces
        while spaces == 8 {
          spaces = Word.leadingSpaces(Word.load(source, index))
          index &+= spaces
        }
        continue
      }
      if byteClass == ByteClass.nameStart {
        // Name :: NameStart NameContinue* [lookahead != NameContinue]
        let start = index
        var length = Word.leadingNameBytes(Word.load(source, index))
        index &+= length
        while length == 8 {
          length = Word.leadingNameBytes(Word.load(source, index))
          index &+= length
        }
        position = index
        return Token(.name, start, index)
      }
      if byteClass == ByteClass.punctuator {
        position = index &+ 1
        return Token(TokenKind(rawValue: byte), index, index &+ 1)
      }
      let token = readUncommon(source, index, byteClass)
      if token.kind.rawValue != Self.ignored { return token }
      index = position
    }
    position = index
    return Token(.endOfFile, index, index)
  }

  /// Never leaves the lexer: a comment or a byte order mark was skipped.
  private static var ignored: UInt8 { 0xFF }

  @inline(never)
  private mutating func readUncommon(
    _ source: Span<UInt8>, _ start: Int, _ byteClass: UInt8
  ) -> Token {
    let token =
      switch byteClass {
      case ByteClass.digit, ByteClass.minus: readNumber(source, start)
      case ByteClass.quote: readAnyString(source, start)
      case ByteClass.hash: skipComment(source, start)
      case ByteClass.dot: readSpread(source, start)
      default: readOther(source, start)
      }
    position = token.end
    return token
  }

  private func readSpread(_ source: Span<UInt8>, _ start: Int) -> Token {
    if start + 2 < source.count, source[start + 1] == 0x2E, source[start + 2] == 0x2E {
      return Token(.spread, start, start + 3)
    }
    return Token(.unexpectedCharacter, start, start + 1)
  }

  // Comment :: `#` CommentChar* [lookahead != CommentChar]
  private func skipComment(_ source: Span<UInt8>, _ start: Int) -> Token {
    let count = source.count
    var index = start + 1
    while index < count {
      let byte = source[index]
      if byte == 0x0A || byte == 0x0D { break }
      if byte < 0x80 {
        index &+= 1
        continue
      }
      let length = UTF8Scalar.length(source, at: index)
      if length == 0 { return Token(.invalidUTF8, index, index + 1) }
      index &+= length
    }
    return Token(TokenKind(rawValue: Self.ignored), start, index)
  }

  private func readOther(_ source: Span<UInt8>, _ start: Int) -> Token {
    guard let (scalar, length) = UTF8Scalar.decode(source, at: start) else {
      return Token(.invalidUTF8, start, start + 1)
    }
    if scalar == "\u{FEFF}" {
      return Token(TokenKind(rawValue: Self.ignored), start, start + length)
    }
    return Token(.unexpectedCharacter, start, start + length)
  }
}
