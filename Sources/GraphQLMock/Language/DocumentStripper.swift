/// Where normalized text goes.
protocol StrippedTextSink {
  /// - Parameter afterSpace: True if a space must stand before the token.
  mutating func add(_ source: Span<UInt8>, _ token: Token, afterSpace: Bool)
  /// Adds a token in a new spelling.
  mutating func add(_ text: ContiguousArray<UInt8>, afterSpace: Bool)
}

/// Removes what is ignored between tokens, exactly as `stripIgnoredCharacters` of graphql-js does.
enum DocumentStripper {
  /// Reads all tokens of a source and hands what stays to a sink.
  /// - Returns: The lexical error that ends the reading, or nil.
  @inline(__always)
  static func run<Sink: StrippedTextSink>(
    _ source: Span<UInt8>, into sink: inout Sink
  ) -> Token? {
    var lexer = Lexer()
    var followsNonPunctuator = false
    while true {
      let token = lexer.next(source)
      if token.kind.isPunctuator || token.kind == .name {
        // `1 ...` would be a malformed Float without the space.
        let isName = token.kind == .name
        let needsSpace = followsNonPunctuator && (isName || token.kind == .spread)
        sink.add(source, token, afterSpace: needsSpace)
        followsNonPunctuator = isName
        continue
      }
      if token.kind.isError { return token }
      if token.kind == .endOfFile { return nil }
      if token.kind == .blockString {
        sink.add(minimized(source, token), afterSpace: followsNonPunctuator)
      } else {
        sink.add(source, token, afterSpace: followsNonPunctuator)
      }
      followsNonPunctuator = true
    }
  }

  @inline(never)
  private static func minimized(_ source: Span<UInt8>, _ token: Token) -> ContiguousArray<UInt8> {
    var value = ContiguousArray<UInt8>()
    BlockString.appendValue(source, token.start + 3, token.end - 3, to: &value)
    var text = ContiguousArray<UInt8>()
    BlockString.appendMinimized(value: value.span, to: &text)
    return text
  }

  /// The normalized text, or the error that prevents it.
  static func text(_ source: Span<UInt8>) -> Result<ContiguousArray<UInt8>, GraphQLSyntaxError> {
    var sink = StrippedText(capacity: source.count)
    if let error = run(source, into: &sink) {
      return .failure(GraphQLSyntaxError(lexical: error, in: source))
    }
    return .success(sink.finish())
  }

  /// A digest of the normalized text, without the text, to look documents up by.
  static func digest(_ source: Span<UInt8>) -> Result<Digest128, GraphQLSyntaxError> {
    var sink = StrippedDigest()
    if let error = run(source, into: &sink) {
      return .failure(GraphQLSyntaxError(lexical: error, in: source))
    }
    return .success(sink.digester.finish())
  }
}

/// Collects normalized text.
struct StrippedText: StrippedTextSink, Sendable {
  /// What was written, and room for more.
  private var buffer: ContiguousArray<UInt8>
  private var count = 0

  /// - Parameter capacity: The size of the source, which the text seldom exceeds.
  init(capacity: Int) {
    buffer = ContiguousArray(repeating: 0, count: capacity + Self.slack)
  }

  /// The text; nothing can be added after that.
  consuming func finish() -> ContiguousArray<UInt8> {
    buffer.removeLast(buffer.count - count)
    return buffer
  }

  /// A token is written sixteen bytes at a time, a space before it: what is too much is overwritten
  /// by the next token.
  private static let slack = 17

  @inline(__always)
  mutating func add(_ source: Span<UInt8>, _ token: Token, afterSpace: Bool) {
    let length = token.end &- token.start
    if buffer.count &- count &- length < Self.slack { grow(for: length) }
    var position = count
    var output = buffer.mutableSpan
    output[position] = 0x20
    position &+= afterSpace ? 1 : 0
    let end = position &+ length
    var index = token.start
    while position < end {
      let words = EightBytes.loadTwo(source, index)
      EightBytes.store(words.0, in: &output, position)
      EightBytes.store(words.1, in: &output, position &+ 8)
      index &+= 16
      position &+= 16
    }
    count = end
  }

  mutating func add(_ text: ContiguousArray<UInt8>, afterSpace: Bool) {
    add(text.span, Token(.blockString, 0, text.count), afterSpace: afterSpace)
  }

  private mutating func grow(for length: Int) {
    let more = max(buffer.count, length) + Self.slack
    buffer.append(contentsOf: repeatElement(0, count: more))
  }
}

/// Digests normalized text token by token, which tells texts apart as well as their bytes do: the
/// spaces between tokens follow from the tokens.
struct StrippedDigest: StrippedTextSink, Sendable {
  var digester = Digester(.process)

  // The text of a token tells its kind.
  @inline(__always)
  mutating func add(_ source: Span<UInt8>, _ token: Token, afterSpace: Bool) {
    digester.add(source, token.start, token.end)
  }

  mutating func add(_ text: ContiguousArray<UInt8>, afterSpace: Bool) {
    digester.add(text.span, 0, text.count)
  }
}
