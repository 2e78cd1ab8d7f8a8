/// A condition on the variables of a request.
///
/// A dictionary literal matches a subset. Members that it doesn't name are ignored, including those of nested
/// objects. Arrays must have equal lengths, and their elements are compared in order. Numbers compare by value.
/// Missing and null members are equal, except with ``VariablePattern/present`` and ``VariablePattern/absent``.
///
/// ```swift
/// .query("Hero", variables: ["episode": "EMPIRE"], …)
/// .query("Hero", variables: .exactly(["episode": "EMPIRE", "first": 3]), …)
/// .query("Hero", variables: .where { $0["first"].int ?? 0 > 100 }, …)
/// .query("Hero", variables: ["after": .present], …)
/// ```
public struct VariableMatch: Sendable, ExpressibleByDictionaryLiteral {
  indirect enum Rule: Sendable {
    case subset(VariablePattern)
    case exactly(MockJSON)
    case predicate(@Sendable (MockJSON) -> Bool)
  }

  let rule: Rule

  /// Creates a condition that matches a subset of the variables.
  public init(dictionaryLiteral elements: (String, VariablePattern)...) {
    rule = .subset(VariablePattern(rule: .object(elements)))
  }

  init(_ rule: Rule) { self.rule = rule }

  /// Creates a condition that matches exactly these variables, either as sent or with the document's defaults.
  ///
  /// Null and missing variables are equal.
  /// - Parameter variables: The variables, as an object.
  public static func exactly(_ variables: MockJSON) -> VariableMatch {
    VariableMatch(.exactly(variables))
  }

  /// Creates a condition that matches a subset of the variables, from a JSON value instead of a literal.
  /// - Parameter variables: The required members, as an object.
  public static func subset(_ variables: MockJSON) -> VariableMatch {
    VariableMatch(.subset(.value(variables)))
  }

  /// Creates a condition that matches variables for which a closure returns true.
  /// - Parameter predicate: A closure that receives the variables, including the document's defaults. It may be called
  ///   several times for a request, from any thread.
  public static func `where`(
    _ predicate: @escaping @Sendable (_ variables: MockJSON) -> Bool
  ) -> VariableMatch {
    VariableMatch(.predicate(predicate))
  }
}
