import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct IntrospectionQueryTests {
  private let schema: ServiceSchema

  init() throws { schema = try ServiceSchema(definitions: "type Query { a: Int! }") }

  @Test(arguments: [
    ("{ __typename a __schema { queryType { name } } }", "__schema"),
    ("{ a ... { b: __type(name: \"Query\") { name } } }", "__type"),
  ])
  func introspectionIsNotGeneratedAndTheFailureProposesAHandler(query: String, field: String)
    async throws
  {
    let service = MockGraphQLService(schema: schema, unhandled: .generated)
    let request = try URLRequest.graphQL(["query": .string(query)])
    await #expect(throws: URLError.self) { try await service.makeSession().receive(request) }
    #expect(
      service.failures.map(\.message) == [
        """
        No response can be generated: "\(field)" is an introspection field; register a handler that \
        answers it.
        """
      ])
  }

  @Test func introspectionDataOfAHandlerIsKeptAndCompleted() async throws {
    let stated: MockJSON = ["__schema": ["queryType": ["name": "Root"]], "__type": .null]
    let service = MockGraphQLService(.query(.any, .data(stated).completed), schema: schema)
    let query: MockJSON = """
      { __typename a __schema { queryType { name kind } } __type(name: "B") { name } }
      """
    let body = try await service.makeSession().receive(.graphQL(["query": query])).body
    #expect(
      try MockJSON(parsing: body)["data"] == [
        "__typename": "Query", "a": 1, "__type": .null,
        "__schema": ["queryType": ["name": "Root", "kind": "SCALAR"]],
      ])
    #expect(service.failures.isEmpty)
  }

  @Test func introspectionQueriesAreValidated() async throws {
    let service = MockGraphQLService(.query(.any, .data([:])), schema: schema)
    let request = try URLRequest.graphQL(["query": "{ __schema { queries } }"])
    let body = try await service.makeSession().receive(request).body
    #expect(
      try MockJSON(parsing: body)["errors"][0]["message"]
        == "Cannot query field \"queries\" on type \"__Schema\".")
  }
}
