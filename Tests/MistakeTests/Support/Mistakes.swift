import Foundation

/// Tests with a mistake in each.
///
/// They run in a child process only, where `MistakeTests` reads what they report.
enum Mistakes {
  static let variable = "GRAPHQL_MOCK_MISTAKES"
  static var areEnabled: Bool { ProcessInfo.processInfo.environment[variable] != nil }

  /// Whether answers of the real service may be recorded, which they are not where `CI` is set.
  static var mayRecord: Bool { ProcessInfo.processInfo.environment["CI"]?.isEmpty == true }
}
