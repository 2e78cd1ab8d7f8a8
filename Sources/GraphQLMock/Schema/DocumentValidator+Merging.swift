// Section 5.3.2 "Field Selection Merging", asked of all fields of a response key at once.
//
// Most documents have no conflict, and to see that no fields need be compared in pairs: of all fields
// that come together under one response key, each is held against the first, and what they select is
// merged and validated as one (Simon Adameit, "Optimizing the Overlapping Fields Validation in GraphQL").
// Fields that do not pass are no conflict yet. They are what the algorithm of the reference
// implementation looks at (`checkOverlaps`), which has the last word, the messages and their order.
extension DocumentValidator {
  /// Selection sets whose fields come together, and whether those may be of different objects: then
  /// their types have to agree only (SameResponseShape).
  private struct MergedSets: Hashable {
    let sets: [Int]
    let isShape: Bool
  }

  /// Finds the fields that may conflict, and all nodes around them.
  mutating func findSuspects() {
    overlaps.suspects = []
    let isComplete = spendHalf { validator in
      var seen: Set<MergedSets> = []
      var entered: Set<Int> = []
      validator.mergeDefinitions(areFragments: false, &seen, &entered)
      // What no operation reaches.
      validator.mergeDefinitions(areFragments: true, &seen, &entered)
    }
    if !isComplete { overlaps.suspects = nil }
  }

  private mutating func mergeDefinitions(
    areFragments: Bool, _ seen: inout Set<MergedSets>, _ entered: inout Set<Int>
  ) {
    for (index, definition) in definitions.enumerated()
    where (definition.kind == .fragment) == areFragments && !entered.contains(index) {
      guard let set = document.selectionSet(of: definition.node) else { continue }
      var pending = [MergedSets(sets: [set], isShape: false)]
      while let merged = pending.popLast(), !isDone {
        if seen.insert(merged).inserted { merge(merged, &pending, &entered) }
      }
    }
  }

  private mutating func merge(
    _ merged: MergedSets, _ pending: inout [MergedSets], _ entered: inout Set<Int>
  ) {
    var fields: [Int] = []
    var fragments: Set<Int> = []
    var sets = merged.sets
    while let set = sets.popLast() {
      let found = selections(of: set)
      guard spend(1 + found.fields.count + found.fragments.count) else { return }
      fields += found.fields
      for fragment in found.fragments where fragments.insert(fragment).inserted {
        if let set = document.selectionSet(of: definitions[fragment].node) { sets.append(set) }
      }
    }
    entered.formUnion(fragments)
    guard fields.count > 1 else { return merge(fields, isShape: merged.isShape, &pending) }
    for group in Dictionary(grouping: fields, by: { digest(responseKey(of: $0)) }).values
    where !isDone {
      merge(group, isShape: merged.isShape, &pending)
    }
  }

  /// The fields of one response key.
  private mutating func merge(
    _ fields: [Int], isShape: Bool, _ pending: inout [MergedSets]
  ) {
    func push(_ fields: [Int], isShape: Bool) {
      let sets = fields.compactMap { document.selectionSet(of: $0) }.ordered(by: <)
      if !sets.isEmpty { pending.append(MergedSets(sets: sets, isShape: isShape)) }
    }
    guard fields.count > 1 else { return push(fields, isShape: isShape) }
    var isSuspect = !haveSameShape(fields)
    defer { if isSuspect { suspect(fields) } }
    guard !isShape else { return push(fields, isShape: true) }
    // Fields of objects that may be of any type, and those of objects of one type each.
    var open: [Int] = []
    var groups: [String: [Int]] = [:]
    for field in fields {
      if let type = objectType(around: field) {
        groups[type, default: []].append(field)
      } else {
        open.append(field)
      }
    }
    if groups.count < 2 { groups = ["": fields] } else { push(fields, isShape: true) }
    for group in groups.values where !isDone {
      let group = groups.count < 2 ? group : open + group
      if !areSame(group) { isSuspect = true }
      push(group, isShape: false)
    }
  }

  /// Whether all fields ask for the same, apart from what they select.
  private mutating func areSame(_ fields: [Int]) -> Bool {
    guard spend(fields.count) else { return false }
    for field in fields.dropFirst() {
      guard isSameText(nodes[field].range, nodes[fields[0]].range),
        // Each way, as an argument may be there twice.
        haveSameArguments(field, fields[0]), haveSameArguments(fields[0], field)
      else { return false }
    }
    return true
  }

  private func haveSameShape(_ fields: [Int]) -> Bool {
    let types = fields.compactMap { type(ofField: $0) }
    return types.allSatisfy { !conflict($0, types[0]) }
  }

  /// Notes fields, and all that is around them, where their fragments are spread too.
  private mutating func suspect(_ fields: [Int]) {
    if overlaps.spreads.isEmpty, hasSpreads {
      for index in nodes.indices where nodes[index].kind == .fragmentSpread {
        guard let fragment = fragment(named: nodes[index].range) else { continue }
        overlaps.spreads[definitions[fragment].node, default: []].append(index)
      }
    }
    var pending = fields
    while let node = pending.popLast() {
      guard overlaps.suspects?.insert(node).inserted == true else { continue }
      let parent = Int(facts[node].parent)
      pending += parent < 0 ? overlaps.spreads[node] ?? [] : [parent]
    }
  }
}
