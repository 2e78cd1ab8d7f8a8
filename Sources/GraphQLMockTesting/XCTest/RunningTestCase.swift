#if canImport(XCTest)
  import Foundation
  import GraphQLMock
  import XCTest

  struct RunningTestCase: @unchecked Sendable {
    /// XCTestCase isn't Sendable, but XCTest allows issues to be recorded from any thread.
    let testCase: XCTestCase
    let test: RunningTest
    /// The test's scope, or nil if it's only needed to record issues.
    let scope: TestScope?
    /// The number of failures before the scope began, which may be those of an outer or earlier one.
    private let earlierFailures: Int

    @TaskLocal static var current: RunningTestCase?

    /// The running test with a service, also outside of `withMockGraphQLService`.
    static var running: RunningTestCase? { current ?? ScopeObserver.shared.running }

    init(_ testCase: XCTestCase, _ scope: TestScope? = nil) {
      (self.testCase, self.scope) = (testCase, scope)
      test = RunningTest(testCase)
      earlierFailures = testCase.testRun?.totalFailureCount ?? 0
      if scope != nil { ScopeObserver.shared.began(self) }
    }

    var failureCount: Int { testCase.testRun?.totalFailureCount ?? 0 }

    private var hasFailed: Bool { failureCount > earlierFailures }

    /// Records an issue, with the list of requests and the HTML page if it's the first issue of the test.
    func recordFirst(_ issue: ScopeIssue) {
      let requests = scope?.report.takeRequests(beside: issue).map { "\n\($0)" } ?? ""
      record(issue, requests, page: scope?.report.takePage(of: test))
    }

    func record(
      _ issue: ScopeIssue, _ requests: String = "", page: @autoclosure () -> String? = nil
    ) {
      let text = issue.message + requests
      #if canImport(ObjectiveC)
        let location = XCTSourceCodeLocation(
          filePath: issue.location.filePath, lineNumber: issue.location.line)
        var recorded = XCTIssue(
          type: .assertionFailure, compactDescription: text,
          sourceCodeContext: XCTSourceCodeContext(location: location))
        if let page = page() {
          let attachment = XCTAttachment(
            data: Data(page.utf8), uniformTypeIdentifier: "public.html")
          attachment.name = FailurePage.attachmentName
          recorded.add(attachment)
        }
        ScopeIssue.$recorded.withValue(issue) { testCase.record(recorded) }
      #else
        ScopeIssue.$recorded.withValue(issue) {
          testCase.recordFailure(
            withDescription: text, inFile: issue.location.filePath, atLine: issue.location.line,
            expected: true)
        }
      #endif
    }

    /// - Parameter thrown: An error that leaves the scope. It hasn't reached XCTest yet, so it isn't a failure.
    func end(thrown: (any Error)? = nil) {
      guard let scope else { return }
      report(endAndWait(scope, thrown), of: scope, thrown)
    }

    /// Frees the caller's actor until handlers' closures have returned, because they may wait for it.
    func end(thrown: (any Error)? = nil, isolation: isolated (any Actor)? = #isolation) async {
      guard let scope else { return }
      let issues = await withCheckedContinuation { ended in
        WorkerThreads.shared.run { ended.resume(returning: endAndWait(scope, thrown)) }
      }
      report(issues, of: scope, thrown)
    }

    private func endAndWait(_ scope: TestScope, _ thrown: (any Error)?) -> [ScopeIssue] {
      if let thrown { scope.report.noteThrown(thrown) }
      let isSkipped = testCase.testRun?.hasBeenSkipped == true || thrown is XCTSkip
      return scope.endAndWait(
        hasFailed: hasFailed, isCutShort: thrown != nil || isSkipped, isSkipped: isSkipped)
    }

    private func report(_ issues: [ScopeIssue], of scope: TestScope, _ thrown: (any Error)?) {
      var issues = issues
      if !issues.isEmpty {
        recordFirst(issues.removeFirst())
      } else if hasFailed {
        printRequests()
      }
      for issue in issues { record(issue) }
      scope.tellWarnings()
      LateRequests.warn(at: .unknown, lostBy: hasFailed || thrown != nil ? nil : scope.service)
      if hasFailed { scope.report.writePage(of: test) }
      ScopeObserver.shared.ended(self)
    }

    fileprivate func printRequests() {
      if let requests = scope?.report.takeRequests() { print("\(test.title): \(requests)") }
    }
  }

  /// Collects failures for the HTML page, and prints the requests if a test fails after its service has ended.
  private final class ScopeObserver: NSObject, XCTestObservation, Sendable {
    static let shared = {
      let observer = ScopeObserver()
      XCTestObservationCenter.shared.addTestObserver(observer)
      return observer
    }()

    /// The running test, of which XCTest has only one at a time. The count is the number of failures when the test's service ended, or nil if it hasn't ended.
    private let current = Locked<(running: RunningTestCase, failureCountAtEnd: Int?)?>(nil)

    var running: RunningTestCase? { current.withLock { $0?.running } }

    func began(_ running: RunningTestCase) { current.withLock { $0 = (running, nil) } }

    func ended(_ running: RunningTestCase) {
      let count = running.failureCount
      current.withLock { $0?.failureCountAtEnd = count }
    }

    private func keep(
      _ text: String, _ path: String?, _ line: Int, of testCase: XCTestCase,
      thrown error: (any Error)? = nil
    ) {
      guard let running = current.withLock({ $0?.running }), running.testCase === testCase else {
        return
      }
      let place = path.map { "\($0.split(separator: "/").last ?? ""):\(line)" }
      running.scope?.report.keep(FailedExpectation(text: text, place: place), thrown: error)
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
      ) {
        keep(
          description, filePath, lineNumber, of: testCase,
          thrown: MissingRequestsError(thrown: description))
      }
    #endif

    func testCaseDidFinish(_ testCase: XCTestCase) {
      let last = current.withLock { current in
        defer { current = nil }
        return current
      }
      if let last, let count = last.failureCountAtEnd, last.running.failureCount > count {
        last.running.printRequests()
        last.running.scope?.report.writePage(of: last.running.test)
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
    func withScope<Result>(_ options: ScopeOptions, _ body: () throws -> Result) rethrows -> Result
    {
      guard let scope = makeScope(options) else { return try body() }
      let running = RunningTestCase(self, scope)
      do {
        let result = try RunningTestCase.$current.withValue(running) { try scope.run(body) }
        running.end()
        return result
      } catch {
        running.end(thrown: error)
        throw error
      }
    }

    func withScope<Result>(
      _ options: ScopeOptions, isolation: isolated (any Actor)?, _ body: () async throws -> Result
    ) async rethrows -> Result {
      guard let scope = makeScope(options) else { return try await body() }
      let running = RunningTestCase(self, scope)
      do {
        let result = try await RunningTestCase.$current.withValue(running) {
          try await scope.run(body)
        }
        await running.end()
        return result
      } catch {
        await running.end(thrown: error)
        throw error
      }
    }

    /// Creates a scope with a mock service, or extends the outer scope and returns nil.
    private func makeScope(_ options: ScopeOptions) -> TestScope? {
      let test = RunningTest(self)
      guard let outer = MockGraphQLService.scoped else { return TestScope(options, of: test) }
      TestScope.extend(outer, with: options, folder: test.folder)
      return nil
    }
  }
#endif
