// Section 5.3.2 "Field Selection Merging", asked of all fields of a response key at once.
//
// Most documents have no conflict, and to see that no fields need be compared in pairs: of all fields
// that come together under one response key, each is held against the first, and what they select is
// merged and validated as one (Simon Adameit, "Optimizing the Overlapping Fields Validation in GraphQL").
// What is refused is what the reference implementation refuses; it names the fields around those that
// conflict, too.
extension DocumentValidator {
  /// Selection sets whose fields come together, and whether those may be of different objects: then
  /// their types have to agree only (SameResponseShape).
  private struct MergedSets: Hashable {
    let sets: [Int]
    let isShape: Bool
  }

  mutating func checkMerging() {
    var seen: Set<MergedSets> = []
    var entered: Set<Int> = []
    mergeDefinitions(areFragments: false, &seen, &entered)
    // What no operation reaches.
    mergeDefinitions(areFragments: true, &seen, &entered)
    for (second, conflict) in merging.conflicts.orderedByKey() {
      report(
        .conflict(responseName: text(responseKey(of: second)), conflict.reason),
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
    let groups = Dictionary(grouping: fields.ordered(by: <)) { text(responseKey(of: $0)) }
    for group in groups.values where !isDone { merge(group, isShape: merged.isShape, &pending) }
  }

  /// The fields of one response key.
  private mutating func merge(
    _ fields: [Int], isShape: Bool, _ pending: inout [MergedSets]
  ) {
    func push(_ fields: [Int], isShape: Bool) {
      let sets = fields.compactMap { document.selectionSet(of: $0) }
      if !sets.isEmpty { pending.append(MergedSets(sets: sets, isShape: isShape)) }
    }
    guard fields.count > 1 else { return push(fields, isShape: isShape) }
    defer { compare(fields.filter { type(ofField: $0) != nil }, exclusive: true) }
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
      let group = groups.count < 2 ? group : (open + group).ordered(by: <)
      compare(group, exclusive: false)
      push(group, isShape: false)
    }
  }

  /// Holds fields against the first of them; of each it is told once what it conflicts with.
  private mutating func compare(_ fields: [Int], exclusive: Bool) {
    guard spend(fields.count), let first = fields.first else { return }
    for field in fields.dropFirst() where (merging.conflicts[field]?.first ?? .max) > first {
      guard let reason = conflict(first, field, exclusive: exclusive) else { continue }
      merging.conflicts[field] = MergingMemory.Conflict(first: first, reason: reason)
    }
  }
}

extension DocumentValidator {
  /// What was found of fields and selection sets, so that it is found once.
  struct MergingMemory: Sendable {
    struct Conflict: Sendable {
      let first: Int
      let reason: ValidationError.Conflict
    }

    /// Fields that can't be merged with an earlier one.
    var conflicts: [Int: Conflict] = [:]
    /// Values as they print, by their nodes.
    var printed: [Int: ByteKey] = [:]
    /// By selection set.
    var selections: [Int: MergingSelections] = [:]
  }

  /// The fields of a selection set, those of its inline fragments included, and the definitions of the
  /// fragments that it spreads, each once.
  struct MergingSelections: Sendable {
    var fields: [Int] = []
    var fragments: [Int] = []
  }
}
