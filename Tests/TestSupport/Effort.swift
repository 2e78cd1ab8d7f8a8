import Foundation

/// The number of random attempts, which is higher in the long form of the suite.
package enum Effort {
  package static let isLong = ProcessInfo.processInfo.environment["GRAPHQL_MOCK_STRESS"] != nil

  /// The number of rounds.
  ///
  /// The long form applies if `GRAPHQL_MOCK_STRESS` is set.
  package static func rounds(_ short: Int, long: Int) -> Int { isLong ? long : short }
}
