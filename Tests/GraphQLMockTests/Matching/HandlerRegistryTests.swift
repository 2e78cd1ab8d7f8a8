import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Registering and looking up a handler cost the same for any number of handlers.
struct HandlerRegistryTests {
  static func received(_ name: String) throws -> IncomingRequest {
    let request = try URLRequest.graphQL(["query": .string("query \(name) { a }")])
    return IncomingRequest(request, try OperationRequest(request))
  }

  @Test func theLastOfAThousandHandlersThatDifferInVariablesIsFound() throws {
    let registry = HandlerRegistry()
    registry.register(
      (0..<1_000).map { .query("A", variables: ["id": .number($0)], .data(["n": .number($0)])) })
    let request = try URLRequest.graphQL([
      "query": "query A($id: Int) { a(id: $id) }", "variables": ["id": 999],
    ])
    let incoming = IncomingRequest(request, try OperationRequest(request))
    let found = registry.candidates(for: incoming).filter {
      $0.handler?.matches(incoming) == true
    }
    #expect(found.map(\.rank) == [1])
  }

  @Test(arguments: [1_000, Effort.rounds(10_000, long: 100_000)])
  func lookupComparesOnlyHandlersThatCouldMatch(of count: Int) throws {
    let registry = HandlerRegistry()
    registry.register((0..<count).map { .query("Operation\($0)", .status(204)) })
    registry.register([.query(.any, .status(404)), .http("/graphql", .status(404))])
    for number in [0, count / 2, count - 1] {
      let incoming = try Self.received("Operation\(number)")
      let ranks = registry.candidates(for: incoming).map(\.rank)
      #expect(ranks == [count + 2, count + 1, count - number])
    }
  }
}
