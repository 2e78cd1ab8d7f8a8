/// What is wrong with a JSON text, and where: what the tokenizer has instead of throwing.
struct JSONError: Error, Sendable, Hashable {
  /// The rule of RFC 8259 that is broken.
  enum Kind: Sendable, Hashable {
    /// A byte that can't stand here.
    case unexpectedByte(UInt8, expected: Expectation)
    /// The text ends too early.
    case unexpectedEnd(expected: Expectation)
    /// Bytes that are not UTF-8 (section 8.1); the offset is that of the ill-formed sequence.
    case invalidUTF8
    /// A backslash that starts none of the escapes of section 7; the offset is the backslash's.
    case invalidEscape
    /// Half of a UTF-16 surrogate pair; the offset is that of its backslash.
    case unpairedSurrogate
    /// A control character (U+0000 to U+001F) that is not escaped.
    case controlCharacter(UInt8)
    /// A byte that breaks the grammar of numbers (section 6).
    case invalidNumber(UInt8)
    /// More nested arrays and objects than `limit`; the offset is that of the bracket.
    case nestingTooDeep(limit: Int)
    /// Something other than white space after the value.
    case trailingByte(UInt8)
    /// A member's name that its object has already; the offset is that of the name's quote.
    case duplicateMember
  }

  /// What would have been right, as messages name it.
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
  /// Bytes before the error, counted from the start of the text.
  var offset: Int
}

/// The three literal names of RFC 8259, section 3.
enum JSONLiteral: String, Sendable, Hashable {
  case `true`
  case `false`
  case null

  var expectation: JSONError.Expectation {
    self == .true ? .true : self == .false ? .false : .null
  }
}

extension JSONError.Kind {
  /// What is wrong, without the position: `expected a value, found "}"`.
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

  /// A byte as messages name it: `"a"` where it is printable ASCII, else `byte 0xC3`.
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
  /// How many bytes of the text stand before the error.
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

  /// Whether the text may be JSON, but is nested deeper than is read.
  var isTooDeep: Bool {
    if case .nestingTooDeep = error.kind { true } else { false }
  }

  /// Works out line and column, which the tokenizer does not count.
  /// - Parameters:
  ///   - text: the text from its first byte, at least up to the error.
  ///   - member: the name that occurs twice, for a duplicate member.
  init(_ error: JSONError, in text: Span<UInt8>, member: String? = nil) {
    let position = TextPosition(of: error.offset, in: text)
    self.error = error
    line = position.line
    column = position.column
    reason = member.map { "the object has a member \"\($0)\" already" } ?? error.kind.wording
  }
}
