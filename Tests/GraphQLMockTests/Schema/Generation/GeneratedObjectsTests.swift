import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct GeneratedObjectsTests {
  private static let schema = """
    interface Node { id: ID! }
    type Query {
      feed: [Item!]! item(id: ID!): Item node(id: ID!): Node user(id: ID!): User viewer: User
      search: [Result!]! top(ids: [ID!], by: ItemFilter, first: Int = 3): Item!
    }
    type Mutation {
      rename(id: ID!, name: String!, nick: String): User
      renameUser(input: RenameInput!): RenamePayload!
      createUser(name: String!, tags: [String!]): User!
      like(postId: ID!): Boolean
      up(id: ID!, name: String, tags: [String], nick: String, in: UpInput): User!
    }
    input ItemFilter { roles: [Role!] }
    input UpInput { name: String tags: [String!] nick: String }
    input RenameInput { id: ID! patch: UserPatch clientMutationId: String }
    input UserPatch { name: String age: Float role: Role score: String }
    type RenamePayload { clientMutationId: String user: User first: [User!]! }
    type Item implements Node { id: ID! title: String! author: User! related: [Item!]! }
    type User implements Node {
      id: ID! name: String! nick: String age: Float role: Role score: Int tags: [String!] best: User
    }
    union Result = Item | User
    enum Role { GUEST ADMIN }
    """

  private let service: MockGraphQLService

  init() throws {
    service = MockGraphQLService(
      schema: try ServiceSchema(definitions: Self.schema), unhandled: .generated)
  }

  private func data(_ query: String, _ variables: MockJSON = [:]) async throws -> MockJSON {
    let request = try URLRequest.graphQL(["query": .string(query), "variables": variables])
    let body = try await service.respond(to: request).body.collect()
    let response = try MockJSON(parsing: body)
    #expect(response["errors"].isNull)
    return response["data"]
  }

  @Test func anObjectOfAListIsTheSameWhenItIsAskedForByItsID() async throws {
    let list = try await data(
      "{ feed { id author { id best { id } } related { id author { id } } } }")["feed"]
    for item in try #require(list.array) {
      let id = try #require(item["id"].string)
      let alone = try await data(
        """
        query ($id: ID!) { item(id: $id) {
          id author { id best { id } } related { id author { id } } } }
        """, ["id": .string(id)])
      let related = try #require(item["related"][0]["id"].string)
      let inner = try await data(
        "query ($id: ID!) { item(id: $id) { id author { id } } }", ["id": .string(related)])
      let found: [MockJSON] = [alone["item"], inner["item"]]
      #expect(found == [item, item["related"][0]])
    }
  }

  @Test(arguments: [
    ("top(ids: 7, by: { roles: GUEST })", #"top(by:{"roles":["GUEST"]},ids:["7"])"#),
    ("top(by: { roles: [GUEST] }, ids: [7])", #"top(by:{"roles":["GUEST"]},ids:["7"])"#),
    (#"top(first: 3, ids: "7", by: { roles: GUEST })"#, #"top(by:{"roles":["GUEST"]},ids:["7"])"#),
    ("top(first: 3)", "top"), ("top(ids: null)", "top"), ("top(first: 4)", "top(first:4)"),
  ]) func argumentsAreTheSameHoweverTheyAreSpelled(field: String, id: MockJSON) async throws {
    #expect(try await data("{ \(field) { id } }") == ["top": ["id": id]])
  }

  @Test func anInterfaceHasTheTypeThatItsIDWasSeenWith() async throws {
    let user = try await data("{ feed { author { id } } }")["feed"][0]["author"]["id"]
    let found = try await data(
      """
      query ($id: ID!) { node(id: $id) { ...N } new: node(id: "new") { ...N } }
      fragment N on Node { __typename id ... on User { name } }
      """, ["id": user])
    let item = try await data("{ feed { id } }")["feed"][0]["id"]
    let other = try await data(
      "query ($id: ID!) { node(id: $id) { __typename ... on User { name } } }", ["id": item])
    // One that was never seen has the type for which the document selects a field.
    let expected: MockJSON = [
      "node": ["__typename": "User", "id": user, "name": "name"],
      "new": ["__typename": "User", "id": "new", "name": "name"],
    ]
    #expect(found == expected)
    #expect(other == ["node": ["__typename": "Item"]])
  }

  @Test func aMutationIsSeenInWhatItReturnsAndStays() async throws {
    let seen: [MockJSON] = [
      try await data(#"mutation { rename(id: 7, name: "Zed", nick: null) { id n: name nick } }"#),
      try await data("{ user(id: 7) { name nick name2: nick } other: user(id: 8) { name nick } }"),
    ]
    let expected: [MockJSON] = [
      ["rename": ["id": "7", "n": "Zed", "nick": nil]],
      [
        "user": ["name": "Zed", "nick": nil, "name2": nil],
        "other": ["name": "name", "nick": "nick"],
      ],
    ]
    #expect(seen == expected)
  }

  @Test func aFieldThatTheMutationDoesNotAskForHasChangedTooUnderItsNameAndInOneService()
    async throws
  {
    _ = try await data(#"mutation { rename(id: 7, name: "Zed") { __typename } }"#)
    let query = "{ user(id: 7) { name } alias: user(id: 7) { name: nick } }"
    let other = try GeneratedObjectsTests()
    let seen: [MockJSON] = [try await data(query), try await other.data(query)]
    let expected: [MockJSON] = [
      ["user": ["name": "Zed"], "alias": ["name": "nick"]],
      ["user": ["name": "name"], "alias": ["name": "nick"]],
    ]
    #expect(seen == expected)
  }

  @Test func membersOfInputObjectsReachTheObjectInThePayload() async throws {
    let mutation = """
      mutation ($input: RenameInput!) {
        renameUser(input: $input) {
          clientMutationId user { id name age role score } first { name }
        }
      }
      """
    let input: MockJSON = [
      "id": 7, "clientMutationId": "c1",
      "patch": ["name": "Zed", "age": 36, "role": "ADMIN", "score": "high"],
    ]
    let seen: [MockJSON] = [
      try await data(mutation, ["input": input])["renameUser"],
      try await data("{ user(id: 7) { name age role } }")["user"],
    ]
    let expected: [MockJSON] = [
      [
        "clientMutationId": "c1",
        // A score is no String there.
        "user": ["id": "7", "name": "Zed", "age": 36, "role": "ADMIN", "score": 1],
        "first": [["name": "name"], ["name": "name"]],
      ],
      ["name": "Zed", "age": 36, "role": "ADMIN"],
    ]
    #expect(seen == expected)
  }

  /// A nullable argument takes null, but its field doesn't (GraphQL, section 3.12).
  @Test func aNullThatTheFieldDoesNotTakeChangesNothing() async throws {
    let seen: [MockJSON] = [
      try await data(
        "mutation { up(id: 7, name: null, tags: [null], nick: null) { id name tags nick } }"),
      try await data(
        "mutation ($in: UpInput) { up(id: 7, in: $in) { id name tags nick } }",
        ["in": ["name": nil, "tags": nil, "nick": "Z"]]),
      try await data("{ user(id: 7) { name tags nick } }"),
    ]
    let made: MockJSON = ["tags", "tags"]
    let expected: [MockJSON] = [
      ["up": ["id": "7", "name": "name", "tags": made, "nick": nil]],
      ["up": ["id": "7", "name": "name", "tags": nil, "nick": "Z"]],
      ["user": ["name": "name", "tags": nil, "nick": "Z"]],
    ]
    #expect(seen == expected)
    #expect(service.failures == [])
  }

  @Test func whatIsCreatedIsFoundByItsID() async throws {
    let made = try await data(
      #"mutation { createUser(name: "Zed", tags: ["a", "b"]) { id } }"#)["createUser"]["id"]
    #expect(
      try await data("query ($id: ID!) { user(id: $id) { name tags } }", ["id": made])["user"]
        == ["name": "Zed", "tags": ["a", "b"]])
  }

  @Test func whatATestStatesGoesBeforeWhatAMutationChanged() async throws {
    service.register(
      .query("Mine", .generated(["User.name": "Ada"])),
      .query("Whole", .data(["user": ["name": "Eve"]]).completed))
    _ = try await data(#"mutation { rename(id: 7, name: "Zed", nick: "Z") { id } }"#)
    let seen: [MockJSON] = [
      try await data("query Mine { user(id: 7) { name nick } }")["user"],
      try await data("query Whole { user(id: 7) { name nick } }")["user"],
    ]
    #expect(seen == [["name": "Ada", "nick": "Z"], ["name": "Eve", "nick": "Z"]])
  }

  /// Hasura has IDs of the types `Int`, `bigint` and `uuid`, and other services `String` and scalars of their own.
  @Test(
    arguments: [
      ("Int", "7", 7), ("Float", "7", 7), ("bigint", "7", 7), ("String", "\"7\"", "7"),
      ("Key", "\"7\"", "7"),
      ("uuid", "\"5f1e9c2d-7a3b-4c1d-8e2f-0123456789ab\"", "5f1e9c2d-7a3b-4c1d-8e2f-0123456789ab"),
    ] as [(String, String, MockJSON)])
  func idsOfOtherTypesAgree(type: String, literal: String, id: MockJSON) async throws {
    let schema = try ServiceSchema(
      definitions: """
        scalar bigint scalar uuid scalar Key
        type Query { users: [User!]! user(id: \(type)!): User }
        type Mutation {
          rename(id: \(type)!, name: String!): User createUser(name: String!): User!
        }
        type User { id: \(type)! name: String! best: User }
        """)
    let service = MockGraphQLService(schema: schema, unhandled: .generated)
    func data(_ query: String, _ variables: MockJSON = [:]) async throws -> MockJSON {
      let request = try URLRequest.graphQL(["query": .string(query), "variables": variables])
      return try MockJSON(parsing: try await service.respond(to: request).body.collect())["data"]
    }
    let before = try await data("{ users { id } user(id: \(literal)) { id best { id } } }")
    let ids = [before["users"][0]["id"], before["users"][1]["id"], before["user"]["best"]["id"]]
    #expect(before["user"]["id"] == id)
    #expect(Set(ids + [id]).count == 4, "\(before)")
    if type == "Int" { #expect(ids.allSatisfy { $0.int.map { $0 <= Int32.max } == true }) }
    if type == "uuid" { #expect(ids.allSatisfy { $0.string.flatMap(UUID.init) != nil }) }
    let listed = "query ($id: \(type)!) { user(id: $id) { id name } }"
    for id in ids { #expect(try await data(listed, ["id": id])["user"]["id"] == id) }
    let rename = "mutation { rename(id: \(literal), name: \"Zed\") { id name } }"
    #expect(try await data(rename)["rename"] == ["id": id, "name": "Zed"])
    #expect(try await data(listed, ["id": id])["user"]["name"] == "Zed")
    let new = try await data("mutation { createUser(name: \"Ada\") { id } }")["createUser"]["id"]
    #expect(try await data(listed, ["id": new])["user"] == ["id": new, "name": "Ada"])
    service.objects["User", ids[0]] = nil
    #expect(try await data(listed, ["id": ids[0]])["user"].isNull)
    #expect(try await data("{ users { id } }")["users"] == [["id": ids[1]]])
    #expect(service.failures == [])
  }

  @Test func otherFieldsHaveValuesOfTheTypesOfIDs() async throws {
    let schema = try ServiceSchema(
      definitions: """
        scalar uuid scalar bigint scalar timestamptz scalar url scalar AWSJSON scalar AWSTimestamp
        type Query { posts: [Post!]! post(nodeId: ID!): Post }
        type Post { id: uuid! author_id: uuid! likes: bigint! at: timestamptz! link: url!
          json: AWSJSON! time: AWSTimestamp! }
        """)
    let zero = "00000000-0000-4000-8000-000000000000"
    func data(_ query: String, _ overrides: GeneratedOverrides) async throws -> MockJSON {
      let service = MockGraphQLService(
        .query("P", .generated(overrides)), schema: schema)
      let request = try URLRequest.graphQL(["query": .string("query P \(query)")])
      return try MockJSON(parsing: try await service.respond(to: request).body.collect())["data"]
    }
    let post = try await data("{ posts { author_id likes at link json time } }", [:])["posts"][0]
    #expect(
      post == [
        "author_id": .string(zero), "likes": 1, "at": "2026-01-01T00:00:00Z",
        "link": "https://example.com/link", "json": "{}", "time": 1_767_225_600,
      ])
    // An ID that the request states with another name isn't a UUID.
    let id = try await data("{ post(nodeId: \"WyJ1c2VycyIsMV0=\") { id } }", [:])["post"]["id"]
    #expect(id.string.flatMap(UUID.init) != nil)
    // A field takes precedence over its type.
    let posts = try await data(
      "{ posts { id } }", ["uuid": .init(json: .string(zero)), "Post.id": .uuid])
    let ids = posts["posts"].array?.compactMap { $0["id"].string.flatMap(UUID.init) }
    #expect(Set(ids ?? []).count == 2)
  }

  @Test func theViewerInAPayloadIsAnotherObject() async throws {
    let schema = try ServiceSchema(
      definitions: """
        type Query { user(id: ID!): User }
        type Mutation { updateUser(id: ID!, name: String!): UserPayload! }
        type UserPayload { user: User! viewer: User! }
        type User { id: ID! name: String! }
        """)
    let service = MockGraphQLService(schema: schema, unhandled: .generated)
    func data(_ query: String) async throws -> MockJSON {
      let request = try URLRequest.graphQL(["query": .string(query)])
      return try MockJSON(parsing: try await service.respond(to: request).body.collect())["data"]
    }
    let fields = "{ user { id name } viewer { id name } }"
    let updated = try await data("mutation { updateUser(id: 7, name: \"Zed\") \(fields) }")
    #expect(updated["updateUser"]["user"] == ["id": "7", "name": "Zed"])
    #expect(updated["updateUser"]["viewer"]["name"] == "name")
  }

  @Test func theRootFieldsOfAMutationTakeEffectInTheirOrder() async throws {
    let schema = try ServiceSchema(
      definitions: """
        type Query { item(id: ID!): Item }
        type Mutation { updateItem(id: ID!, title: String!): Item! }
        type Item { id: ID! title: String! }
        """)
    let service = MockGraphQLService(schema: schema, unhandled: .generated)
    func data(_ query: String) async throws -> MockJSON {
      let request = try URLRequest.graphQL(["query": .string(query)])
      return try MockJSON(parsing: try await service.respond(to: request).body.collect())["data"]
    }
    _ = try await data(
      """
      mutation {
        a: updateItem(id: 9, title: "1") { title } b: updateItem(id: 9, title: "2") { title }
      }
      """)
    let after = try await data("{ item(id: 9) { title } }")
    #expect(after["item"]["title"] == "2")
  }

  @Test(
    arguments: [
      ([["title": "P"]], ["title": "P"]), ([["name": "P"]], ["name": "P"]),
      ([[:]], ["login": "login"]),
    ] as [(MockJSON, MockJSON)])
  func statedMembersChooseTheTypeOfAUnion(stated: MockJSON, member: MockJSON) async throws {
    let schema = try ServiceSchema(
      definitions: """
        type Query { search: [Result!]! }
        union Result = User | Post
        type User { login: String! }
        type Post { title: String! }
        """)
    let request = try URLRequest.graphQL([
      "query": "{ search { ... on User { login } ... on Post { title name: title } } }"
    ])
    for response in [
      MockResponse.data(["search": stated]).completed,
      .generated(["Query.search": GeneratedValue(json: stated)]),
    ] {
      let service = MockGraphQLService(.query(.any, response), schema: schema)
      let body = try await service.respond(to: request).body.collect()
      #expect(service.failures == [])
      let found = try MockJSON(parsing: body)["data"]["search"][0]
      #expect(member.object?.allSatisfy { found[$0.key] == $0.value } == true, "\(found)")
    }
  }

  @Test func dataOfAnOperationWithoutARootTypeFailsTheTest() async throws {
    let schema = try ServiceSchema(definitions: "type Query { a: Int }")
    let service = MockGraphQLService(
      .mutation("M", .data(["x": 1])).acceptingInvalidRequests, schema: schema)
    _ = try? await service.respond(to: .graphQL(["query": "mutation M { x }"])).body.collect()
    #expect(
      service.failures.map(\.message) == [
        "The response can't come from a service with this schema: data must be null: the schema has no root type for a mutation"
      ])
  }

  @Test func anArgumentOfTheTypeIDNamesAnObjectWithAnotherIDType() async throws {
    let schema = try ServiceSchema(
      definitions: """
        type Query { user(id: ID!): User }
        type User { id: Int! name: String! }
        """)
    let service = MockGraphQLService(schema: schema, unhandled: .generated)
    func user() async throws -> MockJSON {
      let request = try URLRequest.graphQL(["query": "{ user(id: 7) { id name } }"])
      let answer = try MockJSON(parsing: try await service.respond(to: request).body.collect())
      return answer["data"]["user"]
    }
    #expect(try await user() == ["id": 7, "name": "name"])
    service.objects["User", 7] = nil
    #expect(try await user().isNull)
  }

  @Test(
    arguments: [
      ("Int!", "Int!", "todoId", 1),
      ("uuid!", "uuid", "todo_id", "5f1e9c2d-7a3b-4c1d-8e2f-0123456789ab"),
      ("ID!", "ID", "todoID", "1"), ("Key", "Key!", "todoId", "k"),
    ] as [(String, String, String, MockJSON)])
  func aLoneArgumentWithTheNameOfTheTypeIsTheIDOfTheObject(
    type: String, argumentType: String, argument: String, id: MockJSON
  ) async throws {
    let schema = try ServiceSchema(
      definitions: """
        scalar uuid scalar Key
        type Query {
          todoById(\(argument): \(argumentType), first: Int): Todo
          ofUser(userId: \(argumentType)): Todo
          named(\(argument): \(argumentType) name: String): Todo
        }
        type Mutation { renameTodo(\(argument): \(type) title: String!): Todo! }
        type Todo { id: \(type) title: String! }
        """)
    let service = MockGraphQLService(schema: schema, unhandled: .generated)
    let variables = "($id: \(argumentType.hasSuffix("!") ? argumentType : argumentType + "!"))"
    func data(_ query: String) async throws -> MockJSON {
      let request = try URLRequest.graphQL(["query": .string(query), "variables": ["id": id]])
      return try MockJSON(parsing: try await service.respond(to: request).body.collect())["data"]
    }
    let changed: MockJSON = ["id": id, "title": "Zed"]
    let found: [MockJSON] = [
      try await data(
        #"mutation \#(variables) { renameTodo(\#(argument): $id, title: "Zed") { id title } }"#),
      try await data("query \(variables) { todoById(\(argument): $id) { id title } }"),
      try await data(
        #"""
        query \#(variables) {
          ofUser(userId: $id) { title } named(\#(argument): $id, name: "a") { title }
        }
        """#),
    ]
    let expected: [MockJSON] = [
      ["renameTodo": changed], ["todoById": changed],
      ["ofUser": ["title": "title"], "named": ["title": "title"]],
    ]
    #expect(found == expected)
    #expect(service.failures == [])
  }
}
