import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct UnhandledPolicyTests {
  private let plain = URLRequest(url: .of("https://a.example/x.png"))

  @Test func closureDecidesOnEachUnhandledRequest() async throws {
    let service = MockGraphQLService(
      unhandled: .decide { request, operations in
        operations.isEmpty ? .respond(.status(404)) : .fail
      })
    let session = service.makeSession()
    #expect(try await session.receive(plain).status == 404)
    await #expect(throws: URLError.self) {
      try await session.receive(URLRequest.graphQL(["query": "{ a }"]))
    }
    #expect(service.failures.map(\.kind) == [.unhandledRequest])
  }

  /// Each closure returns the next one, and the last one a response.
  @Test func eightClosuresMayDecideAndThenTheRequestFails() async throws {
    @Sendable func policy(_ count: Int) -> UnhandledPolicy {
      count == 0 ? .respond(.status(404)) : .decide { _, _ in policy(count - 1) }
    }
    let service = MockGraphQLService(unhandled: policy(8))
    #expect(try await service.makeSession().receive(plain).status == 404)
    let deeper = MockGraphQLService(unhandled: policy(9))
    await #expect(throws: URLError.self) { try await deeper.makeSession().receive(plain) }
    #expect(deeper.failures.map(\.kind) == [.unhandledRequest])
  }

  @Test func aClosureThatGeneratesKnowsWhatHandlersHaveStated() async throws {
    let service = MockGraphQLService(
      .query("Stated", .data(["user": ["id": "7", "name": "Ada"]])),
      schema: try ServiceSchema(
        definitions: "type Query { user(id: ID!): User } type User { id: ID! name: String! }"),
      unhandled: .decide { _, _ in .generated })
    let session = service.makeSession()
    var bodies: [String] = []
    for query in [
      "query Stated { user(id: 7) { id name } }", "query Other { user(id: 7) { name } }",
    ] {
      bodies.append(try await session.receive(.graphQL(["query": .string(query)])).body)
    }
    #expect(
      bodies == [
        #"{"data":{"user":{"id":"7","name":"Ada"}}}"#, #"{"data":{"user":{"name":"Ada"}}}"#,
      ])
  }
}
