import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The line that a miss proposes to add.
struct MatchFailureAdviceTests {
  /// Requests with the proposed lines of their misses, pasted.
  static let proposals:
    [(query: String, variables: MockJSON, handler: RequestHandler, line: String)] =
      [
        (
          "mutation Save($input: In) { save(i: $input) { items { id } } }",
          ["input": ["id": "7", "tags": ["x", nil]]],
          .mutation(
            "Save", variables: ["input": ["id": "7", "tags": ["x", nil]]],
            .data(["save": ["items": [["id": "1"]]]])),
          """
          .mutation("Save", variables: ["input": ["id": "7", "tags": ["x", nil]]], \
          .data(["save": ["items": [["id": "1"]]]]))  // values are guessed from names
          """
        ),
        (
          "query Save($input: In) { a(i: $input) }", ["input": ["token": "abc", "n": -1.5]],
          .query(
            "Save", variables: ["input": ["n": -1.5, "token": .present]],
            .data(["a": ""])),
          """
          .query("Save", variables: ["input": ["n": -1.5, "token": .present]], \
          .data(["a": ""]))
          """
        ),
        (
          "query { a }", nil, .query(.anonymous, .data(["a": ""])),
          #".query(.anonymous, .data(["a": ""]))"#
        ),
        (
          "subscription Ticks { tick { n } }", nil,
          .subscription("Ticks", .events([.data(["tick": ["n": ""]])])),
          #".subscription("Ticks", .events([.data(["tick": ["n": ""]])]))"#
        ),
      ]

  @Test(arguments: proposals.indices) func proposedHandlerCompilesAndAnswers(index: Int)
    async throws
  {
    let proposal = Self.proposals[index]
    let service = MockGraphQLService(
      .operation("Save", variables: ["input": ["id": 7], "draft": .present], .data([:])))
    let request = try URLRequest.graphQL(
      ["query": .string(proposal.query), "variables": proposal.variables],
      accept: "text/event-stream, application/json")
    await #expect(throws: URLError.self) { try await service.makeSession().data(for: request) }
    let message = service.failures.first?.message ?? ""
    let lines: [Substring] = message.split(separator: "\n").filter { $0.hasPrefix("  add:") }
    #expect(lines.map(String.init) == ["  add:       \(proposal.line)"])
    service.register(proposal.handler)
    _ = try await service.makeSession().data(for: request)
    #expect(service.requests.map { $0.handler == nil } == [true, false])
    #expect(service.requests.last?.warnings == [])
  }

  @Test func proposedDataHasNoEmptyTypeName() async throws {
    let service = MockGraphQLService()
    let query = "query V { __typename viewer { __typename name ... on User { t: __typename id } } }"
    _ = try? await service.makeSession().data(for: .graphQL(["query": .string(query)]))
    let line = service.failures.map(\.message).joined().split(separator: "\n")
      .first { $0.contains("add:") }
    #expect(
      line?.contains(
        #".query("V", .data(["viewer": ["__typename": "User", "id": "1", "name": "", "t": "User"]]))"#
      )
        == true,
      "\(line ?? "")")
  }
}
