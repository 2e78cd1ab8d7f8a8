// What a test is told of its service: each failure once, and its requests once it fails.

import Foundation
import GraphQLMock

/// An expectation or another issue that failed a test, as its page shows it.
struct FailedExpectation: Sendable {
  let text: String
  /// File and line; nil where they aren't known.
  let place: String?
}

final class TestReport: Sendable {
  private struct State {
    /// The failures that were told beside something else that failed.
    var told: Set<MockFailure> = []
    var hasShownRequests = false
    var hasAttachedPage = false
    var hasFailed = false
    /// Whether the test threw an error of ours, which says by itself why nothing arrived.
    var hasThrownOurs = false
    var expectations: [FailedExpectation] = []
  }

  private let service: MockGraphQLService
  private let apps: LaunchedApps?
  private let state = Locked(State())
  /// The arguments of the case that runs, for the page; nil for a test without cases.
  let testCase: String?

  init(_ service: MockGraphQLService, _ apps: LaunchedApps? = nil, testCase: String? = nil) {
    self.service = service
    self.apps = apps
    self.testCase = testCase
  }

  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// The requests, for the first failure of a test.
  ///
  /// What went wrong with them is told in full, and not reported again.
  /// - Parameters:
  ///   - failure: What the test is told beside them, if it is one of ours.
  /// - Returns: nil if they were shown already, or if nothing is to be said but what was said.
  func requests(beside failure: String? = nil) -> String? {
    let isFirst = state.withLock { state in
      state.hasFailed = true
      return !exchange(&state.hasShownRequests, with: true)
    }
    guard isFirst else { return nil }
    if let failure, isAllThereIs(failure) { return nil }
    let (told, hasThrownOurs, expectations) = state.withLock {
      ($0.told, $0.hasThrownOurs, $0.expectations)
    }
    let isExplained =
      hasThrownOurs || apps?.isEmpty == false
      || told.contains { failure?.hasFirstLine(of: $0.message) ?? false }
    let (text, failures) = service.requestReport(
      orOf: apps?.exchanges ?? [], isExplained: isExplained
    ) { known in
      if let failure, failure.hasFirstLine(of: known.message) { return .told }
      return told.contains(known) ? .firstLine : .whole
    }
    if text.isEmpty { return nil }
    // That nothing arrived may have been said.
    let first = text.prefix { $0 != "\n" }
    if ([failure ?? ""] + expectations.map(\.text)).contains(where: { $0.contains(first) }) {
      return nil
    }
    state.withLock { $0.told.formUnion(failures) }
    return text
  }

  /// Keeps what fails the test, for its page.
  /// - Parameter error: What the test threw, if that is it.
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
      of: service, orOf: apps?.exchanges ?? [],
      test: test.title + (name.map { " (\($0))" } ?? ""),
      failedBy: state.withLock { $0.expectations })
  }

  /// Writes the page of the test, if the environment asks for it.
  func writePage(of test: RunningTest) { FailurePage.write(page(of: test), of: test) }

  /// The page of the test for the first that asks: one issue of a test has it.
  func takePage(of test: RunningTest) -> String? {
    state.withLock { exchange(&$0.hasAttachedPage, with: true) } ? nil : page(of: test)
  }

  /// Says that something else shows what is open.
  func leaveOutRequests() { state.withLock { $0.hasShownRequests = true } }

  /// Whether a message names the request and what went wrong with it, of the only one or of all.
  private func isAllThereIs(_ message: String) -> Bool {
    let exchanges = service.exchanges
    guard !exchanges.isEmpty else { return false }
    let lines = message.split(separator: "\n")
    return exchanges.allSatisfy { exchange in
      guard exchange.warnings.isEmpty, exchange.waitsFor == nil, let failure = exchange.failure
      else { return false }
      let told = failure.message.split(separator: "\n")
      let name = exchange.operations.first?.name
      guard let first = lines.first, first.hasPrefix(told.first ?? "") else { return false }
      return lines.dropFirst().elementsEqual(told.dropFirst())
        && name.map { first.contains("\"\($0)\"") } ?? true
    }
  }

  /// Takes the failures that were not told yet.
  /// - Parameter location: Where failures without a handler are reported.
  /// - Returns: an issue for each, those that are equal in one.
  func takeIssues(at location: HandlerLocation) -> [ScopeIssue] {
    let told = state.withLock { $0.told }
    let failures = service.takeFailures().filter { !told.contains($0) }
    state.withLock { $0.told.formUnion(failures) }
    return failures.map { $0.issue(default: location) }.counted
  }

  /// Whether an error that a client threw is one that the service gave it, of a failure that was told.
  func hasTold(_ error: any Error) -> Bool {
    guard let text = (error as? URLError)?.localizedDescription else { return false }
    let first = text.prefix { $0 != "\n" }
    return state.withLock { state in
      state.told.contains { $0.message.prefix { $0 != "\n" } == first }
    }
  }
}

extension [ScopeIssue] {
  /// The issues, those that are equal in one, with their number in its first line.
  var counted: [ScopeIssue] {
    withCounts.map { issue, count in
      var issue = issue
      if count > 1 { issue.message = issue.message.addingToFirstLine(" (\(count) times)") }
      return issue
    }
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, where it comes first, and how often it is there.
  var withCounts: [(element: Element, count: Int)] {
    var counts: [Element: Int] = [:]
    for element in self { counts[element, default: 0] += 1 }
    return compactMap { element in
      counts.removeValue(forKey: element).map { (element, $0) }
    }
  }
}

extension String {
  fileprivate func hasFirstLine(of other: String) -> Bool {
    hasPrefix(other.prefix { $0 != "\n" })
  }

  fileprivate func addingToFirstLine(_ addition: String) -> String {
    guard let end = firstIndex(of: "\n") else { return self + addition }
    return self[..<end] + addition + self[end...]
  }
}

extension MockFailure {
  /// Where the failure is reported: at its handler, if that is to blame, else at the test.
  func issue(default location: HandlerLocation) -> ScopeIssue {
    // Of a request that is not valid the client is to blame.
    let blamed = kind == .invalidRequest ? nil : handler
    let handler = blamed.flatMap { $0.filePath.isEmpty || $0.line < 1 ? nil : $0 }
    guard let handler else { return ScopeIssue(message: message, location: location) }
    // Of a row's file test frameworks name no folder, and many tables have one of that name.
    let isSource = handler.filePath.hasSuffix(".swift")
    let place = isSource ? "" : " (\(handler.filePath):\(handler.line):\(handler.column))"
    return ScopeIssue(message: message.addingToFirstLine(place), location: handler)
  }
}
