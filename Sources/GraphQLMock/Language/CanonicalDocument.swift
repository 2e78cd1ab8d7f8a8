/// The equivalent form of an operation as a tree that can be compared and printed.
///
/// It is made when a message is needed, never to match: for that the digest is enough. Nodes are
/// those of the document's syntax tree; only their order and what is left out differ. Nothing here
/// recurses, as nobody limits how deep the document of a request may be.
struct CanonicalDocument: Sendable {
  let document: Document
  let operation: OperationOutline
  /// The operation first, then the fragments by name.
  let parts: [Part]

  /// A definition with the digests of its nodes.
  struct Part: Sendable {
    let name: String
    let definition: Int
    let isOrdered: Bool
    /// The index of the first node.
    let root: Int
    let digests: ContiguousArray<Digest128>

    func digest(of node: Int) -> Digest128 { digests[node - root] }
  }

  init(_ operation: OperationOutline, in document: Document) {
    self.document = document
    self.operation = operation
    let parts = CanonicalForm.parts(of: operation, in: document).map { part in
      let definition = document.definitions[part.definition]
      // Digests sort selections, and a message must read the same in every process.
      let digests = SubtreeDigest.digests(
        of: definition.node, in: document, isOrdered: part.isOrdered, .stable)
      return Part(
        name: document.text(definition.name), definition: part.definition,
        isOrdered: part.isOrdered, root: definition.node, digests: digests)
    }
    let fragments = parts.dropFirst().ordered { left, right in
      if left.name != right.name { return left.name < right.name }
      if left.isOrdered != right.isOrdered { return left.isOrdered }
      return left.definition < right.definition
    }
    self.parts = parts.prefix(1) + fragments
  }
}

/// The children of nodes in canonical order, as indices of nodes.
extension CanonicalDocument {
  /// The children of one kind in the order of the text.
  func children(of node: Int, _ kind: SyntaxNode.Kind) -> [Int] {
    document.children(of: node).filter { document.nodes[$0].kind == kind }
  }

  /// The selections of a set: fields by response key, spreads by name, inline fragments by type
  /// condition; at the root of a mutation, the order of the text.
  ///
  /// Where these are equal the digest decides, which stands for the text.
  func selections(of set: Int, in part: Part) -> [Int] {
    var selections = document.children(of: set)
    let isTypename = { (index: Int) in
      let node = document.nodes[index]
      return node.kind == .field && Int(node.next) == index + 1
        && CanonicalForm.isTypename(document.bytes.span, node)
    }
    if !selections.allSatisfy(isTypename) { selections.removeAll(where: isTypename) }
    if part.isOrdered, document.nodes[set].isAtRoot { return selections }
    let keyed: [(key: SelectionKey, node: Int)] = selections.map {
      (SelectionKey($0, in: self), $0)
    }
    return keyed.ordered { left, right in
      if left.key != right.key { return left.key < right.key }
      return part.digest(of: left.node) < part.digest(of: right.node)
    }.map(\.node)
  }

  /// The name of a node: what its range holds.
  func name(of node: Int) -> String { document.text(document.nodes[node].range) }

  /// The alias of a field; nil if it has none.
  func alias(of field: Int) -> String? { document.alias(of: field).map(document.text) }
}

/// What selections are sorted and paired by.
struct SelectionKey: Hashable, Comparable, Sendable {
  enum Kind: Int, Sendable { case field, fragmentSpread, inlineFragment }

  let kind: Kind
  /// The response key, the name of the fragment, or the type condition.
  let name: String

  init(_ selection: Int, in tree: CanonicalDocument) {
    switch tree.document.nodes[selection].kind {
    case .fragmentSpread:
      kind = .fragmentSpread
      name = tree.name(of: selection)
    case .inlineFragment:
      kind = .inlineFragment
      name = tree.document.typeCondition(of: selection) ?? ""
    default:
      kind = .field
      name = tree.document.responseKey(of: selection)
    }
  }

  static func < (left: SelectionKey, right: SelectionKey) -> Bool {
    left.kind == right.kind ? left.name < right.name : left.kind.rawValue < right.kind.rawValue
  }

  /// The selection as messages name it: `name`, `...F`, `... on T`.
  var text: String {
    switch kind {
    case .field: name
    case .fragmentSpread: "..." + name
    case .inlineFragment: name.isEmpty ? "..." : "... on " + name
    }
  }
}
