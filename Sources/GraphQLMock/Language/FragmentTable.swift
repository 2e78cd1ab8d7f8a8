/// The fragments of a document by name, and what each definition spreads.
///
/// Names may repeat: that is invalid, but not malformed. Then the last counts, as in graphql-js.
struct FragmentTable: Sendable {
  /// The fragment definitions, as positions in the document.
  private(set) var all: ContiguousArray<Int> = []
  private var byName: [Digest128: Int] = [:]
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

  /// The definition of the fragment of a name; nil if there is none.
  func definition(named name: Range<Int>, in document: Document) -> Int? {
    guard !all.isEmpty else { return nil }
    return byName[Digest128(of: document.bytes.span, name.lowerBound, name.upperBound)]
  }

  /// What a definition spreads, in the order of the reference implementation (getFragmentSpreads):
  /// those of a selection set before those of the sets in it, and of these the last first.
  mutating func spreads(of definition: Int, in document: Document) -> ContiguousArray<Int> {
    if let known = spreads[definition] { return known }
    var found = ContiguousArray<Int>()
    var pending = ContiguousArray<Int>()
    func pushSelectionSet(of owner: Int) {
      if let set = document.selectionSet(of: owner) { pending.append(set) }
    }
    pushSelectionSet(of: document.definitions[definition].node)
    while let set = pending.popLast() {
      for child in document.children(of: set) {
        if document.nodes[child].kind == .fragmentSpread {
          found.append(child)
        } else {
          pushSelectionSet(of: child)
        }
      }
    }
    spreads[definition] = found
    return found
  }
}
