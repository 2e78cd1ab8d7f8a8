/// Removes ignored tokens exactly as graphql-js' `stripIgnoredCharacters` does.
enum DocumentStripper {
  static func text(_ source: Span<UInt8>) -> Result<ContiguousArray<UInt8>, GraphQLSyntaxError> {
    var text = ContiguousArray<UInt8>()
    text.reserveCapacity(source.count)
    let error = append(source, to: &text)
    return error.map { .failure(GraphQLSyntaxError(lexical: $0, in: source)) } ?? .success(text)
  }

  /// Returns the lexical error, if there is one.
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
