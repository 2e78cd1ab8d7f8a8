/// An error that prevents a launch plan, or a change to the running app, from being written or used.
public struct LaunchPlanError: Error, Sendable, Hashable, CustomStringConvertible {
  package indirect enum Reason: Sendable, Hashable {
    case tooLarge(bytes: Int)
    case version(String)
    case content(FixtureError)
    case unwritable([String])
    case command(String)
  }

  let reason: Reason
  /// The name of the input in messages, "command" or "launch plan".
  private let subject: String

  package init(_ reason: Reason) { (self.reason, subject) = (reason, "launch plan") }

  init(ofCommand error: any Error) {
    reason =
      (error as? LaunchPlanError)?.reason
      ?? .command("The command can't be used: \(error.fileReason)")
    subject = "command"
  }

  /// The message, which also says how to fix the error.
  public var description: String {
    switch reason {
    case .tooLarge(let bytes):
      "The \(subject) has \(bytes) bytes; the limit is \(LaunchPlan.sizeLimit). "
        + "Put large responses into a fixture table."
    case .version(let found):
      "The \(subject) is of version \(found), and this process reads version \(LaunchPlan.version). "
        + "Use the same version of GraphQLMock in the app and in its tests."
    case .content(let error): "The \(subject) can't be used: \(error)"
    case .unwritable(let reasons):
      "The \(subject) can't be written: " + reasons.joined(separator: "\n  ")
    case .command(let message): message
    }
  }
}
