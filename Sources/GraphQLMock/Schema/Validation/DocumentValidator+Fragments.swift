/// Validates fragments (GraphQL specification, section 5.5).
extension DocumentValidator {
  mutating func enterFragmentDefinition(_ index: Int) {
    let node = definitions[index].node
    checkCondition(of: node, fragment: document.name(of: definitions[index]))
    checkRepeat(of: index, .fragment)
    if hasSpreads { checkCycles(from: index) }
    checkRepeatedDirectives(of: node)
  }

  mutating func enterInlineFragment(_ node: Int) {
    checkCondition(of: node, fragment: nil)
    checkSpread(of: node, at: node, start(of: node))
    checkRepeatedDirectives(of: node)
  }

  mutating func enterSpread(_ node: Int) {
    if let fragment = fragment(named: nodes[node].range) {
      checkSpread(of: definitions[fragment].node, at: node, placeBefore(node))
    } else {
      report(.unknownFragment(name: name(of: node)), start(of: node))
    }
    checkRepeatedDirectives(of: node)
  }

  private mutating func checkCondition(of node: Int, fragment: String?) {
    guard let type = facts[node].type, !type.kind.isComposite,
      let condition = document.firstChild(of: node, .typeCondition)
    else { return }
    report(.fragmentOnLeaf(fragment: fragment, type: type.name), start(of: condition))
  }

  private mutating func checkSpread(of fragment: Int, at node: Int, _ place: Int) {
    guard let type = facts[fragment].type, let parent = facts[node].parentType, type != parent,
      type.kind.isComposite, spend(8), !types.overlap(type, parent)
    else { return }
    let name = fragment == node ? nil : name(of: node)
    report(.impossibleSpread(fragment: name, parent: parent.name, type: type.name), place)
  }

  mutating func checkTypeName(_ range: Range<Int>) {
    let name = document.text(range)
    guard knowsAllTypes, types.types[name] == nil else { return }
    report(.unknownType(name: name, similar: types.types.names(similarTo: name)), range.lowerBound)
  }

  mutating func checkUnusedFragments() {
    guard !fragments.all.isEmpty else { return }
    var used: Set<Int> = []
    for index in definitions.indices where definitions[index].kind != .fragment {
      used.formUnion(referencedFragments(of: index))
    }
    for index in fragments.all {
      let name = definitions[index].name
      // If several fragments have the same name and one of them is used, the others count as used, too.
      if let counting = fragment(named: name), used.contains(counting) { continue }
      report(.unusedFragment(name: document.text(name)), definitions[index].range.lowerBound)
    }
  }

  private struct Visit {
    var fragment: Int
    var spreads: ContiguousArray<Int>
    var next = 0
  }

  private mutating func checkCycles(from index: Int) {
    guard let visit = visit(index) else { return }
    var visits = [visit]
    var path: [Int] = []
    // The number of spreads in `path` that lead to each fragment that the walk is inside of.
    var depths = [visit.fragment: 0]
    while var visit = visits.popLast() {
      guard visit.next < visit.spreads.count else {
        depths[visit.fragment] = nil
        if !visits.isEmpty { path.removeLast() }
        continue
      }
      let spread = visit.spreads[visit.next]
      visit.next += 1
      visits.append(visit)
      guard let fragment = fragment(named: nodes[spread].range) else { continue }
      if let depth = depths[fragment] {
        let cycle = path[depth...] + [spread]
        guard spend(cycle.count) else { return }
        report(
          .fragmentCycle(name: name(of: spread), path: cycle.dropLast().map { name(of: $0) }),
          cycle.map { placeBefore($0) })
      } else if let inner = self.visit(fragment) {
        path.append(spread)
        depths[inner.fragment] = path.count
        visits.append(inner)
      }
    }
  }

  /// Returns nil if the fragment has no spreads or has been visited, maybe from another fragment.
  private mutating func visit(_ index: Int) -> Visit? {
    let counting = fragment(named: definitions[index].name) ?? index
    guard visitedFragments.insert(counting).inserted else { return nil }
    let spreads = spreads(of: index)
    return spreads.isEmpty ? nil : Visit(fragment: counting, spreads: spreads)
  }

  func fragment(named name: Range<Int>) -> Int? {
    fragments.definition(named: name, in: document)
  }

  mutating func spreads(of definition: Int) -> ContiguousArray<Int> {
    guard hasSpreads else { return [] }
    return fragments.spreads(of: definition, in: document)
  }

  /// Returns the fragments that a definition uses directly or indirectly, in the same order as graphql-js.
  mutating func referencedFragments(of definition: Int) -> ContiguousArray<Int> {
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
