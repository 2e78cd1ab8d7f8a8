extension SecretScanner {
  func document(_ document: Document) -> ByteText {
    var strings: Set<Int> = []
    for index in document.nodes.indices {
      let node = document.nodes[index]
      while let last = frames.last, last.end <= index { frames.removeLast() }
      var name: String { document.text(node.range) }
      switch node.kind {
      case .field, .directive:
        leaveArguments()
        if node.kind == .field { took(name, alias: document.alias(of: index).map(document.text)) }
        if document.firstChild(of: index, .argument) != nil {
          open(index, rewriter.rules.scope(ofArgumentsOf: name), document)
        }
      case .selectionSet: leaveArguments()
      case .argument, .objectField: enter(name)
      case .variableDefinition, .memberDefinition:
        open(index, SecretScope(rewriter.rules), document)
        enter(name)
        next = nil
      case .defaultValue:
        next = rewriter.rules.scope(of: self.name, in: SecretScope(rewriter.rules))
      case .variable:
        beginValue()
        let scope = takeScope()
        if scope.isSecret { found.variables.merge([name: scope]) { $0.merging($1) } }
      case .list, .object:
        beginValue()
        let scope = takeScope()
        let isList = node.kind == .list
        open(index, isList ? scope.element : scope, document, isList: isList)
      case .string:
        beginValue()
        strings.insert(node.range.lowerBound)
        string(node.range)
      case .int, .float:
        beginValue()
        number(at: node.range)
      case .name:
        beginValue()
        next = nil
      case .operation, .fragmentDefinition, .typeSystemDefinition, .type, .alias, .fragmentSpread,
        .inlineFragment, .typeCondition:
        next = nil
      }
    }
    frames = []
    searchIgnored(except: strings)
    return result
  }

  private func open(_ node: Int, _ scope: SecretScope, _ document: Document, isList: Bool = false) {
    let kind: SyntaxNode.NodeKind = document.nodes[node].kind == .object ? .objectField : .argument
    let paired = (isList ? [] : document.children(of: node, kind)).filter {
      ["key", "name"].contains(document.text(document.nodes[$0].range))
    }
    frames.append(
      Frame(
        scope: scope, isList: isList,
        pairedNames: paired.compactMap { document.scalar(at: $0 + 1).string },
        end: Int(document.nodes[node].next)))
  }

  /// The path of a value inside of a selection set or directive doesn't contain the names of a field's arguments.
  private func leaveArguments() { if !frames.isEmpty { frames[frames.count - 1].name = nil } }

  private func string(_ range: Range<Int>) {
    let text = text
    let isBlock = range.count >= 6 && BlockString.isTripleQuote(text.span, range.lowerBound)
    string(StringLiteral.value(text.span, range), at: range, isBlock: isBlock)
  }

  private func took(_ field: String, alias: String?) {
    let scope = rewriter.rules.scope(ofField: field)
    if !scope.isSecret { found.openKeys.insert(alias ?? field) }
    if let alias, scope.isSecret || field == "__typename" {
      found.aliases.merge([alias: scope]) { $0.merging($1) }
    }
  }

  /// Searches the comments, and the descriptions of operations and variables, which aren't in the syntax tree.
  private func searchIgnored(except strings: Set<Int>) {
    let text = text
    guard text.contains(where: { $0.isOne(of: "#\"") }) else { return }
    var lexer = Lexer()
    var end = 0
    while end < text.count {
      let token = lexer.next(text.span)
      while let start = text[end..<token.start].firstIndex(of: UInt8(ascii: "#")) {
        end = text.end(from: start) { $0 != 0x0A && $0 != 0x0D }
        let comment = ByteText(text[(start + 1)..<end])
        let redacted = rewriter.search(comment)
        if redacted != comment { replace(start + 1..<end, redacted) }
      }
      end = token.end
      if token.kind == .endOfFile { return }
      guard token.kind == .string || token.kind == .blockString, !strings.contains(token.start)
      else { continue }
      next = SecretScope()
      string(token.start..<token.end)
    }
  }
}

struct DocumentSecrets: Sendable {
  /// The variables that are used as secrets, such as `$x` in `signIn(password: $x)`.
  var variables: [String: SecretScope] = [:]
  /// The aliases of secret fields, such as `t` in `{ t: accessToken }`.
  var aliases: [String: SecretScope] = [:]
  var openKeys: Set<String> = []

  /// If another field has the same alias as a secret field, only strings that look like secrets are replaced.
  var secretAliases: [String: SecretScope] {
    aliases.reduce(into: aliases) {
      if openKeys.contains($1.key) { $0[$1.key]?.weakenForSharedAlias() }
    }
  }
}
