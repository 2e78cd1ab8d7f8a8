// Section 5.3.2 "Field Selection Merging".
//
// This is the algorithm of the reference implementation (OverlappingFieldsCanBeMergedRule, where its
// steps A to J are explained), asked of what may conflict (`findSuspects`), so that errors come in the
// same order.
extension DocumentValidator {
  /// How deep conflicts are told inside of conflicts.
  private static let reportedConflictDepth = 31
  /// How deep fields and fragments that may conflict are followed: no document exhausts the stack.
  static let followedConflictDepth = 64

  mutating func checkOverlaps(in set: Int) {
    guard isSuspect(set) else { return }
    let fields = overlapFields(of: set)
    var conflicts: [OverlapConflict] = []
    // More would not be reported.
    var isEnough: Bool { conflicts.count > Self.errorLimit }
    // A
    search: for group in fields.groups {
      for (index, first) in group.enumerated() {
        for second in group[(index + 1)...] {
          guard !isEnough, spend() else { break search }
          compare(first, second, exclusive: false, &conflicts)
        }
      }
    }
    // B and C
    search: for (index, fragment) in fields.fragments.enumerated() {
      guard !isEnough, spend() else { break }
      compare(set, withFragment: fragment, exclusive: false, &conflicts)
      for other in fields.fragments[(index + 1)...] {
        guard !isEnough, spend() else { break search }
        compareFragments(fragment, other, exclusive: false, &conflicts)
      }
    }
    for conflict in conflicts {
      report(
        .conflict(responseName: conflict.responseName, conflict.reason),
        (conflict.first + conflict.second).map { place(ofField: $0) })
    }
  }

  /// Goes into fields or fragments.
  private mutating func follow(_ work: (inout DocumentValidator) -> Void) {
    // What is deeper is not validated.
    if overlaps.depth >= Self.followedConflictDepth { overlaps.isCut = true }
    guard !overlaps.isCut, spend() else { return }
    overlaps.depth += 1
    work(&self)
    overlaps.depth -= 1
  }

  // D and E
  private mutating func compare(
    _ set: Int, withFragment fragment: Int, exclusive: Bool, _ conflicts: inout [OverlapConflict]
  ) {
    // Without fields there is nothing to compare, whatever the fragment spreads.
    guard !overlapFields(of: set).groups.isEmpty,
      !OverlapMemory.wasCompared(
        &overlaps.comparedWithFragment, set, fragment, exclusive: exclusive),
      let other = document.selectionSet(of: definitions[fragment].node), other != set
    else { return }
    compareFields(of: set, other, exclusive: exclusive, &conflicts)
    follow { validator in
      for inner in validator.overlapFields(of: other).fragments {
        validator.compare(set, withFragment: inner, exclusive: exclusive, &conflicts)
      }
    }
  }

  // F and G
  private mutating func compareFragments(
    _ first: Int, _ second: Int, exclusive: Bool, _ conflicts: inout [OverlapConflict]
  ) {
    guard first != second,
      !OverlapMemory.wasCompared(
        &overlaps.comparedFragments, min(first, second), max(first, second), exclusive: exclusive),
      let firstSet = document.selectionSet(of: definitions[first].node),
      let secondSet = document.selectionSet(of: definitions[second].node)
    else { return }
    compareFields(of: firstSet, secondSet, exclusive: exclusive, &conflicts)
    follow { validator in
      for inner in validator.overlapFields(of: secondSet).fragments {
        validator.compareFragments(first, inner, exclusive: exclusive, &conflicts)
      }
      for inner in validator.overlapFields(of: firstSet).fragments {
        validator.compareFragments(inner, second, exclusive: exclusive, &conflicts)
      }
    }
  }

  // H, I and J
  private mutating func compareSets(
    _ first: Int, _ second: Int, exclusive: Bool, _ conflicts: inout [OverlapConflict]
  ) {
    compareFields(of: first, second, exclusive: exclusive, &conflicts)
    let left = overlapFields(of: first).fragments
    let right = overlapFields(of: second).fragments
    for fragment in right {
      compare(first, withFragment: fragment, exclusive: exclusive, &conflicts)
    }
    for fragment in left {
      compare(second, withFragment: fragment, exclusive: exclusive, &conflicts)
    }
    for left in left {
      for right in right {
        guard spend() else { return }
        compareFragments(left, right, exclusive: exclusive, &conflicts)
      }
    }
  }

  /// The fields that two selection sets have under one response key, in pairs.
  private mutating func compareFields(
    of first: Int, _ second: Int, exclusive: Bool, _ conflicts: inout [OverlapConflict]
  ) {
    for (left, right) in commonGroups(first, second) {
      for left in left {
        for right in right {
          // More would not be reported; those inside of another one are.
          guard overlaps.level > 0 || conflicts.count <= Self.errorLimit, spend() else { return }
          compare(left, right, exclusive: exclusive, &conflicts)
        }
      }
    }
  }

  private mutating func commonGroups(_ first: Int, _ second: Int) -> [([Int], [Int])] {
    let left = overlapFields(of: first)
    let right = overlapFields(of: second)
    guard !right.groups.isEmpty, spend(left.groups.count) else { return [] }
    return left.groups.compactMap { group in
      right.positions[digest(responseKey(of: group[0]))].map { (group, right.groups[$0]) }
    }
  }

  /// Compares two fields (the reference implementation's findConflict).
  private mutating func compare(
    _ first: Int, _ second: Int, exclusive: Bool, _ conflicts: inout [OverlapConflict]
  ) {
    let exclusive = exclusive || areExclusive(first, second)
    if let reason = conflict(first, second, exclusive: exclusive) {
      return add(reason, first, second, of: [], to: &conflicts)
    }
    guard let left = document.selectionSet(of: first),
      let right = document.selectionSet(of: second),
      !isHarmless(left, right, exclusive: exclusive)
    else { return }
    var inner: [OverlapConflict] = []
    overlaps.level += 1
    follow { $0.compareSets(left, right, exclusive: exclusive, &inner) }
    overlaps.level -= 1
    guard !isDone else { return }
    if inner.isEmpty {
      overlaps.harmless[OverlapMemory.Pair(first: left, second: right)] = exclusive
    } else {
      // One conflict of those between the selections (subfieldConflicts).
      add(nil, first, second, of: inner, to: &conflicts)
    }
  }

  private func isHarmless(_ first: Int, _ second: Int, exclusive: Bool) -> Bool {
    let known = overlaps.harmless[OverlapMemory.Pair(first: first, second: second)]
    return known.map { exclusive || !$0 } ?? false
  }

  /// - Parameter reason: What is wrong with the fields; nil if it is what they select.
  private mutating func add(
    _ reason: ValidationError.Conflict?, _ first: Int, _ second: Int, of inner: [OverlapConflict],
    to conflicts: inout [OverlapConflict]
  ) {
    _ = spend(inner.reduce(0) { $0 + $1.first.count + $1.second.count })
    let subfields = inner.map {
      ValidationError.Conflict.Subfield(responseName: $0.responseName, conflict: $0.reason)
    }
    let isDeep = overlaps.level >= Self.reportedConflictDepth
    conflicts.append(
      OverlapConflict(
        responseName: text(responseKey(of: first)),
        reason: reason ?? (isDeep ? .deeper : .subfields(subfields)),
        first: [first] + inner.flatMap(\.first), second: [second] + inner.flatMap(\.second)))
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

  /// How many fields and fragments are being followed into.
  var depth = 0
  /// How many of these are fields, whose conflicts are one of the fields around them.
  var level = 0
  /// Whether something was too deep to be followed.
  var isCut = false
  /// Values as they print, by their nodes.
  var printed: [Int: Digest128] = [:]
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
