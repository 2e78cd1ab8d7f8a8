/// A JSON syntax error, which the tokenizer stores instead of throwing.
struct JSONError: Error, Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case unexpectedByte(UInt8, expected: Expectation)
    case unexpectedEnd(expected: Expectation)
    /// RFC 8259, section 8.1. The offset is the start of the invalid sequence.
    case invalidUTF8
    /// RFC 8259, section 7. The offset is the backslash.
    case invalidEscape
    /// The offset is the backslash.
    case unpairedSurrogate
    case controlCharacter(UInt8)
    /// RFC 8259, section 6.
    case invalidNumber(UInt8)
    /// The offset is the bracket.
    case nestingTooDeep(limit: Int)
    case trailingByte(UInt8)
    /// The offset is the quote that opens the name.
    case duplicateMember
  }

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

  var kind: Kind
  var offset: Int
}

/// RFC 8259, section 3.
enum JSONLiteral: String, Sendable, Hashable {
  case `true`
  case `false`
  case null

  var expectation: JSONError.Expectation {
    self == .true ? .true : self == .false ? .false : .null
  }
}

extension JSONError.Kind {
  /// The message without its position: `expected a value, found "}"`.
  var wording: String {
    switch self {
    case .unexpectedByte(let byte, let expected):
      "expected \(expected.rawValue), found \(Self.name(of: byte))"
    case .unexpectedEnd(let expected): "expected \(expected.rawValue), found the end"
    case .invalidUTF8: "the bytes are not valid UTF-8"
    case .invalidEscape: "invalid escape sequence in a string"
    case .unpairedSurrogate: "unpaired UTF-16 surrogate in a string"
    case .controlCharacter(let byte):
      "a string may not hold the control character \(Self.name(of: byte)) unescaped"
    case .invalidNumber(let byte): "\(Self.name(of: byte)) can't stand here in a number"
    case .nestingTooDeep(let limit): "arrays and objects are nested more than \(limit) deep"
    case .trailingByte(let byte):
      "only white space may follow the value, found \(Self.name(of: byte))"
    case .duplicateMember: "the object has this member already"
    }
  }

  /// `"a"` for printable ASCII, otherwise `byte 0xC3`.
  static func name(of byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\""): return "'\"'"
    case 0x20..<0x7F: return "\"\(Character(UnicodeScalar(byte)))\""
    default: return "byte 0x\(String(hexadecimal: byte, width: 2, uppercase: true))"
    }
  }
}

/// A text that is not JSON: what is wrong, and the exact position (RFC 8259).
///
/// ```
/// Invalid JSON at line 2, column 9 (byte 10): expected a value, found "}".
/// ```
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, as a phrase without a full stop.
  public let reason: String
  var offset: Int { error.offset }
  /// The line of the error, from 1.
  ///
  /// Lines end with a line feed, a carriage return, or both.
  public let line: Int
  /// The column of the error, from 1, counted in Unicode scalars.
  public let column: Int

  let error: JSONError

  /// The whole message.
  public var description: String {
    let what = isTooDeep ? "JSON nested too deep" : "Invalid JSON"
    return "\(what) at line \(line), column \(column) (byte \(offset)): \(reason)."
  }

  /// Whether the text may be valid JSON that exceeds the nesting limit.
  var isTooDeep: Bool {
    if case .nestingTooDeep = error.kind { true } else { false }
  }

  /// Works out line and column, which the tokenizer doesn't count.
  init(_ error: JSONError, in text: Span<UInt8>, member: String? = nil) {
    let position = TextPosition(of: error.offset, in: text)
    self.error = error
    line = position.line
    column = position.column
    reason = member.map { "the object has a member \"\($0)\" already" } ?? error.kind.wording
  }
}
