import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Generated answers after mutations and after responses of handlers.
struct AgreeingChangesTests {
  private static let schema = """
    interface Node { id: ID! }
    type Query {
      users: [User!]! found(name: String): [User!]! connection(first: Int, after: String): Users!
      user(id: ID!): User strict(id: ID!): User! node(id: ID!): Node viewer: User
      posts: [Post!]! post(id: ID!): Post nodes: [Node!]!
    }
    type Mutation {
      createUser(name: String!): User! addUser(input: NewUser!): UserPayload! address(id: ID!): User
      createDraft(title: String!): Post! addToCart(item: ID!): Cart
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
    type Cart { id: ID! total: Int }
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

  // MARK: Created objects

  @Test func aCreatedObjectIsInTheListsOfItsType() async throws {
    let before = Self.ids(try await data("{ users { id } }")["users"])
    let id = try await data(#"mutation { createUser(name: "Zed") { id } }"#)["createUser"]["id"]
    let users = try await data("{ users { id name } }")["users"]
    #expect(users.array?.contains(["id": id, "name": "Zed"]) == true)
    #expect(Set(Self.ids(users)) == Set(before + [id]))
    #expect(!Self.ids(try await data("{ posts { id } }")["posts"]).contains(id))
  }

  @Test func aCreatedObjectIsInTheConnectionsOfItsType() async throws {
    let id = try await data(#"mutation { createUser(name: "Zed") { id } }"#)["createUser"]["id"]
    let users = try await data(
      "{ connection { edges { node { id } } nodes { id name } totalCount } }")["connection"]
    #expect(users["totalCount"] == 3)
    #expect(users["nodes"].array?.contains(["id": id, "name": "Zed"]) == true)
    #expect((users["edges"].array ?? []).map { $0["node"]["id"] } == Self.ids(users["nodes"]))
  }

  @Test func aCreatedObjectIsOnOneOfThePages() async throws {
    let id = try await data(#"mutation { createUser(name: "Zed") { id } }"#)["createUser"]["id"]
    var ids: [MockJSON] = []
    var cursor = MockJSON.null
    for count in 1...3 {
      let page = try await data(
        """
        query ($after: String) {
          connection(first: 1, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
        }
        """, ["after": cursor])["connection"]
      ids += Self.ids(page["nodes"])
      cursor = page["pageInfo"]["endCursor"]
      #expect(page["pageInfo"]["hasNextPage"] == .bool(count < 3))
    }
    #expect(ids.contains(id))
    #expect(Set(ids).count == 3)
  }

  @Test func aCreatedObjectIsNotInListsThatArgumentsFilter() async throws {
    let id = try await data(#"mutation { createUser(name: "Zed") { id } }"#)["createUser"]["id"]
    let data = try await data(
      #"{ found(name: "Al") { id } user(id: 7) { friends { id } } posts { author { friends { id } } } }"#
    )
    #expect(!Self.ids(data["found"]).contains(id))
    #expect(!Self.ids(data["user"]["friends"]).contains(id))
    #expect(!Self.ids(data["posts"][0]["author"]["friends"]).contains(id))
  }

  @Test func aCreatedObjectIsInAListOfTheViewer() async throws {
    let id = try await data(#"mutation { createUser(name: "Zed") { id } }"#)["createUser"]["id"]
    #expect(
      Self.ids(try await data("{ viewer { friends { id } } }")["viewer"]["friends"]).contains(id))
  }

  @Test func anObjectInsideAPayloadIsCreated() async throws {
    let made = try await data(
      #"mutation { addUser(input: { name: "Zed" }) { user { id } viewer { id } } }"#)["addUser"]
    let users = try await data("{ users { id name } }")["users"]
    #expect(users.array?.contains(["id": made["user"]["id"], "name": "Zed"]) == true)
    #expect(users.array?.count == 3)
  }

  @Test func aCreatedObjectNeedNotHaveTheNameOfTheMutation() async throws {
    let id = try await data(#"mutation { createDraft(title: "A") { id } }"#)["createDraft"]["id"]
    #expect(Self.ids(try await data("{ posts { id } }")["posts"]).contains(id))
  }

  @Test func twoCreationsHaveTwoIDs() async throws {
    let create = #"mutation { createUser(name: "Zed") { id } }"#
    let first = try await data(create)["createUser"]["id"]
    let second = try await data(create)["createUser"]["id"]
    #expect(first != second)
    #expect(
      Set(Self.ids(try await data("{ users { id } }")["users"])).isSuperset(of: [first, second]))
    let both = try await data(
      #"mutation { a: createUser(name: "Zed") { id } b: createUser(name: "Zed") { id } }"#)
    #expect(Set([first, second, both["a"]["id"], both["b"]["id"]]).count == 4)
  }

  @Test func aMutationOfAGivenIDCreatesNothing() async throws {
    for mutation in ["upsertUser(id: 9)", "createUserWithID(id: 9)", "address(id: 9)"] {
      _ = try await data("mutation { \(mutation) { id } }")
    }
    #expect(try await data("{ users { id } }")["users"].array?.count == 2)
  }

  @Test func addingToAnObjectCreatesNone() async throws {
    let add = "mutation { addToCart(item: 1) { id } }"
    let first = try await data(add)
    #expect(try await data(add) == first)
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

  @Test func resetForgetsCreatedAndDeletedObjects() async throws {
    let before = try await data("{ users { id } user(id: 7) { id } }")
    _ = try await data(#"mutation { createUser(name: "Zed") { id } deleteUser(id: 7) }"#)
    #expect(try await data("{ users { id } user(id: 7) { id } }") != before)
    service.reset()
    #expect(try await data("{ users { id } user(id: 7) { id } }") == before)
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

  @Test func aDeletedObjectIsInNoList() async throws {
    let id = try await data("{ users { id } }")["users"][0]["id"]
    _ = try await data("mutation ($id: ID!) { deleteUser(id: $id) }", ["id": id])
    let users = try await data("{ users { id } }")["users"]
    #expect(users.array?.count == 1)
    #expect(!Self.ids(users).contains(id))
  }

  @Test func aDeletedObjectIsInNoConnection() async throws {
    let id = try await data("{ connection { nodes { id } } }")["connection"]["nodes"][1]["id"]
    _ = try await data("mutation ($id: ID!) { destroyUser(userId: $id) { id } }", ["id": id])
    let users = try await data(
      "{ connection { edges { node { id } } nodes { id } totalCount } }")["connection"]
    #expect(users["totalCount"] == 1)
    #expect(!Self.ids(users["nodes"]).contains(id))
    #expect((users["edges"].array ?? []).map { $0["node"]["id"] } == Self.ids(users["nodes"]))
  }

  @Test func aDeletedObjectIsNullByItsID() async throws {
    _ = try await data("mutation { removeUser(input: { userId: 7 }) { user { id } } }")
    let data = try await data(
      "{ user(id: 7) { id } node(id: 7) { id } other: user(id: 8) { id } strict(id: 7) { id } post(id: 7) { id } }"
    )
    #expect(data["user"] == nil)
    #expect(data["other"] == ["id": "8"])
    #expect(data["strict"] == ["id": "7"])
    #expect(data["post"] == ["id": "7"])
  }

  @Test func aDeletedObjectIsNullAsANode() async throws {
    #expect(try await data("{ user(id: 7) { id } node(id: 7) { id } }")["node"] == ["id": "7"])
    _ = try await data("mutation { deleteUser(id: 7) }")
    #expect(try await data("{ node(id: 7) { id } }")["node"] == nil)
  }

  @Test func theMutationThatDeletesReturnsTheObject() async throws {
    #expect(
      try await data("mutation { destroyUser(userId: 7) { id name } }")["destroyUser"]
        == ["id": "7", "name": "name"])
  }

  @Test func aCreatedObjectCanBeDeleted() async throws {
    let id = try await data(#"mutation { createUser(name: "Zed") { id } }"#)["createUser"]["id"]
    _ = try await data("mutation ($id: ID!) { deleteUser(id: $id) }", ["id": id])
    #expect(try await data("{ users { id } }")["users"].array?.count == 2)
    #expect(try await data("query ($id: ID!) { user(id: $id) { id } }", ["id": id])["user"] == nil)
  }

  @Test func aDeletionThatReturnsAnIDKnowsItsTypeByItsName() async throws {
    let id = try await data("{ posts { id } }")["posts"][1]["id"]
    _ = try await data("mutation ($id: ID!) { deletePost(id: $id) }", ["id": id])
    #expect(!Self.ids(try await data("{ posts { id } }")["posts"]).contains(id))
  }

  // MARK: Objects of handlers

  @Test func anObjectThatAHandlerAnsweredIsTheSameInGeneratedAnswers() async throws {
    service.register(
      .query(
        "List",
        .data([
          "users": [
            ["id": "1", "name": "Ada", "years": 36], ["id": "2", "name": "Bob", "years": nil],
          ]
        ])))
    _ = try await data("query List { users { id name years: age } }")
    let data = try await data(
      "{ a: user(id: 1) { name age } b: user(id: 2) { name age posts { id } } }")
    #expect(data["a"] == ["name": "Ada", "age": 36])
    #expect(data["b"]["name"] == "Bob")
    #expect(data["b"]["age"] == nil)
    #expect(data["b"]["posts"].array?.count == 2)
  }

  @Test func aFieldWithArgumentsOfAHandlerIsNotKept() async throws {
    service.register(.query("One", .data(["user": ["id": "1", "avatar": "a.png"]])))
    _ = try await data("query One { user(id: 1) { id avatar(size: 20) } }")
    #expect(try await data("{ user(id: 1) { avatar } }") == ["user": ["avatar": "avatar"]])
  }

  @Test func aHandlersObjectOfAnInterfaceHasTheTypeThatItStates() async throws {
    service.register(
      .query("Nodes", .data(["nodes": [["__typename": "User", "id": "1", "name": "Ada"]]])))
    _ = try await data("query Nodes { nodes { __typename id ... on User { name } } }")
    #expect(
      try await data("{ node(id: 1) { __typename } user(id: 1) { name } }")
        == ["node": ["__typename": "User"], "user": ["name": "Ada"]])
  }

  @Test func aMutationChangesWhatAHandlerAnswered() async throws {
    service.register(.query("One", .data(["user": ["id": "1", "name": "Ada"]])))
    _ = try await data("query One { user(id: 1) { id name } }")
    _ = try await data(#"mutation { upsertUser(id: 1, name: "Eve") { id } }"#)
    #expect(try await data("{ user(id: 1) { name } }") == ["user": ["name": "Eve"]])
    _ = try await data("query One { user(id: 1) { id name } }")
    #expect(try await data("{ user(id: 1) { name } }") == ["user": ["name": "Ada"]])
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
    let data = try await data("{ users { id } user(id: 7) { id } }")
    #expect(data["users"].array?.count == 2)
    #expect(data["user"] == ["id": "7"])
  }

  // MARK: Children of children

  @Test func thePostsOfAPostsAuthorIncludeThePost() async throws {
    for query in [
      "{ post(id: 7) { id author { posts { id } written { edges { node { id } } } } } }",
      "{ post: viewer { post: posts { id author { id posts { id } written { edges { node { id } } } } } } }",
    ] {
      let found = try await data(query)["post"]
      let post = found["post"].array == nil ? found : found["post"][1]
      #expect(Self.ids(post["author"]["posts"]).contains(post["id"]), "\(post)")
      let written = (post["author"]["written"]["edges"].array ?? []).map { $0["node"]["id"] }
      #expect(written.contains(post["id"]), "\(post)")
      #expect(post["author"]["posts"].array?.count == 2)
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

  @Test func theRepliesOfAPostsParentIncludeThePost() async throws {
    let post = try await data(
      "{ post(id: 7) { id parent { id parent { id replies { id } } replies { id } } } }")["post"]
    #expect(Self.ids(post["parent"]["replies"]).contains("7"))
    #expect(Self.ids(post["parent"]["parent"]["replies"]).contains(post["parent"]["id"]))
  }

  @Test func aReplyDoesNotIncludeWhatItRepliesTo() async throws {
    let post = try await data("{ post(id: 7) { id replies { replies { id } } } }")["post"]
    #expect(!Self.ids(post["replies"][0]["replies"]).contains("7"))
  }

  @Test func aListWithAFilterNeedNotIncludeThePost() async throws {
    let post = try await data(#"{ post(id: 7) { author { pinned(tag: "a") { id } } } }"#)["post"]
    #expect(!Self.ids(post["author"]["pinned"]).contains("7"))
  }
}
