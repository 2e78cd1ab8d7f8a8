import Foundation
import GraphQLMockTesting
import TestSupport
import Testing

/// The attachments of tests, which a child process writes.
@Suite(.startsItselfAgain, .onWaitingThreads) struct AttachmentTests {
  static let variable = "GRAPHQL_MOCK_ATTACHING_TESTS"

  @Test func failingTestsAndThoseThatAskForItAttachTheirRequests() throws {
    let folder = try TemporaryFolder()
    _ = try ChildProcess.run(
      [
        "--testing-library", "swift-testing", "--filter", "\\.AttachingTests",
        "--attachments-path", folder.url.path,
      ], environment: [AttachmentTests.variable: "1"])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    let found = try names.map { name in
      let text = try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
      let operation = text.firstMatch(of: /query (?:"|&quot;)(\w+)/)?.1 ?? "no request"
      // A second attachment of the same name has a number after a hyphen.
      return "\(name.hasPrefix("graphql-journal") ? "journal" : "page") of \(operation)"
    }
    #expect(names.contains("graphql-journal.txt") && names.contains("graphql-requests.html"))
    #expect(
      found.sorted() == [
        "journal of Attached", "journal of Failing", "page of Failing", "page of no request",
      ])
  }
}

/// They run only in the child process.
@Suite(.enabled(if: ProcessInfo.processInfo.environment[AttachmentTests.variable] != nil))
struct AttachingTests {
  static let any = RequestHandler.query(.any, .data(["a": 1]))

  @Test(.graphQL(any)) func passes() async throws { try await Client().send("query Passing { a }") }

  @Test(.graphQL(any, options: ServiceOptions(attachesJournal: true))) func attaches() async throws
  {
    try await Client().send("query Attached { a }")
  }

  @Test(.graphQL(options: ServiceOptions(attachesJournal: true))) func attachesNothing() {}

  @Test(.graphQL(any)) func fails() async throws {
    try await Client().send("query Failing { a }")
    Issue.record("fails")
  }

  @Test(.graphQL()) func failsWithoutRequests() { Issue.record("fails") }
}
