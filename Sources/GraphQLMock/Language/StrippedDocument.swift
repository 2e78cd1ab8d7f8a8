public import Foundation

/// Documents without what GraphQL ignores: white space, line breaks, commas and comments.
///
/// The result is, byte for byte, that of `stripIgnoredCharacters` of graphql-js. Only the tokens
/// are checked (GraphQL, section 2.1); what they form may be no document at all.
///
///     try StrippedDocument.text(of: "{ hero { name, age } }")  // {hero{name age}}
public enum StrippedDocument: Sendable {
  /// Returns the normalized text of a document.
  /// - Parameter document: The text of a document.
  /// - Returns: The tokens of the document, with a space only where two would run together.
  /// - Throws: ``GraphQLSyntaxError`` at the first thing that is no token.
  public static func text(of document: String) throws(GraphQLSyntaxError) -> String {
    try text(ContiguousArray(document.utf8))
  }

  /// Returns the normalized text of a document.
  /// - Parameter document: The text of a document in UTF-8.
  /// - Returns: The tokens of the document, with a space only where two would run together.
  /// - Throws: ``GraphQLSyntaxError`` at the first thing that is no token or no UTF-8.
  public static func text(of document: Data) throws(GraphQLSyntaxError) -> String {
    try text(ContiguousArray(document))
  }

  private static func text(_ bytes: ContiguousArray<UInt8>) throws(GraphQLSyntaxError) -> String {
    String(decoding: try DocumentStripper.text(bytes.span).get(), as: UTF8.self)
  }
}

enum DocumentStripper {
  static func text(_ source: Span<UInt8>) -> Result<ContiguousArray<UInt8>, GraphQLSyntaxError> {
    var text = ContiguousArray<UInt8>()
    text.reserveCapacity(source.count)
    let error = append(source, to: &text)
    return error.map { .failure(GraphQLSyntaxError(lexical: $0, in: source)) } ?? .success(text)
  }

  static func append(_ source: Span<UInt8>, to text: inout ContiguousArray<UInt8>) -> Token? {
    var lexer = Lexer()
    var followsNonPunctuator = false
    while true {
      let token = lexer.next(source)
      if token.kind.isError { return token }
      if token.kind == .endOfFile { return nil }
      let isPunctuator = token.kind.isPunctuator
      // `1 ...` would be a malformed Float without the space.
      if followsNonPunctuator, !isPunctuator || token.kind == .spread { text.append(0x20) }
      if token.kind == .blockString {
        text += minimized(source, token)
      } else {
        text.append(source, from: token.start, to: token.end)
      }
      followsNonPunctuator = !isPunctuator
    }
  }

  private static func minimized(_ source: Span<UInt8>, _ token: Token) -> ContiguousArray<UInt8> {
    var value = ContiguousArray<UInt8>()
    BlockString.appendValue(source, token.start + 3, token.end - 3, to: &value)
    var text = ContiguousArray<UInt8>()
    BlockString.append(value: value.span, to: &text)
    return text
  }
}
