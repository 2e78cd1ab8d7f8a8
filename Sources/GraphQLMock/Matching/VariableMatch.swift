/// What a handler asks of the variables of a request.
///
/// A dictionary literal asks for a subset: members that it does not name are free, and so are those
/// of objects inside it; a list must have the same length, and its elements match in turn, objects
/// among them as subsets. Numbers compare by value. A member that is absent and one that is null are
/// alike, unless ``VariablePattern/present`` or
/// ``VariablePattern/absent`` asks.
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

  /// Asks for a subset of the variables.
  /// - Parameter elements: Names and what their values must be.
  public init(dictionaryLiteral elements: (String, VariablePattern)...) {
    rule = .subset(.object(elements))
  }

  init(_ rule: Rule) { self.rule = rule }

  /// Asks for these variables and no others, as sent or with the document's defaults filled in.
  ///
  /// A variable that is null counts as absent on both sides.
  /// - Parameter variables: The variables, an object.
  public static func exactly(_ variables: MockJSON) -> VariableMatch {
    VariableMatch(.exactly(variables))
  }

  /// Asks for a subset that is computed.
  /// - Parameter variables: The members that must be there, an object.
  public static func subset(_ variables: MockJSON) -> VariableMatch {
    VariableMatch(.subset(.value(variables)))
  }

  /// Asks a closure.
  /// - Parameter predicate: Sees the variables with the document's defaults filled in, and says
  ///   whether the handler wants the request. It may be called at any time and from any thread.
  public static func `where`(
    _ predicate: @escaping @Sendable (_ variables: MockJSON) -> Bool
  ) -> VariableMatch {
    VariableMatch(.predicate(predicate))
  }
}
