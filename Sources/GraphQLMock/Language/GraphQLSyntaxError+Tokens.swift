extension GraphQLSyntaxError {
  init(lexical token: Token, in source: Span<UInt8>) {
    let scalar = UTF8Scalar.decode(source, at: token.start)?.scalar
    let reason: Reason =
      switch token.kind {
      case .unexpectedCharacter: .unexpectedCharacter(scalar ?? "\u{FFFD}")
      case .invalidCharacterEscape:
        .invalidCharacterEscape(Self.text(source, token.start, token.end))
      case .invalidUnicodeEscape: .invalidUnicodeEscape(Self.text(source, token.start, token.end))
      case .digitAfterZero: .digitAfterZero(found: scalar)
      case .digitExpected: .digitExpected(found: scalar)
      case .invalidUTF8: .invalidUTF8(byte: token.start < source.count ? source[token.start] : 0)
      default: .unterminatedString
      }
    self.init(reason, at: token.start, in: source)
  }

  init(unexpected token: Token, in source: Span<UInt8>) {
    if token.kind.isError {
      self.init(lexical: token, in: source)
    } else {
      self.init(.unexpected(token: Self.describe(token, source)), at: token.start, in: source)
    }
  }

  init(expected: String, found token: Token, in source: Span<UInt8>) {
    if token.kind.isError {
      self.init(lexical: token, in: source)
    } else {
      let reason = Reason.expected(expected, found: Self.describe(token, source))
      self.init(reason, at: token.start, in: source)
    }
  }

  static func describe(_ token: Token, _ source: Span<UInt8>) -> String {
    switch token.kind {
    case .endOfFile: return "<EOF>"
    case .name: return "Name \"\(text(source, token.start, token.end))\""
    case .int: return "Int \"\(text(source, token.start, token.end))\""
    case .float: return "Float \"\(text(source, token.start, token.end))\""
    case .string, .blockString:
      var value = ContiguousArray<UInt8>()
      StringLiteral.appendValue(source, token.start, token.end, to: &value)
      let kind = token.kind == .string ? "String" : "BlockString"
      return "\(kind) \"\(text(value.span, 0, value.count))\""
    default: return describe(token.kind)
    }
  }

  static func describe(_ kind: TokenKind) -> String {
    switch kind {
    case .endOfFile: "<EOF>"
    case .name: "Name"
    case .spread: "\"...\""
    default: "\"\(Unicode.Scalar(kind.rawValue))\""
    }
  }

  static func text(_ source: Span<UInt8>, _ start: Int, _ end: Int) -> String {
    var result = String.UnicodeScalarView()
    var index = start
    var count = 0
    while index < min(end, source.count) {
      if count == 60 {
        result.append("…")
        break
      }
      let character = UTF8Scalar.decode(source, at: index)
      result.append(character?.scalar ?? "\u{FFFD}")
      index += character?.length ?? 1
      count += 1
    }
    return String(result)
  }
}
