/// A syntax error in a GraphQL document, with its position (GraphQL, sections 2 and 7.1.2).
///
/// The first line of ``description`` is the message that a GraphQL service sends in `errors[].message`:
///
///     Syntax Error: Unexpected character: "?".
///     2:3
///     1 | {
///     2 |   ?
///       |   ^
public struct GraphQLSyntaxError: Error, Hashable, Sendable, Changeable {
  /// The line number of the error, starting at 1. LF, CR and CR LF are line endings.
  package let line: Int
  /// The column number of the error, starting at 1. Every Unicode scalar counts as one column.
  package let column: Int

  let reason: Reason

  /// The line of the error with a caret, and its neighbors, or empty if they could show secrets.
  private(set) var excerpt: String

  init(_ reason: Reason, at offset: Int, in source: Span<UInt8>) {
    let position = TextPosition(of: offset, in: source)
    self.reason = reason
    line = position.line
    column = position.column
    excerpt = Self.excerpt(source, offset: min(max(offset, 0), source.count), numbered: line)
  }

  /// Returns the error without strings, which can contain secrets, and without comments, which can contain strings. If
  /// the document without them has its error in another place, only the excerpt is removed.
  func withoutStrings(of source: ContiguousArray<UInt8>) -> GraphQLSyntaxError {
    if !source.contains(UInt8(ascii: "\"")) { return self }
    if case .failure(let shown) = Document.parse(StringLiteral.masked(source)),
      (shown.line, shown.column) == (line, column)
    {
      return shown
    }
    return changing { $0.excerpt = "" }
  }

  indirect enum Reason: Hashable, Sendable {
    case unexpectedCharacter(Unicode.Scalar)
    case invalidUTF8(byte: UInt8)
    case unterminatedString
    case invalidCharacterEscape(String), invalidUnicodeEscape(String)
    case digitAfterZero(found: Unicode.Scalar?), digitExpected(found: Unicode.Scalar?)
    /// A description of the token, such as `Name "foo"`.
    case unexpected(token: String)
    case expected(String, found: String)
    case variableInConstant(name: String)
    case reservedEnumValue(token: String)
    case descriptionOfShorthand, descriptionOfNothing
    case tooLarge(limit: Int), nestingTooDeep(limit: Int)
  }
}
