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
  /// Of those that are about as long, and no more than 4,096, the bytes that they begin and end with are
  /// compared; all others are taken to be less like it.
  static func alike(_ wanted: String, among names: [String], atMost limit: Int) -> [String] {
    guard names.count > limit else { return names }
    let bytes = Array(wanted.utf8.prefix(128))
    var alike: [(name: String, likeness: Int)] = []
    var others: [String] = []
    for name in names {
      let start = Array(name.utf8.prefix(128))
      if alike.count < 4_096, abs(start.count - bytes.count) <= 8 {
        alike.append((name, likeness(start, to: bytes)))
      } else if others.count < limit {
        others.append(name)
      }
    }
    let nearest = alike.ordered { $0.likeness > $1.likeness }.lazy.map(\.name)
    return Array((nearest + others).prefix(limit))
  }

  /// Twice how many bytes two names begin and end with together, less what one is longer.
  private static func likeness(_ name: [UInt8], to other: [UInt8]) -> Int {
    let shorter = min(name.count, other.count)
    var same = 0
    while same < shorter, cost(name[same], other[same]) < 2 { same += 1 }
    var end = 0
    while end < shorter, cost(name[name.count - 1 - end], other[other.count - 1 - end]) < 2 {
      end += 1
    }
    return 2 * min(same + end, shorter) - abs(name.count - other.count)
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
