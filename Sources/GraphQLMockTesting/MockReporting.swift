import Foundation
public import GraphQLMock

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

enum MockReporting {
  static func record(_ issue: ScopeIssue) {
    #if canImport(Testing)
      if Test.current != nil {
        Issue.record(
          Comment(rawValue: issue.message), sourceLocation: SourceLocation(issue.location))
        return
      }
    #endif
    #if canImport(XCTest)
      if let testCase = RunningTestCase.current {
        testCase.recordFirst(issue, testCase.report)
        return
      }
      // A UI test outside of any scope; XCTest knows which test runs.
      XCTFail("\(issue.location): \(issue.message)")
    #endif
  }

  /// Reports a warning, which doesn't fail the test.
  static func warn(_ issue: ScopeIssue) {
    #if canImport(Testing) && compiler(>=6.3)
      if Test.current != nil {
        Issue.record(
          Comment(rawValue: issue.message), severity: .warning,
          sourceLocation: SourceLocation(issue.location))
        return
      }
    #endif
    Stragglers.say(issue.message)
  }
}

extension MockGraphQLService {
  /// Reports the failures that are pending now as issues of the test that runs.
  ///
  /// What was not reported by the end of the test is reported then; so call this inside
  /// `withKnownIssue` or `XCTExpectFailure` for failures that are expected.
  ///
  /// ```swift
  /// await withKnownIssue { await service.reportFailures() }
  /// ```
  /// - Parameters:
  ///   - sourceLocation: Where failures without a handler are reported; nil takes the location of the
  ///     call, which the other parameters give.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func reportFailures(
    sourceLocation: HandlerLocation? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) async {
    let location = HandlerLocation(sourceLocation, fileID, filePath, line, column)
    let issues = takeFailures().map { $0.issue(default: location) }
    for issue in issues.counted { MockReporting.record(issue) }
  }

  /// Waits until an operation was requested, and reports an issue if it is not, or if the task is cancelled.
  ///
  /// ```swift
  /// await service.expectRequests(named: "Like")             // at least one
  /// await service.expectRequests(named: "Like", exactly: 2)   // two, no more and no less
  /// await service.expectRequests(named: "Like", exactly: 0)   // none
  /// ```
  /// With `exactly:` the number is exact: more requests are an issue, also those that arrive later, until the end
  /// of the test's scope. A later expectation of the same operation takes the place of the one before. A service
  /// that no scope has made is judged when this returns, and not again.
  /// - Parameters:
  ///   - name: The operation's own name, or `.anonymous`, `.prefix` and so on.
  ///   - count: How many requests there must be; nil for one or more.
  ///   - limit: How long to wait.
  ///   - sourceLocation: Where the issue is reported; nil takes the location of the call, which the
  ///     other parameters give.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: the requests for the operation that have arrived, in order.
  @discardableResult public func expectRequests(
    named name: OperationName, exactly count: Int? = nil, within limit: Duration = .seconds(10),
    sourceLocation: HandlerLocation? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) async -> [MockExchange] {
    let location = HandlerLocation(sourceLocation, fileID, filePath, line, column)
    // Overrides an earlier expectation at once, even if the wait fails.
    if let count { expectNoMore(of: name, than: count, at: location) }
    do {
      if count ?? 1 > 0 {
        try await waitForExchanges(named: name, atLeast: count ?? 1, within: limit)
      }
      if count != nil { for issue in takeSurplus(of: name) { MockReporting.record(issue) } }
    } catch {
      MockReporting.record(ScopeIssue(message: "\(error)", location: location))
    }
    return exchanges.filter { $0.asks(for: name) }
  }
}
