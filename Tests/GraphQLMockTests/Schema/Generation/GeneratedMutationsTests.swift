import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Generated responses after mutations and after responses of handlers.
struct GeneratedMutationsTests {
  private static let schema = """
    interface Node { id: ID! }
    type Query {
      users: [User!]! found(name: String): [User!]! connection(first: Int, after: String): Users!
      user(id: ID!): User strict(id: ID!): User! node(id: ID!): Node viewer: User
      posts: [Post!]! post(id: ID!): Post nodes: [Node!]!
    }
    type Mutation {
      createUser(name: String!): User! addUser(input: NewUser!): UserPayload! address(id: ID!): User
      createDraft(title: String!): Post! addTagToUser(tag: String!): User
      upsertUser(id: ID!, name: String): User createUserWithID(id: ID!, name: String): User
      deleteUser(id: ID!): Boolean! removeUser(input: Removal!): UserPayload destroyUser(userId: ID!): User
      deletePost(id: ID!): ID
    }
    input NewUser { name: String! }
    input Removal { userId: ID! }
    type UserPayload { user: User viewer: User }
    type Users { edges: [UserEdge!]! nodes: [User!]! totalCount: Int! pageInfo: PageInfo! }
    type UserEdge { cursor: String! node: User! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type User implements Node {
      id: ID! name: String! avatar(size: Int): String age: Int friends: [User!]! posts: [Post!]!
      pinned(tag: String): [Post!]! written(first: Int): Posts! invites: [User!]!
    }
    type Posts { edges: [PostEdge!]! }
    type PostEdge { node: Post! }
    type Post implements Node { id: ID! title: String! author: User! editor: User parent: Post replies: [Post!]! }
    """

  private let service: MockGraphQLService

  init() throws {
    service = MockGraphQLService(
      schema: try ServiceSchema(definitions: Self.schema), unhandled: .generated)
  }

  private func data(_ query: String, _ variables: MockJSON = [:]) async throws -> MockJSON {
    let request = try URLRequest.graphQL(["query": .string(query), "variables": variables])
    let response = try MockJSON(parsing: try await service.respond(to: request).body.collect())
    #expect(response["errors"].isNull, "\(response)")
    #expect(service.failures == [])
    return response["data"]
  }

  private static func ids(_ list: MockJSON) -> [MockJSON] { (list.array ?? []).map { $0["id"] } }
  private static func nodeIDs(_ connection: MockJSON) -> [MockJSON] {
    (connection["edges"].array ?? []).map { $0["node"]["id"] }
  }

  /// The names of the lists that contain an object.
  private static func names(of lists: [(String, MockJSON)], with id: MockJSON) -> [String] {
    lists.filter { ids($0.1).contains(id) }.map(\.0)
  }

  @Test func resetForgetsDeletedAndChangedObjects() async throws {
    let query = "{ users { id } user(id: 7) { id } other: user(id: 8) { name } }"
    let before = try await data(query)
    service.objects["User", 7] = nil
    _ = try await data(#"mutation { upsertUser(id: 8, name: "Eve") { id } }"#)
    let members = ["user", "other"]
    let changed = try await data(query)
    #expect(members.filter { changed[$0] != before[$0] } == members)
    service.reset()
    #expect(try await data(query) == before)
  }

  @Test func aListOfAStatedLengthLacksADeletedObject() async throws {
    service.register(.query("All", .generated(["Query.users": .list(4)])))
    let before = Self.ids(try await data("query All { users { id } }")["users"])
    service.objects["User", before[1]] = nil
    #expect(
      Self.ids(try await data("query All { users { id } }")["users"])
        == [before[0], before[2], before[3]])
  }

  // MARK: Deleted objects

  @Test func aDeletedObjectIsInNoListOrConnection() async throws {
    let before = try await data("{ users { id } connection { nodes { id } } posts { id } }")
    let nodes = before["connection"]["nodes"]
    service.objects["User", before["users"][0]["id"]] = nil
    service.objects["User", nodes[1]["id"]] = nil
    service.objects["Post", before["posts"][1]["id"]] = nil
    let after = try await data(
      "{ users { id } connection { edges { node { id } } nodes { id } totalCount } posts { id } }")
    let expected: MockJSON = [
      "users": [before["users"][1]],
      "connection": ["edges": [["node": nodes[0]]], "nodes": [nodes[0]], "totalCount": 1],
      "posts": [before["posts"][0]],
    ]
    #expect(after == expected)
  }

  @Test func aDeletedObjectIsNullByItsIDAndAsANodeButNotWhereNullIsImpossible() async throws {
    #expect(try await data("{ user(id: 7) { id } node(id: 7) { id } }")["node"] == ["id": "7"])
    service.objects["User", 7] = nil
    let data = try await data(
      """
      { user(id: 7) { id } other: user(id: 8) { id } strict(id: 7) { id } post(id: 7) { id } }
      """)
    #expect(
      data == ["user": nil, "other": ["id": "8"], "strict": ["id": "7"], "post": ["id": "7"]])
  }

  // MARK: Objects of handlers

  static let ofHandlers: [(query: String, data: MockJSON, next: String, expected: MockJSON)] = [
    (
      "query H { users { id name years: age } }",
      [
        "users": [
          ["id": "1", "name": "Ada", "years": 36], ["id": "2", "name": "Bob", "years": nil],
        ]
      ],
      "{ a: user(id: 1) { name age } b: user(id: 2) { name age posts { title } } }",
      [
        "a": ["name": "Ada", "age": 36],
        "b": ["name": "Bob", "age": nil, "posts": [["title": "title"], ["title": "title"]]],
      ]
    ),
    // Nor does an object keep objects inside of it.
    (
      "query H { user(id: 1) { id friends { id name } } }",
      ["user": ["id": "1", "friends": [["id": "2", "name": "Bob"]]]],
      "{ user(id: 1) { friends { id } } other: user(id: 2) { name } }",
      [
        "user": ["friends": [["id": "User:1.friends.0"], ["id": "User:1.friends.1"]]],
        "other": ["name": "Bob"],
      ]
    ),
    // A field with arguments isn't kept.
    (
      "query H { user(id: 1) { id avatar(size: 20) } }", ["user": ["id": "1", "avatar": "a.png"]],
      "{ user(id: 1) { avatar } }", ["user": ["avatar": "avatar"]]
    ),
    // An object of an interface has the type that the handler states.
    (
      "query H { nodes { __typename id ... on User { name } } }",
      ["nodes": [["__typename": "User", "id": "1", "name": "Ada"]]],
      "{ node(id: 1) { __typename } user(id: 1) { name } }",
      ["node": ["__typename": "User"], "user": ["name": "Ada"]]
    ),
  ]

  @Test(arguments: ofHandlers)
  func anObjectThatAHandlerAnsweredIsTheSameInGeneratedAnswers(
    query: String, data: MockJSON, next: String, expected: MockJSON
  ) async throws {
    service.register(.query("H", .data(data)))
    _ = try await self.data(query)
    #expect(try await self.data(next) == expected)
  }

  /// A single value is a list of one (GraphQL, section 3.11).
  @Test func aMutationStatesAListBySingleValue() async throws {
    let service = MockGraphQLService(
      schema: try ServiceSchema(
        definitions: """
          type Query { post: Post }
          type Mutation { tag(id: ID!, tags: [String!], links: [ID!], table: [[Int]]): Post! }
          type Post { id: ID! tags: [String!]! links: [ID!] table: [[Int]] }
          """),
      unhandled: .generated)
    let request = try URLRequest.graphQL([
      "query": #"mutation { tag(id: 1, tags: "a", links: 5, table: 7) { tags links table } }"#
    ])
    #expect(
      try MockJSON(parsing: try await service.respond(to: request).body.collect())
        == ["data": ["tag": ["tags": ["a"], "links": ["5"], "table": [[7]]]]])
  }

  private static let nested = """
    type Query { thing: Thing }
    type Mutation { save(id: ID!, a: A, thingId: ID, names: String, name: String): Thing! make(a: A): Made! }
    input A { name: String note: String label: String b: B }
    input B { name: String c: C } input C { note: String d: D } input D { text: String }
    type Thing {
      id: ID! name: String! note: String text: String names: [String!]! label(size: Int): String
      other: Thing!
    }
    type Made { thing: Thing }
    """

  /// The inner input objects are probably about other objects.
  @Test(
    arguments: [
      (
        "save(id: 1, a: {b: {name: \"in\", c: {note: \"n\", d: {text: \"t\"}}}}) { name note text }",
        ["name": "in", "note": "n", "text": "text"]
      ),
      ("save(id: 1, a: {name: \"out\", b: {name: \"in\"}}) { name }", ["name": "out"]),
      ("save(id: 1, a: {label: \"x\"}) { label }", ["label": "label"]),
      ("save(id: 1, name: null, a: {note: null}) { name note }", ["name": "name", "note": nil]),
      ("save(id: 1, names: \"x\") { names }", ["names": ["names", "names"]]),
      ("save(id: 1, thingId: 2) { id }", ["id": "1"]),
      (
        "save(id: 1, name: \"x\") { name other { name } }",
        ["name": "x", "other": ["name": "name"]]
      ),
    ] as [(String, MockJSON)])
  func theObjectOfAMutationHasItsArgumentsAndInnerFields(
    field: String, expected: MockJSON
  ) async throws {
    let service = MockGraphQLService(
      schema: try ServiceSchema(definitions: Self.nested), unhandled: .generated)
    let request = try URLRequest.graphQL(["query": .string("mutation { \(field) }")])
    #expect(
      try MockJSON(parsing: try await service.respond(to: request).body.collect())
        == ["data": ["save": expected]])
  }

  @Test func anOverrideOfAHandlerIsNotKept() async throws {
    service.register(.query("H", .generated(["User": ["name": "Ada"]])))
    #expect(try await data("query H { user(id: 1) { name } }") == ["user": ["name": "Ada"]])
    #expect(try await data("{ user(id: 1) { name } }") == ["user": ["name": "name"]])
  }

  @Test func aMutationChangesWhatAHandlerAnswered() async throws {
    service.register(.query("One", .data(["user": ["id": "1", "name": "Ada"]])))
    _ = try await data("query One { user(id: 1) { id name } }")
    _ = try await data(#"mutation { upsertUser(id: 1, name: "Eve") { id } }"#)
    let changed = try await data("{ user(id: 1) { name } }")
    _ = try await data("query One { user(id: 1) { id name } }")
    let answered = try await data("{ user(id: 1) { name } }")
    #expect([changed, answered] == [["user": ["name": "Eve"]], ["user": ["name": "Ada"]]])
  }

  @Test func anIDWithoutAnObjectHasTheNameOfItsField() async throws {
    #expect(try await data("mutation { gone: deletePost(id: 7) }") == ["gone": "deletePost"])
  }

  @Test func aHandlersErrorChangesNothing() async throws {
    service.register(.mutation("New", .error("no")), .mutation("Old", .error("no")))
    for mutation in [
      #"mutation New { createUser(name: "Ada") { id name } }"#,
      "mutation Old { deleteUser(id: 7) }",
    ] {
      let request = try URLRequest.graphQL(["query": .string(mutation)])
      _ = try await service.respond(to: request).body.collect()
    }
    #expect(
      try await data("{ users { name } user(id: 7) { id } }")
        == ["users": [["name": "name"], ["name": "name"]], "user": ["id": "7"]])
  }

  // MARK: Children of children

  @Test func thePostsOfAPostsAuthorIncludeThePost() async throws {
    for query in [
      "{ post(id: 7) { id author { posts { id } written { edges { node { id } } } } } }",
      "{ post: viewer { post: posts { id author { id posts { id } written { edges { node { id } } } } } } }",
    ] {
      let found = try await data(query)["post"]
      let post = found["post"].array == nil ? found : found["post"][1]
      let posts = Self.ids(post["author"]["posts"])
      let written = Self.nodeIDs(post["author"]["written"])
      #expect(posts.contains(post["id"]) && written.contains(post["id"]), "\(post)")
      #expect(posts.count == 2, "\(post)")
    }
  }

  @Test func theAuthorHasThePostAlsoWhenRequestedByID() async throws {
    let post = try await data(
      "{ viewer { friends { posts { id editor { id posts { id } } } } } }")["viewer"]["friends"][1][
        "posts"][1]
    let query = "query ($id: ID!) { user(id: $id) { id posts { id } } }"
    #expect(try await data(query, ["id": post["editor"]["id"]])["user"] == post["editor"])
    #expect(Self.ids(post["editor"]["posts"]).contains(post["id"]))
  }

  @Test func aPostIsAmongTheRepliesOfItsParentButNotOfItsReplyOrInAFilteredList() async throws {
    let post = try await data(
      """
      { post(id: 7) {
        parent { id parent { replies { id } } replies { id } }
        replies { replies { id } } author { pinned(tag: "a") { id } } } }
      """)["post"]
    let parent = post["parent"]
    let lists: [(String, MockJSON)] = [
      ("parent", parent["replies"]), ("reply", post["replies"][0]["replies"]),
      ("pinned", post["author"]["pinned"]),
    ]
    #expect(Self.names(of: lists, with: "7") == ["parent"])
    #expect(Self.ids(parent["parent"]["replies"]).contains(parent["id"]))
  }
}
