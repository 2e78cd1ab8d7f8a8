/// How alike two names are (``LexicalDistance``).
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
    while same < shorter, name[same].asciiLowercased == other[same].asciiLowercased { same += 1 }
    var end = 0
    let (last, otherLast) = (name.count - 1, other.count - 1)
    while end < shorter, name[last - end].asciiLowercased == other[otherLast - end].asciiLowercased
    {
      end += 1
    }
    return 2 * min(same + end, shorter) - abs(name.count - other.count)
  }

  /// The distance; no more than the limit, which is also what names of very different length get.
  static func between(_ left: String, _ right: String, limit: Int) -> Int {
    LexicalDistance(to: String(left.prefix(128)))
      .measure(String(right.prefix(128)), limit: limit - 1) ?? limit
  }
}
