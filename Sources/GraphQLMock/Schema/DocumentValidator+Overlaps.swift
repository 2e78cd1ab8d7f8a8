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
    guard isSuspect(set) else { return }
    let fields = overlapFields(of: set)
    var tasks: [OverlapTask] = []
    if !fields.fragments.isEmpty {
      tasks.append(.fragmentsWithin(set: set, first: 0, second: 0))
    }
    for (index, group) in fields.groups.enumerated().reversed() where group.count > 1 {
      tasks.append(.within(set: set, group: index, first: 0, second: 1))
    }
    // The conflicts of each comparison that is open, the innermost last.
    var levels: [[OverlapConflict]] = [[]]
    while let task = tasks.popLast() {
      guard spend() else { return }
      perform(task, &tasks, &levels)
      // More would not be reported.
      if levels.count == 1, levels[0].count > Self.errorLimit { break }
    }
    for conflict in levels.joined() {
      report(
        .conflict(responseName: conflict.responseName, conflict.reason),
        (conflict.first + conflict.second).map { place(ofField: $0) })
    }
  }

  private mutating func perform(
    _ task: OverlapTask, _ tasks: inout [OverlapTask], _ levels: inout [[OverlapConflict]]
  ) {
    switch task {
    case .within(let set, let group, let first, let second):
      let fields = overlapFields(of: set).groups[group]
      if second + 1 < fields.count {
        tasks.append(.within(set: set, group: group, first: first, second: second + 1))
      } else if first + 2 < fields.count {
        tasks.append(.within(set: set, group: group, first: first + 1, second: first + 2))
      }
      compare(fields[first], fields[second], exclusive: false, &tasks, &levels)
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
    guard !overlapFields(of: set).groups.isEmpty,
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
        first: 0, second: 0))
  }

  /// One pair of fields of two selection sets; the next pair becomes a task.
  private mutating func compareBetween(
    _ sets: OverlapMemory.Pair, _ exclusive: Bool, _ group: Int, _ first: Int, _ second: Int,
    _ tasks: inout [OverlapTask], _ levels: inout [[OverlapConflict]]
  ) {
    let fields = overlapFields(of: sets.first).groups
    let right = overlapFields(of: sets.second)
    var group = group
    while group < fields.count, spend() {
      let key = digest(responseKey(of: fields[group][0]))
      // The next response key that both have.
      guard let position = right.positions[key] else {
        group += 1
        continue
      }
      let (left, right) = (fields[group], right.groups[position])
      var next = (group: group, first: first, second: second + 1)
      if next.second == right.count { next = (group, first + 1, 0) }
      if next.first == left.count { next = (group + 1, 0, 0) }
      tasks.append(
        .between(
          sets: sets, exclusive: exclusive, group: next.group, first: next.first,
          second: next.second))
      compare(left[first], right[second], exclusive: exclusive, &tasks, &levels)
      return
    }
  }
}

/// The fields of a selection set, those of its inline fragments included, and the definitions of the
/// fragments that it spreads, each once.
struct OverlapSelections: Sendable {
  var fields: [Int] = []
  var fragments: [Int] = []
}

/// The fields of a selection set that may conflict by response key, and the fragments with such fields.
struct OverlapFields: Sendable {
  var groups: [[Int]] = []
  /// The groups by response key.
  var positions: [Digest128: Int] = [:]
  var fragments: [Int] = []
}

/// What was compared already, so that it is compared once.
struct OverlapMemory: Sendable {
  /// Two things, and whether their fields can't apply to one object.
  struct Pair: Hashable, Sendable {
    let first: Int
    let second: Int
  }

  /// The fields that may conflict, and all nodes around them; nil if any may.
  var suspects: Set<Int>?
  /// Where fragments are spread, by the nodes of their definitions.
  var spreads: [Int: [Int]] = [:]
  /// By selection set.
  var selections: [Int: OverlapSelections] = [:]
  var fields: [Int: OverlapFields] = [:]
  /// Pairs of a selection set and a fragment, and of fragments; whether as exclusive ones only.
  var comparedWithFragment: [Pair: Bool] = [:]
  var comparedFragments: [Pair: Bool] = [:]
  /// Pairs of selection sets without conflict; whether as exclusive ones only.
  var harmless: [Pair: Bool] = [:]

  /// Whether a pair was compared as strictly as it has to be; if not, it counts as compared now.
  static func wasCompared(
    _ pairs: inout [Pair: Bool], _ first: Int, _ second: Int, exclusive: Bool
  ) -> Bool {
    let pair = Pair(first: first, second: second)
    if let known = pairs[pair], exclusive || !known { return true }
    pairs[pair] = exclusive
    return false
  }
}

/// Two fields, or lists of fields, that can't be merged.
struct OverlapConflict: Sendable {
  let responseName: String
  let reason: ValidationError.Conflict
  let first: [Int]
  let second: [Int]
}
