/// An operation with the fragments that it reaches, as a message compares them: in an order that
/// depends on what is asked for, and without what ``CanonicalForm`` leaves out.
///
/// It is made when a message is needed, never to match: for that one digest is enough. Nodes are
/// those of the document's syntax tree, and nothing here recurses, however deep it is.
struct DocumentOutline: Sendable {
  let document: Document
  let operation: Document.Operation
  /// The operation by "", and each fragment that is spread by its name; nil if it is not defined.
  private(set) var parts: [String: CanonicalForm.Part?] = [:]
  /// The digests of the nodes that are reached.
  private var digests: ContiguousArray<Digest128>

  init(_ selected: SelectedOperation) {
    document = selected.document
    operation = selected.operation
    digests = ContiguousArray(
      repeating: Digest128(high: 0, low: 0), count: document.nodes.count)
    for part in CanonicalForm.parts(of: operation, in: document) {
      let isOperation = part.definition == operation.definition
      let name = isOperation ? "" : document.text(document.definitions[part.definition].name)
      // A fragment that is reached in both ways keeps its order.
      if parts[name]??.isOrdered == true { continue }
      parts[name] = part
      let root = node(of: part)
      let nodes = root..<Int(document.nodes[root].next)
      let spreads = nodes.filter { document.nodes[$0].kind == .fragmentSpread }
      parts.merge(spreads.map { (self.name(of: $0), nil) }) { known, _ in known }
      // Digests sort selections, and a message must read the same in every process.
      digests.replaceSubrange(
        nodes,
        with: SubtreeDigest.digests(
          of: root, in: document, isOrdered: part.isOrdered, .stable))
    }
  }

  /// The first node of a definition.
  func node(of part: CanonicalForm.Part) -> Int { document.definitions[part.definition].node }

  /// The name of a node: what its range holds.
  func name(of node: Int) -> String { document.text(document.nodes[node].range) }

  /// A selection with what it is sorted and paired by.
  struct Selection: Sendable {
    let node: Int
    /// How messages name it: `name`, a field's response key, `...F`, `... on T`.
    let text: String
    /// The field's name; of others, the same as the text.
    let name: String
    /// Stands for all that is in it.
    let digest: Digest128
  }

  /// The selections of a field, a fragment or an operation: fields by response key, spreads by name,
  /// inline fragments by type condition.
  /// - Parameter isOrdered: True if those at the root stay in the order of the text.
  func selections(of node: Int, isOrdered: Bool) -> [Selection] {
    guard let set = document.selectionSet(of: node) else { return [] }
    let all = document.children(of: set).map(selection)
    let others = all.filter {
      $0.text != "__typename" || Int(document.nodes[$0.node].next) > $0.node + 1
    }
    let selections = others.isEmpty ? all : others
    if isOrdered, document.nodes[set].isAtRoot { return selections }
    func rank(_ selection: Selection) -> UInt8 { document.nodes[selection.node].kind.rawValue }
    return selections.ordered {
      (rank($0), $0.text, $0.digest) < (rank($1), $1.text, $1.digest)
    }
  }

  private func selection(_ node: Int) -> Selection {
    let kind = document.nodes[node].kind
    let text =
      switch kind {
      case .fragmentSpread: "..." + name(of: node)
      case .inlineFragment: "..." + (document.typeCondition(of: node).map { " on " + $0 } ?? "")
      default: document.responseKey(of: node)
      }
    let name = kind == .field ? name(of: node) : text
    return Selection(node: node, text: text, name: name, digest: digests[node])
  }

  /// Something before the selections of a node: an argument or a variable by name, a type condition, or
  /// the directives.
  struct Head: Hashable, Sendable {
    let kind: SyntaxNode.NodeKind
    let name: String
  }

  /// The texts of what stands before the selections of a node.
  func heads(of node: Int) -> [Head: String] {
    var heads: [Head: [String]] = [:]
    for child in document.children(of: node) {
      let kind = document.nodes[child].kind
      switch kind {
      case .argument, .variableDefinition:
        heads[Head(kind: kind, name: name(of: child)), default: []] +=
          document.children(of: child).map { document.printed($0, .canonical) }
      case .directive:
        heads[Head(kind: kind, name: ""), default: []] += [document.printed(child, .canonical)]
      case .typeCondition: heads[Head(kind: kind, name: "")] = ["\"\(name(of: child))\""]
      default: break
      }
    }
    return heads.mapValues { $0.joined(separator: " ") }
  }
}
