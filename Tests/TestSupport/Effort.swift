import Foundation

/// How much is tried at random: more in the long form of the suite.
enum Effort {
  static let isLong = ProcessInfo.processInfo.environment["GRAPHQL_MOCK_STRESS"] != nil

  /// The number of rounds; the long form has them where `GRAPHQL_MOCK_STRESS` is set.
  static func rounds(_ short: Int, long: Int) -> Int { isLong ? long : short }
}
