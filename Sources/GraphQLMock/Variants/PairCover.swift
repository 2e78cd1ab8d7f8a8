/// Combines changes until each pair of them was in one answer (a covering array of strength two).
///
/// A combination begins with the change that has the most open pairs. Then the change that has the most open pairs
/// with the chosen ones is added, until no pair is left.
struct PairCover: Sendable {
  private enum Pair: Sendable {
    /// One change replaces or hides the other.
    case impossible
    case open, tried, failing
  }

  /// The memory and time for a combination grow with its square.
  private static let changeLimit = 500

  /// Indices of the changes.
  private let members: [Int]
  private let changes: [AnswerChange]
  /// For two positions in `members`.
  private var pairs: [Pair]
  private var openCounts: [Int]
  /// Includes pairs of changes beyond the limit.
  let pairCount: Int
  private(set) var triedCount = 0

  /// - Parameters:
  ///   - changes: All changes.
  ///   - harmless: The indices of those to combine. Of more than 500, as many from the first to the last.
  init(_ changes: [AnswerChange], harmless: [Int]) {
    let count = min(harmless.count, Self.changeLimit)
    members = (0..<count).map { harmless[$0 * harmless.count / count] }
    self.changes = members.map { changes[$0] }
    pairs = Array(repeating: .impossible, count: count * count)
    openCounts = Array(repeating: 0, count: count)
    let places = self.changes.map(Places.init)
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

  /// The next combination of indices of changes, or nil if no pair is open.
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

  /// Notes the result of a combination.
  /// - Parameter failing: The indices of the changes that fail together. The other pairs stay open if these are two.
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
  /// Where a change has an effect, and what it hides there.
  private struct Places {
    /// Of changes at more places, none is found to be hidden.
    private static let limit = 16

    let change: AnswerChange
    let keys: [String: String]
    let all: Set<String>
    /// The values around each place, which hide it.
    let around: [[Substring]]
    let hiding: Set<String>

    init(_ change: AnswerChange) {
      self.change = change
      keys = Dictionary(
        ([change] + change.conditions).map { ($0.key, $0.identity) }, uniquingKeysWith: { $1 })
      all = Set(change.places)
      around = change.places.prefix(Self.limit + 1).map(Self.prefixes)
      hiding = change.hidesParents ? Set(around.map { String($0.last ?? "") }) : all
    }

    private static func prefixes(of place: String) -> [Substring] {
      place.indices.filter { place[$0] == "." }.map { place[..<$0] }
    }

    func excludes(_ other: Places) -> Bool {
      keys.contains { other.keys[$0.key].map { [identity = $0.value] in $0 != identity } == true }
        || hides(other) || other.hides(self) || isLongInside(other) || other.isLongInside(self)
    }

    private func hides(_ other: Places) -> Bool {
      if change.replacesAnswer { return Set(other.change.operations).isSubset(of: [change.key]) }
      guard change.hidesValues, !other.change.replacesAnswer, other.around.count <= Self.limit,
        !other.change.conditions.contains(where: { $0.identity == change.identity })
      else { return false }
      if hiding.contains("") {
        return Set(other.change.operations).isSubset(of: change.operations)
      }
      return zip(other.change.places, other.around).allSatisfy { place, around in
        around.contains { hiding.contains(String($0)) }
          || change.hidesParents && all.contains(place)
      }
    }

    /// Two long lists, one inside the other, would have 625 elements.
    private func isLongInside(_ other: Places) -> Bool {
      change.isLongList && other.change.isLongList
        && around.contains { $0.contains { other.all.contains(String($0)) } }
    }
  }
}

extension AnswerChange {
  fileprivate var replacesAnswer: Bool {
    if case .response = effect { true } else { false }
  }

  /// Whether values inside of its places aren't in the answer, or only those that have it as a condition.
  fileprivate var hidesValues: Bool {
    guard case .value(let value) = effect else { return false }
    switch value.content {
    case .absent, .error, .list(count: 0): return true
    case .json(let json):
      var elements = [json]
      while let inner = elements.first?.array { elements = inner }
      return json.isNull || Set(elements.compactMap { $0["__typename"].string }).count == 1
    case .list, .identifier: return false
    }
  }

  /// Whether the null of an error goes on to the object (section 6.4.4).
  fileprivate var hidesParents: Bool {
    guard case .value(let value) = effect, case .error = value.content else { return false }
    return type.hasSuffix("!")
  }
}
