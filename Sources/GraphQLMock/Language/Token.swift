/// A token with the offsets of its first byte and of the byte after it, in UTF-8.
struct Token: Equatable, Sendable {
  let kind: TokenKind
  let start: Int
  let end: Int

  @inline(__always) init(_ kind: TokenKind, _ start: Int, _ end: Int) {
    self.kind = kind
    self.start = start
    self.end = end
  }
}

/// The kind of a token. The raw value of a punctuator, such as `{`, is its ASCII byte.
enum TokenKind: UInt8, Equatable, Sendable {
  case endOfFile, name, int, float, string, blockString
  /// A comment or byte order mark, which the lexer skips instead of returning it.
  case ignored

  case bang = 0x21, dollar = 0x24, ampersand = 0x26
  case parenthesisLeft = 0x28, parenthesisRight = 0x29, spread = 0x2E, colon = 0x3A
  case equals = 0x3D, at = 0x40, bracketLeft = 0x5B, bracketRight = 0x5D
  case braceLeft = 0x7B, pipe = 0x7C, braceRight = 0x7D

  // The following kinds are errors, and have their words in `GraphQLSyntaxError.Reason`. The range of such a token is
  // the text that the message shows, or empty at the end of the text and after an unterminated string.
  case unexpectedCharacter = 0x80, invalidUTF8, unterminatedString
  case invalidCharacterEscape, invalidUnicodeEscape, digitAfterZero, digitExpected

  @inline(__always) var isError: Bool { rawValue >= 0x80 }

  @inline(__always) var isPunctuator: Bool { rawValue >= 0x21 && rawValue < 0x80 }
}
