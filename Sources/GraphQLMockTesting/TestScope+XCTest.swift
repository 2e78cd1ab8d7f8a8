#if canImport(XCTest)
  import Foundation
  import GraphQLMock
  import XCTest

  struct RunningTestCase: @unchecked Sendable {
    /// Sendable is unchecked for this property, because XCTest accepts issues from any thread.
    private let testCase: XCTestCase
    let test: RunningTest
    var report: TestReport?

    @TaskLocal static var current: RunningTestCase?

    init(_ testCase: XCTestCase) {
      self.testCase = testCase
      test = RunningTest(testCase)
    }

    var failureCount: Int { testCase.testRun?.totalFailureCount ?? 0 }

    func recordFirst(_ issue: ScopeIssue, _ report: TestReport?) {
      var issue = issue
      if let requests = report?.requests(beside: issue.message) { issue.message += "\n\(requests)" }
      record(issue, report)
    }

    /// - Parameter report: The report whose HTML page becomes an attachment of the issue, for Xcode to show.
    func record(_ issue: ScopeIssue, _ report: TestReport? = nil) {
      #if canImport(ObjectiveC)
        let location = XCTSourceCodeLocation(
          filePath: issue.location.filePath, lineNumber: issue.location.line)
        var recorded = XCTIssue(
          type: .assertionFailure, compactDescription: issue.message,
          sourceCodeContext: XCTSourceCodeContext(location: location))
        if let page = report?.takePage(of: test) {
          let attachment = XCTAttachment(
            data: Data(page.utf8), uniformTypeIdentifier: "public.html")
          attachment.name = FailurePage.attachmentName
          recorded.add(attachment)
        }
        testCase.record(recorded)
      #else
        testCase.recordFailure(
          withDescription: issue.message, inFile: issue.location.filePath,
          atLine: issue.location.line, expected: true)
      #endif
    }

    /// Records issues, and adds the list of requests if the test has failed for any reason since its scope began.
    func record(
      _ issues: [ScopeIssue], _ report: TestReport, earlierFailures: Int
    ) {
      var issues = issues
      if !issues.isEmpty {
        recordFirst(issues.removeFirst(), report)
      } else if failureCount > earlierFailures {
        printRequests(report)
      }
      for issue in issues { record(issue) }
      Stragglers.say()
    }

    func end(_ scope: TestScope, earlierFailures: Int) {
      let issues = scope.endAndWait(hasFailed: failureCount > earlierFailures)
      record(issues, scope.report, earlierFailures: earlierFailures)
      if failureCount > earlierFailures { scope.report.writePage(of: test) }
      ScopeObserver.shared.ended(self)
    }

    fileprivate func printRequests(_ report: TestReport) {
      if let requests = report.requests() { print("\(test.title): \(requests)") }
    }
  }

  /// Collects a test's failures for its HTML page, and prints the requests of a test that fails after its scope.
  private final class ScopeObserver: NSObject, XCTestObservation, Sendable {
    static let shared = {
      let observer = ScopeObserver()
      XCTestObservationCenter.shared.addTestObserver(observer)
      return observer
    }()

    private let ended = Locked<(running: RunningTestCase, failureCount: Int)?>(nil)

    func ended(_ running: RunningTestCase) {
      let count = running.failureCount
      ended.withLock { $0 = (running, count) }
    }

    /// The running test, only one at a time, because XCTest doesn't run tests of a process in parallel.
    private let current = Locked<(name: String, report: TestReport)?>(nil)

    func began(_ testCase: XCTestCase, _ report: TestReport) {
      current.withLock { $0 = (testCase.name, report) }
    }

    private func keep(
      _ text: String, _ path: String?, _ line: Int, of testCase: XCTestCase,
      thrown error: (any Error)? = nil
    ) {
      let last = current.withLock { $0 }
      guard let last, last.name == testCase.name else { return }
      let place = path.map { "\($0.split(separator: "/").last ?? ""):\(line)" }
      last.report.keep(FailedExpectation(text: text, place: place), thrown: error)
    }

    #if canImport(ObjectiveC)
      func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
        let location = issue.sourceCodeContext.location
        keep(
          issue.compactDescription, location?.fileURL.path, location?.lineNumber ?? 0,
          of: testCase, thrown: issue.associatedError)
      }
    #else
      func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String,
        inFile filePath: String?, atLine lineNumber: Int
      ) { keep(description, filePath, lineNumber, of: testCase) }
    #endif

    func testCaseDidFinish(_ testCase: XCTestCase) {
      current.withLock { $0 = nil }
      let last = ended.withLock { ended in
        defer { ended = nil }
        return ended
      }
      if let (running, count) = last, running.failureCount > count, let report = running.report {
        running.printRequests(report)
        report.writePage(of: running.test)
      }
    }
  }

  extension RunningTest {
    init(_ testCase: XCTestCase) {
      // XCTest names a test `-[Module.Suite test]` on Apple platforms, and `Suite.test` elsewhere.
      let name = testCase.name
      let function = name.split { " .[]".contains($0) }.last.map(String.init) ?? name
      let type = String(reflecting: type(of: testCase))
      self.init(
        module: String(type.prefix { $0 != "." }),
        testCase: type.split(separator: ".").last.map(String.init) ?? type, function)
    }
  }

  extension XCTestCase {
    func withScope<Result>(
      _ options: ScopeOptions, _ body: () throws -> Result
    ) rethrows -> Result {
      guard let (running, scope) = begin(options) else { return try body() }
      let failures = running.failureCount
      defer { running.end(scope, earlierFailures: failures) }
      do {
        return try RunningTestCase.$current.withValue(running) { try scope.run(body) }
      } catch {
        scope.report.noteThrown(error)
        throw error
      }
    }

    func withScope<Result>(
      _ options: ScopeOptions, isolation: isolated (any Actor)?, _ body: () async throws -> Result
    ) async rethrows -> Result {
      guard let (running, scope) = begin(options) else { return try await body() }
      let failures = running.failureCount
      defer { running.end(scope, earlierFailures: failures) }
      do {
        return try await RunningTestCase.$current.withValue(running) {
          try await scope.run(body)
        }
      } catch {
        scope.report.noteThrown(error)
        throw error
      }
    }

    /// Returns a new scope, or nil if the test has an outer scope, whose service then gets the options.
    private func begin(_ options: ScopeOptions) -> (RunningTestCase, TestScope)? {
      var running = RunningTestCase(self)
      if let outer = MockGraphQLService.scoped {
        TestScope.extend(outer, with: options, folder: running.test.folder)
        return nil
      }
      let scope = TestScope(options, of: running.test)
      running.report = scope.report
      ScopeObserver.shared.began(self, scope.report)
      return (running, scope)
    }
  }

  extension MockGraphQLService {
    convenience init(for testCase: XCTestCase, _ options: ScopeOptions) {
      let running = RunningTestCase(testCase)
      self.init(options.handlers, options: options.resolved(folder: running.test.folder))
      begin(
        testName: running.test.selection, testTitle: running.test.title,
        location: options.location)
      if let name = options.recordingCase { useRecordings(forCase: name) }
      let report = TestReport(self)
      ScopeObserver.shared.began(testCase, report)
      let failures = running.failureCount
      testCase.addTeardownBlock { [self] in
        deleteUnusedRecordings(hasFailed: running.failureCount > failures)
        let unused = TestScope.unusedIssues(of: self, options.location)
        end(test: running.test.title, hasFailed: running.failureCount > failures)
        printRecordedFiles(of: running.test)
        running.record(
          report.takeIssues(at: options.location) + unused, report, earlierFailures: failures)
        if running.failureCount > failures { report.writePage(of: running.test) }
      }
    }
  }
#endif
