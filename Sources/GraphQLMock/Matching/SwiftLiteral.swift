enum SwiftLiteral {
  private static let depthLimit = 16
  private static let stringLimit = 80

  static func text(of data: MockJSON) -> String { text(of: data, depth: 0) { _ in "nil" } }

  static func whole(_ value: MockJSON) -> String {
    text(of: value, depth: 0) { value in
      // An integer literal that doesn't fit in `Int64` doesn't compile as a JSON number.
      value.string?.swiftLiteral
        ?? (UInt64("\(value)") == nil ? "\(value)" : ".number(UInt64(\(value)))")
    }
  }

  /// Returns Swift code for a pattern that matches the variables, with `.present` instead of long values.
  static func pattern(of variables: MockJSON) -> String {
    text(of: variables, depth: 0) { _ in ".present" }
  }

  private static func text(
    of value: MockJSON, depth: Int, else placeholder: (MockJSON) -> String
  ) -> String {
    switch value.storage {
    case .null: return "nil"
    case .bool(let bool): return bool ? "true" : "false"
    case .number(let number):
      let spelling = number.spelling
      return Int(spelling) != nil || isDecimal(spelling) ? spelling : placeholder(value)
    case .string(let text):
      guard text.utf8.count <= stringLimit else { return placeholder(value) }
      return text.swiftLiteral
    case .array(let elements):
      guard depth < depthLimit else { return placeholder(value) }
      let texts = elements.map { Self.text(of: $0, depth: depth + 1, else: placeholder) }
      return "[\(texts.joined(separator: ", "))]"
    case .object(let members):
      guard depth < depthLimit else { return placeholder(value) }
      if members.isEmpty { return "[:]" }
      let texts = members.map {
        "\($0.name.swiftLiteral): \(Self.text(of: $0.value, depth: depth + 1, else: placeholder))"
      }
      return "[\(texts.joined(separator: ", "))]"
    case .unencodable: return placeholder(value)
    }
  }

  /// Returns whether a `Double` literal represents the number exactly, which holds for up to 15 characters.
  private static func isDecimal(_ spelling: String) -> Bool {
    let parts = spelling.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && spelling.utf8.count <= 15
      && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }
  }
}
