/// Parses a GraphQL document into a syntax tree in a single pass (GraphQL, sections 2.2 to 2.13).
///
/// Each method parses the grammar rule of the same name. After a syntax error, it sets `error` and returns false.
/// Until a node is complete, its `next` is the index of its parent, so the methods need no recursion.
struct Parser {
  /// A document must have fewer bytes than this, because syntax nodes store offsets as 32-bit integers.
  static let sizeLimit = Int(Int32.max)

  var lexer = Lexer()
  var token = Token(.endOfFile, 0, 0)
  var previousEnd = 0  // The end of the token before `token`.
  /// The number of selection sets, lists and input objects that aren't closed yet.
  var depth = 0
  var nodes = ContiguousArray<SyntaxNode>()
  var definitions = ContiguousArray<Document.Definition>()
  var error: GraphQLSyntaxError?

  mutating func parseDocument(_ source: Span<UInt8>) {
    guard source.count < Self.sizeLimit else {
      error = GraphQLSyntaxError(.tooLarge(limit: Self.sizeLimit - 1), at: 0, in: source)
      return
    }
    nodes.reserveCapacity(source.count / 8 + 8)
    definitions.reserveCapacity(4)
    advance(source)
    repeat {
      guard parseDefinition(source) else { return }
    } while token.kind != .endOfFile
  }

  /// If this method were inlined, copies of the lexer would make up a third of the optimized code.
  @inline(never) mutating func advance(_ source: Span<UInt8>) {
    previousEnd = token.end
    token = lexer.next(source)
  }

  @inline(__always) mutating func skip(_ source: Span<UInt8>, _ kind: TokenKind) -> Bool {
    guard token.kind == kind else { return false }
    advance(source)
    return true
  }

  @inline(__always) mutating func expect(_ source: Span<UInt8>, _ kind: TokenKind) -> Bool {
    guard token.kind == kind else { return fail(expected: kind, source) }
    advance(source)
    return true
  }

  @inline(never) mutating func fail(expected kind: TokenKind, _ source: Span<UInt8>) -> Bool {
    error = GraphQLSyntaxError(
      expected: GraphQLSyntaxError.describe(kind), unexpected: token, in: source)
    return false
  }

  /// A lexical error, such as an unterminated string, is reported instead of an unexpected token.
  @inline(never) mutating func fail(unexpected token: Token, _ source: Span<UInt8>) -> Bool {
    error = GraphQLSyntaxError(unexpected: self.token.kind.isError ? self.token : token, in: source)
    return false
  }

  @inline(never) mutating func fail(
    _ reason: GraphQLSyntaxError.Reason, at offset: Int, _ source: Span<UInt8>
  ) -> Bool {
    error = GraphQLSyntaxError(reason, at: offset, in: source)
    return false
  }

  mutating func expect(_ source: Span<UInt8>, _ keyword: Keyword) -> Bool {
    guard keyword.isToken(token, source) else {
      error = GraphQLSyntaxError(expected: "\"\(keyword.rawValue)\"", unexpected: token, in: source)
      return false
    }
    advance(source)
    return true
  }

  /// Counts an opened bracket or brace. The caller must subtract 1 from `depth` at the closing one.
  @inline(__always) mutating func descend(_ source: Span<UInt8>) -> Bool {
    depth &+= 1
    guard depth > NestingLimit.depth else { return true }
    return fail(.nestingTooDeep(limit: NestingLimit.depth), at: token.start, source)
  }

  @inline(__always) mutating func open(
    _ kind: SyntaxNode.NodeKind, _ start: Int, _ end: Int, parent: Int = -1, isAtRoot: Bool = false
  ) -> Int {
    nodes.append(SyntaxNode(kind, start, end, next: parent, isAtRoot: isAtRoot))
    return nodes.count - 1
  }

  @inline(__always)
  mutating func close(_ index: Int) { nodes[index].next = Int32(truncatingIfNeeded: nodes.count) }

  @inline(__always) mutating func leaf(_ kind: SyntaxNode.NodeKind, _ start: Int, _ end: Int) {
    nodes.append(SyntaxNode(kind, start, end, next: nodes.count + 1))
  }

  mutating func parseName(_ source: Span<UInt8>, as kind: SyntaxNode.NodeKind = .name) -> Bool {
    let name = token
    guard expect(source, .name) else { return false }
    leaf(kind, name.start, name.end)
    return true
  }

  mutating func end(
    _ kind: Document.Definition.Category, named name: Range<Int>, from start: Token,
    keyword: Range<Int>, _ node: Int
  ) -> Bool {
    close(node)
    let range = start.start..<previousEnd
    definitions.append(
      Document.Definition(kind: kind, name: name, range: range, keyword: keyword, node: node))
    return true
  }
}
