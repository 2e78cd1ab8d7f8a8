/// The fragments of a document by name, and what each definition spreads.
struct FragmentTable: Sendable {
  /// The fragment definitions, as positions in the document.
  private(set) var all: ContiguousArray<Int> = []
  /// By name; of two fragments with one name, the last counts.
  private(set) var byName: [Digest128: Int] = [:]
  /// The spreads of each definition, once they were asked for.
  private var spreads: [Int: ContiguousArray<Int>] = [:]

  init(_ document: Document) {
    for (index, definition) in document.definitions.enumerated()
    where definition.kind == .fragment {
      all.append(index)
      let name = definition.name
      byName[Digest128(of: document.bytes.span, name.lowerBound, name.upperBound)] = index
    }
  }

  /// What a definition spreads, in the order of the reference implementation (getFragmentSpreads):
  /// those of a selection set before those of the sets in it, and of these the last first.
  mutating func spreads(
    of definition: Int, _ nodes: ContiguousArray<SyntaxNode>, root: Int
  ) -> ContiguousArray<Int> {
    if let known = spreads[definition] { return known }
    var found = ContiguousArray<Int>()
    var pending = ContiguousArray<Int>()
    /// Goes through the children of a node up to its selection set.
    func pushSelectionSet(of owner: Int) {
      var child = owner + 1
      let end = Int(nodes[owner].next)
      while child < end {
        if nodes[child].kind == .selectionSet { pending.append(child) }
        child = Int(nodes[child].next)
      }
    }
    pushSelectionSet(of: root)
    while let set = pending.popLast() {
      var child = set + 1
      let end = Int(nodes[set].next)
      while child < end {
        if nodes[child].kind == .fragmentSpread {
          found.append(child)
        } else {
          pushSelectionSet(of: child)
        }
        child = Int(nodes[child].next)
      }
    }
    spreads[definition] = found
    return found
  }
}

extension DocumentValidator {
  /// The definition of the fragment of that name, the last one if there are several.
  func fragment(named name: Range<Int>) -> Int? {
    fragments.all.isEmpty ? nil : fragments.byName[digest(name)]
  }

  /// What a definition spreads, in the order of the reference implementation.
  mutating func spreads(of definition: Int) -> ContiguousArray<Int> {
    guard hasSpreads else { return [] }
    return fragments.spreads(of: definition, nodes, root: definitions[definition].node)
  }

  /// The fragments that a definition spreads, directly or by others, in the order of the reference
  /// implementation (getRecursivelyReferencedFragments).
  mutating func referencedFragments(of definition: Int) -> ContiguousArray<Int> {
    guard hasSpreads else { return [] }
    var result = ContiguousArray<Int>()
    var seen: Set<Int> = []
    var pending = [definition]
    while let next = pending.popLast() {
      let spreads = spreads(of: next)
      guard spend(spreads.count) else { return result }
      for spread in spreads {
        guard let fragment = fragment(named: nodes[spread].range), seen.insert(fragment).inserted
        else { continue }
        result.append(fragment)
        pending.append(fragment)
      }
    }
    return result
  }
}
