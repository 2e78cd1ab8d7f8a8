/// What a token is.
///
/// The raw value of a punctuator is its ASCII byte, so that the lexer needs no table of its own for
/// them; raw values from 0x80 are lexical errors.
struct TokenKind: RawRepresentable, Equatable, Sendable {
  let rawValue: UInt8

  @inline(__always)
  init(rawValue: UInt8) { self.rawValue = rawValue }

  static var endOfFile: TokenKind { TokenKind(rawValue: 0) }
  static var name: TokenKind { TokenKind(rawValue: 1) }
  static var int: TokenKind { TokenKind(rawValue: 2) }
  static var float: TokenKind { TokenKind(rawValue: 3) }
  static var string: TokenKind { TokenKind(rawValue: 4) }
  static var blockString: TokenKind { TokenKind(rawValue: 5) }

  // Punctuator :: one of ! $ & ( ) ... : = @ [ ] { | } (section 2.1.8)
  static var bang: TokenKind { TokenKind(rawValue: 0x21) }
  static var dollar: TokenKind { TokenKind(rawValue: 0x24) }
  static var ampersand: TokenKind { TokenKind(rawValue: 0x26) }
  static var parenthesisLeft: TokenKind { TokenKind(rawValue: 0x28) }
  static var parenthesisRight: TokenKind { TokenKind(rawValue: 0x29) }
  static var spread: TokenKind { TokenKind(rawValue: 0x2E) }
  static var colon: TokenKind { TokenKind(rawValue: 0x3A) }
  static var equals: TokenKind { TokenKind(rawValue: 0x3D) }
  static var at: TokenKind { TokenKind(rawValue: 0x40) }
  static var bracketLeft: TokenKind { TokenKind(rawValue: 0x5B) }
  static var bracketRight: TokenKind { TokenKind(rawValue: 0x5D) }
  static var braceLeft: TokenKind { TokenKind(rawValue: 0x7B) }
  static var pipe: TokenKind { TokenKind(rawValue: 0x7C) }
  static var braceRight: TokenKind { TokenKind(rawValue: 0x7D) }

  // Lexical errors. The token's range is what the message is about; its start is the position of the error.
  static var unexpectedCharacter: TokenKind { TokenKind(rawValue: 0x80) }
  static var invalidUTF8: TokenKind { TokenKind(rawValue: 0x81) }
  static var unterminatedString: TokenKind { TokenKind(rawValue: 0x82) }
  static var invalidCharacterEscape: TokenKind { TokenKind(rawValue: 0x83) }
  static var invalidUnicodeEscape: TokenKind { TokenKind(rawValue: 0x84) }
  static var digitAfterZero: TokenKind { TokenKind(rawValue: 0x85) }
  static var digitExpected: TokenKind { TokenKind(rawValue: 0x86) }

  @inline(__always)
  var isError: Bool { rawValue >= 0x80 }

  @inline(__always)
  var isPunctuator: Bool { rawValue >= 0x21 && rawValue < 0x80 }
}

/// A lexical token, or a lexical error: a kind and the range of bytes it covers.
///
/// The text stays where it is.
struct Token: Equatable, Sendable {
  let kind: TokenKind
  let start: Int
  let end: Int

  @inline(__always)
  init(_ kind: TokenKind, _ start: Int, _ end: Int) {
    self.kind = kind
    self.start = start
    self.end = end
  }
}
