extension Document {
  /// The children of a node in the order of the text, as indices of nodes.
  func children(of node: Int) -> [Int] { nodes.children(of: node) }
}

extension ContiguousArray<SyntaxNode> {
  /// The children of a node in the order of the text, as indices.
  func children(of node: Int) -> [Int] {
    var result: [Int] = []
    var child = node + 1
    let end = Int(self[node].next)
    while child < end {
      result.append(child)
      child = Int(self[child].next)
    }
    return result
  }
}
