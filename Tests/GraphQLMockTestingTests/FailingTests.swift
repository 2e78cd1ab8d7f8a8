// Tests that fail on purpose. They run in a child process only, where `ReportingTests` reads what
// they report.

import Foundation
import GraphQLMockTesting
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

  // Inside the attribute every place would be that of the function below it.
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
}

@Suite(.enabled(if: FailingTests.areEnabled), .graphQL(.viewer)) struct FailingInnerScopes {
  @Test(
    .graphQL(.query("Inner", .data([:])), options: ServiceOptions(reportsUnusedHandlers: true)))
  func innerUnused() async throws {
    _ = try await Client().send("query Viewer { a }")
  }
}

/// Keeps continuations that are never resumed, so that the runtime does not warn.
private let stuck = StuckContinuations()

private final class StuckContinuations: @unchecked Sendable {
  // Unchecked: the lock guards what changes.
  private let lock = NSLock()
  private var continuations: [CheckedContinuation<Void, Never>] = []
  private let (stream, input) = AsyncStream<Void>.makeStream()

  /// An element for each continuation that is kept.
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

final class FailingInlineXCTests: XCTestCase {
  override func invokeTest() {
    if FailingTests.areEnabled { super.invokeTest() }
  }

  func testThrowsBehindItsScope() async throws {
    try await withMockGraphQLService(.viewer) {
      _ = try await Client().send("query Viewer { a }")
      throw URLError(.cannotParseResponse)
    }
  }
}
