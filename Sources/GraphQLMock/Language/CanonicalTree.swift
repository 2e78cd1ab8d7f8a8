/// The syntax tree of an operation or fragment, with a hash that doesn't depend on the order of arguments.
struct CanonicalTree: Sendable {
  private let document: Document
  let root: Int
  let isOrdered: Bool
  /// The hash of each node. It must never change, because names of recordings contain it.
  private var digests: ContiguousArray<StableDigest>

  init(_ part: CanonicalForm.Part, in document: Document) {
    self.document = document
    root = document.definitions[part.definition].node
    isOrdered = part.isOrdered
    let end = Int(document.nodes[root].next)
    digests = ContiguousArray(repeating: StableDigest(), count: end - root)
    // Each node comes before its children, so the reversed loop visits the children first.
    for node in (root..<end).reversed() { digests[node - root] = makeDigest(of: node) }
  }

  var digest: StableDigest { digests[0] }

  func digest(of node: Int) -> StableDigest { digests[node - root] }

  private func makeDigest(of node: Int) -> StableDigest {
    var digest = StableDigest(seed: document.nodes[node].kind.rawValue)
    if let text = text(of: node) { digest.add(text.span) }
    let groups = groups(of: node)
    if groups.isEmpty { return digest }
    for group in groups { digest.add(sumOf: group.map(self.digest)) }
    let children = groups.joined()
    // The order is in the groups already. This sum only keeps the hashes of earlier recordings.
    if keepsOrder(node), !isTypename(groups[0][0]) {
      digest.add(sumOf: children.map(self.digest))
    }
    digest.add(UInt64(children.count))
    return digest
  }

  func children(of node: Int) -> [Int] {
    groups(of: node).flatMap { group in
      group.count < 2 ? group : group.ordered { digest(of: $0) < digest(of: $1) }
    }
  }

  /// Returns groups of children in which the order doesn't matter. For example, a field's arguments are one group.
  private func groups(of node: Int) -> [[Int]] {
    let children = document.children(of: node)
    guard document.nodes[node].kind == .selectionSet else {
      return children.reduce(into: []) { groups, child in
        let kind = document.nodes[child].kind
        let hasOrder = kind != .argument && kind != .objectField && kind != .variableDefinition
        if !hasOrder, let last = groups.last?.last, document.nodes[last].kind == kind {
          groups[groups.count - 1].append(child)
        } else {
          groups.append([child])
        }
      }
    }
    let others = children.filter { !isTypename($0) }
    return others.isEmpty ? [children] : keepsOrder(node) ? others.map { [$0] } : [others]
  }

  private func keepsOrder(_ node: Int) -> Bool {
    isOrdered && document.nodes[node].kind == .selectionSet && document.nodes[node].isAtRoot
  }

  /// Returns whether a node is a `__typename` field without an alias and without directives.
  private func isTypename(_ node: Int) -> Bool {
    document.nodes[node].kind == .field && Int(document.nodes[node].next) == node + 1
      && Bytes.areEqual(document.bytes.span, document.nodes[node].range, "__typename")
  }

  private func text(of node: Int) -> ContiguousArray<UInt8>? {
    let (kind, range) = (document.nodes[node].kind, document.nodes[node].range)
    switch kind {
    case .selectionSet, .inlineFragment, .list, .object, .defaultValue: return nil
    case .string: return StringLiteral.value(document.bytes.span, range)
    case .type: return Lexer.tokens(document.bytes.span, range)
    case .float: return ContiguousArray(document.canonicalFloat(range).utf8)
    default: return ContiguousArray(document.bytes[range])
    }
  }

  /// Appends each node's kind, the length of its text, the text, the node's children and an end byte.
  func append(to bytes: inout ContiguousArray<UInt8>) {
    let end = -1
    var pending = [root]
    while let node = pending.popLast() {
      guard node != end else {
        bytes.append(0xFF)
        continue
      }
      let text = text(of: node) ?? []
      bytes.append(document.nodes[node].kind.rawValue)
      for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: text.count >> shift)) }
      bytes += text
      pending.append(end)
      pending += children(of: node).reversed()
    }
  }
}
