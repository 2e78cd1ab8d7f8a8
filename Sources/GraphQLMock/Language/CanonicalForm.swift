/// The canonical form of an operation, which is equal for operations that request the same data.
///
/// It ignores descriptions, unused fragments, `__typename` and the order of arguments (`CanonicalTree`). The order of
/// fields matters only at the root of a mutation, because these fields run one after another (GraphQL, section 6.2.2).
enum CanonicalForm {
  struct Part: Hashable, Sendable {
    let definition: Int
    /// Whether the order of the definition's outermost fields matters, as at the root of a mutation.
    let isOrdered: Bool
  }

  /// Returns the operation, then each defined fragment that it uses, twice if at a mutation's root and elsewhere.
  static func parts(of operation: Document.Operation, in document: Document) -> [Part] {
    var parts = [Part(definition: operation.definition, isOrdered: operation.type == .mutation)]
    guard document.definitions.count > 1 else { return parts }
    let fragments = FragmentTable(document)
    var seen: Set<Part> = []
    var position = 0
    while position < parts.count {
      let part = parts[position]
      position += 1
      let root = document.definitions[part.definition].node
      for index in root..<Int(document.nodes[root].next)
      where document.nodes[index].kind == .fragmentSpread {
        let node = document.nodes[index]
        guard let found = fragments.definition(named: node.range, in: document) else { continue }
        let reached = Part(definition: found, isOrdered: part.isOrdered && node.isAtRoot)
        if seen.insert(reached).inserted { parts.append(reached) }
      }
    }
    return parts
  }

  /// Returns the canonical form and its hash, which must never change because names of recordings contain it.
  static func key(
    of operation: Document.Operation, in document: Document
  ) -> (bytes: ByteKey, digest: StableDigest) {
    let type: UInt8 =
      switch operation.type {
      case .query: 1
      case .mutation: 2
      case .subscription: 3
      }
    let trees = parts(of: operation, in: document).map { CanonicalTree($0, in: document) }
    let fragments = trees.dropFirst().map { tree in
      var digest = StableDigest()
      digest.add(tree.digest)
      digest.add(tree.isOrdered ? 1 : 0)
      return (tree: tree, digest: digest)
    }.ordered { $0.digest < $1.digest }

    var digest = StableDigest()
    digest.add(trees[0].digest)
    digest.add(sumOf: fragments.map(\.digest))
    digest.add(UInt64(fragments.count))
    digest.add(UInt64(type))
    var bytes: ContiguousArray = [type]
    for tree in trees.prefix(1) + fragments.map(\.tree) {
      tree.append(to: &bytes)
      bytes.append(tree.isOrdered ? 1 : 0)
    }
    return (ByteKey(bytes), digest)
  }
}
