/// Digests syntax trees so that equivalent ones are equal: the digest of a node is made from its
/// kind, its text and the digests of its children, sorted where their order means nothing.
///
/// Nodes are visited from the last to the first, so that children come before their parent and no
/// recursion is needed.
struct SubtreeDigest: Sendable {
  /// Of every node of the last tree, the root first.
  private(set) var digests = ContiguousArray<Digest128>()
  private var children = ContiguousArray<Digest128>()

  /// - Parameters:
  ///   - root: The index of the node.
  ///   - isOrdered: True if the selections that no field stands above keep their order.
  mutating func digest(of root: Int, in document: Document, isOrdered: Bool) -> Digest128 {
    let nodes = document.nodes.span
    let source = document.bytes.span
    let end = Int(nodes[root].next)
    digests.removeAll(keepingCapacity: true)
    digests.append(contentsOf: repeatElement(Digest128(high: 0, low: 0), count: end - root))
    var index = end - 1
    while index >= root {
      let node = nodes[index]
      var digester = Digester()
      addText(of: node, source, to: &digester)
      if node.kind == .selectionSet {
        let keepsOrder = isOrdered && node.isAtRoot
        addSelections(of: index, nodes, source, root, keepsOrder: keepsOrder, to: &digester)
      } else if Int(node.next) > index + 1 {
        addChildren(of: index, nodes, root, to: &digester)
      }
      digests[index - root] = digester.finish()
      index -= 1
    }
    return digests[0]
  }

  /// Adds kind and text; a string by its value, a type by its tokens.
  @inline(__always)
  private func addText(of node: SyntaxNode, _ source: Span<UInt8>, to digester: inout Digester) {
    let start = Int(node.start)
    let end = Int(node.end)
    switch node.kind {
    case .selectionSet, .inlineFragment, .list, .object, .defaultValue:
      digester.add(UInt64(node.kind.rawValue) << 56)
    case .string:
      addString(source, start, end, to: &digester)
    case .type:
      addType(source, start, end, to: &digester)
    default:
      digester.add(source, start, end, tag: node.kind.rawValue)
    }
  }

  @inline(never)
  private func addString(
    _ source: Span<UInt8>, _ start: Int, _ end: Int, to digester: inout Digester
  ) {
    let tag = SyntaxNode.Kind.string.rawValue
    let isBlock = end - start >= 6 && BlockString.isTripleQuote(source, start)
    var hasEscape = false
    for index in start..<end where source[index] == 0x5C {
      hasEscape = true
      break
    }
    if !isBlock, !hasEscape {
      digester.add(source, start + 1, end - 1, tag: tag)
      return
    }
    var value = ContiguousArray<UInt8>()
    StringLiteral.appendValue(source, start, end, to: &value)
    digester.add(value.span, 0, value.count, tag: tag)
  }

  private func addType(
    _ source: Span<UInt8>, _ start: Int, _ end: Int, to digester: inout Digester
  ) {
    var lexer = Lexer(position: start)
    while lexer.position < end {
      let token = lexer.next(source)
      // What is ignored may stand at the end of the range's last token, never behind it.
      digester.add(source, token.start, token.end, tag: SyntaxNode.Kind.type.rawValue)
    }
  }

  /// Adds the children: arguments, input fields and variable definitions sorted, others in order.
  @inline(__always)
  private mutating func addChildren(
    of parent: Int, _ nodes: Span<SyntaxNode>, _ root: Int, to digester: inout Digester
  ) {
    let end = Int(nodes[parent].next)
    var child = parent + 1
    var count = 0
    while child < end {
      let kind = nodes[child].kind
      if kind == .argument || kind == .objectField || kind == .variableDefinition {
        children.removeAll(keepingCapacity: true)
        while child < end, nodes[child].kind == kind {
          children.append(digests[child - root])
          child = Int(nodes[child].next)
        }
        count += children.count
        addSorted(to: &digester)
      } else {
        digester.add(digests[child - root])
        child = Int(nodes[child].next)
        count += 1
      }
    }
    digester.add(UInt64(truncatingIfNeeded: count))
  }

  @inline(__always)
  private mutating func addSelections(
    of parent: Int, _ nodes: Span<SyntaxNode>, _ source: Span<UInt8>, _ root: Int,
    keepsOrder: Bool, to digester: inout Digester
  ) {
    let end = Int(nodes[parent].next)
    children.removeAll(keepingCapacity: true)
    var child = parent + 1
    var typenames = 0
    var typename = Digest128(high: 0, low: 0)
    while child < end {
      let node = nodes[child]
      // Without children: no alias, no directives.
      if node.kind == .field, Int(node.next) == child + 1, EquivalentForm.isTypename(source, node) {
        typenames += 1
        typename = digests[child - root]
      } else {
        children.append(digests[child - root])
      }
      child = Int(node.next)
    }
    if children.isEmpty {
      for _ in 0..<typenames { children.append(typename) }
    }
    let count = children.count
    if keepsOrder {
      for index in 0..<count { digester.add(children[index]) }
    } else {
      addSorted(to: &digester)
    }
    digester.add(UInt64(truncatingIfNeeded: count))
  }

  @inline(__always)
  private mutating func addSorted(to digester: inout Digester) {
    let count = children.count
    if count > 24 {
      children.sort()
    } else if count > 1 {
      for index in 1..<count {
        let digest = children[index]
        var slot = index
        while slot > 0, digest < children[slot - 1] {
          children[slot] = children[slot - 1]
          slot -= 1
        }
        children[slot] = digest
      }
    }
    for index in 0..<count { digester.add(children[index]) }
  }
}
