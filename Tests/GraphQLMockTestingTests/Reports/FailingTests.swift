// Tests that fail on purpose. They run only in a child process, whose output `TestReportTests`
// reads.

import Foundation
import GraphQLMockTesting
import TestSupport
import Testing
import XCTest

enum FailingTests {
  static let variable = "GRAPHQL_MOCK_FAILING_TESTS"
  static var areEnabled: Bool { ProcessInfo.processInfo.environment[variable] != nil }
}

@Suite(.enabled(if: FailingTests.areEnabled)) struct FailingSwiftTests {
  @Test(.graphQL(.viewer)) func unhandled() async throws {
    _ = try? await Client().send("query Vewer { a }", variables: ["id": "7"])
  }

  @Test(.graphQL(.viewer), arguments: 1...3) func cases(number: Int) async throws {
    _ = try? await Client().send("query Vewer { a }", variables: ["id": .number(number)])
  }

  @Test(.graphQL(.viewer), arguments: ["Ada", "Bob"]) func unmet(name: String) {
    #expect(name == "Eve")
  }

  @Test(.graphQL(.viewer)) func Asked() {
    Issue.record("in capitals")
  }

  @Test(.graphQL(.query("Viewer", .data(["a": 1])), .viewer)) func asked() async throws {
    #expect(try await Client().send("query Viewer { a }") == "nothing")
  }

  @Test(.graphQL(.viewer)) func malformed() async throws {
    _ = try? await Client().send("query {")
  }

  @Test(.graphQL(.query("A") { _ in throw CocoaError(.fileNoSuchFile) })) func thrown() async throws
  {
    _ = try? await Client().send("query A { a }")
  }

  @Test(.graphQL(.query("A", .fixture("A.missing")))) func fixture() async throws {
    _ = try? await Client().send("query A { a }")
  }

  @Test(.graphQL(.viewer, options: ServiceOptions(reportsUnusedHandlers: true))) func unused()
    async throws
  {}

  // Inside the attribute every source location would be that of the function below it.
  static let asserting = RequestHandler.query("A") { _ in
    #expect(1 == 2, "in the closure")
    return .data([:])
  }

  @Test(.graphQL(asserting)) func assertion() async throws {
    _ = try await Client().send("query A { a }")
  }

  @Test(
    .graphQL(
      .query("A") { _ in
        await withCheckedContinuation { stuck.keep($0) }
        return .data([:])
      })) func stuckClosure() async throws
  {
    let client = Client()
    let request = Task { try await client.send("query A { a }") }
    for await _ in stuck.kept { break }
    request.cancel()
  }

  @Test(.graphQL(.viewer)) func passes() async throws {
    _ = try await Client().send("query Viewer { a }")
  }

  @Test(.graphQL(.viewer)) func failureRecordedByTheTest() async throws {
    _ = try? await Client().send("query Vewer { a }")
    let failure = try #require(MockGraphQLService.current.failures.first)
    Issue.record("\(failure)")
  }

  @Test(.graphQL(.viewer)) func expectedInVain() async throws {
    await MockGraphQLService.current.expectRequests(named: "Viewer", within: .milliseconds(1))
  }

  @Test(.graphQL(.viewer)) func expectedOnce() async throws {
    let client = Client()
    _ = try await client.send("query Viewer { a }")
    await MockGraphQLService.current.expectRequests(named: "Viewer", exactly: 1)
    _ = try await client.send("query Viewer { a }")
  }

  @Test(.graphQL(.viewer)) func expectedNever() async throws {
    await MockGraphQLService.current.expectRequests(named: "Viewer", exactly: 0)
    _ = try await Client().send("query Viewer { a }")
  }

  @Test(.graphQL(.viewer)) func expectedTooFew() async throws {
    let client = Client()
    _ = try await client.send("query Viewer { a }")
    _ = try await client.send("query Viewer { a }")
    await MockGraphQLService.current.expectRequests(named: "Viewer", exactly: 1)  // too few
  }

  @Test(
    .graphQL(.viewer, .query("Other", .data(["a": 1])), options: ServiceOptions(journalLimit: 1)))
  func expectedBeyondTheJournal() async throws {
    let client = Client()
    for _ in 1...70 { _ = try await client.send("query Viewer { a }") }
    _ = try await client.send("query Other { a }")
    await MockGraphQLService.current.expectRequests(named: "Viewer", exactly: 0)  // of 70
  }

  @Test(.graphQL(.viewer)) func expectedInVainAndThenTooOften() async throws {
    let client = Client()
    _ = try await client.send("query Viewer { a }")
    await MockGraphQLService.current.expectRequests(named: "Viewer", exactly: 1)
    await MockGraphQLService.current.expectRequests(  // in vain
      named: "Viewer", exactly: 3, within: .milliseconds(1))
    for _ in 1...3 { _ = try await client.send("query Viewer { a }") }
  }

  // Records only if one process alone does so: the others would write the same files.
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["GRAPHQL_MOCK_RECORD"] == "missing"),
    .graphQL(recording: Recording(named: "RecordedFiles"))) func records()
    async throws
  {
    let server = try LoopbackServer { _ in
      .response("200 OK", ["Content-Type: application/json"], body: #"{"data":{"n":1}}"#)
    }
    let client = Client()
    for _ in 1...2 { try await client.send("query Recorded { n }", to: server.url) }
    try await client.send("query RecordedToo { n }", to: server.url)
  }
}

@Suite(.enabled(if: FailingTests.areEnabled), .graphQL(.viewer)) struct FailingInnerScopes {
  @Test(
    .graphQL(.query("Inner", .data([:])), options: ServiceOptions(reportsUnusedHandlers: true)))
  func innerUnused() async throws {
    _ = try await Client().send("query Viewer { a }")
  }
}

/// Keeps continuations that are never resumed, so that the runtime doesn't warn.
private let stuck = StuckContinuations()

private final class StuckContinuations: @unchecked Sendable {
  // Unchecked: the lock guards the mutable state.
  private let lock = NSLock()
  private var continuations: [CheckedContinuation<Void, Never>] = []
  private let (stream, input) = AsyncStream<Void>.makeStream()

  /// One element for each continuation.
  var kept: AsyncStream<Void> { stream }

  func keep(_ continuation: CheckedContinuation<Void, Never>) {
    lock.withLock { continuations.append(continuation) }
    input.yield()
  }
}

final class FailingXCTests: XCTestCase {
  override func invokeTest() {
    guard FailingTests.areEnabled else { return }
    withMockGraphQLService(
      .query("Asserts") { _ in
        XCTAssertEqual(1, 2, "in the closure")
        return .data([:])
      }
    ) { super.invokeTest() }
  }

  func testUnhandled() async throws { _ = try? await Client().send("query Vewer { a }") }

  func testAssertion() async throws { _ = try await Client().send("query Asserts { a }") }

  func testReportedInATeardownBlock() async throws {
    let service = MockGraphQLService(for: self, .viewer)
    _ = try? await Client(service).send("query Vewer { a }")
  }
}

/// Runs searches for variants, each of which ends.
final class FailingVariantXCTests: XCTestCase {
  override func invokeTest() {
    if FailingTests.areEnabled { super.invokeTest() }
  }

  func testFailsWithTheUsualAnswers() async throws {
    let report = try await withResponseVariants(options: Library.options) { service in
      try await Library(session: service.makeSession()).load("Renew")
      XCTFail("with the usual answers")
    }
    XCTAssertEqual(report.runCount, 1)
  }

  func testFailsWithOneResponse() async throws {
    try await withResponseVariants(options: Library.options) { service in
      try await Library(session: service.makeSession()).load("Renew")
      let answer = service.requests.last?.response?.json?["data"]["renew"]["renewals"]
      XCTAssertNotEqual(answer, 0, "renewals")
    }
  }

  func testSleepsForEver() async throws {
    try await withResponseVariants(
      combinations: 0, idleLimit: .milliseconds(500), options: Library.options
    ) { service in
      try await Library(session: service.makeSession()).load("Renew")
      if service.requests.last?.response?.json?["data"]["renew"]["renewals"] == 0 {
        try await Task.sleep(for: .seconds(1000))
      }
    }
  }
}

final class FailingInlineXCTests: XCTestCase {
  override func invokeTest() {
    if FailingTests.areEnabled { super.invokeTest() }
  }

  func testExpectedOnce() async throws {
    try await withMockGraphQLService(.viewer) {
      _ = try await Client().send("query Viewer { a }")
      await MockGraphQLService.current.expectRequests(named: "Viewer", exactly: 1)  // XCTest
      _ = try await Client().send("query Viewer { a }")
    }
  }

  func testLaunchesAnAppWithoutMock() throws {
    _ = MockGraphQLService(for: self, .viewer)
    #if os(macOS) || os(Linux)
      let process = TestProcess.whenFewFilesAreOpen()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/true")
      try process.run(mocking: LaunchPlan(.viewer))  // launched
      process.waitUntilExit()
    #endif
  }

  func testFailsWithTwoServices() async throws {
    let first = MockGraphQLService(for: self, .viewer)
    _ = MockGraphQLService(for: self, .viewer)
    _ = try await Client(first).send("query Viewer { a }")
    XCTFail("with two services")
  }

  func testThrowsBehindItsScope() async throws {
    try await withMockGraphQLService(.viewer) {
      _ = try await Client().send("query Viewer { a }")
      throw URLError(.cannotParseResponse)
    }
  }
}
