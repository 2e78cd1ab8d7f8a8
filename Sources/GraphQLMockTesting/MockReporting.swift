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
  /// Reports the pending failures as issues of the running test.
  ///
  /// Other failures are reported at the end of the test. For expected failures, call it inside `withKnownIssue` or
  /// `XCTExpectFailure`.
  ///
  /// ```swift
  /// await withKnownIssue { await service.reportFailures() }
  /// ```
  /// - Parameters:
  ///   - sourceLocation: The location of failures without a handler, or nil for the location of the call.
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

  /// Waits for requests for an operation, and reports an issue if they don't arrive or the task is canceled.
  ///
  /// ```swift
  /// await service.expectRequests(named: "Like")             // at least one
  /// await service.expectRequests(named: "Like", exactly: 2)   // two, no more and no less
  /// await service.expectRequests(named: "Like", exactly: 0)   // none
  /// ```
  /// With `exactly:`, additional requests are issues until the end of the test's scope, or only until this method
  /// returns for a service that no scope created. A later expectation of the same operation overrides an earlier one.
  /// - Parameters:
  ///   - name: The operation's name, or a pattern such as `.anonymous` or `.prefix`.
  ///   - count: The exact number of requests, or nil for one or more.
  ///   - limit: The time limit.
  ///   - sourceLocation: The location of the issue, or nil for the location of the call.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The requests for the operation so far, in order of arrival.
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
