enum SwiftLiteral {
  private static let depthLimit = 16
  /// The length in UTF-8 bytes of the longest string that isn't replaced.
  private static let stringLimit = 80

  /// Returns Swift code for the value, with `nil` in place of long and deep values.
  static func text(of data: MockJSON) -> String { text(of: data, depth: 0) { _ in "nil" } }

  /// Returns Swift code for the value that leaves nothing out. Deep values and inexact numbers are written as JSON.
  static func whole(_ value: MockJSON) -> String {
    text(of: value, depth: 0) { $0.string?.swiftLiteral ?? "\($0)" }
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
      let canonical = number.canonical.spelling
      if Int64(canonical) != nil { return canonical }
      // An integer literal that doesn't fit in `Int64` doesn't compile as a JSON number.
      if UInt64(number.spelling) != nil { return ".number(UInt64(\(canonical)))" }
      let isExact = Double(canonical).map { MockJSON.number($0) } == value
      return number.double.flatMap { isExact ? "\($0)" : nil } ?? placeholder(value)
    case .string(let text):
      guard text.utf8.count <= stringLimit else { return placeholder(value) }
      return text.swiftLiteral
    case .array where depth == depthLimit, .object where depth == depthLimit, .unencodable:
      return placeholder(value)
    case .array(let elements):
      let texts = elements.map { Self.text(of: $0, depth: depth + 1, else: placeholder) }
      return "[\(texts.joined(separator: ", "))]"
    case .object(let members):
      if members.isEmpty { return "[:]" }
      let texts = members.map {
        "\($0.name.swiftLiteral): \(Self.text(of: $0.value, depth: depth + 1, else: placeholder))"
      }
      return "[\(texts.joined(separator: ", "))]"
    }
  }
}
