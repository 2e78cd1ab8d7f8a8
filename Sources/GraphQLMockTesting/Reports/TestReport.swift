import Foundation
import GraphQLMock

struct FailedExpectation: Sendable {
  let text: String
  let place: String?
}

final class TestReport: Sendable {
  private struct State {
    /// The failures of the service that are already in an issue of the test.
    var told: Set<MockFailure> = []
    var hasShownRequests = false
    var hasAttachedPage = false
    var hasFailed = false
    /// A Boolean value that indicates whether the test threw an error of this package.
    var hasThrownOurs = false
    var expectations: [FailedExpectation] = []
  }

  private let service: MockGraphQLService
  private let apps: LaunchedApps?
  private let state = Locked(State())
  let testCase: String?

  init(_ service: MockGraphQLService, _ apps: LaunchedApps? = nil, testCase: String? = nil) {
    (self.service, self.apps, self.testCase) = (service, apps, testCase)
  }

  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// Marks the test as failed, and returns the list of its requests unless an issue of the test already contains it.
  func takeRequests(beside failure: String? = nil) -> String? {
    let isFirst = state.withLock { state in
      state.hasFailed = true
      return !exchange(&state.hasShownRequests, with: true)
    }
    guard isFirst else { return nil }
    if let failure, showsEverything(failure) { return nil }
    let known = state.withLock { $0 }
    let isExplained =
      known.hasThrownOurs || apps?.isEmpty == false
      || known.told.contains { failure?.hasFirstLine(of: $0.message) ?? false }
    let (report, failures) = service.requestReport(
      appRequests: apps?.requests ?? [], isExplained: isExplained
    ) {
      if let failure, failure.hasFirstLine(of: $0.message) { return .saidAbove }
      return known.told.contains($0) ? .firstLine : .whole
    }
    let text = [report, apps?.bypassHint ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
    if text.isEmpty { return nil }
    // A failure may already contain the first line, for example that no request arrived.
    let first = text.prefix { $0 != "\n" }
    let texts = [failure ?? ""] + known.expectations.map(\.text)
    if texts.contains(where: { $0.contains(first) }) { return nil }
    state.withLock { $0.told.formUnion(failures) }
    return text
  }

  func keep(_ expectation: FailedExpectation, thrown error: (any Error)? = nil) {
    state.withLock { $0.expectations.append(expectation) }
    if let error { noteThrown(error) }
  }

  func noteThrown(_ error: any Error) {
    let module = String(reflecting: type(of: error)).prefix { $0 != "." }
    guard module == "GraphQLMock" || module == "GraphQLMockTesting" else { return }
    state.withLock { $0.hasThrownOurs = true }
  }

  func page(of test: RunningTest) -> String {
    let name = service.recordingCaseName ?? testCase
    return FailurePage.html(
      of: service, appRequests: apps?.requests ?? [], commands: apps?.commands ?? [],
      hint: apps?.bypassHint, test: test.title + (name.map { " (\($0))" } ?? ""),
      failedBy: state.withLock { $0.expectations })
  }

  func writePage(of test: RunningTest) { FailurePage.write(page(of: test), of: test) }

  func takePage(of test: RunningTest) -> String? {
    state.withLock { exchange(&$0.hasAttachedPage, with: true) } ? nil : page(of: test)
  }

  func leaveOutRequests() { state.withLock { $0.hasShownRequests = true } }

  /// Returns whether a message has all that is known of all requests. Texts are added only to the end of its first line.
  private func showsEverything(_ message: String) -> Bool {
    let requests = service.requests
    guard !requests.isEmpty else { return false }
    let lines = message.split(separator: "\n")
    return requests.allSatisfy { received in
      guard received.warnings.isEmpty, received.waitsFor == nil, let failure = received.failure
      else { return false }
      let told = failure.message.split(separator: "\n")
      guard let first = lines.first, first.hasPrefix(told.first ?? "") else { return false }
      return lines.dropFirst().elementsEqual(told.dropFirst())
        && received.name.map { first.contains("\"\($0)\"") } ?? true
    }
  }

  /// - Parameter unusable: The errors of tables and schemas, which are also failures of the requests that need them.
  func takeIssues(
    at location: CodeLocation, besides unusable: [ScopeIssue] = []
  ) -> [ScopeIssue] {
    let told = state.withLock { $0.told }
    let failures = service.takeFailures().filter { !told.contains($0) }
    state.withLock { $0.told.formUnion(failures) }
    let places = Dictionary(unusable.map { ($0.message, $0.location) }) { first, _ in first }
    let known = Set(service.requests.compactMap { $0.failure?.message })
    return
      (failures.map { $0.issue(default: places[$0.message] ?? location) }
      + unusable.filter { !known.contains($0.message) }).counted
  }

  func hasTold(_ error: any Error) -> Bool {
    guard let text = (error as? URLError)?.localizedDescription else { return false }
    return state.withLock { $0.told.contains { text.hasFirstLine(of: $0.message) } }
  }
}

extension String {
  fileprivate func hasFirstLine(of other: String) -> Bool {
    hasPrefix(other.prefix { $0 != "\n" })
  }
}
