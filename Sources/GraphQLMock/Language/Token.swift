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

/// A punctuator's raw value is its ASCII byte, so the lexer needs no table; lexical errors begin at 0x80.
enum TokenKind: UInt8, Equatable, Sendable {
  case endOfFile, name, int, float, string, blockString

  // Punctuator :: one of ! $ & ( ) ... : = @ [ ] { | } (section 2.1.8)
  case bang = 0x21, dollar = 0x24, ampersand = 0x26
  case parenthesisLeft = 0x28, parenthesisRight = 0x29, spread = 0x2E, colon = 0x3A
  case equals = 0x3D, at = 0x40, bracketLeft = 0x5B, bracketRight = 0x5D
  case braceLeft = 0x7B, pipe = 0x7C, braceRight = 0x7D

  // The range of a lexical error is the part that the message shows. Its start is the position of the error.
  case unexpectedCharacter = 0x80, invalidUTF8, unterminatedString
  case invalidCharacterEscape, invalidUnicodeEscape, digitAfterZero, digitExpected

  /// A comment or byte order mark. It never leaves the lexer.
  case ignored = 0xFF

  @inline(__always)
  var isError: Bool { rawValue >= 0x80 }

  @inline(__always)
  var isPunctuator: Bool { rawValue >= 0x21 && rawValue < 0x80 }
}
