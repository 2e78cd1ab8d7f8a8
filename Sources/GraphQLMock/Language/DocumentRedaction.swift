// Documents without secrets. Of one that parses only literals and comments change, and it parses
// afterwards; of any other, all that stands behind a secret name is hidden.

/// Redacts documents.
struct DocumentRedaction {
  let rules: SecretRules
  let log: RedactionLog?
  private let strings: JSONRedaction

  init(_ rules: SecretRules, _ log: RedactionLog? = nil) {
    self.rules = rules
    self.log = log
    strings = JSONRedaction(rules, log)
  }

  /// A document without secrets.
  func text(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    guard case .success(let document) = Document.parse(text) else {
      return SecretText.redact(text, as: .document, rules, log)
    }
    return self.document(document)
  }

  /// A document without secrets, as text.
  func document(_ document: Document) -> ContiguousArray<UInt8> {
    guard Self.hasLiterals(document) else { return document.bytes }
    let literals = literals(of: document)
    var writer = Writer(text: document.bytes)
    var lexer = Lexer()
    var next = 0
    var gap = 0
    while true {
      let token = lexer.next(document.bytes.span)
      hideComments(gap..<token.start, &writer)
      gap = token.end
      if token.kind == .endOfFile { break }
      if next < literals.count, literals[next].range.lowerBound == token.start {
        if let replacement = literals[next].replacement {
          writer.replace(literals[next].range, replacement)
        }
        next += 1
      } else if token.kind == .string || token.kind == .blockString {
        // A description.
        let range = token.start..<token.end
        if let value = rules.searching(Self.value(document.bytes, range), log) {
          writer.replace(range, Self.literal(value, like: document.bytes, range))
        }
      }
    }
    return writer.finish()
  }

  /// Whether there is anything that could be a secret: a string, a number or a comment.
  private static func hasLiterals(_ document: Document) -> Bool {
    document.bytes.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "#") }
      || document.nodes.contains { $0.kind == .int || $0.kind == .float }
  }

  private func hideComments(_ gap: Range<Int>, _ writer: inout Writer) {
    var index = gap.lowerBound
    while index < gap.upperBound {
      guard writer.text[index] == UInt8(ascii: "#") else {
        index += 1
        continue
      }
      var end = index
      while end < gap.upperBound, writer.text[end] != 0x0A, writer.text[end] != 0x0D { end += 1 }
      let comment = ContiguousArray(writer.text[(index + 1)..<end])
      let redacted = SecretText.redact(comment, rules, log)
      if redacted != comment { writer.replace(index + 1..<end, redacted) }
      index = end
    }
  }

  private struct Writer {
    let text: ContiguousArray<UInt8>
    private var result = ContiguousArray<UInt8>()
    private var copied = 0

    init(text: ContiguousArray<UInt8>) { self.text = text }

    mutating func replace(_ range: Range<Int>, _ replacement: ContiguousArray<UInt8>) {
      result += text[copied..<range.lowerBound]
      result += replacement
      copied = range.upperBound
    }

    consuming func finish() -> ContiguousArray<UInt8> {
      if copied == 0 { return text }
      result += text[copied...]
      return result
    }
  }
}

// MARK: The syntax tree

extension DocumentRedaction {
  /// A literal, and what stands in its place; nil if it stays.
  private struct Literal {
    let range: Range<Int>
    let replacement: ContiguousArray<UInt8>?
  }

  /// The strings and numbers of a document, in its order.
  private func literals(of document: Document) -> [Literal] {
    var literals: [Literal] = []
    var walk = ScopeWalk(rules: variablesNamed(document), document: document, log: log)
    while let (node, scope) = walk.next() {
      let range = node.range
      let replacement: ContiguousArray<UInt8>?
      switch node.kind {
      case .string:
        let value = Self.value(document.bytes, range)
        replacement = strings.string(value, scope)
          .map { Self.literal($0, like: document.bytes, range) }
      case .int, .float:
        replacement = strings.number(ContiguousArray(document.bytes[range]), scope)
      default: continue
      }
      literals.append(Literal(range: range, replacement: replacement))
    }
    return literals
  }

  private func variablesNamed(_ document: Document) -> SecretRules {
    var rules = rules
    rules.variables = Self.secretVariables(of: document, rules)
    return rules
  }

  /// The variables that stand in the place of a secret: `$x` in `signIn(password: $x)`.
  static func secretVariables(
    of document: Document, _ rules: SecretRules
  ) -> [String: SecretNames.Judgement] {
    var found: [String: SecretNames.Judgement] = [:]
    var walk = ScopeWalk(rules: rules, document: document, log: nil)
    while let (node, scope) = walk.next() {
      guard node.kind == .variable, scope.isSecret else { continue }
      found[document.text(node.range)] = scope.judgement
    }
    return found
  }

  /// The response keys of fields with an alias that hold a secret: `t` in `{ t: accessToken }`.
  static func secretAliases(
    of document: Document, _ rules: SecretRules
  ) -> [String: SecretNames.Judgement] {
    var found: [String: SecretNames.Judgement] = [:]
    for (index, node) in document.nodes.enumerated()
    where node.kind == .alias && index > 0 && document.nodes[index - 1].kind == .field {
      let field = document.text(document.nodes[index - 1].range)
      let scope = rules.scope(of: field, in: SecretScope())
      if scope.isSecret { found[document.text(node.range)] = scope.judgement }
    }
    return found
  }

  /// The value of a string literal.
  private static func value(
    _ text: ContiguousArray<UInt8>, _ range: Range<Int>
  ) -> ContiguousArray<UInt8> {
    var value = ContiguousArray<UInt8>()
    StringLiteral.appendValue(text.span, range.lowerBound, range.upperBound, to: &value)
    return value
  }

  /// A literal of a value, quoted as another one is.
  private static func literal(
    _ value: ContiguousArray<UInt8>, like text: ContiguousArray<UInt8>, _ range: Range<Int>
  ) -> ContiguousArray<UInt8> {
    if range.count >= 6, BlockString.isTripleQuote(text.span, range.lowerBound) {
      var literal = ContiguousArray<UInt8>()
      BlockString.append(value: value.span, isMinimized: true, to: &literal)
      return literal
    }
    return JSONRedaction.quoted(value)
  }
}

/// Walks over the values of a document with the scope of each.
private struct ScopeWalk {
  private struct Frame {
    let end: Int
    let scope: SecretScope
    /// Whether a name of it stands in the path of the log.
    let isNamed: Bool
  }

  let rules: SecretRules
  let document: Document
  let log: RedactionLog?
  private var frames: [Frame] = []
  private var index = 0

  init(rules: SecretRules, document: Document, log: RedactionLog?) {
    self.rules = rules
    self.document = document
    self.log = log
  }

  /// The next literal or variable; the log's path leads to it.
  mutating func next() -> (node: SyntaxNode, scope: SecretScope)? {
    while true {
      while let last = frames.last, last.end <= index {
        frames.removeLast()
        if last.isNamed { log?.path.removeLast() }
      }
      guard index < document.nodes.count else { return nil }
      let node = document.nodes[index]
      index += 1
      let parent = frames.last?.scope ?? SecretScope(rules)
      switch node.kind {
      case .field:
        let name = document.text(node.range)
        push(node, rules.scope(ofArgumentsOf: name), nil)
      case .directive, .operation, .fragmentDefinition, .fragmentSpread, .inlineFragment:
        push(node, SecretScope(rules), nil)
      case .argument, .objectField:
        let name = document.text(node.range)
        push(node, rules.scope(of: name, in: parent), name)
      case .variableDefinition:
        let name = document.text(node.range)
        push(node, rules.scope(of: name, in: SecretScope(rules)), name)
      case .list: push(node, parent.element, nil)
      case .string, .int, .float, .variable:
        return (node, parent)
      default: break
      }
    }
  }

  private mutating func push(_ node: SyntaxNode, _ scope: SecretScope, _ name: String?) {
    frames.append(Frame(end: Int(node.next), scope: scope, isNamed: name != nil))
    if let name { log?.path.append(.member(name)) }
  }
}
