import Foundation
import GraphQLMockTesting
import GraphQLMock
import TestSupport
import Testing

/// How long a client may wait, and how large answers may be, in a search for variants.
@Suite(.onWaitingThreads) struct VariantLimitTests {
  private static let options = ServiceOptions.schema(
    "type Query { users: [User!]! } type User { id: ID! friends: [User!]! age: Int! }")

  @Test func aClientThatWaitsForLessThanTheIdleLimitIsNotBlamed() async throws {
    let report = try await withResponseVariants(
      combinations: 0, idleLimit: .seconds(60), options: Self.options
    ) { service in
      if try await service.ask("{ users { age } }")["users"][0]["age"] == 0 {
        try await Task.sleep(for: .milliseconds(Effort.rounds(300, long: 3_000)))
        _ = try await service.ask("{ users { age } }")
      }
    }
    #expect(report.findings == [])
  }

  // MARK: Clients that wait for answers

  @Test(arguments: ["delay", "closure", "polling"])
  func aClientThatWaitsForAResponseOrPollsIsNotBlamed(cause: String) async throws {
    let answer: MockResponse = .data(["users": []])
    let wait: RequestHandler
    switch cause {
    case "delay": wait = .query("Wait", answer.delay(.milliseconds(800)))
    case "closure":
      wait = .query("Wait") { _ in
        try await Task.sleep(for: .milliseconds(800))
        return answer
      }
    default: wait = .query("Wait", answer)
    }
    let report = try await withResponseVariants(
      wait, combinations: 0, idleLimit: .milliseconds(200), options: Self.options
    ) { service in
      guard try await service.ask("{ users { age } }")["users"][0]["age"] == 0 else { return }
      for _ in 0..<(cause == "polling" ? 16 : 1) {
        _ = try await service.ask("query Wait { users { id } }")
        if cause == "polling" { try await Task.sleep(for: .milliseconds(50)) }
      }
    }
    #expect(report.findings == [])
  }

  // MARK: What is counted

  /// Sends the hash of `{ users { age } }`, and the document if the service doesn't know it.
  private static func askByHash(_ service: MockGraphQLService) async throws -> MockJSON {
    let extensions: MockJSON = [
      "persistedQuery": [
        "version": 1,
        "sha256Hash": "77bd375e536d998a5c41cd863c01dc5aca569b47f4c9303dbcca94c2dba40d4e",
      ]
    ]
    let answer = try await service.send(["extensions": extensions])
    guard !answer["errors"].isNull else { return answer["data"] }
    return try await service.send(["query": "{ users { age } }", "extensions": extensions])["data"]
  }

  @Test func aHandshakeForAPersistedQueryIsNoRequestOfThePlainRun() async throws {
    let found = try await SearchedVariants.collect {
      try await withResponseVariants(combinations: 0, options: Self.options) { service in
        while try await Self.askByHash(service)["users"].array?.isEmpty == true {}
      }
    }
    #expect(
      found.issues == [
        """
        With Query.users empty at users ([User!]!): the client keeps sending requests. It was stopped \
        after 10; with the plain responses it sent 1. It may page or retry without end.
          repeat: unhandled: .generated(["Query.users": .list(0)])
        """
      ])
  }

  @Test func aRunThatAsksForNothingIsNotCountedAsSkipped() async throws {
    let runs = Locked(0)
    let report = try await withResponseVariants(combinations: 0, options: Self.options) { service in
      if runs.withLock({ $0 == 0 }) { _ = try await service.ask("{ users { age } }") }
      runs.withLock { $0 += 1 }
    }
    #expect(report.skippedRuns == [:])
    #expect(report.triedSingleChangeCount == report.singleChangeCount)
  }

  @Test(arguments: [
    ServiceOptions(journalLimit: 1), ServiceOptions(journalSizeLimit: 1),
    ServiceOptions(bodyLimit: 100),
  ])
  func aSmallJournalLeavesOutNoChange(limits: ServiceOptions) async throws {
    let schema = try ServiceSchema(
      definitions: "type Query { tags: [String!]! find(text: String): [String!]! }")
    func search(_ options: ServiceOptions) async throws -> SearchedVariants {
      try await SearchedVariants.collect {
        try await withResponseVariants(schema: schema, combinations: 0, options: options) {
          service in
          let text = MockJSON.string(String(repeating: "x", count: 200))
          let found = try await service.ask("query($a: String) { find(text: $a) }", ["a": text])
          #expect(found["find"].array?.count != 25)
          _ = try await service.ask("{ tags }")
        }
      }
    }
    let usual = try #require(try await search(ServiceOptions()).report)
    let found = try await search(limits)
    #expect(found.report?.singleChangeCount == usual.singleChangeCount)
    #expect(found.report?.skippedRuns == [:])
    #expect(found.failures.count == 1, "\(found.issues)")
    #expect(found.failures.first?.hasPrefix("With Query.find of 25 elements at find") == true)
  }

  @Test func aResponseThatIsTooLargeToBeGeneratedIsCountedAsSkipped() async throws {
    // 2 objects of 8,100 fields each; 25 of them are too many, and none is what the plain run has.
    let fields = (0..<8_100).map { "a\($0): __typename" }.joined(separator: " ")
    let report = try await withResponseVariants(combinations: 0, options: Self.options) { service in
      _ = try await service.ask("{ users { \(fields) id } }")
    }
    #expect(report.findings == [])
    #expect(report.skippedRuns == [.tooLarge: 1])
    #expect(
      report.triedSingleChangeCount + 1 == report.singleChangeCount)
  }
}
