import Foundation
import GraphQLMockTesting
import TestSupport
import Testing

/// How long a client may wait, and how large answers may be, in a search for variants.
@Suite(.onWaitingThreads) struct VariantLimitTests {
  private static let options = ServiceOptions.schema(
    "type Query { users: [User!]! } type User { id: ID! friends: [User!]! age: Int! }")

  @Test func aClientThatWaitsForLessThanTheIdleLimitIsNotBlamed() async throws {
    let report = try await withAnswerVariants(
      mixtures: 0, idleLimit: .seconds(60), options: Self.options
    ) { service in
      if try await service.ask("{ users { age } }")["users"][0]["age"] == 0 {
        try await Task.sleep(for: .seconds(3))
        _ = try await service.ask("{ users { age } }")
      }
    }
    #expect(report.findings == [])
  }

  @Test func theMessageNamesTheIdleLimit() async throws {
    let found = try await SearchedVariants.collect {
      try await withAnswerVariants(
        mixtures: 0, idleLimit: .milliseconds(500), options: Self.options
      ) { service in
        if try await service.ask("{ users { age } }")["users"][0]["age"] == 0 {
          try await Task.sleep(for: .seconds(1000))
        }
      }
    }
    #expect(
      found.issues == [
        """
        With User.age 0 at users.age (Int!): the client asked for nothing more for 0.5 s, and did not end. \
        If it waits on purpose, state a longer `idleLimit:`.
          repeat: unhandled: .generated(["User.age": 0])
        """
      ])
  }

  @Test func anAnswerThatIsTooLargeToBeMadeUpIsCountedAsSkipped() async throws {
    // 2⁸ objects of 80 fields each, 25 times half as many with one long list.
    let fields = (0..<80).map { "a\($0): age" }.joined(separator: " ")
    let query =
      "{ users " + String(repeating: "{ friends ", count: 7) + "{ \(fields) }"
      + String(repeating: " }", count: 8)
    let report = try await withAnswerVariants(mixtures: 0, options: Self.options) { service in
      _ = try await service.ask(query)
    }
    #expect(report.findings == [])
    #expect(report.skippedSingleChangeCount == 8)
    #expect(
      report.triedSingleChangeCount + report.skippedSingleChangeCount == report.singleChangeCount)
  }
}
