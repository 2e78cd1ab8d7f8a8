struct JSONError: Error, Sendable, Hashable {
  enum Reason: Sendable, Hashable {
    case unexpectedByte(UInt8, expected: Expectation)
    case unexpectedEnd(expected: Expectation)
    /// The text isn't valid UTF-8 (RFC 8259, section 8.1). The offset is the start of the invalid byte sequence.
    case invalidUTF8
    /// A string has an invalid escape sequence (RFC 8259, section 7). The offset is that of the backslash.
    case invalidEscape
    /// A string contains only one half of a UTF-16 surrogate pair. The offset is that of the backslash.
    case unpairedSurrogate
    case controlCharacter(UInt8), invalidNumber(UInt8)
    /// Arrays and objects are nested too deeply. The offset is that of the opening bracket or brace.
    case nestingTooDeep(limit: Int)
    case trailingByte(UInt8)
    /// An object has two members with the same name. The offset is that of the second name's quotation mark.
    case duplicateMember
  }

  /// The words of a message for the expected token. `JSONTokenizer` also reads the last word of `true`, `false` and `null`.
  enum Expectation: String, Sendable {
    case value = "a value"
    case valueOrEndOfArray = "a value or \"]\""
    case memberName = "a member name in quotes"
    case memberNameOrEndOfObject = "a member name in quotes or \"}\""
    case colon = "\":\""
    case commaOrEndOfArray = "\",\" or \"]\""
    case commaOrEndOfObject = "\",\" or \"}\""
    case endOfString = "the end of a string"
    case digit = "a digit"
    case `true` = "the literal true"
    case `false` = "the literal false"
    case null = "the literal null"
  }

  var reason: Reason
  var offset: Int  // In bytes, from the start of the text even if it arrives in chunks.
}

extension JSONError.Reason {
  var wording: String {
    switch self {
    case .unexpectedByte(let byte, let expected):
      "expected \(expected.rawValue), found \(Self.name(of: byte))"
    case .unexpectedEnd(let expected): "expected \(expected.rawValue), found the end"
    case .invalidUTF8: "the bytes are not valid UTF-8"
    case .invalidEscape: "invalid escape sequence in a string"
    case .unpairedSurrogate: "unpaired UTF-16 surrogate in a string"
    case .controlCharacter(let byte):
      "a string must not contain the control character \(Self.name(of: byte)) unescaped"
    case .invalidNumber(let byte): "\(Self.name(of: byte)) isn't allowed here in a number"
    case .nestingTooDeep(let limit): "arrays and objects are nested more than \(limit) deep"
    case .trailingByte(let byte):
      "only white space may follow the value, found \(Self.name(of: byte))"
    case .duplicateMember: "the object already has this member"
    }
  }

  static func name(of byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\""): return "'\"'"
    case 0x20..<0x7F: return "\"\(Character(UnicodeScalar(byte)))\""
    default: return "byte 0x\(String(hexadecimal: byte, width: 2, uppercase: true))"
    }
  }
}
