/// Where normalized text goes.
protocol NormalizedTextSink {
  /// A byte that the normalizer puts in: a space between tokens.
  mutating func separate()
  mutating func add(_ source: Span<UInt8>, _ token: Token)
  /// A token in a new spelling.
  mutating func add(_ text: ContiguousArray<UInt8>, kind: TokenKind)
}

/// Removes what is ignored between tokens, exactly as `stripIgnoredCharacters` of graphql-js does.
enum Normalizer {
  /// Reads all tokens of a source and hands what stays to a sink.
  /// - Returns: The fault that ends the reading, or nil.
  @inline(__always)
  static func run<Sink: NormalizedTextSink>(
    _ source: Span<UInt8>, into sink: inout Sink
  ) -> Token? {
    var lexer = Lexer()
    var followsNonPunctuator = false
    while true {
      let token = lexer.next(source)
      if token.kind.isPunctuator {
        // `1 ...` would be a malformed Float without the space.
        if followsNonPunctuator, token.kind == .spread { sink.separate() }
        followsNonPunctuator = false
        sink.add(source, token)
        continue
      }
      if token.kind.isFault { return token }
      if token.kind == .endOfFile { return nil }
      if followsNonPunctuator { sink.separate() }
      followsNonPunctuator = true
      if token.kind == .blockString {
        sink.add(minimized(source, token), kind: .blockString)
      } else {
        sink.add(source, token)
      }
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

  /// The normalized text, or the fault that prevents it.
  static func text(_ source: Span<UInt8>) -> Result<ContiguousArray<UInt8>, GraphQLSyntaxError> {
    var sink = NormalizedText(capacity: source.count)
    if let fault = run(source, into: &sink) {
      return .failure(GraphQLSyntaxError(fault: fault, in: source))
    }
    return .success(sink.bytes)
  }

  /// A digest of the normalized text, without the text.
  ///
  /// Equal texts, and only they, are equal.
  static func digest(_ source: Span<UInt8>) -> Result<Digest128, GraphQLSyntaxError> {
    var sink = NormalizedDigest()
    if let fault = run(source, into: &sink) {
      return .failure(GraphQLSyntaxError(fault: fault, in: source))
    }
    return .success(sink.digester.finish())
  }
}

/// Collects normalized text.
struct NormalizedText: NormalizedTextSink, Sendable {
  var bytes = ContiguousArray<UInt8>()

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  @inline(__always)
  mutating func separate() { bytes.append(0x20) }

  @inline(__always)
  mutating func add(_ source: Span<UInt8>, _ token: Token) {
    var index = token.start
    while index < token.end {
      bytes.append(source[index])
      index &+= 1
    }
  }

  mutating func add(_ text: ContiguousArray<UInt8>, kind: TokenKind) {
    bytes.append(contentsOf: text)
  }
}

/// Digests normalized text token by token, which tells texts apart as well as their bytes do: the
/// spaces between tokens follow from the tokens.
struct NormalizedDigest: NormalizedTextSink, Sendable {
  var digester = Digester()

  @inline(__always)
  mutating func separate() {}

  @inline(__always)
  mutating func add(_ source: Span<UInt8>, _ token: Token) {
    if token.kind.isPunctuator {
      digester.add(UInt64(token.kind.rawValue) << 56)
    } else {
      digester.add(source, token.start, token.end, tag: token.kind.rawValue)
    }
  }

  mutating func add(_ text: ContiguousArray<UInt8>, kind: TokenKind) {
    digester.add(text.span, 0, text.count, tag: kind.rawValue)
  }
}
