/// Digests syntax trees so that equivalent ones are equal: the digest of a node is made from its
/// kind, its text and the digests of its children, sorted where their order means nothing.
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
    var children = ContiguousArray(repeating: none, count: end - root)
    var digestSpan = digests.mutableSpan
    var scratch = children.mutableSpan
    Tree(root: root, isOrdered: isOrdered, key: key).addDigests(
      document.nodes.span.extracting(root..<end), document.bytes.span, &digestSpan, &scratch)
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
    _ nodes: Span<SyntaxNode>, _ source: Span<UInt8>, _ digests: inout MutableSpan<Digest128>,
    _ scratch: inout MutableSpan<Digest128>
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
        addSelections(range, nodes, source, keepsOrder, &digests, &scratch, to: &digester)
      } else if end > index &+ 1 {
        addChildren(index &+ 1..<end, nodes, &digests, &scratch, to: &digester)
      }
      digests[index] = digester.finish()
    }
  }

  /// Adds kind and text; a string by its value, a type by its tokens.
  @inline(__always)
  private func addText(of node: SyntaxNode, _ source: Span<UInt8>, to digester: inout Digester) {
    switch node.kind {
    case .selectionSet, .inlineFragment, .list, .object, .defaultValue: break
    case .string: addString(source, node.range, to: &digester)
    case .type: addType(source, node.range, to: &digester)
    default: digester.add(source, Int(node.start), Int(node.end))
    }
  }

  private func addString(
    _ source: Span<UInt8>, _ range: Range<Int>, to digester: inout Digester
  ) {
    if StringLiteral.isPlain(source, range) {
      digester.add(source, range.lowerBound + 1, range.upperBound - 1)
      return
    }
    var value = ContiguousArray<UInt8>()
    StringLiteral.appendValue(source, range.lowerBound, range.upperBound, to: &value)
    digester.add(value.span, 0, value.count)
  }

  private func addType(
    _ source: Span<UInt8>, _ range: Range<Int>, to digester: inout Digester
  ) {
    if TypeReference.isCompact(source, range) {
      digester.add(source, range.lowerBound, range.upperBound)
      return
    }
    let tokens = TypeReference.tokens(source, range)
    digester.add(tokens.span, 0, tokens.count)
  }

  /// Adds the children: arguments, input fields and variable definitions sorted, others in order.
  @inline(__always)
  private func addChildren(
    _ range: Range<Int>, _ nodes: Span<SyntaxNode>, _ digests: inout MutableSpan<Digest128>,
    _ scratch: inout MutableSpan<Digest128>, to digester: inout Digester
  ) {
    var child = range.lowerBound
    var total: UInt64 = 0
    while child < range.upperBound {
      let kind = nodes[child].kind
      if kind == .argument || kind == .objectField || kind == .variableDefinition {
        var count = 0
        while child < range.upperBound, nodes[child].kind == kind {
          scratch[count] = digests[child]
          count &+= 1
          child = Int(nodes[child].next) &- root
        }
        Self.sort(&scratch, count)
        for index in 0..<count { digester.add(scratch[index]) }
        total &+= UInt64(truncatingIfNeeded: count)
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
    _ digests: inout MutableSpan<Digest128>, _ scratch: inout MutableSpan<Digest128>,
    to digester: inout Digester
  ) {
    var child = range.lowerBound
    var count = 0
    var typenames = 0
    var typename = Digest128(high: 0, low: 0)
    while child < range.upperBound {
      let node = nodes[child]
      let next = Int(node.next) &- root
      // Without children: no alias, no directives.
      if node.kind == .field, next == child &+ 1, CanonicalForm.isTypename(source, node) {
        typenames &+= 1
        typename = digests[child]
      } else {
        scratch[count] = digests[child]
        count &+= 1
      }
      child = next
    }
    if count == 0 {
      while count < typenames {
        scratch[count] = typename
        count &+= 1
      }
    }
    if !keepsOrder { Self.sort(&scratch, count) }
    for index in 0..<count { digester.add(scratch[index]) }
    digester.add(UInt64(truncatingIfNeeded: count))
  }

  /// Sorts the first elements.
  ///
  /// Most sets have few; for others, insertion would be quadratic.
  @inline(__always)
  private static func sort(_ elements: inout MutableSpan<Digest128>, _ count: Int) {
    if count > 32 {
      sortMany(&elements, count)
      return
    }
    var index = 1
    while index < count {
      let element = elements[index]
      var slot = index
      while slot > 0, element < elements[slot &- 1] {
        elements[slot] = elements[slot &- 1]
        slot &-= 1
      }
      elements[slot] = element
      index &+= 1
    }
  }

  @inline(never)
  private static func sortMany(_ elements: inout MutableSpan<Digest128>, _ count: Int) {
    var array = ContiguousArray<Digest128>()
    array.reserveCapacity(count)
    for index in 0..<count { array.append(elements[index]) }
    array.sort()
    for index in 0..<count { elements[index] = array[index] }
  }
}
