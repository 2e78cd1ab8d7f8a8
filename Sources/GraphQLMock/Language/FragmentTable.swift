/// The fragments of a document by name. If several have the same name, the last one is used, as in graphql-js.
struct FragmentTable: Sendable {
  /// The indices of all fragment definitions, even with the same name. Each method needs the same document.
  private(set) var all: ContiguousArray<Int> = []
  private var byName: [String: Int] = [:]
  private var spreads: [Int: ContiguousArray<Int>] = [:]

  init(_ document: Document) {
    for (index, definition) in document.definitions.enumerated()
    where definition.kind == .fragment {
      all.append(index)
      byName[document.text(definition.name)] = index
    }
  }

  func definition(named name: Range<Int>, in document: Document) -> Int? {
    all.isEmpty ? nil : byName[document.text(name)]
  }

  /// Returns the fragment spreads in a definition, in the same order as `getFragmentSpreads` in graphql-js.
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
