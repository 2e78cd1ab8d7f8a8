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
