import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers that a service makes up, as its clients get them.
struct GeneratedResponseTests {
  private func response(
    _ query: String, _ schema: String, _ overrides: GeneratedOverrides = [:]
  ) async throws -> MockJSON {
    let service = MockGraphQLService(
      schema: try ServiceSchema(definitions: schema), unhandled: .generated(overrides))
    let request = try URLRequest.graphQL(["query": .string(query)])
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
      try await response("{ a b all maybe }", schema) == [
        "data": ["a": nil, "b": "b", "all": ["all", "all"], "maybe": [nil, nil]]
      ])
  }

  /// The scalars are those of graphql-scalars.
  @Test(arguments: ["Int", "PositiveInt", "NonNegativeInt", "UnsignedInt", "SafeInt", "Long"])
  func anIdentifierOfANumericTypeIsTheRequestedNumber(type: String) async throws {
    let schema = """
      \(type == "Int" ? "" : "scalar \(type)")
      type Query { item(id: \(type)!): Item items: [Item!]! }
      type Item { id: \(type)! }
      """
    let data = try await response("{ item(id: 7) { id } items { id } }", schema)["data"]
    #expect(data["item"] == ["id": 7])
    let ids = (data["items"].array ?? []).map { $0["id"].int }
    #expect(ids.count == 2 && !ids.contains(nil) && ids[0] != ids[1], "\(data)")
  }

  @Test func anIdentifierOfTheTypeDateTimeIsATime() async throws {
    let schema = """
      scalar DateTime
      type Query { events: [Event!]! }
      type Event { id: DateTime! }
      """
    let time: MockJSON = ["id": "2026-01-01T00:00:00Z"]
    #expect(
      try await response("{ events { id } }", schema) == ["data": ["events": [time, time]]])
  }

  // GraphQL, September 2025, section 6.2.2: a request error. The message is that of graphql-core 3.2.8.
  @Test(arguments: [OperationType.mutation, .subscription])
  func anOperationTypeThatTheSchemaLacksIsARequestError(type: OperationType) async throws {
    let service = MockGraphQLService(
      schema: try ServiceSchema(definitions: "type Query { a: Int }"), unhandled: .generated)
    let request = try URLRequest.graphQL(["query": "# é\n  \(type.rawValue) A { b }"])
    let body = try await service.respond(to: request).body.collect()
    let message = "Schema is not configured to execute \(type.rawValue) operation."
    #expect(
      try MockJSON(parsing: body) == [
        "errors": [
          ["message": .string(message), "locations": [["line": 2, "column": 3]]]
        ]
      ])
    #expect(service.failures.map(\.kind) == [.invalidRequest])
    #expect(
      service.failures.first?.message.hasPrefix(
        "Invalid \(type.rawValue) \"A\": \(message) (2:3)\n") == true)
  }

  @Test func completingAGeneratedResponseKeepsItsOverrides() async throws {
    let schema = try ServiceSchema(definitions: "type Query { a: Int }")
    let service = MockGraphQLService(
      .query(.any, .generated(["Query.a": 3]).completed), schema: schema)
    let request = try URLRequest.graphQL(["query": "{ a }"])
    #expect(try await service.makeSession().receive(request).body == #"{"data":{"a":3}}"#)
  }

  @Test func booleansThatSayThatMoreFollowsAreFalse() async throws {
    let more = [
      "hasMore", "has_more", "hasNext", "hasNextPage", "hasPreviousPage", "more", "moreAvailable",
      "canLoadMore", "isTruncated", "truncated", "hasOlder",
    ]
    let others = ["isOn", "isLastPage", "hasAccess"]
    let fields = (more + others).map { "\($0): Boolean!" }.joined(separator: " ")
    let query = "{ \((more + others).joined(separator: " ")) }"
    let data = try await response(query, "type Query { \(fields) }")["data"]
    var expected: [String: MockJSON] = [:]
    for field in more { expected[field] = false }
    for field in others { expected[field] = true }
    #expect(data == .object(expected))
  }

  @Test func anIdentifierIsStatedByItsPathOrThePathOfItsAlias() async throws {
    let schema = """
      type Query { viewer: User users: [User!]! owner: User }
      type User { id: ID! best: User }
      """
    let data = try await response(
      "{ viewer { id key: id best { id } } users { id } owner { key: id } }", schema,
      [
        "viewer.id": .uuid, "users[1].id": .numericID, "viewer.best.id": "7", "owner.key": .uuid,
      ])["data"]
    let id = try #require(data["viewer"]["id"].string)
    let owner = try #require(data["owner"]["key"].string)
    let number = try #require(data["users"][1]["id"].string)
    // RFC 9562, sections 4.1 and 5.4.
    let uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
    #expect(id.wholeMatch(of: uuid) != nil && owner.wholeMatch(of: uuid) != nil, "\(data)")
    #expect(UInt64(number) != nil, "\(data)")
    let viewer: MockJSON = ["id": .string(id), "key": .string(id), "best": ["id": "7"]]
    #expect(
      data == [
        "viewer": viewer, "users": [["id": "users.0"], ["id": .string(number)]],
        "owner": ["key": .string(owner)],
      ])
  }

  @Test func overrideOfAnObjectTypeWinsOverItsInterfacesOfWhichTheFirstByNameWins() async throws {
    let schema = """
      type Query { a: A b: B c: C }
      interface Y { id: ID! }
      interface Z { id: ID! }
      type A implements Z { id: ID! }
      type B implements Z { id: ID! }
      type C implements Z & Y { id: ID! }
      """
    let data = try await response(
      "{ a { id } b { id } c { id } }", schema, ["Z.id": "z", "A.id": "a", "Y.id": "y"])["data"]
    #expect(data == ["a": ["id": "a"], "b": ["id": "z"], "c": ["id": "y"]])
  }

  @Test func globalIDIsAnURLWithAUniqueEnd() async throws {
    let data = try await response(
      "{ users { id } }", "type Query { users: [User!]! } type User { id: ID! }",
      ["User.id": .globalID])["data"]
    let ids = (data["users"].array ?? []).compactMap { $0["id"].string }
    #expect(ids.count == 2 && Set(ids).count == 2)
    #expect(ids.allSatisfy { $0.hasPrefix("gid://shop/Item/") }, "\(data)")
  }

  // MARK: The order of members (GraphQL, section 7.2.2)

  private func text(
    _ query: String, accept: String? = nil, _ handlers: RequestHandler...
  ) async throws -> String {
    let service = MockGraphQLService(
      schema: try ServiceSchema(
        definitions: """
          directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
          type Query { b: Int a: User c: String } type User { id: ID! z: Int y: Int x: User }
          """), unhandled: .generated)
    for handler in handlers { service.register(handler) }
    let request = try URLRequest.asking(query, accept: accept)
    let body = try await service.respond(to: request).body.collect()
    #expect(service.failures == [])
    return String(decoding: body, as: UTF8.self)
  }

  @Test func membersOfGeneratedAndCompletedDataAreInTheOrderOfTheSelection() async throws {
    #expect(
      try await text("{ c a { z ...F id } b } fragment F on User { y z x { y id } }")
        == #"{"data":{"c":"c","a":{"z":1,"y":1,"x":{"y":1,"id":"User:a.x"},"id":"a"},"b":1}}"#)
    #expect(
      try await text(
        "query A { c a { z y id } b }", .query("A", .data(["b": 2, "a": ["y": 3]]).completed))
        == #"{"data":{"c":"c","a":{"z":1,"y":3,"id":"a"},"b":2}}"#)
  }

  /// The order of an object's members has no meaning (RFC 8259, section 4).
  @Test func orderOfTheSelectionDoesNotDistinguishGeneratedValues() throws {
    let schema = try ServiceSchema(definitions: "type Query { b: Int a: Int c: Int }")
    let generated = try ["{ c a b }", "{ b c a }"].map {
      try schema.value(of: MockJSON.self, for: $0)
    }
    let stated: MockJSON = ["a": 1, "b": 1, "c": 1]
    #expect(generated == [stated, stated])
    #expect(Set(generated + [stated]).count == 1)
  }

  @Test func membersOfDeferredPartsAreInTheOrderOfTheSelection() async throws {
    let text = try await text(
      "{ c a { z y ... @defer { x { z y } id } } b }", accept: "multipart/mixed;deferSpec=20220824")
    #expect(text.contains(#""data":{"c":"c","a":{"z":1,"y":1},"b":1}"#), "\(text)")
    #expect(text.contains(#""data":{"x":{"z":1,"y":1},"id":"a"}"#), "\(text)")
  }
}
