import Foundation
import TestSupport
import Testing

/// Checks the reports of failing tests in the output of a child process that runs them.
@Suite(.startsItselfAgain, .onWaitingThreads) struct TestReportTests {
  /// Runs this test binary again.
  static func run(
    _ arguments: [String], environment added: [String: String] = [:]
  ) throws -> [String] {
    try ChildProcess.run(
      arguments,
      environment: [FailingTests.variable: "1", "GRAPHQL_MOCK_REPORTS": pages.path]
        .merging(added) { $1 })
  }

  /// The folder for the pages of failing tests.
  private static let pages = FileManager.default.temporaryDirectory
    .appendingPathComponent("GraphQLMockPages-\(UUID().uuidString)")

  /// The output of all failing tests, from one process for each framework.
  private static let swiftTesting = Task {
    try await withOwnThreads(waits: true) {
      try run(["--testing-library", "swift-testing", "--filter", "\\.Failing"])
    }
  }
  private static let xctest = Task {
    try await withOwnThreads(waits: true) {
      try run([
        """
        GraphQLMockTestingTests.FailingXCTests,GraphQLMockTestingTests.FailingInlineXCTests,\
        GraphQLMockTestingTests.FailingVariantXCTests
        """
      ])
    }
  }

  /// The output of one failing test.
  static func runSwiftTest(_ name: String) async throws -> [String] {
    var isOfTest = false
    return try await swiftTesting.value.filter { line in
      if line.first.map({ !"↳ ".contains($0) }) ?? false {
        isOfTest = line.contains(" \(name)() ") && !line.contains("started")
      }
      return isOfTest
    }
  }

  /// The line of the first occurrence of a text in a source file.
  static func line(of text: String, in name: String = "Reports/FailingTests.swift") throws -> Int {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(name)
    let lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    return try #require(lines.firstIndex { $0.contains(text) }) + 1
  }

  /// The location and first line of each issue.
  static func issues(_ output: [String]) -> [String] {
    output.compactMap { line in
      guard let range = line.range(of: "recorded an issue at ") else { return nil }
      return String(line[range.upperBound...])
    }
  }

  /// File and line of each issue.
  static func places(_ output: [String]) -> [String] {
    issues(output).map { $0.split(separator: ":").prefix(2).joined(separator: ":") }
  }

  @Test func eachFailingTestAndCaseWritesItsOwnPage() async throws {
    _ = try await (Self.swiftTesting.value, Self.xctest.value)
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.pages.path)
    let expected: [String] = [
      "FailingInlineXCTests-testThrowsBehindItsScope.html",
      "FailingSwiftTests-cases-number-2.html", "FailingSwiftTests-cases-number-3.html",
      "FailingSwiftTests-cases-number.html", "FailingSwiftTests-unhandled.html",
      "FailingXCTests-testUnhandled.html",
    ]
    let unexpected: [String] = [
      "FailingSwiftTests-passes.html", "FailingSwiftTests-cases-number-4.html",
    ]
    let listed = names.filter { expected.contains($0) || unexpected.contains($0) }.sorted()
    #expect(listed == expected)
    #expect(Set(names.map { $0.lowercased() }).count == names.count)
    let pages = try names.map {
      try String(contentsOf: Self.pages.appendingPathComponent($0), encoding: .utf8)
    }
    let line = try Self.line(of: "#expect(name == \"Eve\")") - 1
    let expectations = [
      """
      <h1>FailingSwiftTests/unmet(name:) (&quot;Bob&quot;)</h1>
      <div class="failure">
      <p>GraphQLMockTestingTests/FailingTests.swift:\(line + 1)</p>
      <pre>Expectation failed: (name → &quot;Bob&quot;) == &quot;Eve&quot;</pre>
      </div>
      <pre class="notes">No request reached the mock service of this test.
      """,
      """
      <h1>FailingSwiftTests/Asked()</h1>
      <div class="failure">
      <p>GraphQLMockTestingTests/FailingTests.swift:\(line + 5)</p>
      <pre>in capitals</pre>
      """,
      "also matches: query &quot;Viewer&quot; (GraphQLMockTraitTests.swift:",
      """
      <h1>FailingXCTests/testAssertion</h1>
      <div class="failure">
      <p>FailingTests.swift:\(try Self.line(of: "XCTAssertEqual(1, 2"))</p>
      <pre>XCTAssertEqual failed: (&quot;1&quot;) is not equal to (&quot;2&quot;) - in the closure</pre>
      """,
    ]
    let bodies: [String] = pages.map { $0.components(separatedBy: "<h1>").last ?? "" }
    for text in expectations {
      #expect(pages.contains { $0.contains(text) }, "\(text) isn't in \(bodies)")
    }
    try FileManager.default.removeItem(at: Self.pages)
  }

  @Test func unhandledRequestIsReportedAtTheTrait() async throws {
    let output = try await Self.runSwiftTest("unhandled")
    let line = try Self.line(of: "func unhandled()")
    #expect(Self.places(output) == ["FailingTests.swift:\(line)"])
    let handler = try Self.line(of: "static let viewer", in: "Trait/GraphQLMockTraitTests.swift")
    for expected in [
      #"query "Vewer"; nearest is query "Viewer" (GraphQLMockTraitTests.swift:\#(handler)): the name differs"#,
      "  variables: {\"id\":\"7\"}",
      "  add:       .query(\"Vewer\", .data([\"a\": \"\"]))",
      """
        record:    GRAPHQL_MOCK_RECORD=missing swift test --filter \
      '^GraphQLMockTestingTests\\.FailingSwiftTests/unhandled\\(\\)/'
      """,
    ] {
      #expect(output.contains { $0.hasSuffix(expected) }, "\(expected) in \(output)")
    }
  }

  @Test func commandInAMissRecordsIntoTheFolderOfTheTest() async throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/FailingSwiftTests")
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = try Self.run(
      ["--testing-library", "swift-testing", "--filter", "FailingSwiftTests/unhandled"],
      environment: ["GRAPHQL_MOCK_RECORD": "missing"])
    // The request went to the network, where no server listens, so it isn't reported as unhandled.
    #expect(output.allSatisfy { ReportedMiss($0) == nil }, "\(output)")
    #expect(
      output.contains {
        $0.hasPrefix(
          "↳ Nothing was recorded for query \"Vewer\": the real service can't be reached (")
      }, "\(output)")
  }

  @Test func eachFileThatATestRecordsIsNamedOnce() async throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/RecordedFiles")
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = try Self.run(
      ["--testing-library", "swift-testing", "--filter", "FailingSwiftTests/records"],
      environment: ["GRAPHQL_MOCK_RECORD": "missing"])
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(files.count == 3)
    let told = output.filter { $0.hasPrefix("GraphQLMock: ") }
    let expected: [String] = files.map {
      "GraphQLMock: FailingSwiftTests/records() recorded Fixtures/RecordedFiles/\($0)"
    }
    #expect(told == expected, "\(output)")
  }

  @Test(arguments: [
    (
      "expectedOnce", "expectRequests(named: \"Viewer\", exactly: 1)", 1,
      "1 request for \"Viewer\", got 2."
    ),
    ("expectedNever", "exactly: 0)", 1, "0 requests for \"Viewer\", got 1."),
    ("expectedTooFew", "// too few", 1, "1 request for \"Viewer\", got 2."),
    ("expectedBeyondTheJournal", "// of 70", 1, "0 requests for \"Viewer\", got 70."),
    // An expectation that has failed still limits the number of requests.
    ("expectedInVainAndThenTooOften", "// in vain", 2, "3 requests for \"Viewer\", got 4."),
  ]) func moreRequestsThanExpectedAreReportedAtTheExpectation(
    name: String, source: String, times: Int, message: String
  ) async throws {
    let output = try await Self.runSwiftTest(name)
    let place = "FailingTests.swift:\(try Self.line(of: source))"
    #expect(Self.places(output) == Array(repeating: place, count: times))
    #expect(output.contains { $0.hasSuffix("↳ Expected \(message)") }, "\(output)")
  }

  @Test(arguments: [
    (
      "malformed",
      "it isn't a GraphQL request: Syntax Error: Expected Name, found <EOF>."
    ),
    (
      "fixture",
      "There is no fixture \"A.missing\": the service has no fixture table. `fixtures: \"Shop\"` reads Fixtures/Shop."
    ),
    (
      "unused",
      "The handler for query \"Viewer\" was never used: no request matched it."
    ),
    ("stuckClosure", "A handler's closure had not returned when the test ended."),
    // In an inner scope.
    ("innerUnused", "The handler for query \"Inner\" was never used: no request matched it."),
  ]) func eachKindOfFailureIsReportedOnce(name: String, message: String) async throws {
    let output = try await Self.runSwiftTest(name)
    #expect(Self.issues(output).count == 1, "\(output)")
    #expect(output.count { $0.hasSuffix(message) } == 1, "\(output)")
  }

  /// A failure's text doesn't identify it, because another failure may have the same text.
  @Test func listOfRequestsRepeatsAFailureThatTheTestRecordsAsText() async throws {
    let output = try await Self.runSwiftTest("failureRecordedByTheTest")
    #expect(Self.issues(output).count == 1, "\(output)")
    #expect(output.count { $0.contains("Unhandled query \"Vewer\"; nearest is") } == 2, "\(output)")
  }

  @Test func aFailedExpectationExplainsOnceWhyNoRequestArrived() async throws {
    let output = try await Self.runSwiftTest("expectedInVain")
    #expect(Self.issues(output).count == 1, "\(output)")
    #expect(output.count { $0.contains("No request reached") } == 1, "\(output)")
  }

  @Test func anErrorOfAHandlerIsReportedAtTheHandler() async throws {
    let output = try await Self.runSwiftTest("thrown")
    let line = try Self.line(of: "CocoaError(.fileNoSuchFile)")
    #expect(Self.places(output) == ["FailingTests.swift:\(line)"])
    #expect(output.contains { $0.contains("The handler threw an error: ") })
  }

  @Test func anExpectationInAClosureFailsTheOwningTestAtItsOwnLine() async throws {
    let output = try await Self.runSwiftTest("assertion")
    let line = try Self.line(of: "#expect(1 == 2")
    #expect(
      output.contains {
        $0.contains("Test assertion() recorded an issue at FailingTests.swift:\(line):")
      }, "\(output)")
  }

  @Test func aTestWhoseRequestsAreAllAnsweredReportsNothing() async throws {
    let output = try await Self.runSwiftTest("passes")
    #expect(Self.issues(output) == [])
    #expect(output.contains { $0.contains("Test passes() passed") }, "\(output)")
  }

  @Test(
    arguments: [
      ("FailingXCTests.testUnhandled", nil, "query \"Vewer\"; nearest is"),
      ("FailingXCTests.testReportedInATeardownBlock", nil, "query \"Vewer\"; nearest is"),
      ("FailingXCTests.testAssertion", nil, "in the closure"),
      (
        "FailingInlineXCTests.testExpectedOnce", "// XCTest",
        "Expected 1 request for \"Viewer\", got 2."
      ),
      (
        "FailingInlineXCTests.testLaunchesAnAppWithoutMock", "// launched",
        "The app has not read its launch plan: call "
      ),
      ("FailingInlineXCTests.testFailsWithTwoServices", nil, "with two services"),
      ("FailingVariantXCTests.testFailsWithTheUsualAnswers", nil, "with the usual answers"),
      (
        "FailingVariantXCTests.testSleepsForEver", nil,
        """
        With Loan.renewals 0 at renew.renewals (Int!): the client sent no request for 0.5 s and didn't \
        finish. If it waits on purpose, set a longer `idleLimit:`.
        """
      ),
    ] as [(String, String?, String)])
  func xctestReportsEachFailureOnceInItsTest(name: String, source: String?, message: String)
    async throws
  {
    let place = "error: \(name) : "
    let output = try await Self.xctest.value
    let issues = output.filter { $0.contains(place) }
    #expect(issues.count == 1, "\(issues)")
    // No other test has the message of a row with a place, and none may report it.
    if source != nil { #expect(output.count { $0.contains(message) } == 1, "\(output)") }
    let issue = try #require(issues.first)
    let line = try source.map { "\(try Self.line(of: $0)): \(place)\(message)" } ?? ""
    #expect(issue.contains("FailingTests.swift:\(line)") && issue.contains(message), "\(issue)")
  }

  @Test func ofSeveralServicesOfATestCaseOneNeedsRequests() async throws {
    let test = "FailingInlineXCTests/testFailsWithTwoServices: "
    let reports = try await Self.xctest.value.filter { $0.hasPrefix(test) }
    #expect(reports == [test + "The requests of this test:"])
  }

  @Test func assertionThatFailsWithOneResponseEndsTheSearchAndNamesTheResponse() async throws {
    let place = "error: FailingVariantXCTests.testFailsWithOneResponse : "
    let issues = try await Self.xctest.value.filter { $0.contains(place) }
    try #require(issues.count == 2, "\(issues)")
    #expect(issues[0].hasSuffix("renewals"))
    #expect(
      issues[1].contains("With Loan.renewals 0 at renew.renewals (Int!): An assertion has failed."))
  }
}
