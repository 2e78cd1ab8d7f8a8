/// A rule that validates a custom scalar (GraphQL, section 3.5) in responses, arguments and variables.
///
/// ```swift
/// static let schema = ServiceSchema("schema.graphqls").checking([
///   "DateTime": .string("a time in UTC") { $0.hasSuffix("Z") },
///   "Money": .integer,
///   "Point": ScalarCheck { $0["x"].double == nil ? "It must have a number x." : nil },
/// ])
/// ```
public struct ScalarCheck: Sendable {
  let problem: @Sendable (MockJSON) -> String?

  /// Creates a check from a closure.
  /// - Parameter problem: A closure that returns nil for a valid value, or a sentence that describes the problem.
  ///   The value is never null. The closure may be called on any thread, and repeatedly for the same value.
  public init(_ problem: @escaping @Sendable (_ value: MockJSON) -> String?) {
    self.problem = problem
  }

  private init(_ expected: String, _ accepts: @escaping @Sendable (MockJSON) -> Bool) {
    problem = { accepts($0) ? nil : "It must be \(expected)." }
  }

  /// A check that accepts any string.
  public static var string: ScalarCheck { ScalarCheck("a string") { $0.string != nil } }

  /// Returns a check that accepts the strings for which a closure returns true.
  /// - Parameters:
  ///   - expected: A description that completes "It must be …" in messages, such as `a time in UTC`.
  ///   - accepts: A closure that returns whether a string is valid. It may be called on any thread.
  public static func string(
    _ expected: String, where accepts: @escaping @Sendable (String) -> Bool
  ) -> ScalarCheck {
    ScalarCheck(expected) { $0.string.map(accepts) ?? false }
  }

  /// A check that accepts whole numbers of any size.
  public static var integer: ScalarCheck {
    ScalarCheck("an integer") { value in
      guard case .number(let number) = value.storage else { return false }
      return number.value.isWhole
    }
  }

  /// A check that accepts any number.
  public static var number: ScalarCheck { ScalarCheck("a number") { $0.kind == .number } }

  /// A check that accepts true and false.
  public static var boolean: ScalarCheck { ScalarCheck("a boolean") { $0.bool != nil } }

  /// A check that accepts objects with any members.
  public static var object: ScalarCheck { ScalarCheck("an object") { $0.isObject } }
}

extension TypeSystem {
  func checking(_ scalars: [String: ScalarCheck]) -> Result<TypeSystem, ServiceSchemaError> {
    var checks = scalarChecks
    var problems: [ServiceSchemaError.Problem] = []
    let custom = types.filter(\.isCustomScalar).map(\.name)
    for (name, check) in scalars.orderedByKey() {
      if types[name]?.isCustomScalar == true {
        checks[name] = check
      } else {
        let similar = EditDistance.similar(to: name, among: custom)
        problems.append(
          ServiceSchemaError.Problem(
            message: "The check of \(name.swiftLiteral) doesn't name a custom scalar of the schema."
              + ValidationError.Reason.didYouMean(similar)))
      }
    }
    guard problems.isEmpty else { return .failure(ServiceSchemaError(problems: problems)) }
    return .success(TypeSystem(self, scalarChecks: checks, unfitDefaults: unfitDefaults))
  }
}
