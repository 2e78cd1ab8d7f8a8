/// What becomes of a request that no handler and no fixture answers.
public struct UnhandledPolicy: Sendable {
  enum Rule: Sendable {
    case fail
    case respond(MockResponse)
  }

  let rule: Rule

  /// The request fails, and the failure is recorded: the default.
  ///
  /// The client gets `URLError(.resourceUnavailable)`, whose description says what to write.
  public static var fail: UnhandledPolicy { UnhandledPolicy(rule: .fail) }

  /// The request gets this response, and nothing is recorded as a failure.
  /// - Parameter response: The response.
  public static func respond(_ response: MockResponse) -> UnhandledPolicy {
    UnhandledPolicy(rule: .respond(response))
  }
}
