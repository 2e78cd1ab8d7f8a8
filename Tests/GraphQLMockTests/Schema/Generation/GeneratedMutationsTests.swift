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

  // MARK: Created objects

  @Test func aCreatedObjectIsInTheListsAndConnectionsOfItsTypeThatNoArgumentFilters()
    async throws
  {
    let before = try #require(try await data("{ users { id name } }")["users"].array)
    let id = try await data(#"mutation { createUser(name: "Zed") { id } }"#)["createUser"]["id"]
    let data = try await data(
      """
      { users { id name } connection { edges { node { id } } nodes { id name } totalCount }
        viewer { friends { id } } user(id: 7) { friends { id } } found(name: "Al") { id }
        posts { id author { friends { id } } } }
      """)
    let connection = data["connection"]
    let lists: [(String, MockJSON)] = [
      ("users", data["users"]), ("connection", connection["nodes"]),
      ("viewer", data["viewer"]["friends"]), ("user", data["user"]["friends"]),
      ("found", data["found"]), ("posts", data["posts"]),
      ("author", data["posts"][0]["author"]["friends"]),
    ]
    #expect(Self.names(of: lists, with: id) == ["users", "connection", "viewer"])
    let made: MockJSON = ["id": id, "name": "Zed"]
    #expect(Set(data["users"].array ?? []) == Set(before + [made]))
    #expect(connection["nodes"].array?.contains(made) == true)
    #expect(connection["totalCount"] == 3)
    #expect(Self.nodeIDs(connection) == Self.ids(connection["nodes"]))
  }

  @Test func aCreatedObjectIsOnOneOfThePages() async throws {
    let id = try await data(#"mutation { createUser(name: "Zed") { id } }"#)["createUser"]["id"]
    var ids: [MockJSON] = []
    var hasNext: [MockJSON] = []
    var cursor = MockJSON.null
    for _ in 1...3 {
      let page = try await data(
        """
        query ($after: String) {
          connection(first: 1, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
        }
        """, ["after": cursor])["connection"]
      ids += Self.ids(page["nodes"])
      cursor = page["pageInfo"]["endCursor"]
      hasNext.append(page["pageInfo"]["hasNextPage"])
    }
    #expect(hasNext == [true, true, false])
    #expect(ids.contains(id) && Set(ids).count == 3, "\(ids)")
  }

  @Test func anObjectIsCreatedInsideAPayloadAndByAMutationWithAnotherName() async throws {
    let made = try await data(
      """
      mutation {
        addUser(input: { name: "Zed" }) { user { id } viewer { id } } createDraft(title: "A") { id }
      }
      """)
    let data = try await data("{ users { id name } posts { id } }")
    let user: MockJSON = ["id": made["addUser"]["user"]["id"], "name": "Zed"]
    #expect(data["users"].array?.contains(user) == true)
    #expect(data["users"].array?.count == 3)
    #expect(Self.ids(data["posts"]).contains(made["createDraft"]["id"]))
  }

  @Test func twoCreationsHaveTwoIDs() async throws {
    let create = #"mutation { createUser(name: "Zed") { id } }"#
    let first = try await data(create)["createUser"]["id"]
    let second = try await data(create)["createUser"]["id"]
    #expect(
      Set(Self.ids(try await data("{ users { id } }")["users"])).isSuperset(of: [first, second]))
    let both = try await data(
      #"mutation { a: createUser(name: "Zed") { id } b: createUser(name: "Zed") { id } }"#)
    #expect(Set([first, second, both["a"]["id"], both["b"]["id"]]).count == 4)
  }

  @Test func aMutationThatIsGivenAnIDOrAddsToAnObjectCreatesNothing() async throws {
    for mutation in ["upsertUser(id: 9)", "createUserWithID(id: 9)", "address(id: 9)"] {
      _ = try await data("mutation { \(mutation) { id } }")
    }
    let add = #"mutation { addTagToUser(tag: "new") { id } }"#
    let first = try await data(add)
    #expect(try await data(add) == first)
    #expect(try await data("{ users { id } }")["users"].array?.count == 2)
  }

  @Test func idsOfCreationsFollowTheStatedForm() async throws {
    service.register(
      .mutation("New", .generated(["User.id": .uuid])),
      .query("All", .generated(["User.id": .uuid])))
    let create = #"mutation New { createUser(name: "Zed") { id } }"#
    let first = try await data(create)["createUser"]["id"]
    let second = try await data(create)["createUser"]["id"]
    #expect(first.string.flatMap(UUID.init) != nil)
    #expect(first != second)
    #expect(Self.ids(try await data("query All { users { id } }")["users"]).contains(first))
  }

  @Test func resetForgetsCreatedDeletedAndChangedObjects() async throws {
    let query = "{ users { id } user(id: 7) { id } other: user(id: 8) { name } }"
    let before = try await data(query)
    _ = try await data(
      """
      mutation {
        createUser(name: "Zed") { id } deleteUser(id: 7) upsertUser(id: 8, name: "Eve") { id }
      }
      """)
    let members = ["users", "user", "other"]
    let changed = try await data(query)
    #expect(members.filter { changed[$0] != before[$0] } == members)
    service.reset()
    #expect(try await data(query) == before)
  }

  @Test func mutationsChangeAListOfAStatedLength() async throws {
    service.register(.query("All", .generated(["Query.users": .list(4)])))
    let before = Self.ids(try await data("query All { users { id } }")["users"])
    let id = try await data(#"mutation { createUser(name: "Zed") { id } }"#)["createUser"]["id"]
    _ = try await data("mutation ($id: ID!) { deleteUser(id: $id) }", ["id": before[1]])
    #expect(
      Self.ids(try await data("query All { users { id } }")["users"])
        == [id, before[0], before[2], before[3]])
  }

  // MARK: Deleted objects

  @Test func aDeletedObjectIsInNoListOrConnectionHoweverTheMutationIsNamed() async throws {
    let before = try await data("{ users { id } connection { nodes { id } } posts { id } }")
    let nodes = before["connection"]["nodes"]
    _ = try await data(
      """
      mutation ($user: ID!, $node: ID!, $post: ID!) {
        deleteUser(id: $user) destroyUser(userId: $node) { id } deletePost(id: $post)
      }
      """,
      ["user": before["users"][0]["id"], "node": nodes[1]["id"], "post": before["posts"][1]["id"]])
    let after = try await data(
      "{ users { id } connection { edges { node { id } } nodes { id } totalCount } posts { id } }")
    let expected: MockJSON = [
      "users": [before["users"][1]],
      "connection": ["edges": [["node": nodes[0]]], "nodes": [nodes[0]], "totalCount": 1],
      "posts": [before["posts"][0]],
    ]
    #expect(after == expected)
  }

  @Test func theMutationThatDeletesReturnsTheObjectWhichIsThenNullByItsIDAndAsANode() async throws {
    let seen: [MockJSON] = [
      try await data("{ user(id: 9) { id } node(id: 9) { id } }")["node"],
      try await data("mutation { destroyUser(userId: 6) { id name } }")["destroyUser"],
    ]
    #expect(seen == [["id": "9"], ["id": "6", "name": "name"]])
    _ = try await data(
      "mutation { removeUser(input: { userId: 7 }) { user { id } } deleteUser(id: 9) }")
    let data = try await data(
      """
      { user(id: 7) { id } node(id: 9) { id } other: user(id: 8) { id } strict(id: 7) { id }
        post(id: 7) { id } }
      """)
    let expected: MockJSON = [
      "user": nil, "node": nil, "other": ["id": "8"], "strict": ["id": "7"], "post": ["id": "7"],
    ]
    #expect(data == expected)
  }

  @Test func aCreatedObjectCanBeDeleted() async throws {
    let before = try await data("{ users { id } }")["users"]
    let id = try await data(#"mutation { createUser(name: "Zed") { id } }"#)["createUser"]["id"]
    _ = try await data("mutation ($id: ID!) { deleteUser(id: $id) }", ["id": id])
    #expect(
      try await data("query ($id: ID!) { users { id } user(id: $id) { id } }", ["id": id])
        == ["users": before, "user": nil])
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

  @Test func aMutationChangesWhatAHandlerAnswered() async throws {
    service.register(.query("One", .data(["user": ["id": "1", "name": "Ada"]])))
    _ = try await data("query One { user(id: 1) { id name } }")
    _ = try await data(#"mutation { upsertUser(id: 1, name: "Eve") { id } }"#)
    let changed = try await data("{ user(id: 1) { name } }")
    _ = try await data("query One { user(id: 1) { id name } }")
    let answered = try await data("{ user(id: 1) { name } }")
    #expect([changed, answered] == [["user": ["name": "Eve"]], ["user": ["name": "Ada"]]])
  }

  @Test func aCreationThatAHandlerAnswersIsInTheLists() async throws {
    service.register(.mutation("New", .data(["createUser": ["id": "9", "name": "Ada"]])))
    _ = try await data(#"mutation New { createUser(name: "Ada") { id name } }"#)
    #expect(
      try await data("{ users { id name } }")["users"].array?.contains(["id": "9", "name": "Ada"])
        == true)
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
