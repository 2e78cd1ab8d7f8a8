/// What happens to a request that is not as it should be: one that a service would refuse (see
/// ``ServiceOptions/judgement``; GraphQL, sections 5 and 6.1.2), or one that services put up with (see
/// ``ServiceOptions/requestChecks``).
public struct JudgementMode: Sendable, Hashable, NamedValue {
  /// The name of the value, as files have it.
  let rawValue: String

  private init(_ name: String) { rawValue = name }

  /// The test fails; a request that a service would refuse gets the errors that the service gives.
  public static let fail = JudgementMode("fail")
  /// It is answered, and the exchange has warnings.
  public static let warn = JudgementMode("warn")
  /// It is answered, and nothing is judged.
  public static let off = JudgementMode("off")

  /// All values that there are in this version.
  static let allCases: [JudgementMode] = [.fail, .warn, .off]
}
