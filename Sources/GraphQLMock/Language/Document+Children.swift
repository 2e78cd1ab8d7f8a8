extension Document {
  /// The indices of a node's children, in the order of the text.
  func children(of node: Int, _ kind: SyntaxNode.NodeKind? = nil) -> [Int] {
    var result: [Int] = []
    var child = node + 1
    let end = Int(nodes[node].next)
    while child < end {
      if kind == nil || kind == nodes[child].kind { result.append(child) }
      child = Int(nodes[child].next)
    }
    return result
  }

  func firstChild(
    of node: Int, _ kind: SyntaxNode.NodeKind, where isSo: (SyntaxNode) -> Bool = { _ in true }
  ) -> Int? {
    let end = Int(nodes[node].next)
    var child = node + 1
    while child < end {
      let next = nodes[child]
      if next.kind == kind, isSo(next) { return child }
      child = Int(next.next)
    }
    return nil
  }
}

// What fields and their parents have.
extension Document {
  func alias(of field: Int) -> Range<Int>? {
    firstChild(of: field, .alias).map { nodes[$0].range }
  }

  /// The alias of a field, or else its name.
  func responseKey(of field: Int) -> String { text(alias(of: field) ?? nodes[field].range) }

  func typeCondition(of node: Int) -> String? {
    firstChild(of: node, .typeCondition).map { text(nodes[$0].range) }
  }

  func selectionSet(of node: Int) -> Int? { firstChild(of: node, .selectionSet) }
}
