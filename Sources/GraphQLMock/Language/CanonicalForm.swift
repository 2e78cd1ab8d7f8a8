/// The equivalent form of an operation: what stays when everything is dropped that does not change
/// what the operation asks for.
///
/// It consists of the selected operation and the fragments that it reaches. Descriptions and other
/// definitions are gone; so is `__typename` without alias and directives where something else is
/// selected. Arguments, fields of input objects and variable definitions have no order; selections
/// have none either, but at the root of a mutation (GraphQL, section 6.2.2 "Mutation").
enum CanonicalForm {
  /// A definition that belongs to the form.
  struct ReachedDefinition: Hashable, Sendable {
    /// The index of the definition in the document.
    let definition: Int
    /// True if its root selections run in order.
    ///
    /// A fragment that a mutation reaches from its root and from inside a field is part of the form
    /// in both ways.
    let isOrdered: Bool
  }

  /// The operation, then the fragments that it reaches, each once and in no particular order.
  ///
  /// A fragment that the document does not define is no part; its spread keeps its name.
  static func parts(of operation: Document.Operation, in document: Document)
    -> ContiguousArray<ReachedDefinition>
  {
    var parts: ContiguousArray = [
      ReachedDefinition(definition: operation.definition, isOrdered: operation.type == .mutation)
    ]
    guard document.definitions.count > 1 else { return parts }
    let fragments = FragmentTable(document)
    var seen: Set<ReachedDefinition> = []
    var position = 0
    while position < parts.count {
      let part = parts[position]
      position += 1
      let root = document.definitions[part.definition].node
      for index in root..<Int(document.nodes[root].next)
      where document.nodes[index].kind == .fragmentSpread {
        let node = document.nodes[index]
        let isOrdered = part.isOrdered && node.isAtRoot
        guard let definition = fragments.definition(named: node.range, in: document) else {
          continue
        }
        let reached = ReachedDefinition(definition: definition, isOrdered: isOrdered)
        if seen.insert(reached).inserted { parts.append(reached) }
      }
    }
    return parts
  }

  /// The form in bytes, which are equal for two operations exactly if their forms are, and a digest of it.
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
