/// What makes a GraphQL document unreadable, and where (GraphQL, sections 2 and 7.1.2).
///
/// ``description`` is the whole message, as a person reads it in a failing test:
///
///     Syntax Error: Unexpected character: "?".
///     2:3
///     1 | {
///     2 |   ?
///       |   ^
///
/// ``message`` is its first line, which is what a GraphQL service puts into `errors[].message`.
public struct GraphQLSyntaxError: Error, Hashable, Sendable {
  /// The line of the error, counted from 1.
  ///
  /// Lines end in LF, CR or CR LF.
  public let line: Int

  /// The column of the error, counted from 1 in Unicode scalars.
  public let column: Int

  /// What is wrong, with the facts of it.
  let reason: Reason

  /// The lines around the error with a caret below it; long lines are cut to some 80 characters.
  let excerpt: String

  /// - Parameters:
  ///   - offset: The offset of the error in bytes; the count of the source stands for its end.
  init(_ reason: Reason, at offset: Int, in source: Span<UInt8>) {
    let position = TextPosition(of: offset, in: source)
    self.reason = reason
    line = position.line
    column = position.column
    excerpt = Excerpt(source, offset: min(max(offset, 0), source.count), numbered: line).text
  }

  private init(_ reason: Reason, line: Int, column: Int) {
    (self.reason, self.line, self.column, excerpt) = (reason, line, column, "")
  }

  /// The same error for messages, which show nothing of strings: a client may have put secrets there.
  /// - Parameter source: The document.
  func withoutStrings(of source: ContiguousArray<UInt8>) -> GraphQLSyntaxError {
    if !source.contains(UInt8(ascii: "\"")) { return self }
    if case .failure(let shown) = Document.parse(StringLiteral.masked(source)), shown.line == line,
      shown.column == column
    {
      return shown
    }
    return GraphQLSyntaxError(reason, line: line, column: column)
  }

  /// What can be wrong with the text of a document.
  indirect enum Reason: Hashable, Sendable {
    /// A character that begins no token.
    case unexpectedCharacter(Unicode.Scalar)
    /// A byte that is not part of well-formed UTF-8.
    case invalidUTF8(byte: UInt8)
    /// A string that has no end.
    case unterminatedString
    /// A backslash in a string before a character that it can't escape.
    case invalidCharacterEscape(String)
    /// `\u` without digits behind it, or with a value that is no Unicode scalar.
    case invalidUnicodeEscape(String)
    /// A number with a leading zero; nil stands for the end of the document.
    case digitAfterZero(found: Unicode.Scalar?)
    /// A number that goes on with something else; nil stands for the end of the document.
    case digitExpected(found: Unicode.Scalar?)
    /// A token that can't stand where it is, described as in `Name "foo"`.
    case unexpected(token: String)
    /// A token that stands where another is needed, both described as in `Name "foo"`.
    case expected(String, found: String)
    /// A variable in the default of another, or in a directive of a variable's definition.
    case variableInConstant(name: String)
    /// An enum value that is named `true`, `false` or `null`.
    case reservedEnumValue(token: String)
    /// A description before a shorthand query.
    case descriptionOfShorthand
    /// A description before something that is no definition.
    case descriptionOfNothing
    /// A document that is larger than this library reads; the limit is in bytes.
    case tooLarge(limit: Int)
    /// A document that is nested deeper than this library reads.
    case nestingTooDeep(limit: Int)
  }
}
