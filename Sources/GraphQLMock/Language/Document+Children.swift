extension Document {
  /// The children of a node in the order of the text, as indices of nodes.
  func children(of node: Int) -> [Int] {
    var result: [Int] = []
    var child = node + 1
    let end = Int(nodes[node].next)
    while child < end {
      result.append(child)
      child = Int(nodes[child].next)
    }
    return result
  }

  /// The first child of a kind for which something is so; nil if there is none.
  func firstChild(
    of node: Int, _ kind: SyntaxNode.Kind, where isSo: (SyntaxNode) -> Bool = { _ in true }
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
  /// Where the alias of a field stands; nil if it has none.
  func alias(of field: Int) -> Range<Int>? {
    let child = field + 1
    guard child < Int(nodes[field].next), nodes[child].kind == .alias else { return nil }
    return nodes[child].range
  }

  /// The alias of a field, or else its name.
  func responseKey(of field: Int) -> String { text(alias(of: field) ?? nodes[field].range) }

  /// The type that an inline fragment or a fragment definition is on; nil if it names none.
  func typeCondition(of node: Int) -> String? {
    let child = node + 1
    guard child < Int(nodes[node].next), nodes[child].kind == .typeCondition else { return nil }
    return text(nodes[child].range)
  }

  /// The selection set of a field, an inline fragment or a definition; nil if it has none.
  func selectionSet(of node: Int) -> Int? { firstChild(of: node, .selectionSet) }
}
