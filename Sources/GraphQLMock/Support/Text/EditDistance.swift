package enum EditDistance {
  /// Returns the edit distance from which names no longer count as similar.
  static func limit(for name: String) -> Int { max(3, name.utf8.count / 3) }

  /// Returns the first of the most similar names, or nil if no name is similar.
  package static func nearest(to wanted: String, among names: [String]) -> String? {
    let limit = limit(for: wanted)
    let near = names.map { (name: $0, distance: between($0, wanted, limit: limit)) }
    return near.min { $0.distance < $1.distance }.flatMap { $0.distance < limit ? $0.name : nil }
  }

  /// Returns the most similar names, at most `limit`. To save time, at most 4,096 names are compared.
  static func alike(_ wanted: String, among names: [String], atMost limit: Int) -> [String] {
    guard names.count > limit else { return names }
    func lengthening(_ name: String) -> Int { abs(name.utf8.count - wanted.utf8.count) }
    // To save time, larger distances aren't measured, nor those of names that are longer or shorter by more than 8 bytes.
    let farthest = 2 * Self.limit(for: wanted)
    let compared = names.lazy.filter { lengthening($0) <= 8 }.prefix(4_096).map {
      (name: $0, distance: between($0, wanted, limit: farthest), lengthening: lengthening($0))
    }
    let others = names.lazy.filter { lengthening($0) > 8 }.prefix(limit)
    let alike = compared.ordered {
      ($0.distance, $0.lengthening) < ($1.distance, $1.lengthening)
    }.map(\.name)
    return Array((alike + others).prefix(limit))
  }

  /// Returns the edit distance of two names in UTF-16 code units, ignoring case, but at most `limit`.
  static func between(_ left: String, _ right: String, limit: Int) -> Int {
    if left.equalsIgnoringCase(right) { return 0 }
    return measure(beginning(of: left), Array(beginning(of: right).utf16), limit: limit - 1)
      ?? limit
  }

  /// Longer names aren't compared to their ends, because the time grows with the product of their lengths.
  private static func beginning(of name: String) -> String {
    String(decoding: name.utf8.prefix(128), as: UTF8.self)
  }

  /// Returns similar names, starting with the most similar one, like the function `suggestionList` of graphql-js.
  static func similar(to input: String, among options: some Sequence<String>) -> [String] {
    // In graphql-js, the threshold is `Math.floor(input.length * 0.4) + 1`.
    let input = Array(input.utf16)
    let threshold = input.count * 2 / 5 + 1
    let near = options.compactMap { option in
      measure(option, input, limit: threshold).map { (distance: $0, name: option) }
    }
    return near.ordered {
      $0.distance == $1.distance ? precedes($0.name, $1.name) : $0.distance < $1.distance
    }.map(\.name)
  }

  /// Returns whether a name precedes another, with `a2` before `a10` (`naturalCompare` of graphql-js).
  static func precedes(_ left: String, _ right: String) -> Bool {
    var (rest, others) = (Array(left.utf8)[...], Array(right.utf8)[...])
    while !rest.isEmpty, !others.isEmpty {
      let (part, other) = (popPart(&rest), popPart(&others))
      if part.count != other.count, part.first?.isDigit == other.first?.isDigit {
        return part.count < other.count
      }
      if part != other { return part.lexicographicallyPrecedes(other) }
    }
    return left.utf8.count < right.utf8.count
  }

  /// Removes and returns the number at the start, or else one byte. A 0 at the start is a number of one digit.
  private static func popPart(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = rest.first == UInt8(ascii: "0") ? 0 : rest.prefix(while: \.isDigit).count
    defer { rest = rest.dropFirst(max(digits, 1)) }
    return rest.prefix(max(digits, 1))
  }

  /// Returns the edit distance, or `nil` if it is larger than `limit`. The result is 1 if only the case differs, as that
  /// of `LexicalDistance` in graphql-js.
  private static func measure(_ option: String, _ input: [UInt16], limit: Int) -> Int? {
    var long = Array(option.utf16)
    if long == input { return 0 }
    // A text in place of a name may be long, so it isn't copied before its length is compared.
    if abs(long.count - input.count) > limit { return nil }
    func lowercased(_ unit: UInt16) -> UInt16 { 0x41...0x5A ~= unit ? unit | 0x20 : unit }
    var short = input.map(lowercased)
    long = long.map(lowercased)
    if long == short { return 1 }
    if long.count < short.count { swap(&long, &short) }

    var beforeLast = [Int](repeating: 0, count: short.count + 1)
    var last = Array(0...short.count)
    var current = last
    for row in 1...long.count {
      current[0] = row
      var smallest = row
      for column in 0..<short.count {
        let cost = long[row - 1] == short[column] ? 0 : 1
        var cell = min(last[column + 1] + 1, current[column] + 1, last[column] + cost)
        if row > 1, column > 0, long[row - 1] == short[column - 1], long[row - 2] == short[column] {
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
