extension Document {
  /// The children of a node in the order of the text, as indices of nodes.
  func children(of node: Int) -> [Int] {
    var result: [Int] = []
    var child = node + 1
    while child < Int(nodes[node].next) {
      result.append(child)
      child = Int(nodes[child].next)
    }
    return result
  }
}
