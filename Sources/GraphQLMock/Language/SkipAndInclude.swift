extension Document {
  /// Returns whether `@skip` and `@include` keep a selection, or nil if a variable without a value decides.
  func isIncluded(_ selection: Int, variables: MockJSON) -> Bool? {
    var isIncluded: Bool? = true
    for node in children(of: selection, .directive) {
      let name = text(nodes[node].range)
      guard name == "skip" || name == "include" else { continue }
      let condition = arguments(of: node, variables: variables)["if"].bool
      if condition == (name == "skip") { return false }
      if condition == nil { isIncluded = nil }
    }
    return isIncluded
  }

  func directive(_ name: String, of selection: Int) -> Int? {
    firstChild(of: selection, .directive) { Bytes.areEqual(bytes.span, $0.range, name) }
  }
}
