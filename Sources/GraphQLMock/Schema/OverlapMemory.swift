/// The fields of a selection set by response key, those of its inline fragments included, and the
/// fragments that it spreads.
struct OverlapFields: Sendable {
  struct Entry: Sendable {
    /// The field.
    let node: Int
    /// The next entry of the same response key; -1 if there is none.
    var next = -1
  }

  struct Group: Sendable {
    let first: Int
    var last: Int
    let hash: UInt32
  }

  var entries = ContiguousArray<Entry>()
  var groups = ContiguousArray<Group>()
  /// The definitions of the fragments, each once.
  var fragments = ContiguousArray<Int>()
  /// The groups by response key, if there are many.
  var table: [Digest128: Int] = [:]
}

/// What was compared already, so that it is compared once.
struct OverlapMemory: Sendable {
  /// Two things, and whether their fields can't apply to one object.
  struct Pair: Hashable, Sendable {
    let first: Int
    let second: Int
  }

  /// By selection set.
  var fields: [Int: OverlapFields] = [:]
  /// The selection sets that have no conflict and no spread, but for those of few fields.
  var mergeable: Set<Int> = []
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
