/// What happens to an answer whose data does not fit the request's document or the schema; see
/// ``ServiceOptions/fixtureChecks``.
public struct FixtureCheckMode: RawRepresentable, Sendable, Hashable, Codable, CaseIterable {
  /// The name of the value, as files have it.
  public let rawValue: String

  private init(_ name: String) { rawValue = name }

  /// Finds the value with this name; nil if there is none.
  public init?(rawValue: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = known
  }

  /// It is sent, and the exchange has warnings.
  public static let warn = FixtureCheckMode("warn")
  /// The request fails, and the failure is recorded.
  public static let fail = FixtureCheckMode("fail")
  /// It is sent, and nothing is checked.
  public static let off = FixtureCheckMode("off")

  /// All values that there are in this version.
  public static let allCases: [FixtureCheckMode] = [.warn, .fail, .off]
}
