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
  /// The indices of the changes to combine. A position is an index in this array.
  private let indices: [Int]
  private let members: [Member]
  /// The states of all pairs, as a square matrix that is stored row by row.
  private var pairs: [Pair]
  /// The number of open pairs that each change forms.
  private var openCounts: [Int]
  /// The number of pairs that can be tried, including those of changes beyond `changeLimit`.
  let pairCount: Int
  private(set) var triedCount = 0

  /// - Parameter harmless: The indices of the changes to combine, of which at most 500 are used.
  init(_ changes: [ResponseChange], harmless: [Int]) {
    let count = min(harmless.count, Self.changeLimit)
    let indices = (0..<count).map { harmless[$0 * harmless.count / count] }
    var numbers = Numbers()
    let neededKeys = Set(changes.flatMap { $0.routes.flatMap { $0.needs.map(\.key) } })
    let members = indices.map { Member(changes[$0], neededKeys: neededKeys, &numbers) }
    (self.indices, self.members) = (indices, members)
    pairs = Array(repeating: .impossible, count: count * count)
    openCounts = Array(repeating: 0, count: count)
    for first in 0..<count {
      guard let alone = Self.adding(first, to: Combination(), of: members) else { continue }
      for second in 0..<first where !members[first].excludes(members[second]) {
        guard Self.adding(second, to: alone, of: members) != nil else { continue }
        pairs[first * count + second] = .open
        pairs[second * count + first] = .open
        openCounts[first] += 1
        openCounts[second] += 1
      }
    }
    let others = harmless.count * (harmless.count - 1) - count * (count - 1)
    pairCount = openCounts.reduce(0, +) / 2 + others / 2
  }

  /// Returns the changes to try together, which form an open pair, each with whether its conditions must be added.
  func next() -> [(index: Int, keepsConditions: Bool)]? {
    guard let start = openCounts.indices.max(by: { openCounts[$0] < openCounts[$1] }),
      openCounts[start] > 0
    else { return nil }
    var combination = Combination()
    var isFree = Array(repeating: true, count: members.count)
    var gains = Array(repeating: 0, count: members.count)
    var latest: Int? = start
    while let candidate = latest {
      isFree[candidate] = false
      if let larger = Self.adding(candidate, to: combination, of: members) {
        combination = larger
        for other in members.indices where isFree[other] {
          switch pairs[candidate * members.count + other] {
          case .impossible, .failing: isFree[other] = false
          case .open: gains[other] += 1
          case .tried: break
          }
        }
      }
      latest = members.indices.filter { isFree[$0] && gains[$0] > 0 }.max {
        (gains[$0], openCounts[$0], $1) < (gains[$1], openCounts[$1], $0)
      }
    }
    return zip(combination.positions, combination.keepsConditions)
      .map { (indices[$0], $1) }.sorted { $0.0 < $1.0 }
  }

  /// Closes the failing pair, so that no combination has both again, or else all pairs of the combination as tried.
  /// - Parameter failing: The indices of the changes that cause the failure.
  mutating func record(_ combination: [Int], failing: [Int] = [], isSkipped: Bool = false) {
    func position(_ index: Int) -> Int? { indices.firstIndex(of: index) }
    let isPair = failing.count == 2
    let positions = (isPair ? failing : combination).compactMap(position)
    for (offset, first) in positions.enumerated() {
      for second in positions[..<offset] {
        if pairs[first * members.count + second] == .open {
          openCounts[first] -= 1
          openCounts[second] -= 1
          if !isSkipped { triedCount += 1 }
        }
        pairs[first * members.count + second] = isPair ? .failing : .tried
        pairs[second * members.count + first] = isPair ? .failing : .tried
      }
    }
  }
}
