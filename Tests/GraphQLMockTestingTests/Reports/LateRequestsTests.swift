import Foundation
import TestSupport
import Testing

@testable import GraphQLMock
@testable import GraphQLMockTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct LateRequestsTests {
  /// Returns the warnings about a suite's requests.
  private static func warnings(
    of suite: String, _ body: @escaping @Sendable () -> Void
  ) async throws -> [String] {
    let warnings = Locked<[String]>([])
    let handling = IssueHandlingTrait.compactMapIssues { issue in
      let text = issue.comments.map(\.rawValue).joined()
      guard text.contains(suite) else { return issue }
      warnings.withLock { $0.append("\(issue.failsTest) \(text)") }
      return nil
    }
    let test = try #require(Test.current)
    try await handling.provideScope(for: test, testCase: Test.Case.current) { body() }
    return warnings.withLock { $0 }
  }

  @Test func aSuiteWithSeveralTraitsRunsUntilTheLastHasEnded() async throws {
    let suite = "LateRequestsOfATest"
    for _ in 1...2 { LateRequests.suite(suite, isRunning: true) }
    // The name of this one only begins like that of the suite.
    for test in ["\(suite)/a()", "\(suite)/a()", "\(suite)/b()", "\(suite)B/a()"] {
      OutOfScopeRequests.shared.add(
        try MockGraphQLService.request("query Late { a }"),
        .bytes(Data(#"{"query":"query Late { a }"}"#.utf8)),
        reason: .testHasEnded(test), test: test, Redaction())
    }
    LateRequests.suite(suite, isRunning: false)
    #expect(
      try await Self.warnings(of: "\(suite)/") { LateRequests.warn(at: .unknown, lostBy: nil) }
        == [])
    let advice = """
      Await or cancel the test's requests before it ends. Make a client in each test: a `static` client keeps using \
      the service of the test that made it.
      """
    #expect(
      try await Self.warnings(of: suite) { LateRequests.report(ofSuite: suite, at: .unknown) } == [
        #"false query "Late" was sent after its test, \#(suite)/a(), had ended (2 times). \#(advice)"#,
        #"false query "Late" was sent after its test, \#(suite)/b(), had ended. \#(advice)"#,
      ])
    LateRequests.suite(suite, isRunning: false)
    _ = OutOfScopeRequests.shared.take { $0 == "\(suite)B/a()" }
  }
}
