/// A condition on a variable, or on a member inside a variable, which a JSON literal can express.
public struct VariablePattern: Sendable {
  indirect enum Rule: Sendable {
    case value(MockJSON)
    case object([(String, VariablePattern)])
    case array([VariablePattern])
    case present
    case absent
  }

  let rule: Rule

  /// A pattern that matches any value, including null.
  public static var present: VariablePattern { VariablePattern(rule: .present) }

  /// A pattern that matches a missing variable without a default, but not an explicit null.
  public static var absent: VariablePattern { VariablePattern(rule: .absent) }
}

extension VariablePattern: MockJSONLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates a pattern that matches an equal value, or an object that has equal members.
  ///
  /// A pattern for null also matches a missing value.
  public init(json: MockJSON) { rule = .value(json) }

  /// Creates a pattern that matches an array of the same length whose elements match in order.
  public init(arrayLiteral elements: VariablePattern...) { rule = .array(elements) }

  /// Creates a pattern that matches an object whose members match, and ignores its other members.
  public init(dictionaryLiteral elements: (String, VariablePattern)...) {
    rule = .object(elements)
  }
}
