import GraphQLMock

extension LaunchedApp {
  /// Records an issue of the running test for each failure of the app that wasn't reported before.
  ///
  /// The method blocks for up to a second, and also records an issue if the app hasn't read its launch plan.
  public func reportFailures() {
    blockUntilSettled()
    for issue in takeIssues().counted { MockReporting.record(issue) }
  }

  func takeIssues() -> [ScopeIssue] {
    let missing = takeMissingStart().map { [ScopeIssue(message: $0, location: location)] } ?? []
    let failures = takeFailures().map { failure in
      var issue = failure.issue(default: location)
      issue.message = "In the app: " + issue.message
      if failure.kind == .unhandledRequest {
        issue.message += "\n  where:     in the LaunchPlan that the app was launched with"
      }
      return issue
    }
    return missing + failures + takeCommandIssues()
  }
}

/// The apps that a test has launched, which are reported when it ends.
final class LaunchedApps: Sendable {
  @TaskLocal static var current: LaunchedApps?

  private let journals = Locked<[LaunchedApp]>([])

  func add(_ journal: LaunchedApp) { journals.withLock { $0.append(journal) } }

  var isEmpty: Bool { journals.withLock { $0.isEmpty } }
  var requests: [ReceivedRequest] { journals.withLock { $0 }.flatMap(\.requests) }
  var commands: [GivenCommand] { journals.withLock { $0 }.flatMap(\.givenCommands) }
  var noRequestHint: String? { journals.withLock { $0 }.lazy.compactMap(\.noRequestHint).first }

  func printNoRequestHint(of test: String) {
    if let hint = noRequestHint { Console.printError("GraphQLMock: \(test): \(hint)") }
  }

  func blockUntilSettled() {
    for journal in journals.withLock({ $0 }) { journal.blockUntilSettled() }
  }

  /// Returns the issues of all apps, with equal messages merged into one issue, and deletes the apps' journal folders.
  func takeIssues() -> [ScopeIssue] {
    let journals = journals.withLock { $0 }
    defer { journals.forEach { $0.removeFolder() } }
    return journals.flatMap { $0.takeIssues() }.counted(by: \.message)
  }
}
