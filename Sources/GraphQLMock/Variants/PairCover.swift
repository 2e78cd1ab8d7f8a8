/// Combines changes to responses until each pair of changes has been tried (a covering array of strength two).
///
/// Each combination is built step by step, by adding the change that forms the most untried pairs.
struct PairCover: Sendable {
  private enum Pair: Sendable {
    /// The two changes can't be tried together, because one of them replaces or hides the other.
    case impossible
    case open, tried, failing
  }

  /// The maximum number of changes to combine, because the memory for pairs grows with the square of this number.
  private static let changeLimit = 500
  private let members: [Int]
  /// The states of all pairs, as a square matrix that is stored row by row.
  private var pairs: [Pair]
  private var openCounts: [Int]
  /// The number of pairs that can be tried, including those of changes beyond `changeLimit`.
  let pairCount: Int
  private(set) var triedCount = 0

  /// - Parameter harmless: The indices of the changes to combine, of which at most 500 are used.
  init(_ changes: [AnswerChange], harmless: [Int]) {
    let count = min(harmless.count, Self.changeLimit)
    members = (0..<count).map { harmless[$0 * harmless.count / count] }
    pairs = Array(repeating: .impossible, count: count * count)
    openCounts = Array(repeating: 0, count: count)
    var numbers = Numbers()
    let places = members.map { Places(changes[$0], &numbers) }
    for first in 0..<count {
      for second in 0..<first where !places[first].excludes(places[second]) {
        pairs[first * count + second] = .open
        pairs[second * count + first] = .open
        openCounts[first] += 1
        openCounts[second] += 1
      }
    }
    let others = harmless.count * (harmless.count - 1) - count * (count - 1)
    pairCount = openCounts.reduce(0, +) / 2 + others / 2
  }

  func next() -> [Int]? {
    guard let start = openCounts.indices.max(by: { openCounts[$0] < openCounts[$1] }),
      openCounts[start] > 0
    else { return nil }
    var chosen: [Int] = []
    var isFree = Array(repeating: true, count: members.count)
    var gains = Array(repeating: 0, count: members.count)
    var latest: Int? = start
    while let added = latest {
      chosen.append(added)
      isFree[added] = false
      latest = nil
      for other in members.indices where isFree[other] {
        switch pairs[added * members.count + other] {
        case .impossible, .failing: isFree[other] = false
        case .open: gains[other] += 1
        case .tried: break
        }
        guard isFree[other], gains[other] > 0 else { continue }
        let best = latest.map { (gains[$0], openCounts[$0]) } ?? (0, 0)
        if (gains[other], openCounts[other]) > best { latest = other }
      }
    }
    return chosen.sorted().map { members[$0] }
  }

  /// - Parameter failing: The indices of the changes that cause the failure.
  mutating func take(_ combination: [Int], failing: [Int] = [], isSkipped: Bool = false) {
    func position(_ index: Int) -> Int? { members.firstIndex(of: index) }
    let isPair = failing.count == 2
    let positions = (isPair ? failing : combination).compactMap(position)
    for (offset, first) in positions.enumerated() {
      for second in positions[..<offset] {
        close(first, second, as: isPair ? .failing : .tried, isTried: !isSkipped)
      }
    }
  }

  private mutating func close(_ first: Int, _ second: Int, as state: Pair, isTried: Bool) {
    let count = members.count
    if pairs[first * count + second] == .open {
      openCounts[first] -= 1
      openCounts[second] -= 1
      if isTried { triedCount += 1 }
    }
    pairs[first * count + second] = state
    pairs[second * count + first] = state
  }
}

extension PairCover {
  /// Assigns numbers to texts, because numbers are faster to compare.
  private struct Numbers {
    private var all: [String: Int] = [:]

    mutating func number(_ text: String) -> Int {
      let number = all[text] ?? all.count
      all[text] = number
      return number
    }
  }

  private struct Places {
    /// A change with more paths than this number is assumed not to be hidden by another change.
    private static let limit = 16

    /// The change and the changes that are necessary for it, each with its field or path.
    private let keys: [(key: Int, identity: Int)]
    private let all: Set<Int>
    /// The paths that contain a path of the change, such as `a` and `a.b` for `a.b.c`.
    private let around: [Set<Int>]
    private let own: [Int]
    // The paths below which no other change has an effect, for example because `viewer` is null. If `areNulled` is
    // true, the paths themselves are included.
    private let hidings: [(identity: Int, places: Set<Int>, areNulled: Bool)]
    private let isLong: Bool

    init(_ change: AnswerChange, _ numbers: inout Numbers) {
      keys = ([change] + change.conditions).map {
        (numbers.number($0.key), numbers.number($0.identity))
      }
      all = Set(change.places.map { numbers.number($0) })
      let root = change.operations.count == 1 ? [" " + change.operations[0]] : []
      let paths = change.places.prefix(Self.limit + 1).map { place in
        root + place.indices.filter { place[$0] == "." }.map { String(place[..<$0]) }
      }
      around = paths.map { path in Set(path.map { numbers.number($0) }) }
      own = change.places.prefix(Self.limit + 1).map { numbers.number($0) }
      isLong = change.isLongList
      hidings = ([change] + change.conditions).map { hiding in
        let places =
          switch hiding.hidden {
          case .nothing: [String]()
          case .operation: [" " + hiding.key]
          case .inside: hiding.places
          case .nulled: hiding.nulled
          }
        return (
          numbers.number(hiding.identity), Set(places.map { numbers.number($0) }),
          hiding.hidden == .nulled
        )
      }
    }

    func excludes(_ other: Places) -> Bool {
      for mine in keys {
        for its in other.keys where mine.key == its.key && mine.identity != its.identity {
          return true
        }
      }
      // If one of the changes is necessary for the other, or hides it, the two can't form a pair.
      return needs(other) || other.needs(self) || hides(other) || other.hides(self)
        || isLongInside(other) || other.isLongInside(self)
    }

    private func needs(_ other: Places) -> Bool {
      keys.dropFirst().contains { $0.identity == other.keys[0].identity }
    }

    private func hides(_ other: Places) -> Bool {
      guard !other.around.isEmpty, other.around.count <= Self.limit else { return false }
      return hidings.contains { hiding in
        !hiding.places.isEmpty && !other.keys.contains { $0.identity == hiding.identity }
          && zip(other.around, other.own).allSatisfy { around, place in
            !hiding.places.isDisjoint(with: around)
              || hiding.areNulled && hiding.places.contains(place)
          }
      }
    }

    // Returns whether both changes make a list long and one list is inside the other. Together they would have 625
    // elements.
    private func isLongInside(_ other: Places) -> Bool {
      isLong && other.isLong && around.contains { !other.all.isDisjoint(with: $0) }
    }
  }
}

extension AnswerChange {
  fileprivate enum Hidden {
    case nothing, operation, inside, nulled
  }

  fileprivate var hidden: Hidden {
    guard case .value(let value) = effect else { return .operation }
    switch value.content {
    // An error in a non-null field makes the nearest nullable value that contains it null (GraphQL, section 6.4.4).
    case .error where type.hasSuffix("!"): return .nulled
    case .absent, .error, .list(count: 0): return .inside
    case .json(let json):
      var elements = [json]
      while let inner = elements.first?.array { elements = inner }
      let isOfOneType = Set(elements.compactMap { $0["__typename"].string }).count == 1
      return json.isNull || isOfOneType ? .inside : .nothing
    case .list, .identifier: return .nothing
    }
  }
}
