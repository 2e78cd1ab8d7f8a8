/// A condition on a variable, or on a value inside a variable, which you can write as a JSON literal.
public struct ValueCondition: Sendable {
  indirect enum Rule: Sendable {
    case value(MockJSON)
    case object([(String, ValueCondition)])
    case array([ValueCondition])
    case present
    case absent
  }

  let rule: Rule

  /// A pattern that matches any value, including an explicit null, but not a missing variable.
  public static var present: ValueCondition { ValueCondition(rule: .present) }

  /// A pattern that matches a variable that is missing and has no default value, but not an explicit null.
  public static var absent: ValueCondition { ValueCondition(rule: .absent) }
}

extension ValueCondition: MockJSONLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a pattern that matches a value that is equal to a JSON value.
  ///
  /// An object matches even if it has additional members. A pattern for null also matches a missing value.
  public init(json: MockJSON) { rule = .value(json) }

  /// Creates a pattern that matches an array of the same length if each element matches its pattern.
  public init(arrayLiteral elements: ValueCondition...) { rule = .array(elements) }

  /// Creates a pattern that matches an object if these members match, and ignores all other members.
  public init(dictionaryLiteral elements: (String, ValueCondition)...) { rule = .object(elements) }

  var statement: String {
    switch rule {
    case .value(let value): value.statement
    case .present: ".present"
    case .absent: ".absent"
    case .array(let elements): "[" + elements.map(\.statement).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\($0.swiftLiteral):\($1.statement)" }.joined(separator: ",") + "}"
    }
  }

  /// The pattern as JSON for a launch plan, where it's a `.value`, or an error if it has more than values.
  var json: MockJSON {
    get throws(FormError) {
      switch rule {
      case .value(let value): return value
      case .present: throw .pattern(".present")
      case .absent: throw .pattern(".absent")
      case .array(let patterns):
        return .array(try patterns.map { pattern throws(FormError) in try pattern.json })
      case .object(let members):
        return .object(
          of: try members.map { name, pattern throws(FormError) in (name, try pattern.json) })
      }
    }
  }
}

extension MockJSON {
  var statement: String { JSONWriter.describe(self, limit: 200) }
}
