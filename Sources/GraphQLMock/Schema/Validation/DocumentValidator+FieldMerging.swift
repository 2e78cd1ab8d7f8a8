/// Validates that fields with the same response key can be merged (GraphQL specification, section 5.3.2). Each field
/// is compared only with the first field of the same key, because comparing all pairs would take quadratic time. The
/// algorithm is by Simon Adameit ("Optimizing the Overlapping Fields Validation in GraphQL").
extension DocumentValidator {
  /// Selection sets that are compared. If `isShape` is true, only the types of their fields must be equal.
  private struct MergedSets: Hashable {
    let sets: [Int]
    let isShape: Bool
  }

  mutating func checkMerging() {
    var seen: Set<MergedSets> = []
    var entered: Set<Int> = []
    mergeDefinitions(areFragments: false, &seen, &entered)
    mergeDefinitions(areFragments: true, &seen, &entered)
    for (second, conflict) in conflicts.orderedByKey() {
      report(
        .conflict(responseName: document.responseKey(of: second), conflict.reason),
        [conflict.first, second].map { place(ofField: $0) })
    }
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
    let groups = Dictionary(grouping: fields.ordered(by: <)) { document.responseKey(of: $0) }
    for group in groups.values where !isDone { merge(group, isShape: merged.isShape, &pending) }
  }

  /// - Precondition: All fields have the same response key.
  private mutating func merge(_ fields: [Int], isShape: Bool, _ pending: inout [MergedSets]) {
    func push(_ fields: [Int], isShape: Bool) {
      let sets = fields.compactMap { document.selectionSet(of: $0) }
      if !sets.isEmpty { pending.append(MergedSets(sets: sets, isShape: isShape)) }
    }
    guard fields.count > 1 else { return push(fields, isShape: isShape) }
    // Last, because the first conflict of two fields is kept.
    defer { compare(fields.filter { type(ofField: $0) != nil }, areExclusive: true) }
    guard !isShape else { return push(fields, isShape: true) }
    // The fields of interfaces and of unknown types, which are compared with the fields of each object type.
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
      let group = groups.count < 2 ? group : (open + group).ordered(by: <)
      compare(group, areExclusive: false)
      push(group, isShape: false)
    }
  }

  private mutating func compare(_ fields: [Int], areExclusive: Bool) {
    guard spend(fields.count), let first = fields.first else { return }
    for field in fields.dropFirst() where (conflicts[field]?.first ?? .max) > first {
      guard let reason = fieldConflict(first, field, areExclusive: areExclusive) else { continue }
      conflicts[field] = (first, reason)
    }
  }
}
