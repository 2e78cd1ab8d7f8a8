/// What happens to a request that is not as it should be: one that is not valid (see
/// ``ServiceOptions/requestValidation``; GraphQL, sections 5 and 6.1.2), or one that services put up with (see
/// ``ServiceOptions/httpValidation``).
public struct ValidationMode: Sendable, Hashable, NamedValue {
  /// The name of the value, as files have it.
  let rawValue: String

  private init(_ name: String) { rawValue = name }

  /// The test fails; a request that is not valid gets the errors that the service gives.
  public static let fail = ValidationMode("fail")
  /// It is answered, and the exchange has warnings.
  public static let warn = ValidationMode("warn")
  /// It is answered, and nothing is validated.
  public static let off = ValidationMode("off")

  /// All values that there are in this version.
  static let allCases: [ValidationMode] = [.fail, .warn, .off]
}
