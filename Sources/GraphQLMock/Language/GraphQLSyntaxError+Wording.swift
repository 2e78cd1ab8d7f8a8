public import Foundation

/// The error messages have the same wording as in graphql-js, except for errors that graphql-js doesn't report.
extension GraphQLSyntaxError: CustomStringConvertible, LocalizedError {
  /// The error message on one line, as a GraphQL service sends it in `errors[].message`.
  package var message: String { "Syntax Error: " + reason.wording }

  /// The error message, followed by the position of the error and an excerpt of the document.
  public var description: String { "\(message)\n\(place)".escapingControls() }

  var place: String { excerpt.isEmpty ? "\(line):\(column)" : "\(line):\(column)\n\(excerpt)" }

  /// The same text as ``description``.
  public var errorDescription: String? { description }
}

extension GraphQLSyntaxError.Reason {
  /// Creates the reason of an error that the lexer found, or returns nil for another token.
  init?(lexical token: Token, in source: Span<UInt8>) {
    let scalar = UTF8Scalar.decode(source, at: token.start)?.scalar
    func text() -> String { GraphQLSyntaxError.text(source, token.start, token.end) }
    switch token.kind {
    case .unexpectedCharacter: self = .unexpectedCharacter(scalar ?? "\u{FFFD}")
    case .invalidUTF8:
      self = .invalidUTF8(byte: token.start < source.count ? source[token.start] : 0)
    case .unterminatedString: self = .unterminatedString
    case .invalidCharacterEscape: self = .invalidCharacterEscape(text())
    case .invalidUnicodeEscape: self = .invalidUnicodeEscape(text())
    case .digitAfterZero: self = .digitAfterZero(found: scalar)
    case .digitExpected: self = .digitExpected(found: scalar)
    case .endOfFile, .name, .int, .float, .string, .blockString, .ignored, .bang, .dollar,
      .ampersand, .parenthesisLeft, .parenthesisRight, .spread, .colon, .equals, .at, .bracketLeft,
      .bracketRight, .braceLeft, .pipe, .braceRight:
      return nil
    }
  }

  var wording: String {
    switch self {
    case .unexpectedCharacter("'"):
      #"Unexpected single quote character ('), did you mean to use a double quote (")?"#
    case .unexpectedCharacter(let scalar): "Unexpected character: \(Self.quoted(scalar))."
    case .invalidUTF8(let byte):
      "Invalid UTF-8: unexpected byte 0x\(String(hexadecimal: byte, width: 2, uppercase: true))."
    case .unterminatedString: "Unterminated string."
    case .invalidCharacterEscape(let text):
      #"Invalid character escape sequence: "\#(Self.printable(text))"."#
    case .invalidUnicodeEscape(let text):
      #"Invalid Unicode escape sequence: "\#(Self.printable(text))"."#
    case .digitAfterZero(let found):
      "Invalid number, unexpected digit after 0: \(Self.quoted(found))."
    case .digitExpected(let found): "Invalid number, expected digit but got: \(Self.quoted(found))."
    case .unexpected(let token): "Unexpected \(token)."
    case .expected(let expected, let found): "Expected \(expected), found \(found)."
    case .variableInConstant(let name): #"Unexpected variable "$\#(name)" in constant value."#
    case .reservedEnumValue(let token): "\(token) is reserved and cannot be used for an enum value."
    case .descriptionOfShorthand:
      "Unexpected description, descriptions are not supported on shorthand queries."
    case .descriptionOfNothing:
      "Unexpected description, descriptions are supported only on definitions."
    case .tooLarge(let limit): "The document is larger than \(limit) bytes."
    case .nestingTooDeep(let limit): "Selection sets and values are nested more than \(limit) deep."
    }
  }

  private static func quoted(_ scalar: Unicode.Scalar?) -> String {
    guard let scalar else { return "<EOF>" }
    if scalar == "\"" { return "'\"'" }
    if (0x20...0x7E).contains(scalar.value) { return "\"\(scalar)\"" }
    return "U+" + String(hexadecimal: scalar.value, width: 4, uppercase: true)
  }

  /// Returns the text with control characters replaced by names such as `U+000A`, so that it stays on one line.
  private static func printable(_ text: String) -> String {
    text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? quoted($0) : String($0) }
      .joined()
  }
}

extension GraphQLSyntaxError {
  /// Creates the error at a token, which is a lexical error or isn't the expected one.
  init(expected: String? = nil, unexpected token: Token, in source: Span<UInt8>) {
    let found = Self.describe(token, source)
    let reason = expected.map { Reason.expected($0, found: found) } ?? .unexpected(token: found)
    self.init(Reason(lexical: token, in: source) ?? reason, at: token.start, in: source)
  }

  static func describe(_ token: Token, _ source: Span<UInt8>) -> String {
    let kind = describe(token.kind)
    if token.kind == .endOfFile || token.kind.isPunctuator { return kind }
    guard token.kind == .string || token.kind == .blockString else {
      return "\(kind) \"\(text(source, token.start, token.end))\""
    }
    let value = StringLiteral.value(source, token.start..<token.end)
    return "\(kind) \"\(text(value.span, 0, value.count))\""
  }

  static func describe(_ kind: TokenKind) -> String {
    switch kind {
    case .endOfFile: "<EOF>"
    case .name: "Name"
    case .int: "Int"
    case .float: "Float"
    case .string: "String"
    case .blockString: "BlockString"
    case .spread: "\"...\""
    case .bang, .dollar, .ampersand, .parenthesisLeft, .parenthesisRight, .colon, .equals, .at,
      .bracketLeft, .bracketRight, .braceLeft, .pipe, .braceRight:
      "\"\(Unicode.Scalar(kind.rawValue))\""
    // A message shows the reason of an error instead.
    case .ignored, .unexpectedCharacter, .invalidUTF8, .unterminatedString, .invalidCharacterEscape,
      .invalidUnicodeEscape, .digitAfterZero, .digitExpected:
      ""
    }
  }

  /// Returns the first 60 characters of the text in a byte range. `…` stands for the others.
  static func text(_ source: Span<UInt8>, _ start: Int, _ end: Int) -> String {
    var bytes = ContiguousArray<UInt8>()
    // The bytes of 61 characters, to know whether there are more than 60. Each has at most four in UTF-8.
    bytes.append(source, from: start, to: min(end, source.count, start + 244))
    let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
    return String(text.prefix(60)) + (text.count > 60 ? "…" : "")
  }
}
