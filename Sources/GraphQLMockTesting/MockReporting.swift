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
      if let testCase = RunningTestCase.current { return testCase.recordFirst(issue) }
      // XCTFail finds the running test, which this module doesn't know for a UI test outside of a scope.
      XCTFail("\(issue.location): \(issue.message)")
    #endif
  }

  /// Writes the warning to standard error in XCTest, which has no issues with the severity of a warning.
  static func warn(_ issue: ScopeIssue) {
    #if canImport(Testing) && compiler(>=6.3)
      if Test.current != nil {
        Issue.record(
          Comment(rawValue: issue.message), severity: .warning,
          sourceLocation: SourceLocation(issue.location))
        return
      }
    #endif
    FileHandle.standardError.write(Data("warning: \(issue.message)\n".utf8))
  }
}

extension MockGraphQLService {
  /// Records the failures that weren't reported before as issues of the running test.
  ///
  /// Failures are also reported at the end of the test. If you expect failures, call this method inside
  /// `withKnownIssue` or `XCTExpectFailure`. Failures that no handler caused are reported at `sourceLocation` or, if
  /// that is nil, at the location of the call, which the other parameters state.
  public func reportFailures(
    sourceLocation: HandlerLocation? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) async {
    let location = HandlerLocation(sourceLocation, fileID, filePath, line, column)
    let issues = takeFailures().map { $0.issue(default: location) }
    for issue in issues.counted { MockReporting.record(issue) }
  }

  /// Waits for requests for an operation, and records an issue if they don't arrive or the task is canceled.
  ///
  /// ```swift
  /// await service.expectRequests(named: "Like")             // at least one
  /// await service.expectRequests(named: "Like", exactly: 2)   // two, neither more nor fewer
  /// await service.expectRequests(named: "Like", exactly: 0)   // none
  /// ```
  /// With `exactly:`, every additional request before the end of the test is an issue, too. If neither a trait nor
  /// `withMockGraphQLService` made the service, this method checks for additional requests only until it returns. A
  /// later expectation for the same operation overrides an earlier one. The name may be a pattern such as
  /// `.anonymous` or `.any`. The issue is at `sourceLocation` or, if that is nil, at the location of the call,
  /// which the last parameters state.
  /// - Returns: The requests for the operation so far, in order of arrival.
  @discardableResult public func expectRequests(
    named name: OperationName, exactly count: Int? = nil, within limit: Duration = .seconds(10),
    sourceLocation: HandlerLocation? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) async -> [MockExchange] {
    let location = HandlerLocation(sourceLocation, fileID, filePath, line, column)
    // The new count overrides that of an earlier expectation at once, even if the wait below fails.
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
