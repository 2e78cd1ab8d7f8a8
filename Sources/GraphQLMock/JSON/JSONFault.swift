/// What is wrong with a JSON text, and where: what the scanners return instead of throwing.
struct JSONFault: Error, Sendable, Hashable {
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

  /// What would have been right.
  enum Expectation: Sendable, Hashable {
    case value
    case valueOrEndOfArray
    case memberName
    case memberNameOrEndOfObject
    case colon
    case commaOrEndOfArray
    case commaOrEndOfObject
    case endOfString
    case digit
    case literal(JSONLiteral)
  }

  var kind: Kind
  /// Bytes before the fault, counted from the start of the text.
  var offset: Int
}

/// The three literal names of RFC 8259, section 3.
enum JSONLiteral: String, Sendable, Hashable {
  case `true`
  case `false`
  case null
}

/// How far a scanner came with the bytes that it was given.
enum ScanOutcome: Sendable, Hashable {
  /// All bytes are used and the value goes on.
  case needsMore
  /// The value is whole; the position is behind it.
  case complete
  case failed(JSONFault)
}
