/// What values of a custom scalar must be (GraphQL, section 3.5 "Scalars", "Custom Scalars").
///
/// Answers, arguments and variables are held against it.
///
/// ```swift
/// static let schema = ServiceSchema("schema.graphqls").checking([
///   "DateTime": .string("a time in UTC") { $0.hasSuffix("Z") },
///   "Money": .integer,
///   "Point": ScalarCheck { $0["x"].double == nil ? "It must have a number x." : nil },
/// ])
/// ```
public struct ScalarCheck: Sendable {
  /// Returns nil for a valid value.
  let problem: @Sendable (MockJSON) -> String?

  /// A check of any kind.
  /// - Parameter problem: Says what is wrong with a value, as a sentence; nil if nothing is. The value
  ///   is never null. It may be asked on any thread, and asked again about the same value.
  public init(_ problem: @escaping @Sendable (_ value: MockJSON) -> String?) {
    self.problem = problem
  }

  private init(_ expected: String, _ accepts: @escaping @Sendable (MockJSON) -> Bool) {
    problem = { accepts($0) ? nil : "It must be \(expected)." }
  }

  /// Any string.
  public static var string: ScalarCheck { ScalarCheck("a string") { $0.string != nil } }

  /// Some strings.
  /// - Parameters:
  ///   - expected: What they are, as it follows "It must be" in a message: `a time in UTC`.
  ///   - accepts: Whether a string is one of them. It may be asked on any thread.
  public static func string(
    _ expected: String, where accepts: @escaping @Sendable (String) -> Bool
  ) -> ScalarCheck {
    ScalarCheck(expected) { $0.string.map(accepts) ?? false }
  }

  /// A number without a fraction, of any size.
  public static var integer: ScalarCheck {
    ScalarCheck("an integer") { value in
      guard case .number(let number) = value.storage else { return false }
      return number.value.isWhole
    }
  }

  /// Any number.
  public static var number: ScalarCheck { ScalarCheck("a number") { $0.kind == .number } }

  /// True or false.
  public static var boolean: ScalarCheck { ScalarCheck("a boolean") { $0.bool != nil } }

  /// An object with any members.
  public static var object: ScalarCheck { ScalarCheck("an object") { $0.isObject } }
}

extension TypeSystem {
  func checking(
    _ scalars: [String: ScalarCheck]
  ) -> Result<TypeSystem, ServiceSchemaError> {
    var checks = scalarChecks
    var problems: [ServiceSchemaError.Problem] = []
    let custom = types.filter { $0.kind == .scalar && !$0.isBuiltIn }.map(\.name)
    for (name, check) in scalars.orderedByKey() {
      if custom.contains(where: { Bytes.areEqual($0, name) }) {
        checks[name] = check
      } else {
        let similar = EditDistance.similar(to: name, among: custom)
        problems.append(
          ServiceSchemaError.Problem(
            message: "The check of \(name.swiftLiteral) names no custom scalar of the schema."
              + ValidationError.Reason.didYouMean(similar)))
      }
    }
    guard problems.isEmpty else { return .failure(ServiceSchemaError(problems: problems)) }
    return .success(TypeSystem(self, scalarChecks: checks))
  }
}
