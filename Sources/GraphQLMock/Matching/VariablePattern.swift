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

  /// The value equals this one; in objects, the members that are named.
  /// - Parameter value: The value.
  public static func value(_ value: MockJSON) -> VariablePattern {
    VariablePattern(rule: .value(value))
  }

  /// The value equals this text.
  /// - Parameter text: The text, compared by its UTF-8 bytes.
  public static func string(_ text: String) -> VariablePattern { .value(.string(text)) }

  /// The value equals this number.
  /// - Parameter number: The number, compared by value.
  public static func number(_ number: some BinaryInteger & Sendable) -> VariablePattern {
    .value(.number(number))
  }

  /// The value equals this number.
  /// - Parameter number: The number, compared by value.
  public static func number(_ number: some BinaryFloatingPoint & Sendable) -> VariablePattern {
    .value(.number(number))
  }

  /// The value equals this truth value.
  /// - Parameter value: The truth value.
  public static func bool(_ value: Bool) -> VariablePattern { .value(.bool(value)) }

  static func object(_ members: [(String, VariablePattern)]) -> VariablePattern {
    VariablePattern(rule: .object(members.map { Member(name: $0.0, pattern: $0.1) }))
  }
}

extension VariablePattern: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// The variable is null, or absent.
  /// - Parameter nilLiteral: The literal `nil`.
  public init(nilLiteral: ()) { rule = .value(.null) }

  /// The value is this truth value.
  /// - Parameter value: `true` or `false`.
  public init(booleanLiteral value: Bool) { rule = .value(.bool(value)) }

  /// The value is this number.
  /// - Parameter value: The number.
  public init(integerLiteral value: Int) { rule = .value(.number(value)) }

  /// The value is this number.
  /// - Parameter value: The number.
  public init(floatLiteral value: Double) { rule = .value(.number(value)) }

  /// The value is this text.
  /// - Parameter value: The text.
  public init(stringLiteral value: String) { rule = .value(.string(value)) }

  /// The value is a list of this length whose elements match in turn.
  /// - Parameter elements: What is asked of each element.
  public init(arrayLiteral elements: VariablePattern...) { rule = .array(elements) }

  /// The value is an object in which these members match; others are free.
  /// - Parameter elements: Names and what their values must be.
  public init(dictionaryLiteral elements: (String, VariablePattern)...) {
    self = .object(elements)
  }
}
