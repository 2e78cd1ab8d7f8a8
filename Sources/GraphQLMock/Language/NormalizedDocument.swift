/// A namespace for removing the parts of documents that GraphQL ignores, such as white space and comments.
///
/// Line breaks and commas are removed too. The result is the same as that of `stripIgnoredCharacters` in
/// graphql-js, byte for byte. Only the tokens are validated (GraphQL, section 2.1). To compare, use ``MatchKey``.
///
///     try NormalizedDocument.text(of: "{ hero { name, age } }")  // {hero{name age}}
public enum NormalizedDocument: Sendable {
  /// Returns the document without ignored characters, but with a space between tokens that would otherwise merge.
  /// - Throws: ``GraphQLSyntaxError`` at the first invalid token.
  public static func text(of document: String) throws(GraphQLSyntaxError) -> String {
    let bytes = ContiguousArray(document.utf8)
    var text = ContiguousArray<UInt8>()
    text.reserveCapacity(bytes.count)
    if let error = append(bytes.span, to: &text) {
      throw GraphQLSyntaxError(unexpected: error, in: bytes.span)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the document without ignored characters to a text, or returns the first invalid token.
  static func append(_ source: Span<UInt8>, to text: inout ContiguousArray<UInt8>) -> Token? {
    var lexer = Lexer()
    var followsNonPunctuator = false
    while true {
      let token = lexer.next(source)
      if token.kind.isError { return token }
      if token.kind == .endOfFile { return nil }
      let isPunctuator = token.kind.isPunctuator
      // A space separates names and values, and a number from `...`, because `1...` is malformed.
      if followsNonPunctuator, !isPunctuator || token.kind == .spread { text.append(0x20) }
      if token.kind == .blockString {
        let value = BlockString.value(source, token.start + 3, token.end - 3)
        BlockString.append(value: value.span, to: &text)
      } else {
        text.append(source, from: token.start, to: token.end)
      }
      followsNonPunctuator = !isPunctuator
    }
  }
}
