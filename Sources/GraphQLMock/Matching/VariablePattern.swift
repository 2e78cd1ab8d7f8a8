/// What a handler asks of one variable, or of one member inside it; written as a literal of JSON.
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

  /// The variable is there, null or not.
  public static var present: VariablePattern { VariablePattern(rule: .present) }

  /// The variable is not there, nor a default for it; an explicit null is there.
  public static var absent: VariablePattern { VariablePattern(rule: .absent) }

  static func object(_ members: [(String, VariablePattern)]) -> VariablePattern {
    VariablePattern(rule: .object(members.map { Member(name: $0.0, pattern: $0.1) }))
  }
}

extension VariablePattern: MockJSONLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// The value equals this one; in objects, the members that are named.
  ///
  /// A null may also be absent.
  /// - Parameter json: The value.
  public init(json: MockJSON) { rule = .value(json) }

  /// The value is a list of this length whose elements match in turn.
  /// - Parameter elements: What is asked of each element.
  public init(arrayLiteral elements: VariablePattern...) { rule = .array(elements) }

  /// The value is an object in which these members match; others are free.
  /// - Parameter elements: Names and what their values must be.
  public init(dictionaryLiteral elements: (String, VariablePattern)...) {
    self = .object(elements)
  }
}
