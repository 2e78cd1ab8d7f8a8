import Foundation
import GraphQLMock
import TestSupport
import Testing

@testable import GraphQLMockTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the end of a test reports and deletes.
struct TestScopeTests {
  /// Swift Testing began to measure up to 2 s earlier.
  @Test(arguments: [(57, false), (58, false), (59, true), (60, true), (61, true)])
  func aTestThatIsCanceledLongBeforeItsTimeLimitHasNoOvertime(seconds: Int, isOvertime: Bool) {
    #expect(TestScope.isOvertime(.seconds(seconds), limit: .seconds(60)) == isOvertime)
  }

  private static func scope(
    _ handlers: [RequestHandler], _ options: ServiceOptions = ServiceOptions()
  ) -> TestScope {
    TestScope(
      ScopeOptions(handlers, service: options, location: .unknown),
      of: RunningTest(module: "Module", testCase: "Suite", "test"))
  }

  @Test func `the name of a folder (of recordings) may have parentheses`() throws {
    let test = RunningTest(try #require(Test.current))
    #expect(
      test.folder == "TestScopeTests/`the name of a folder (of recordings) may have parentheses`")
  }

  @Test(arguments: [true, false])
  func aTestThatIsSkippedOrCanceledNeedsNotUseItsHandlers(isCutShort: Bool) async {
    let scope = Self.scope(
      [.query("A", .data(["a": 1]))], ServiceOptions(reportsUnusedHandlers: true))
    let messages = await scope.end(isCutShort: isCutShort).map(\.message)
    #expect(
      messages
        == (isCutShort
          ? [] : [#"The handler for query "A" was never used: no request matched it."#]))
  }

  @Test func aRequestThatReachesNoServiceIsAWarningOfATestThatPasses() async throws {
    let scope = Self.scope([.query("LostInScopeEndTests", .status(503))])
    let request = try MockGraphQLService.request("query LostInScopeEndTests { a }")
    // This test has no trait, so this service belongs to no test.
    let outside = MockGraphQLService.current.makeSession()
    for _ in 1...2 {
      await #expect(throws: URLError.self) { try await outside.data(for: request) }
    }
    var gone: MockGraphQLService? = MockGraphQLService(.query("LostInScopeEndTests", .status(503)))
    let session = gone?.makeSession()
    gone = nil
    await #expect(throws: URLError.self) { try await session?.data(for: request) }
    #expect(await scope.end() == [])
    let warnings = Locked<[String]>([])
    let handling = IssueHandlingTrait.compactMapIssues { issue in
      let text = issue.comments.map(\.rawValue).joined()
      guard text.contains("LostInScopeEndTests") else { return issue }
      warnings.withLock { $0.append("\(issue.failsTest) \(text)") }
      return nil
    }
    let test = try #require(Test.current)
    // A test that got its request isn't warned.
    let other = Self.scope([.query("LostInScopeEndTests", .data(["a": 1]))])
    _ = try await other.service.makeSession().data(for: request)
    for service in [nil, other.service, scope.service, scope.service] {
      try await handling.provideScope(for: test, testCase: Test.Case.current) {
        LateRequests.warn(at: .unknown, lostBy: service)
      }
    }
    #expect(
      warnings.withLock { $0 } == [
        """
        false While Suite/test ran, query "LostInScopeEndTests" went outside the scope of a test: `MockGraphQLService.current` was read \
        in a detached task, on a dispatch queue or in a stored property. (2 times)
        """,
        #"false While Suite/test ran, query "LostInScopeEndTests" went to a service that was deallocated."#,
      ])
  }

  @Test func anExpectationWithoutACountEndsAnExactOne() async throws {
    let scope = Self.scope([.query("A", .data(["a": 1]))])
    let request = try MockGraphQLService.request("query A { a }")
    for count in [1, nil] {
      _ = try await scope.service.makeSession().data(for: request)
      await scope.service.expectRequests(named: "A", exactly: count)
    }
    #expect(await scope.end() == [])
  }

  @Test func expectationsOutsideOfAScopeFail() async throws {
    let text = "MockGraphQLService.current was read outside the scope of a test."
    for count in [0, 1] {
      await withKnownIssue {
        await MockGraphQLService.current.expectRequests(named: "A", exactly: count)
      } matching: {
        $0.comments.first?.rawValue.hasPrefix(text) == true
      }
    }
    let error = await #expect(throws: (any Error).self) {
      try await MockGraphQLService.current.subscriptions.wait(for: "A")
    }
    #expect("\(try #require(error))".hasPrefix(text))
  }

  @Test func expectationsHoldUntilAReset() async throws {
    let scope = Self.scope([.query(.any, .data(["a": 1]))])
    let request = try MockGraphQLService.request("query TrackClick { a }")
    await scope.service.expectRequests(named: .where { $0.hasPrefix("Track") }, exactly: 0)
    await scope.service.expectRequests(named: .where { $0.hasSuffix("Cart") }, exactly: 0)
    _ = try await scope.service.makeSession().data(for: request)
    let surplus = scope.service.takeSurplusRequestIssues().map(\.message)
    #expect(surplus == ["Expected 0 requests for .where { … }, got 1."])
    await scope.service.expectRequests(named: "TrackClick", exactly: 1)
    scope.service.reset()
    for _ in 1...2 { _ = try await scope.service.makeSession().data(for: request) }
    #expect(await scope.end() == [])
  }

  @Test func exceededCountsAreReportedOnceInTheOrderOfTheirNames() async throws {
    let scope = Self.scope([.query(.any, .data(["a": 1]))])
    for (name, count) in [("B", -1), ("A", 1), ("C", 2)] {
      scope.service.withExpectedCounts {
        $0[name] = (.init(stringLiteral: name), count, .unknown)
      }
    }
    for name in ["A", "A", "B", "C", "C"] {
      let request = try MockGraphQLService.request("query \(name) { a }")
      _ = try await scope.service.makeSession().data(for: request)
    }
    #expect(scope.service.takeSurplusRequestIssues(of: "C") == [])
    #expect(
      scope.service.takeSurplusRequestIssues().map(\.message) == [
        #"Expected 1 request for "A", got 2."#, #"Expected 0 requests for "B", got 1."#,
      ])
    #expect(await scope.end() == [])
  }

  @Test func eachTestOfASuiteHasTheClockThatItsTraitCreates() async throws {
    let test = try #require(Test.current)
    let shared = SteppedClock()
    for (trait, isShared) in [
      (GraphQLMockTrait.graphQL(clock: SteppedClock()), false), (.graphQL(clock: shared), true),
    ] {
      let clocks = Locked<[SteppedClock?]>([])
      for _ in 1...2 {
        try await trait.provideScope(for: test, testCase: Test.Case.current) {
          clocks.withLock { $0.append(MockGraphQLService.current.clock) }
        }
      }
      let found = clocks.withLock { $0 }
      #expect((found[0] === found[1]) == isShared)
    }
  }

  /// Swift Testing has no public API for the arguments, so a new version may break this.
  @Test(arguments: ["a b"], [7])
  func theTitleOfACaseHasItsArguments(_: String, _: Int) throws {
    #expect(try #require(Test.Case.current).title == #""a b", 7"#)
  }

  /// Swift Testing throws an error of this name to skip or cancel a test, and handles it itself.
  @Test func anErrorThatSkipsATestIsPassedOnAndIsNoIssue() async throws {
    struct SkipInfo: Error {}
    let scope = Self.scope([.query("A", .data([:]))], ServiceOptions(reportsUnusedHandlers: true))
    await #expect(throws: SkipInfo.self) {
      try await scope.reportingIssues(of: try #require(Test.current), nil) { throw SkipInfo() }
    }
  }

  /// Issues of this test would be failures, so the expectation is that there are none.
  @Test func aTestThatAKnownIssueCutsShortNeedsNotUseItsHandlers() async throws {
    let scope = Self.scope(
      [.query("A", .data(["a": 1]))], ServiceOptions(reportsUnusedHandlers: true))
    try await scope.reportingIssues(of: try #require(Test.current), Test.Case.current) {
      withKnownIssue { throw URLError(.timedOut) }
    }
  }

  #if os(Linux) || os(macOS)
    @Test func failuresInTheProcessOfAnExitTestReachIt() async {
      await withKnownIssue {
        await #expect(processExitsWith: .success) {
          let service = MockGraphQLService(.query("A", .data(["a": 1])))
          let request = try MockGraphQLService.request("query B { b }")
          _ = try? await service.makeSession().data(for: request)
          await service.reportFailures()
        }
      } matching: { issue in
        issue.comments.contains { ReportedMiss($0.rawValue)?.title == #"query "B""# }
      }
    }
  #endif
}
