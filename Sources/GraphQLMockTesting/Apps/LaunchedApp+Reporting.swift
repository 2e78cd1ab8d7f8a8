import Foundation
import GraphQLMock

extension LaunchedApp {
  /// Records the app's failures that weren't reported before as issues of the running test.
  ///
  /// If no app has read the launch plan, this method blocks the thread for up to a second, and records that, too.
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
      // A variant of a fixture has a handler without a source file.
      if issue.location.filePath.isEmpty { issue.location = location }
      return issue
    }
    return missing + failures + takeOrderIssues()
  }
}

final class LaunchedApps: Sendable {
  @TaskLocal static var current: LaunchedApps?

  private let journals = Locked<[LaunchedApp]>([])

  var isEmpty: Bool { journals.withLock { $0.isEmpty } }

  func add(_ journal: LaunchedApp) { journals.withLock { $0.append(journal) } }

  var exchanges: [MockExchange] { journals.withLock { $0 }.flatMap(\.exchanges) }

  var orders: [GivenOrder] { journals.withLock { $0 }.flatMap(\.givenOrders) }

  func blockUntilSettled() {
    for journal in journals.withLock({ $0 }) { journal.blockUntilSettled() }
  }

  /// Returns the issues of all apps, with equal ones merged, and deletes the apps' journal folders.
  func takeIssues() -> [ScopeIssue] {
    let journals = journals.withLock { $0 }
    defer { journals.forEach { $0.removeFolder() } }
    let issues = journals.flatMap { $0.takeIssues() }
    let first = Dictionary(issues.map { ($0.message, $0) }) { first, _ in first }
    return issues.compactMap { first[$0.message] }.counted
  }
}
