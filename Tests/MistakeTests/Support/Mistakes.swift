import Foundation

/// Tests with a mistake in each.
///
/// They run only in a child process, whose output `MistakeTests` reads.
enum Mistakes {
  static let variable = "GRAPHQL_MOCK_MISTAKES"
  static var areEnabled: Bool { ProcessInfo.processInfo.environment[variable] != nil }

  /// Whether responses of the real service may be recorded, which is false if `CI` is set.
  static var mayRecord: Bool { ProcessInfo.processInfo.environment["CI"]?.isEmpty == true }
}
