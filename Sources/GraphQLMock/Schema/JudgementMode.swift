/// What happens to a request that a service would refuse: its document is not valid, or its variables
/// are not of their types (GraphQL, sections 5 and 6.1.2).
public struct JudgementMode: RawRepresentable, Sendable, Hashable, Codable, CaseIterable {
  /// The name of the value, as files have it.
  public let rawValue: String

  private init(_ name: String) { rawValue = name }

  /// The value of a name; nil if there is none of that name.
  public init?(rawValue: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = known
  }

  /// It gets the errors that a service gives, and the test fails.
  public static let fail = JudgementMode("fail")
  /// It is answered, and the exchange has warnings.
  public static let warn = JudgementMode("warn")
  /// It is answered, and nothing is judged.
  public static let off = JudgementMode("off")

  /// All values that there are in this version.
  public static let allCases: [JudgementMode] = [.fail, .warn, .off]
}
