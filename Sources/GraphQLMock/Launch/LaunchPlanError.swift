/// The reason why a launch plan can't be written or used.
public struct LaunchPlanError: Error, Sendable, Hashable {
  indirect enum Reason: Sendable, Hashable {
    case tooLarge(bytes: Int, limit: Int)
    case version(String)
    case content(FixtureError)
    case unwritable([String])
  }

  let reason: Reason
}

extension LaunchPlanError: CustomStringConvertible {
  /// The message, which includes how to fix the error.
  public var description: String {
    switch reason {
    case .tooLarge(let bytes, let limit):
      """
      The launch plan has \(bytes) bytes, and \(limit) are the limit. Put large responses into a \
      fixture table.
      """
    case .version(let found):
      """
      The launch plan is of version \(found), and this process reads version \(LaunchPlan.version). \
      Use the same version of GraphQLMock in the app and in its tests.
      """
    case .content(let error): "The launch plan can't be used: \(error)"
    case .unwritable(let reasons):
      "The launch plan can't be written: " + reasons.joined(separator: "\n  ")
    }
  }
}
