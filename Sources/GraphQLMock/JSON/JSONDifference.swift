struct JSONDifference: Sendable, Equatable {
  indirect enum Mismatch: Sendable, Hashable {
    /// Two values differ. A value is `nil` if the object has no such member.
    case value(expected: MockJSON?, actual: MockJSON?)
    case count(expected: Int, actual: Int)
  }

  var path: JSONPath
  var content: Mismatch
}

extension JSONDifference: CustomStringConvertible {
  static let valueLimit = 80  // The characters of each value that a message shows.

  /// A message that describes the difference, such as `variables.input.tags[2]: expected "a", got null`.
  var description: String {
    let prefix = path.components.isEmpty ? "" : "\(path): "
    switch content {
    case .count(let expected, let actual):
      return "\(prefix)expected \(expected) element\(expected == 1 ? "" : "s"), got \(actual)"
    case .value(var expected, var actual):
      var note = ""
      if let wanted = expected?.string, let found = actual?.string {
        let texts = TextDifference(found, expected: wanted, limit: Self.valueLimit)
        (expected, actual, note) = (.string(texts.expected), .string(texts.actual), texts.note)
      }
      let wanted = Self.name(expected, besides: actual)
      return "\(prefix)expected \(wanted), got \(Self.name(actual, besides: expected))\(note)"
    }
  }

  /// Returns the JSON text of a value, with its kind if the other value has the same text: `7 (a number)` besides "7".
  private static func name(_ value: MockJSON?, besides other: MockJSON?) -> String {
    guard let value else { return "nothing" }
    let text = JSONWriter.describe(value, limit: valueLimit)
    guard let other, let kind = value.kind, kind != .null, kind != other.kind,
      let content = value.content, content == other.content
    else { return text }
    return "\(text) (\(kind.rawValue))"
  }
}

extension MockJSON {
  var kind: JSONKind? {
    switch storage {
    case .null: .null
    case .bool: .boolean
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    case .unencodable: nil
    }
  }

  /// The text of a scalar value without quotation marks, such as `7` for both 7 and "7", or `nil` for other values.
  fileprivate var content: String? {
    switch storage {
    case .string(let string): string
    case .null, .bool, .number: description
    case .array, .object, .unencodable: nil
    }
  }
}
