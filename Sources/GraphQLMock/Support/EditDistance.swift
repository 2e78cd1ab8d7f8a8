/// The similarity of two names (``Lexical``).
enum EditDistance {
  /// The distance from which two names count as unrelated.
  static func limit(for name: String) -> Int { max(3, name.utf8.count / 3) }

  /// The most similar name, or `nil` if none is near.
  static func nearest(to wanted: String, among names: [String]) -> String? {
    let limit = limit(for: wanted)
    let near = names.map { (name: $0, distance: between($0, wanted, limit: limit)) }
    return near.min { $0.distance < $1.distance }.flatMap { $0.distance < limit ? $0.name : nil }
  }

  /// The most similar names, most similar first.
  ///
  /// At most 4,096 names of about the same length are compared. All others count as less similar.
  static func alike(_ wanted: String, among names: [String], atMost limit: Int) -> [String] {
    guard names.count > limit else { return names }
    func lengthening(_ name: String) -> Int { abs(name.utf8.count - wanted.utf8.count) }
    // Names that are farther away are ordered by their lengths alone.
    let farthest = 2 * Self.limit(for: wanted)
    let measure = Lexical(to: beginning(of: wanted))
    let compared = names.lazy.filter { lengthening($0) <= 8 }.prefix(4_096).map { name in
      (
        name: name, distance: distance(of: name, to: wanted, measure, limit: farthest),
        lengthening: lengthening(name)
      )
    }
    let others = names.lazy.filter { lengthening($0) > 8 }.prefix(limit)
    let alike = compared.ordered {
      ($0.distance, $0.lengthening) < ($1.distance, $1.lengthening)
    }.map(\.name)
    return Array((alike + others).prefix(limit))
  }

  /// The distance without regard to case, at most `limit`.
  static func between(_ left: String, _ right: String, limit: Int) -> Int {
    distance(of: left, to: right, Lexical(to: beginning(of: right)), limit: limit)
  }

  private static func distance(
    of name: String, to wanted: String, _ measure: Lexical, limit: Int
  ) -> Int {
    if name.equalsIgnoringCase(wanted) { return 0 }
    return measure.measure(beginning(of: name), limit: limit - 1) ?? limit
  }

  /// Only the first 128 bytes of a name are compared.
  private static func beginning(of name: String) -> String {
    String(decoding: name.utf8.prefix(128), as: UTF8.self)
  }
}

extension EditDistance {
  /// The number of letters to insert, delete, replace or swap with their neighbour, where a name that
  /// differs in case only is at the distance 1.
  struct Lexical {
    private let input: String
    private let lowercased: [UInt8]

    init(to input: String) {
      self.input = input
      lowercased = input.utf8.map(\.asciiLowercased)
    }

    /// The distance; nil if it is above the limit.
    func measure(_ option: String, limit: Int) -> Int? {
      if input == option { return 0 }
      var long = option.utf8.map(\.asciiLowercased)
      var short = lowercased
      if long == short { return 1 }
      if long.count < short.count { swap(&long, &short) }
      if long.count - short.count > limit { return nil }

      var beforeLast = [Int](repeating: 0, count: short.count + 1)
      var last = Array(0...short.count)
      var current = last
      for row in 1...long.count {
        current[0] = row
        var smallest = row
        for column in 0..<short.count {
          let cost = long[row - 1] == short[column] ? 0 : 1
          var cell = min(last[column + 1] + 1, current[column] + 1, last[column] + cost)
          if row > 1, column > 0, long[row - 1] == short[column - 1],
            long[row - 2] == short[column]
          {
            cell = min(cell, beforeLast[column - 1] + 1)
          }
          smallest = min(smallest, cell)
          current[column + 1] = cell
        }
        if smallest > limit { return nil }
        (beforeLast, last, current) = (last, current, beforeLast)
      }
      return last[short.count] <= limit ? last[short.count] : nil
    }
  }
}
