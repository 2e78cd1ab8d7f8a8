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
      // The process of an exit test has no current test, but its issues reach that test.
      if Test.current != nil || CommandLine.arguments.contains("swift-testing") {
        return ScopeIssue.$recorded.withValue(issue) {
          _ = Issue.record(
            Comment(rawValue: issue.message), sourceLocation: SourceLocation(issue.location))
        }
      }
    #endif
    #if canImport(XCTest)
      if let testCase = RunningTestCase.running { return testCase.recordFirst(issue) }
      // `XCTFail` adds the issue to the running test, which isn't known here.
      XCTFail("\(issue.location): \(issue.message)")
    #endif
  }

  /// The warnings so far. Nothing removes them, so a repeated run of a test in the same process isn't warned again.
  private static let warned = Locked<Set<String>>([])

  /// Records a warning once per test, or prints it once per process if no test is given.
  static func warn(_ issue: ScopeIssue, ofTest test: String?) {
    let key = "\(test ?? "") \(issue.location) \(issue.message)"
    guard warned.withLock({ $0.insert(key).inserted }) else { return }
    if test != nil { return warn(issue) }
    Console.printError("GraphQLMock: \(issue.message)")
  }

  /// Records a warning in Swift Testing, or writes it to standard error in XCTest, which has no warnings.
  static func warn(_ issue: ScopeIssue) {
    #if canImport(Testing)
      let comment = Comment(rawValue: issue.message)
      if Test.current != nil, Issue.warn(comment, at: SourceLocation(issue.location)) { return }
    #endif
    Console.printError("warning: \(issue.message)")
  }
}

extension MockGraphQLService {
  /// Records an issue of the running test for each failure that wasn't reported before.
  ///
  /// Otherwise, failures are reported at the end of the test. If you expect some, call this in `withKnownIssue` or
  /// `XCTExpectFailure`. A handler's failure is reported at the handler, and others at `sourceLocation` or the call.
  public func reportFailures(
    sourceLocation: CodeLocation? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) async {
    let location = CodeLocation(sourceLocation, fileID, filePath, line, column)
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
  /// With `exactly:`, the test also fails if more requests arrive before its end. For a service that doesn't belong
  /// to a test, they count only until this method returns. A later expectation for the operation replaces an earlier
  /// one. The name may be a pattern, such as `.any`.
  /// - Returns: The requests for the operation so far, in order of arrival.
  @discardableResult public func expectRequests(
    named name: NameCondition, exactly count: Int? = nil, within limit: Duration = .seconds(10),
    sourceLocation: CodeLocation? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) async -> [ReceivedRequest] {
    let location = CodeLocation(sourceLocation, fileID, filePath, line, column)
    // Stored first, to end an earlier count. All that selects requests belongs to the key; closures differ by place.
    let key = name.isClosure ? "\(name.statement) \(location)" : name.statement
    withExpectedCounts { $0[key] = count.map { (name, $0, location) } }
    do {
      try requireScope()
      if count ?? 1 > 0 {
        try await waitForRequests(named: name, atLeast: count ?? 1, within: limit)
      }
      if count != nil {
        for issue in takeSurplusRequestIssues(of: key) { MockReporting.record(issue) }
      }
    } catch {
      MockReporting.record(
        ScopeIssue(
          message: "\(error)", location: location,
          explainsMissingRequests: error is MissingRequestsError))
    }
    return requests.filter { $0.asks(for: name) }
  }

  /// Compares the requests so far with a file of readable text, and records an issue if they differ.
  ///
  /// ```swift
  /// service.expectRequests(matching: "checkout")   // Fixtures/checkout.requests.txt
  /// ```
  /// If there is no file, it's written, and the test fails with its path, but not on a CI server, where `CI` is set. To
  /// update a file, delete it, or set `GRAPHQL_MOCK_RECORD=all`. Each test and case needs its own file, such as
  /// `"checkout.\(country)"`.
  ///
  /// The name of the file, without `.requests.txt`, is searched like a fixture table, and a new file is in the nearest
  /// folder `Fixtures`. `headers` are the names of the header fields to compare. Requests are sorted by name and
  /// variables, unless they're `inOrder` of arrival. The redaction replaces values in addition to secrets.
  public func expectRequests(
    matching name: String, headers: [String] = [], inOrder: Bool = false,
    redaction: Redaction = Redaction(), sourceLocation: CodeLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    let location = CodeLocation(sourceLocation, fileID, filePath, line, column)
    let problem = problemOfRequests(
      matching: name, near: location.filePath, headers: headers, inOrder: inOrder, redaction)
    if let problem { MockReporting.record(ScopeIssue(message: problem, location: location)) }
  }
}
