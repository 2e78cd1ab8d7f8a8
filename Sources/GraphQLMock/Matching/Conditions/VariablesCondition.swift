/// A condition on the variables of a request.
///
/// A dictionary literal lists required variables. All other variables are ignored, and so are other members of
/// nested objects. Arrays must have equal lengths, and their elements are compared in order. Numbers are compared
/// by value. A missing value equals null, except with ``ValueCondition/present`` and ``ValueCondition/absent``.
///
/// ```swift
/// .query("Hero", variables: ["episode": "EMPIRE"], …)
/// .query("Hero", variables: .exactly(["episode": "EMPIRE", "first": 3]), …)
/// .query("Hero", variables: .where { $0["first"].int ?? 0 > 100 }, …)
/// .query("Hero", variables: ["after": .present], …)
/// ```
public struct VariablesCondition: Sendable, ExpressibleByDictionaryLiteral {
  indirect enum Rule: Sendable {
    case subset(ValueCondition)
    case exactly(MockJSON)
    case predicate(@Sendable (MockJSON) -> Bool)
  }

  let rule: Rule

  /// Creates a condition that requires some variables and ignores all others.
  public init(dictionaryLiteral elements: (String, ValueCondition)...) {
    rule = .subset(ValueCondition(rule: .object(elements)))
  }

  init(_ rule: Rule) { self.rule = rule }

  /// Creates a condition that requires exactly these variables and no others.
  ///
  /// The variables may match with or without the document's default values. A missing variable equals null.
  /// - Parameter variables: The variables, as a JSON object.
  public static func exactly(_ variables: MockJSON) -> VariablesCondition {
    VariablesCondition(.exactly(variables))
  }

  /// Creates a condition that requires the variables in a JSON value and ignores all others.
  /// - Parameter variables: The required variables, as a JSON object.
  public static func subset(_ variables: MockJSON) -> VariablesCondition {
    VariablesCondition(.subset(.value(variables)))
  }

  /// Creates a condition that matches if a closure returns true for the variables.
  /// - Parameter predicate: A closure that receives the variables, including the document's default values. It runs
  ///   once for a request, after all other conditions match, on any thread.
  public static func `where`(
    _ predicate: @escaping @Sendable (_ variables: MockJSON) -> Bool
  ) -> VariablesCondition {
    VariablesCondition(.predicate(predicate))
  }
}
