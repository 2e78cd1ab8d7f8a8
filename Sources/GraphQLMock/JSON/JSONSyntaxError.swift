extension JSONTokenizer {
  enum Literal: String, Sendable, Hashable {
    case `true`
    case `false`
    case null

    var expectation: JSONError.Expectation {
      self == .true ? .true : self == .false ? .false : .null
    }
  }
}

/// A JSON syntax error, with its exact position (RFC 8259).
///
/// ```
/// Invalid JSON at line 2, column 9 (byte 10): expected a value, found "}".
/// ```
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  package let reason: String
  var offset: Int { error.offset }
  /// The line of the error, counted from 1, where LF, CR and CR LF end a line.
  package let line: Int
  /// The column of the error, counted from 1 in Unicode scalars.
  package let column: Int

  let error: JSONError

  /// The error's message, with its line, column and byte offset.
  public var description: String {
    let what = isTooDeep ? "JSON nested too deep" : "Invalid JSON"
    return "\(what) at line \(line), column \(column) (byte \(offset)): \(reason)."
  }

  var isTooDeep: Bool {
    if case .nestingTooDeep = error.kind { true } else { false }
  }

  init(_ error: JSONError, in text: Span<UInt8>, member: String? = nil) {
    let position = TextPosition(of: error.offset, in: text)
    self.error = error
    line = position.line
    column = position.column
    reason = member.map { "the object already has the member \"\($0)\"" } ?? error.kind.wording
  }
}

/// A syntax error in a JSON text, which the tokenizer stores instead of throwing it.
struct JSONError: Error, Sendable, Hashable {
  enum Reason: Sendable, Hashable {
    case unexpectedByte(UInt8, expected: Expectation)
    case unexpectedEnd(expected: Expectation)
    /// The text has invalid UTF-8 (RFC 8259, section 8.1). The offset is the start of the invalid sequence.
    case invalidUTF8
    /// A string has an invalid escape (RFC 8259, section 7). The offset is that of the backslash.
    case invalidEscape
    /// A string has half of a UTF-16 surrogate pair. The offset is that of the backslash.
    case unpairedSurrogate
    case controlCharacter(UInt8)
    case invalidNumber(UInt8)
    /// Arrays and objects are nested too deep. The offset is that of the opening bracket or brace.
    case nestingTooDeep(limit: Int)
    case trailingByte(UInt8)
    /// An object has two members of one name. The offset is that of the second name's opening quote.
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

  var kind: Reason
  var offset: Int
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
