/// What a "Did you mean" lists, chosen as the reference implementation does.
enum ValidationSuggestions {
  /// The options that are similar to a name, the most similar first (suggestionList).
  static func similar(to input: String, among options: some Sequence<String>) -> [String] {
    let distance = LexicalDistance(to: input)
    // floor(length * 0.4) + 1
    let threshold = input.utf16.count * 2 / 5 + 1
    var found: [(name: String, distance: Int)] = []
    for option in options {
      if let distance = distance.measure(option, limit: threshold) {
        found.append((option, distance))
      }
    }
    return found.ordered {
      $0.distance == $1.distance
        ? precedes($0.name, $1.name) : $0.distance < $1.distance
    }.map(\.name)
  }

  /// Whether a name precedes another one, with digits compared as numbers (naturalCompare).
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

  /// Removes the first byte, or the number that begins there; each leading zero is a number.
  private static func popPart(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = rest.first == UInt8(ascii: "0") ? 0 : rest.prefix(while: \.isDigit).count
    defer { rest = rest.dropFirst(max(digits, 1)) }
    return rest.prefix(max(digits, 1))
  }
}

extension SchemaMembers {
  /// The names that are similar to one, the most similar first.
  func names(similarTo name: String) -> [String] {
    ValidationSuggestions.similar(to: name, among: lazy.map(\.name))
  }
}

/// The number of letters to insert, delete, replace or swap with their neighbour, where a name that
/// differs in case only is at the distance 1.
struct LexicalDistance {
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
