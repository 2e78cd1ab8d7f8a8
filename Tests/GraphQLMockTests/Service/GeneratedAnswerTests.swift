import Foundation
import GraphQLMock
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers that a service makes up, as its clients get them.
struct GeneratedAnswerTests {
  private func answer(
    _ query: String, _ schema: String, _ overrides: GeneratedOverrides = [:]
  ) async throws -> MockJSON {
    let service = MockGraphQLService(
      schema: try ServiceSchema(definitions: schema), unhandled: .generated(overrides))
    var request = URLRequest(url: try #require(URL(string: "https://shop.example/graphql")))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let parameters: MockJSON = ["query": .string(query)]
    request.httpBody = try parameters.encoded()
    let body = try await service.respond(to: request).body.collect()
    #expect(service.failures == [])
    return try MockJSON(parsing: body)
  }

  @Test func aScalarThatMustNotBeNullIsNeverMadeUpAsNull() async throws {
    let schema = """
      scalar Void
      type Query { a: Void b: Void! all: [Void!]! maybe: [Void]! }
      """
    #expect(
      try await answer("{ a b all maybe }", schema) == [
        "data": ["a": nil, "b": "b", "all": ["all", "all"], "maybe": [nil, nil]]
      ])
  }

  @Test(arguments: [OperationType.mutation, .subscription])
  func anOperationTypeThatTheSchemaLacksIsAnsweredAsServicesDo(type: OperationType) async throws {
    #expect(
      try await answer("# é\n  \(type.rawValue) A { b }", "type Query { a: Int }") == [
        "data": nil,
        "errors": [
          [
            "message": "Schema is not configured to execute \(type.rawValue) operation.",
            "locations": [["line": 2, "column": 3]],
          ]
        ],
      ])
  }

  @Test func booleansThatSayThatMoreFollowsAreFalse() async throws {
    let more = [
      "hasMore", "has_more", "hasNext", "hasNextPage", "hasPreviousPage", "more", "moreAvailable",
      "canLoadMore", "isTruncated", "truncated", "hasOlder",
    ]
    let others = ["isOn", "isLastPage", "hasAccess"]
    let fields = (more + others).map { "\($0): Boolean!" }.joined(separator: " ")
    let data = try await answer(
      "{ \((more + others).joined(separator: " ")) }", "type Query { \(fields) }")["data"]
    #expect(more.filter { data[$0] != false } == [])
    #expect(others.filter { data[$0] != true } == [])
  }

  @Test func anIdentifierIsStatedByItsPath() async throws {
    let schema = """
      type Query { viewer: User users: [User!]! }
      type User { id: ID! best: User }
      """
    let data = try await answer(
      "{ viewer { id key: id best { id } } users { id } }", schema,
      ["viewer.id": .uuid, "users[1].id": .numericID, "viewer.best.id": "7"])["data"]
    let id = try #require(data["viewer"]["id"].string)
    #expect(UUID(uuidString: id) != nil, "\(id)")
    #expect(data["viewer"]["key"].string == id)
    #expect(data["viewer"]["best"]["id"] == "7")
    #expect(data["users"][0]["id"] == "users.0")
    let number = try #require(data["users"][1]["id"].string)
    #expect(UInt64(number) != nil, "\(number)")
  }

  @Test func anIdentifierIsStatedByThePathOfItsAlias() async throws {
    let data = try await answer(
      "{ viewer { key: id } }", "type Query { viewer: User } type User { id: ID! }",
      ["viewer.key": .uuid])["data"]
    #expect(data["viewer"]["key"].string.flatMap(UUID.init) != nil, "\(data)")
  }
}
