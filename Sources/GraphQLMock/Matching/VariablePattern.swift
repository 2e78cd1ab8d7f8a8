/// A condition on a variable or a member inside it, which a JSON literal can express.
public struct VariablePattern: Sendable {
  indirect enum Rule: Sendable {
    case value(MockJSON)
    case object([Member])
    case array([VariablePattern])
    case present
    case absent
  }

  struct Member: Sendable {
    let name: String
    let pattern: VariablePattern
  }

  let rule: Rule

  /// Matches any value, including null.
  public static var present: VariablePattern { VariablePattern(rule: .present) }

  /// Matches a missing variable without a default, but not an explicit null.
  public static var absent: VariablePattern { VariablePattern(rule: .absent) }

  static func object(_ members: [(String, VariablePattern)]) -> VariablePattern {
    VariablePattern(rule: .object(members.map { Member(name: $0.0, pattern: $0.1) }))
  }
}

extension VariablePattern: MockJSONLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Matches an equal value, or an object that has equal members.
  ///
  /// Null also matches a missing value.
  public init(json: MockJSON) { rule = .value(json) }

  /// Matches an array of the same length whose elements match in order.
  public init(arrayLiteral elements: VariablePattern...) { rule = .array(elements) }

  /// Matches an object whose members match, and ignores its other members.
  public init(dictionaryLiteral elements: (String, VariablePattern)...) {
    self = .object(elements)
  }
}
