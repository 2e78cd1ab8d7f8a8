import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Cursors of pages, as Relay's specification "GraphQL Cursor Connections" and the article "From a schema" have them.
struct GeneratedCursorsTests {
  private static func schema(cursor: String = "String", after: String = "String") -> String {
    """
    scalar DateTime scalar Date scalar UUID scalar BigInt scalar Cursor
    type Query {
      users(first: Int, after: \(after), role: String): Users
      strict(first: Int, after: \(after)): Users! posts(after: String): [Post!]! logs(after: DateTime): [Post!]!
    }
    type Subscription { users(after: \(after)): Users }
    type Users { edges: [Edge!]! pageInfo: PageInfo! }
    type Edge { cursor: \(cursor)! node: User! }
    type PageInfo { hasNextPage: Boolean! endCursor: \(cursor) }
    type User { id: ID! }
    type Post { id: ID! at: String }
    """
  }

  private static let fields = "{ edges { node { id } } pageInfo { hasNextPage endCursor } }"

  private static func service(
    _ handlers: RequestHandler..., overrides: GeneratedOverrides = [:],
    options: ServiceOptions = .init()
  ) throws -> MockGraphQLService {
    let service = MockGraphQLService(
      schema: try ServiceSchema(definitions: schema()), unhandled: .generated(overrides),
      options: options)
    for handler in handlers { service.register(handler) }
    return service
  }

  private static func ask(
    _ query: String, _ variables: MockJSON = [:], of service: MockGraphQLService
  ) async throws -> MockJSON {
    let request = try URLRequest.graphQL(["query": .string(query), "variables": variables])
    return try MockJSON(parsing: try await service.respond(to: request).body.collect())
  }

  @Test func aCursorThatTheServiceNeverSentIsAnErrorOfTheFieldAndAFailure() async throws {
    let service = try Self.service()
    // Before the service has sent a cursor of the list, any cursor is accepted.
    let before = try await Self.ask(
      #"{ users(after: "x") { edges { node { id } } } }"#, of: service)
    #expect(before["errors"].isNull)
    _ = try await Self.ask("{ users(first: 1) \(Self.fields) }", of: service)
    #expect(service.failures == [])
    let answer = try await Self.ask(
      #"query More { me: users(first: 1, after: "x") \#(Self.fields) posts(after: "x") { at } }"#,
      of: service)
    #expect(
      answer == [
        "data": ["me": nil, "posts": [["at": "at"], ["at": "at"]]],
        "errors": [
          ["message": #"This service never sent the cursor "x" for Query.users."#, "path": ["me"]]
        ],
      ])
    #expect(
      service.failures.map(\.message) == [
        """
        Invalid query "More": This service never sent the cursor "x" for Query.users.
          if the test sends it on purpose, set ServiceOptions(requestValidation: .warn)
        """
      ])
    #expect(service.failures.map(\.kind) == [.invalidRequest])
  }

  @Test(arguments: [ValidationMode.fail, .warn])
  func anUnknownCursorOfANonNullFieldMakesTheDataNull(mode: ValidationMode) async throws {
    let service = try Self.service(options: ServiceOptions(requestValidation: mode))
    _ = try await Self.ask("{ strict(first: 1) \(Self.fields) }", of: service)
    let answer = try await Self.ask(
      "query ($after: String) { strict(after: $after) \(Self.fields) }", ["after": "x"], of: service
    )
    let message: MockJSON = #"This service never sent the cursor "x" for Query.strict."#
    if mode == .fail {
      #expect(answer == ["data": nil, "errors": [["message": message, "path": ["strict"]]]])
    } else {
      #expect(answer["errors"].isNull)
    }
    #expect(service.failures.count == (mode == .fail ? 1 : 0))
  }

  @Test(arguments: [nil, ""] as [MockJSON])
  func nullAndAnEmptyTextAreTheFirstPage(after: MockJSON) async throws {
    let service = try Self.service()
    let first = try await Self.ask("{ users(first: 1) \(Self.fields) }", of: service)
    let answer = try await Self.ask(
      "query ($after: String) { users(first: 1, after: $after) \(Self.fields) }",
      ["after": after], of: service)
    #expect(answer == first)
    #expect(service.failures == [])
  }

  private static let page: MockJSON = [
    "users": ["edges": [], "pageInfo": ["hasNextPage": true, "endCursor": "a/b="]]
  ]

  static let origins: [(name: String, handler: RequestHandler?, overrides: GeneratedOverrides)] = [
    ("a handler", .query("Other", .data(page)), [:]),
    ("bytes", .query("Other", .rawJSON(#"{"data": {"users": {"a": "a\/b="}}}"#)), [:]),
    ("an alias", .query("Other", .generated(["PageInfo.endCursor": "a/b="])), [:]),
    ("an override", nil, ["PageInfo.endCursor": "a/b="]),
    ("an override of the connection", nil, ["Query.users": ["pageInfo": ["endCursor": "a/b="]]]),
  ]

  @Test(arguments: origins)
  func aCursorThatTheTestHasStatedIsAccepted(
    name: String, handler: RequestHandler?, overrides: GeneratedOverrides
  ) async throws {
    let service = try Self.service(overrides: overrides)
    if let handler { service.register(handler) }
    _ = try await Self.ask("{ users(first: 1) { edges { cursor } } }", of: service)
    _ = try await Self.ask("query Other { users \(Self.fields) }", of: service)
    let answer = try await Self.ask(
      #"{ users(first: 1, after: "a/b=") { edges { node { id } } } }"#, of: service)
    #expect(answer["errors"].isNull && service.failures == [], "\(name)")
  }

  /// A list continues after the cursor, for each type that a cursor may have.
  @Test(arguments: ["String", "ID", "DateTime", "Date", "UUID", "Int", "BigInt", "Cursor"])
  func thePagesOfAConnectionFollowCursorsOfAnyType(type: String) async throws {
    let service = MockGraphQLService(
      schema: try ServiceSchema(definitions: Self.schema(cursor: type, after: type)),
      unhandled: .generated(["Users.edges": .list(3)]))
    var (ids, cursors): ([MockJSON], [MockJSON]) = ([], [nil])
    for _ in 1...3 {
      let users = try await Self.ask(
        "query ($after: \(type)) { users(first: 1, after: $after) \(Self.fields) }",
        ["after": cursors.last ?? nil], of: service)["data"]["users"]
      ids.append(users["edges"][0]["node"]["id"])
      cursors.append(users["pageInfo"]["endCursor"])
      #expect(users["pageInfo"]["hasNextPage"] == .bool(ids.count < 3))
    }
    #expect(Set(ids).count == 3 && Set(cursors).count == 4, "\(cursors)")
    #expect(service.failures == [])
  }

  @Test func afterIsAFilterOfAListWithoutCursors() async throws {
    let service = try Self.service()
    for _ in 1...2 {
      let data = try await Self.ask(
        #"{ logs(after: "2026-01-01T00:00:00Z") { at } posts { at } }"#, of: service)
      #expect(
        data == [
          "data": ["logs": [["at": "at"], ["at": "at"]], "posts": [["at": "at"], ["at": "at"]]]
        ])
    }
    #expect(service.failures == [])
  }

  @Test func resetForgetsTheCursors() async throws {
    let service = try Self.service()
    _ = try await Self.ask("{ users(first: 1) \(Self.fields) }", of: service)
    service.reset()
    _ = try await Self.ask(#"{ users(first: 1, after: "x") \#(Self.fields) }"#, of: service)
    #expect(service.failures == [])
  }
}
