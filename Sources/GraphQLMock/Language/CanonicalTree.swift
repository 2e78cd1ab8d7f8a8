/// A definition that belongs to the canonical form of an operation, with its nodes in an order that doesn't depend on
/// how the document is written.
struct CanonicalTree: Sendable {
  private let document: Document
  let root: Int
  let isOrdered: Bool
  /// The digests of the nodes, which order what has no order of its own.
  private var digests: ContiguousArray<UInt64>

  init(_ part: CanonicalForm.Part, in document: Document) {
    self.document = document
    root = document.definitions[part.definition].node
    isOrdered = part.isOrdered
    let end = Int(document.nodes[root].next)
    digests = ContiguousArray(repeating: 0, count: end - root)
    // Children come before their parent, so no recursion is needed.
    for node in (root..<end).reversed() {
      var digest = StableDigest(seed: document.nodes[node].kind.rawValue)
      digest.add(text(of: node))
      for child in children(of: node) { digest.add(digests[child - root]) }
      digests[node - root] = digest.high
    }
  }

  /// Equal for two nodes if their subtrees ask for the same thing, and different otherwise but by chance.
  func digest(of node: Int) -> UInt64 { digests[node - root] }

  /// Arguments, fields of input objects, variable definitions and selections have no order, but selections at the root
  /// of a mutation have.
  func children(of node: Int) -> [Int] {
    var children = document.children(of: node)
    var start = 0
    if document.nodes[node].kind == .selectionSet {
      // Without alias and directives.
      let others = children.filter {
        Int(document.nodes[$0].next) > $0 + 1 || document.nodes[$0].kind != .field
          || !Bytes.areEqual(document.bytes.span, document.nodes[$0].range, "__typename")
      }
      if !others.isEmpty { children = others }
      if isOrdered, document.nodes[node].isAtRoot { return children }
      return children.ordered { digest(of: $0) < digest(of: $1) }
    }
    while start < children.count {
      let kind = document.nodes[children[start]].kind
      let end = children[start...].firstIndex { document.nodes[$0].kind != kind } ?? children.count
      if kind == .argument || kind == .objectField || kind == .variableDefinition {
        children[start..<end].sort { digest(of: $0) < digest(of: $1) }
      }
      start = end
    }
    return children
  }

  /// A string by its value, a type by its tokens.
  private func text(of node: Int) -> ContiguousArray<UInt8> {
    let (kind, range) = (document.nodes[node].kind, document.nodes[node].range)
    switch kind {
    case .selectionSet, .inlineFragment, .list, .object, .defaultValue: return []
    case .string:
      var value = ContiguousArray<UInt8>()
      StringLiteral.appendValue(
        document.bytes.span, range.lowerBound, range.upperBound, to: &value)
      return value
    case .type: return TypeReference.tokens(document.bytes.span, range)
    default: return ContiguousArray(document.bytes[range])
    }
  }

  /// Appends all nodes: the kind, the text behind its length, the children, and an end.
  func append(to bytes: inout ContiguousArray<UInt8>) {
    let end = -1
    var pending = [root]
    while let node = pending.popLast() {
      guard node != end else {
        bytes.append(0xFF)
        continue
      }
      let text = text(of: node)
      bytes.append(document.nodes[node].kind.rawValue)
      for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: text.count >> shift)) }
      bytes += text
      pending.append(end)
      pending += children(of: node).reversed()
    }
  }
}
