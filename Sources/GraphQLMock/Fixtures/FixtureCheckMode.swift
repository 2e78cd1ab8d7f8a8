/// What becomes of a fixture whose data does not fit the document of the request that it answers.
public enum FixtureCheckMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// It is sent, and the exchange has warnings.
  case warn
  /// The request fails, and the failure is recorded.
  case fail
  /// It is sent, and nothing is checked.
  case off
}
