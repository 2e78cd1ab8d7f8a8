// How alike two names are: the number of letters to insert, delete, replace, or swap with their
// neighbour (the optimal string alignment distance). Letters that differ in case only count as one
// half, rounded up.

enum EditDistance {
  /// From which distance on a name is taken for another one, and not for the same misspelt.
  static func limit(for name: String) -> Int { max(3, name.utf8.count / 3) }

  /// The name that another one was probably meant for, the first of those that are equally near.
  /// - Returns: nil if none is near.
  static func nearest(to wanted: String, among names: [String]) -> String? {
    let limit = limit(for: wanted)
    let near = names.map { (name: $0, distance: between($0, wanted, limit: limit)) }
    return near.min { $0.distance < $1.distance }.flatMap { $0.distance < limit ? $0.name : nil }
  }

  /// The names that look most like one, the likest first, of however many there are.
  ///
  /// Those that are about as long, and no more than 4,096 of them, are compared; all others are taken to
  /// be less like it.
  static func alike(_ wanted: String, among names: [String], atMost limit: Int) -> [String] {
    guard names.count > limit else { return names }
    func isCompared(_ name: String) -> Bool { abs(name.utf8.count - wanted.utf8.count) <= 8 }
    let compared = names.lazy.filter(isCompared).prefix(4_096).map { name in
      (name: name, distance: between(name, wanted, limit: 40))
    }
    let others = names.lazy.filter { !isCompared($0) }.prefix(limit)
    let alike = compared.ordered { $0.distance < $1.distance }.map(\.name)
    return Array((alike + others).prefix(limit))
  }

  /// The distance; no more than the limit, which is also what names of very different length get.
  static func between(_ left: String, _ right: String, limit: Int) -> Int {
    let left = Array(left.utf8.prefix(128))
    let right = Array(right.utf8.prefix(128))
    guard abs(left.count - right.count) < limit else { return limit }
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = (0...right.count).map { 2 * $0 }
    var current = last
    for row in left.indices {
      current[0] = 2 * (row + 1)
      for column in right.indices {
        let cost = Self.cost(left[row], right[column])
        var least = min(last[column] + cost, last[column + 1] + 2, current[column] + 2)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, beforeLast[column - 1] + 2)
        }
        current[column + 1] = least
      }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return min((last[right.count] + 1) / 2, limit)
  }

  private static func cost(_ left: UInt8, _ right: UInt8) -> Int {
    left == right ? 0 : left.asciiLowercased == right.asciiLowercased ? 1 : 2
  }
}
