/// What a "Did you mean" lists, chosen as the reference implementation does.
enum ValidationSuggestions {
  /// The options that are similar to a name, the most similar first (suggestionList).
  static func similar(to input: String, among options: some Sequence<String>) -> [String] {
    let distance = EditDistance.Lexical(to: input)
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
