// Clients that make up aliases and names of variables, anew in each process, ask for the same thing
// under other names. In this form names do not count: a variable counts by its value, and a field by
// what it is, whatever its response key.

/// An operation with its variables, compared without aliases and names of variables.
struct NamelessForm: Sendable {
  let selected: SelectedOperation
  /// Equal for two requests exactly if they ask for the same thing, but for those names.
  let digest: Digest128
  private let values: VariableDigests

  /// - Parameter variables: The variables as they were sent.
  init(_ selected: SelectedOperation, variables: MockJSON) {
    self.selected = selected
    values = VariableDigests(variables, of: selected)
    var digester = Digester(.process)
    digester.add(
      CanonicalForm.digest(
        of: selected.operation, in: selected.document, .process, values: values))
    // What the document does not define has no other identity than its name.
    digester.add(values.digest(ofAllBut: Self.definedVariables(of: selected)))
    digest = digester.finish()
  }

  private static func definedVariables(of selected: SelectedOperation) -> Set<Digest128> {
    let document = selected.document
    let root = document.definitions[selected.operation.definition].node
    let definitions = document.children(of: root).filter {
      document.nodes[$0].kind == .variableDefinition
    }
    return Set(definitions.map { Digest128(of: document.text(document.nodes[$0].range)) })
  }
}

extension NamelessForm {
  /// A definition of the form with the digests of its nodes.
  fileprivate struct Part: Sendable {
    let root: Int
    let isOrdered: Bool
    let digests: ContiguousArray<Digest128>
  }

  /// The parts by the names of fragments, the operation under no name; nil if a name repeats.
  fileprivate func parts() -> [String: Part]? {
    var found: [String: Part] = [:]
    for part in CanonicalForm.parts(of: selected.operation, in: selected.document) {
      let definition = selected.document.definitions[part.definition]
      let name =
        part.definition == selected.operation.definition
        ? "" : selected.document.text(definition.name)
      if let known = found[name] {
        guard known.root == definition.node else { return nil }
        // Where a fragment is reached in both ways, its order counts.
        if known.isOrdered || !part.isOrdered { continue }
      }
      found[name] = Part(
        root: definition.node, isOrdered: part.isOrdered,
        digests: SubtreeDigest.digests(
          of: definition.node, in: selected.document, isOrdered: part.isOrdered, .process,
          values: values))
    }
    return found
  }
}

/// Which nodes of two requests of one nameless form stand for each other.
struct NodePairing: Sendable {
  let first: SelectedOperation
  let second: SelectedOperation
  /// The nodes of the second by those of the first; what has no names in it may be missing.
  private(set) var nodes: [Int: Int] = [:]

  /// Pairs the nodes in time that grows with the documents, but for sorting.
  /// - Returns: nil if the forms differ, or a document defines a fragment twice.
  init?(_ first: NamelessForm, _ second: NamelessForm) {
    guard first.digest == second.digest, let mine = first.parts(), let others = second.parts(),
      mine.count == others.count
    else { return nil }
    self.first = first.selected
    self.second = second.selected
    for (name, part) in mine {
      guard let other = others[name], pair(part, other) else { return nil }
    }
  }

  private init(inverting other: NodePairing) {
    first = other.second
    second = other.first
    nodes = Dictionary(other.nodes.map { ($1, $0) }) { $1 }
  }

  /// The same pairs, the other way round.
  var inverted: NodePairing { NodePairing(inverting: self) }

  private mutating func pair(_ part: NamelessForm.Part, _ other: NamelessForm.Part) -> Bool {
    var pending = [(part.root, other.root)]
    while let (node, otherNode) = pending.popLast() {
      nodes[node] = otherNode
      let children = Self.children(of: node, in: first.document, part)
      let otherChildren = Self.children(of: otherNode, in: second.document, other)
      guard children.count == otherChildren.count else { return false }
      pending += zip(children, otherChildren)
    }
    return true
  }

  /// The children that count, in an order that equal ones share.
  private static func children(
    of node: Int, in document: Document, _ part: NamelessForm.Part
  ) -> [Int] {
    var children = document.children(of: node).filter { document.nodes[$0].kind != .alias }
    let isSet = document.nodes[node].kind == .selectionSet
    if isSet {
      let isPlainTypename = { (index: Int) in
        let node = document.nodes[index]
        return node.kind == .field && Int(node.next) == index + 1
          && CanonicalForm.isTypename(document.bytes.span, node)
      }
      if children.allSatisfy(isPlainTypename) { return [] }
      children.removeAll(where: isPlainTypename)
      if part.isOrdered, document.nodes[node].isAtRoot { return children }
    }
    // Directives, and the elements of lists, keep their order.
    let isSorted = { (index: Int) in
      switch document.nodes[index].kind {
      case .argument, .objectField, .variableDefinition: true
      default: isSet
      }
    }
    let kept = children.filter { !isSorted($0) }
    let sorted = children.filter(isSorted).ordered { left, right in
      let (first, second) = (part.digests[left - part.root], part.digests[right - part.root])
      return first == second ? left < right : first < second
    }
    return kept + sorted
  }
}
