extension CanonicalDocument {
  /// The equivalent form as GraphQL text, one selection a line.
  var text: String {
    parts.map { text(of: $0.root, in: $0) }.joined(separator: "\n\n")
  }

  /// The text of one node, in canonical order.
  func text(of node: Int, in part: Part) -> String {
    var writer = Writer(tree: self, part: part)
    writer.write(node)
    return writer.text
  }

  /// The text of directives with a space before each; empty if there are none.
  func directivesText(of node: Int, in part: Part) -> String {
    children(of: node, .directive).map { " " + text(of: $0, in: part) }.joined()
  }

  /// Prints with a stack of what is still to be written, the next last.
  private struct Writer {
    private enum Item {
      case node(Int)
      case text(String)
      case openBrace, closeBrace, newLine
    }

    /// A document may be deeper than any indentation makes sense.
    private static let deepestIndentation = 40

    let tree: CanonicalDocument
    let part: Part
    private(set) var text = ""
    private var pending: [Item] = []
    private var depth = 0

    init(tree: CanonicalDocument, part: Part) {
      self.tree = tree
      self.part = part
    }

    mutating func write(_ node: Int) {
      pending = [.node(node)]
      while let item = pending.popLast() {
        switch item {
        case .text(let string): text += string
        case .node(let index): pending.append(contentsOf: items(of: index).reversed())
        case .openBrace:
          text += "{"
          depth += 1
        case .closeBrace:
          depth -= 1
          startLine()
          text += "}"
        case .newLine: startLine()
        }
      }
    }

    private mutating func startLine() {
      text += "\n" + String(repeating: "  ", count: min(depth, Self.deepestIndentation))
    }

    private func items(of index: Int) -> [Item] {
      let node = tree.document.nodes[index]
      let name = tree.name(of: index)
      switch node.kind {
      case .operation: return operation(index, name)
      case .fragmentDefinition:
        return [.text("fragment \(name) on \(tree.typeCondition(of: index) ?? "")")]
          + directives(of: index) + selectionSet(of: index)
      case .variableDefinition:
        return [.text("$\(name): ")] + others(of: index) + directives(of: index)
      case .defaultValue: return [.text(" = ")] + others(of: index)
      case .type: return [.text(type(node))]
      case .field:
        return [.text((tree.alias(of: index).map { $0 + ": " } ?? "") + name)]
          + list(tree.sortedChildren(of: index, .argument), in: "(", ")")
          + directives(of: index) + selectionSet(of: index)
      case .fragmentSpread: return [.text("..." + name)] + directives(of: index)
      case .inlineFragment:
        let condition = tree.typeCondition(of: index).map { " on " + $0 }
        return [.text("..." + (condition ?? ""))] + directives(of: index)
          + selectionSet(of: index)
      case .selectionSet:
        let selections = tree.selections(of: index, in: part)
        if selections.isEmpty { return [.text("{}")] }
        return [.openBrace] + selections.flatMap { [.newLine, .node($0)] } + [.closeBrace]
      case .directive:
        return [.text("@" + name)] + list(tree.sortedChildren(of: index, .argument), in: "(", ")")
      case .argument, .objectField: return [.text(name + ": ")] + others(of: index)
      case .variable: return [.text("$" + name)]
      case .list: return list(tree.children(of: index), in: "[", "]", evenIfEmpty: true)
      case .object:
        return list(tree.sortedChildren(of: index, .objectField), in: "{", "}", evenIfEmpty: true)
      case .string: return [.text(string(node))]
      case .alias, .typeCondition, .typeSystemDefinition, .memberDefinition, .int, .float, .name:
        return [.text(name)]
      }
    }

    private func operation(_ index: Int, _ name: String) -> [Item] {
      let type = tree.operation.type.rawValue
      return [.text(name.isEmpty ? type : type + " " + name)]
        + list(tree.sortedChildren(of: index, .variableDefinition), in: "(", ")")
        + directives(of: index) + selectionSet(of: index)
    }

    private func others(of index: Int) -> [Item] {
      tree.children(of: index).filter { tree.document.nodes[$0].kind != .directive }
        .map(Item.node)
    }

    private func directives(of index: Int) -> [Item] {
      tree.children(of: index, .directive).flatMap { [.text(" "), .node($0)] }
    }

    private func selectionSet(of index: Int) -> [Item] {
      tree.selectionSet(of: index).map { [.text(" "), .node($0)] } ?? []
    }

    private func list(
      _ nodes: [Int], in opening: String, _ closing: String, evenIfEmpty: Bool = false
    ) -> [Item] {
      if nodes.isEmpty, !evenIfEmpty { return [] }
      var items: [Item] = [.text(opening)]
      for (position, node) in nodes.enumerated() {
        if position > 0 { items.append(.text(", ")) }
        items.append(.node(node))
      }
      return items + [.text(closing)]
    }

    private func type(_ node: SyntaxNode) -> String {
      let type = TypeReference.tokens(tree.document.bytes.span, node.range)
      return String(decoding: type, as: UTF8.self)
    }

    /// A quoted string of the same value, on one line.
    private func string(_ node: SyntaxNode) -> String {
      var value = ContiguousArray<UInt8>()
      let span = tree.document.bytes.span
      StringLiteral.appendValue(span, Int(node.start), Int(node.end), to: &value)
      var result = "\""
      for scalar in String(decoding: value, as: UTF8.self).unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case "\0"..<" ", "\u{7F}": result += "\\u{\(String(scalar.value, radix: 16))}"
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result + "\""
    }
  }
}
