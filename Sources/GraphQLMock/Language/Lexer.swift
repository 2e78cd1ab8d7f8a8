/// Reads tokens from UTF-8 bytes (GraphQL, section 2.1 "Source Text").
///
/// The source is handed to each call, always the same, so that the cursor may be stored anywhere. A
/// lexical error is a token of its own kind; the caller stops there, and what comes after it is
/// unspecified.
struct Lexer: Sendable {
  /// Where the current block begins.
  private var base = 0
  /// Where the next block begins.
  private var nextBase: Int
  /// The tokens of the current block that are still to be read.
  private var starts: UInt64 = 0
  private var names: UInt64 = 0

  /// - Parameter start: The offset to begin at, outside of any token.
  init(at start: Int = 0) { nextBase = start }

  /// The next token that is not ignored; `endOfFile` at the end, again and again.
  ///
  /// Inlined where tokens are read in a loop. Who reads them in many places does so through one
  /// function that is not.
  ///
  ///     Ignored :: UnicodeBOM | Whitespace | LineTerminator | Comment | Comma
  @inline(__always)
  mutating func next(_ source: Span<UInt8>) -> Token {
    while true {
      while starts == 0 {
        guard readBlock(source) else { return Token(.endOfFile, source.count, source.count) }
      }
      let bit = UInt64(truncatingIfNeeded: starts.trailingZeroBitCount)
      let start = base &+ Int(truncatingIfNeeded: bit)
      starts &= starts &- 1
      let byte = source[start]
      if Self.isCommonStart(byte) {
        // Name :: NameStart NameContinue* [lookahead != NameContinue]
        //
        // Names and punctuators take one path: which of them comes next nobody can predict.
        let length = (~(names &>> bit)).trailingZeroBitCount
        if length == 64 { return readLongName(source, start) }
        let isName = length > 0
        return Token(
          isName ? .name : TokenKind(rawValue: byte), start, start &+ (isName ? length : 1))
      }
      let token = Self.readUncommon(source, start, byte)
      skip(to: token.end)
      if token.kind.rawValue != Self.ignored { return token }
    }
  }

  /// Goes on to the next block; false at the end.
  ///
  /// Out of line, it would keep the state of the lexer out of registers.
  @inline(__always)
  private mutating func readBlock(_ source: Span<UInt8>) -> Bool {
    guard nextBase < source.count else { return false }
    let block = LexerBlock.read(source, at: nextBase)
    base = nextBase
    names = block.names
    starts = block.starts
    nextBase = base &+ block.length
    return true
  }

  /// Goes on behind a token that may have any length.
  @inline(__always)
  private mutating func skip(to end: Int) {
    if end < nextBase {
      starts &= UInt64.max &<< UInt64(truncatingIfNeeded: end &- base)
    } else {
      starts = 0
      nextBase = end
    }
  }

  private mutating func readLongName(_ source: Span<UInt8>, _ start: Int) -> Token {
    var end = start &+ 64
    while end < source.count, source[end].continuesName { end &+= 1 }
    skip(to: end)
    return Token(.name, start, end)
  }

  /// Whether a byte begins a name, or is a punctuator other than `...`.
  @inline(__always)
  private static func isCommonStart(_ byte: UInt8) -> Bool {
    // A bit for each ASCII character: ! $ & ( ) : = @ [ ] { | }, letters and the underscore.
    let bits: UInt64 = byte < 0x40 ? 0x2400_0352_0000_0000 : 0x3FFF_FFFE_AFFF_FFFF
    return byte < 0x80 && bits &>> UInt64(byte & 0x3F) & 1 != 0
  }

  /// Never leaves the lexer: a comment or a byte order mark was skipped.
  private static var ignored: UInt8 { 0xFF }

  @inline(never)
  private static func readUncommon(
    _ source: Span<UInt8>, _ start: Int, _ byte: UInt8
  ) -> Token {
    switch byte {
    case 0x30...0x39, 0x2D: readNumber(source, start)
    case 0x22: readAnyString(source, start)
    case 0x23: skipComment(source, start)
    case 0x2E: readSpread(source, start)
    case 0x09, 0x0D: skipWhiteSpace(source, start)
    default: readOther(source, start)
    }
  }

  private static func readSpread(_ source: Span<UInt8>, _ start: Int) -> Token {
    if start + 2 < source.count, source[start + 1] == 0x2E, source[start + 2] == 0x2E {
      return Token(.spread, start, start + 3)
    }
    return Token(.unexpectedCharacter, start, start + 1)
  }

  private static func skipWhiteSpace(_ source: Span<UInt8>, _ start: Int) -> Token {
    var index = start + 1
    while index < source.count {
      let byte = source[index]
      guard byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else { break }
      index &+= 1
    }
    return Token(TokenKind(rawValue: Self.ignored), start, index)
  }

  // Comment :: `#` CommentChar* [lookahead != CommentChar]
  private static func skipComment(_ source: Span<UInt8>, _ start: Int) -> Token {
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

  private static func readOther(_ source: Span<UInt8>, _ start: Int) -> Token {
    guard let (scalar, length) = UTF8Scalar.decode(source, at: start) else {
      return Token(.invalidUTF8, start, start + 1)
    }
    if scalar == "\u{FEFF}" {
      return Token(TokenKind(rawValue: Self.ignored), start, start + length)
    }
    return Token(.unexpectedCharacter, start, start + length)
  }
}
