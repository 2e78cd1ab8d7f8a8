import Foundation
import GraphQLMock

struct FailedExpectation: Sendable {
  let text: String
  let place: String?
  /// This module's issue, or nil if the test recorded it. The default is right only while the issue is being recorded.
  var issue = ScopeIssue.recorded
}

final class TestReport: Sendable {
  private struct State {
    /// The failures of the service that are already in an issue of the test.
    var reportedFailures: Set<MockFailure> = []
    var hasShownRequests = false
    var hasAttachedPage = false
    var hasFailed = false
    /// A Boolean value that indicates whether a failure of the test explains why no request arrived.
    var isExplained = false
    var expectations: [FailedExpectation] = []
  }

  private let service: MockGraphQLService
  private let apps: LaunchedApps?
  /// The report of another service of the same test, made earlier.
  private let earlier: TestReport?
  private let state = Locked(State())
  let testCase: String?

  init(
    _ service: MockGraphQLService, _ apps: LaunchedApps? = nil, after earlier: TestReport? = nil,
    testCase: String? = nil
  ) {
    (self.service, self.apps, self.earlier, self.testCase) = (service, apps, earlier, testCase)
  }

  private var hasRequests: Bool { !service.requests.isEmpty || earlier?.hasRequests == true }

  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// Marks the test as failed, and returns the list of its requests unless an issue of the test already contains it.
  ///
  /// A failure whose text the test has recorded itself, as in `Issue.record("\(failure)")`, is listed with its message.
  func takeRequests(beside issue: ScopeIssue? = .recorded) -> String? {
    let (isFirst, known) = state.withLock { state in
      state.hasFailed = true
      return (!exchange(&state.hasShownRequests, with: true), state)
    }
    guard isFirst, issue.map(showsEverything) != true else { return nil }
    let isExplained =
      known.isExplained || apps?.isEmpty == false || earlier?.hasRequests == true
      || issue.map { $0.explainsMissingRequests || !$0.failures.isEmpty } == true
    let (report, failures) = service.requestReport(
      appRequests: apps?.requests ?? [], isExplained: isExplained
    ) {
      if issue?.failures.contains($0) == true { return .saidAbove }
      return known.reportedFailures.contains($0) ? .firstLine : .whole
    }
    let text = [report, apps?.noRequestHint ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
    state.withLock { $0.reportedFailures.formUnion(failures) }
    return text.isEmpty ? nil : text
  }

  func keep(_ expectation: FailedExpectation, thrown error: (any Error)? = nil) {
    state.withLock { state in
      state.expectations.append(expectation)
      if expectation.issue?.explainsMissingRequests == true { state.isExplained = true }
    }
    if let error { noteThrown(error) }
  }

  /// Notes an error that the test threw. An error of this package explains why no request arrived,
  /// except for a wait, such as for a clock, whose message doesn't say so.
  func noteThrown(_ error: any Error) {
    let module = String(reflecting: type(of: error)).prefix { $0 != "." }
    guard module == "GraphQLMock" || module == "GraphQLMockTesting",
      (error as? MissingRequestsError)?.explainsAbsence != false
    else { return }
    state.withLock { $0.isExplained = true }
  }

  func page(of test: RunningTest) -> String {
    let name = service.recordingCaseName ?? testCase
    let known = state.withLock { $0 }
    return FailurePage.html(
      of: service, appRequests: apps?.requests ?? [], commands: apps?.commands ?? [],
      hint: apps?.noRequestHint, test: test.title + (name.map { " (\($0))" } ?? ""),
      failedBy: known.expectations, isExplained: known.isExplained || earlier?.hasRequests == true)
  }

  func writePage(of test: RunningTest) { FailurePage.write(page(of: test), of: test) }

  func takePage(of test: RunningTest) -> String? {
    state.withLock { exchange(&$0.hasAttachedPage, with: true) } ? nil : page(of: test)
  }

  func leaveOutRequests() { state.withLock { $0.hasShownRequests = true } }

  /// Returns whether the message of an issue has all that is known of all requests.
  private func showsEverything(_ issue: ScopeIssue) -> Bool {
    let requests = service.requests
    return !requests.isEmpty
      && requests.allSatisfy { received in
        guard let failure = received.failure, issue.failures.contains(failure),
          received.warnings.isEmpty, received.waitsFor == nil
        else { return false }
        return received.name.map { issue.message.contains("\"\($0)\"") } ?? true
      }
  }

  func takeIssues(at location: CodeLocation) -> [ScopeIssue] {
    let reported = state.withLock { $0.reportedFailures }
    let failures = service.takeFailures().filter { !reported.contains($0) }
    state.withLock { $0.reportedFailures.formUnion(failures) }
    return failures.map { $0.issue(default: location) }.counted
  }

  /// Returns whether a client's error is that of a request whose failure was reported.
  func hasReported(_ error: any Error) -> Bool {
    guard let code = (error as? URLError)?.code else { return false }
    let reported = state.withLock { $0.reportedFailures }
    return service.requests.contains {
      $0.ending?.error?.code == code && $0.failure.map(reported.contains) == true
    }
  }
}
