/// Digests syntax trees so that equivalent ones are equal: the digest of a node is made from its
/// kind, its text and the digests of its children, summed where their order means nothing.
///
/// Nodes are visited from the last to the first, so that children come before their parent and no
/// recursion is needed.
enum SubtreeDigest {
  /// The digests of a node and of all its descendants, in the order of the nodes.
  /// - Parameters:
  ///   - root: The index of the node.
  ///   - isOrdered: True if the selections that no field stands above keep their order.
  static func digests(
    of root: Int, in document: Document, isOrdered: Bool, _ key: DigestKey
  ) -> ContiguousArray<Digest128> {
    let end = Int(document.nodes[root].next)
    let none = Digest128(high: 0, low: 0)
    var digests = ContiguousArray(repeating: none, count: end - root)
    var digestSpan = digests.mutableSpan
    Tree(root: root, isOrdered: isOrdered, key: key).addDigests(
      document.nodes.span.extracting(root..<end), document.bytes.span, &digestSpan)
    return digests
  }
}

/// The nodes of one definition, numbered from its root.
private struct Tree: Sendable {
  /// The index of the root in the document.
  let root: Int
  let isOrdered: Bool
  let key: DigestKey

  func addDigests(
    _ nodes: Span<SyntaxNode>, _ source: Span<UInt8>, _ digests: inout MutableSpan<Digest128>
  ) {
    var index = nodes.count
    while index > 0 {
      index &-= 1
      let node = nodes[index]
      var digester = Digester(key, seed: node.kind.rawValue)
      addText(of: node, source, to: &digester)
      let end = Int(node.next) &- root
      if node.kind == .selectionSet {
        let range = index &+ 1..<end
        let keepsOrder = isOrdered && node.isAtRoot
        addSelections(range, nodes, source, keepsOrder, &digests, to: &digester)
      } else {
        let first = index &+ 1
        if first < end { addChildren(first..<end, nodes, &digests, to: &digester) }
      }
      digests[index] = digester.finish()
    }
  }

  /// Adds kind and text; a string by its value, a type by its tokens.
  @inline(__always)
  private func addText(of node: SyntaxNode, _ source: Span<UInt8>, to digester: inout Digester) {
    switch node.kind {
    case .selectionSet, .inlineFragment, .list, .object, .defaultValue: break
    case .string:
      var value = ContiguousArray<UInt8>()
      StringLiteral.appendValue(source, Int(node.start), Int(node.end), to: &value)
      digester.add(value)
    case .type: digester.add(TypeReference.tokens(source, node.range))
    default: digester.add(source, Int(node.start), Int(node.end))
    }
  }

  /// Adds the children: the sum of arguments, input fields and variable definitions, others in order.
  @inline(__always)
  private func addChildren(
    _ range: Range<Int>, _ nodes: Span<SyntaxNode>, _ digests: inout MutableSpan<Digest128>,
    to digester: inout Digester
  ) {
    var child = range.lowerBound
    var total: UInt64 = 0
    while child < range.upperBound {
      let kind = nodes[child].kind
      if kind == .argument || kind == .objectField || kind == .variableDefinition {
        var sum = DigestSum()
        while child < range.upperBound, nodes[child].kind == kind {
          sum.add(digests[child])
          child = Int(nodes[child].next) &- root
        }
        digester.add(sum.total)
        total &+= sum.count
      } else {
        digester.add(digests[child])
        child = Int(nodes[child].next) &- root
        total &+= 1
      }
    }
    digester.add(total)
  }

  @inline(__always)
  private func addSelections(
    _ range: Range<Int>, _ nodes: Span<SyntaxNode>, _ source: Span<UInt8>, _ keepsOrder: Bool,
    _ digests: inout MutableSpan<Digest128>, to digester: inout Digester
  ) {
    var child = range.lowerBound
    var selections = DigestSum()
    var typenames = DigestSum()
    while child < range.upperBound {
      let node = nodes[child]
      let next = Int(node.next) &- root
      // Without children: no alias, no directives.
      if node.kind == .field, next == child &+ 1, CanonicalForm.isTypename(source, node) {
        typenames.add(digests[child])
      } else {
        selections.add(digests[child])
        if keepsOrder { digester.add(digests[child]) }
      }
      child = next
    }
    // Equal ones have no order.
    if selections.count == 0 { selections = typenames }
    digester.add(selections.total)
    digester.add(selections.count)
  }
}
