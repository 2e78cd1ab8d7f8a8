// Section 5.3.2 "Field Selection Merging".
//
// This is the algorithm of the reference implementation (OverlappingFieldsCanBeMergedRule, where its
// steps A to J are explained), with a stack of tasks in the place of recursion: no document exhausts
// the stack, and errors come in the same order.
extension DocumentValidator {
  /// What is still to be compared; the next task is the last of the stack.
  enum OverlapTask: Sendable {
    /// A: the fields of one response key in a selection set, from this pair of entries on.
    case within(set: Int, group: Int, first: Int, second: Int)
    /// B and C: the fragments of a selection set, from this pair of positions on.
    case fragmentsWithin(set: Int, first: Int, second: Int)
    /// D, F and H: the fields of two selection sets, from this pair of entries on.
    case between(sets: OverlapMemory.Pair, exclusive: Bool, group: Int, first: Int, second: Int)
    /// I: the fragments of the second set and the fields of the first, from this position on.
    case fieldsAndFragments(sets: OverlapMemory.Pair, exclusive: Bool, position: Int)
    /// J: the fragments of two selection sets, from this pair of positions on.
    case fragmentsBetween(sets: OverlapMemory.Pair, exclusive: Bool, first: Int, second: Int)
    /// D and E: a selection set and a fragment.
    case fieldsAndFragment(set: Int, fragment: Int, exclusive: Bool)
    /// F and G: two fragments.
    case fragments(Int, Int, exclusive: Bool)
    /// The end of the comparison of two fields' selection sets.
    case close(first: Int, second: Int, sets: OverlapMemory.Pair, exclusive: Bool)
  }

  /// How deep conflicts are told inside of conflicts.
  static let reportedConflictDepth = 32

  mutating func checkOverlaps(in set: Int) {
    if isPlain(set) || isInsideOfMergeable(set) { return }
    let fields = overlapFields(of: set)
    var tasks: [OverlapTask] = []
    if !fields.fragments.isEmpty {
      tasks.append(.fragmentsWithin(set: set, first: 0, second: 0))
    }
    for (index, group) in fields.groups.enumerated().reversed()
    where group.first != group.last && !isUniform(group, fields) {
      tasks.append(
        .within(
          set: set, group: index, first: group.first, second: fields.entries[group.first].next))
    }
    // The conflicts of each comparison that is open, the innermost last.
    var levels: [[OverlapConflict]] = [[]]
    while let task = tasks.popLast() {
      guard spend() else { return }
      perform(task, &tasks, &levels)
      // More would not be reported.
      if levels.count == 1, levels[0].count > Self.errorLimit { break }
    }
    if fields.fragments.isEmpty, levels.allSatisfy(\.isEmpty) { overlaps.mergeable.insert(set) }
    for conflict in levels.joined() {
      report(
        .conflict(responseName: conflict.responseName, conflict.reason),
        (conflict.first + conflict.second).map { place(ofField: $0) })
    }
  }

  /// Whether a selection set has few fields, each of its own response key, and nothing else.
  private func isPlain(_ set: Int) -> Bool {
    var hashes: (UInt64, UInt64) = (0, 0)
    var child = set + 1
    let end = Int(nodes[set].next)
    while child < end {
      guard nodes[child].kind == .field else { return false }
      // Two bits of 128 for each; a field whose bits are there already is looked at more closely.
      let hash = facts[child].hash
      let first: UInt64 = 1 << UInt64(hash & 63)
      let second: UInt64 = 1 << UInt64((hash >> 6) & 63)
      if hashes.0 & first != 0, hashes.1 & second != 0 { return false }
      hashes.0 |= first
      hashes.1 |= second
      child = Int(nodes[child].next)
    }
    return true
  }

  /// Whether a selection set is that of an inline fragment around which no fields conflict and no
  /// fragment is spread: then its own fields, which are some of those, do not conflict either.
  private mutating func isInsideOfMergeable(_ set: Int) -> Bool {
    let owner = Int(facts[set].parent)
    guard nodes[owner].kind == .inlineFragment,
      overlaps.mergeable.contains(Int(facts[owner].parent))
    else { return false }
    overlaps.mergeable.insert(set)
    return true
  }

  /// Whether all fields of a group ask for the same without arguments and selections.
  private func isUniform(_ group: OverlapFields.Group, _ fields: OverlapFields) -> Bool {
    let first = fields.entries[group.first].node
    var index = group.first
    while index >= 0 {
      let node = fields.entries[index].node
      guard facts[node].definition == facts[first].definition,
        isSameText(nodes[node].range, nodes[first].range), selectionSet(of: node) == nil,
        !hasArguments(node)
      else { return false }
      index = fields.entries[index].next
    }
    return true
  }

  private mutating func perform(
    _ task: OverlapTask, _ tasks: inout [OverlapTask], _ levels: inout [[OverlapConflict]]
  ) {
    switch task {
    case .within(let set, let group, let first, let second):
      guard let fields = overlaps.fields[set] else { return }
      if fields.entries[second].next >= 0 {
        let next = fields.entries[second].next
        tasks.append(.within(set: set, group: group, first: first, second: next))
      } else {
        let next = fields.entries[first].next
        if next >= 0, fields.entries[next].next >= 0 {
          tasks.append(
            .within(set: set, group: group, first: next, second: fields.entries[next].next))
        }
      }
      compare(
        fields.entries[first].node, fields.entries[second].node, exclusive: false, &tasks, &levels)
    case .fragmentsWithin(let set, let first, let second):
      guard let fragments = overlaps.fields[set]?.fragments, first < fragments.count else { return }
      let next = max(first, second) + 1
      if next < fragments.count {
        tasks.append(.fragmentsWithin(set: set, first: first, second: next))
      } else {
        tasks.append(.fragmentsWithin(set: set, first: first + 1, second: first + 1))
      }
      if second > first {
        tasks.append(.fragments(fragments[first], fragments[second], exclusive: false))
      } else {
        tasks.append(.fieldsAndFragment(set: set, fragment: fragments[first], exclusive: false))
      }
    case .between(let sets, let exclusive, let group, let first, let second):
      compareBetween(sets, exclusive, group, first, second, &tasks, &levels)
    case .fieldsAndFragments(let sets, let exclusive, let position):
      let fragments = overlapFields(of: sets.second).fragments
      guard position < fragments.count else { return }
      tasks.append(
        .fieldsAndFragments(sets: sets, exclusive: exclusive, position: position + 1))
      tasks.append(
        .fieldsAndFragment(
          set: sets.first, fragment: fragments[position], exclusive: exclusive))
    case .fragmentsBetween(let sets, let exclusive, let first, let second):
      let left = overlapFields(of: sets.first).fragments
      let right = overlapFields(of: sets.second).fragments
      guard first < left.count, second < right.count else { return }
      let isRowDone = second + 1 == right.count
      tasks.append(
        .fragmentsBetween(
          sets: sets, exclusive: exclusive, first: isRowDone ? first + 1 : first,
          second: isRowDone ? 0 : second + 1))
      tasks.append(.fragments(left[first], right[second], exclusive: exclusive))
    case .fieldsAndFragment(let set, let fragment, let exclusive):
      compare(set, withFragment: fragment, exclusive: exclusive, &tasks)
    case .fragments(let first, let second, let exclusive):
      compareFragments(first, second, exclusive: exclusive, &tasks)
    case .close(let first, let second, let sets, let exclusive):
      close(first, second, sets, exclusive, depth: levels.count, &levels)
    }
  }

  // D and E
  private mutating func compare(
    _ set: Int, withFragment fragment: Int, exclusive: Bool, _ tasks: inout [OverlapTask]
  ) {
    // Without fields there is nothing to compare, whatever the fragment spreads.
    guard !overlapFields(of: set).entries.isEmpty,
      !OverlapMemory.wasCompared(
        &overlaps.comparedWithFragment, set, fragment, exclusive: exclusive),
      let other = selectionSet(of: definitions[fragment].node), other != set
    else { return }
    for inner in overlapFields(of: other).fragments.reversed() {
      tasks.append(.fieldsAndFragment(set: set, fragment: inner, exclusive: exclusive))
    }
    pushBetween(set, other, exclusive, &tasks)
  }

  // F and G
  private mutating func compareFragments(
    _ first: Int, _ second: Int, exclusive: Bool, _ tasks: inout [OverlapTask]
  ) {
    guard first != second,
      !OverlapMemory.wasCompared(
        &overlaps.comparedFragments, min(first, second), max(first, second), exclusive: exclusive),
      let firstSet = selectionSet(of: definitions[first].node),
      let secondSet = selectionSet(of: definitions[second].node)
    else { return }
    for inner in overlapFields(of: firstSet).fragments.reversed() {
      tasks.append(.fragments(inner, second, exclusive: exclusive))
    }
    for inner in overlapFields(of: secondSet).fragments.reversed() {
      tasks.append(.fragments(first, inner, exclusive: exclusive))
    }
    pushBetween(firstSet, secondSet, exclusive, &tasks)
  }

  private mutating func pushBetween(
    _ first: Int, _ second: Int, _ exclusive: Bool, _ tasks: inout [OverlapTask]
  ) {
    let left = overlapFields(of: first)
    let right = overlapFields(of: second)
    guard !left.groups.isEmpty, !right.groups.isEmpty else { return }
    tasks.append(
      .between(
        sets: OverlapMemory.Pair(first: first, second: second), exclusive: exclusive, group: 0,
        first: -1, second: -1))
  }

  /// One pair of fields of two selection sets; the next pair becomes a task.
  private mutating func compareBetween(
    _ sets: OverlapMemory.Pair, _ exclusive: Bool, _ group: Int, _ first: Int, _ second: Int,
    _ tasks: inout [OverlapTask], _ levels: inout [[OverlapConflict]]
  ) {
    let left = overlapFields(of: sets.first)
    let right = overlapFields(of: sets.second)
    var (group, first, second) = (group, first, second)
    if first < 0 {
      // The next response key that both have.
      while group < left.groups.count {
        guard spend() else { return }
        if let other = self.group(like: left.entries[left.groups[group].first].node, in: right) {
          first = left.groups[group].first
          second = right.groups[other].first
          break
        }
        group += 1
      }
      guard first >= 0 else { return }
    }
    var next = (group: group, first: first, second: right.entries[second].next)
    if next.second < 0 {
      next.first = left.entries[first].next
      if next.first >= 0 {
        guard let other = self.group(like: left.entries[next.first].node, in: right) else { return }
        next.second = right.groups[other].first
      } else {
        next = (group + 1, -1, -1)
      }
    }
    tasks.append(
      .between(
        sets: sets, exclusive: exclusive, group: next.group, first: next.first,
        second: next.second))
    compare(
      left.entries[first].node, right.entries[second].node, exclusive: exclusive, &tasks, &levels)
  }
}
