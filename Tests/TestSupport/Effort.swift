import Foundation

/// How much is tried at random: more in the long form of the suite.
package enum Effort {
  package static let isLong = ProcessInfo.processInfo.environment["GRAPHQL_MOCK_STRESS"] != nil

  /// The number of rounds; the long form has them where `GRAPHQL_MOCK_STRESS` is set.
  package static func rounds(_ short: Int, long: Int) -> Int { isLong ? long : short }
}
