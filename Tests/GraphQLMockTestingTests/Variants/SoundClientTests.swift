import Foundation
import GraphQLMockTesting
import TestSupport
import Testing

/// Clients without a defect, of the kinds that a search for variants could take for faulty ones.
@Suite(.onWaitingThreads) struct SoundClientTests {
  private static let options = ServiceOptions.schema(
    """
    scalar Void
    type Query {
      posts(offset: Int, after: String): [Post!]! page(number: Int): Page! feed(after: String): Feed!
      post(id: ID!): Post messages(before: ID): Messages! files(token: String): Files! user(id: ID!): User
      users(first: Int, after: String): Users! latest(limit: Int, offset: Int): [Post!]!
      todos(limit: Int, nextToken: String): Todos! characters(page: Int): Characters! }
    type Todos { items: [Post!]! nextToken: String }
    type Characters { info: Info! results: [Post!]! }
    type Info { next: Int totalPages: Int! }
    type Mutation { markAsRead(id: ID!): Void! }
    type Post { id: ID! title: String! media: [Medium!]! author: User! likes: Int! }
    type Medium { id: ID! url: String }
    type User { id: ID! name: String! posts: [Post!]! friends: [User!]! }
    type Page { number: Int! isLastPage: Boolean! totalPages: Int! posts: [Post!]! }
    type Feed { posts: [Post!]! hasMore: Boolean! cursor: String }
    type Users { edges: [UserEdge!]! pageInfo: PageInfo! totalCount: Int! }
    type UserEdge { cursor: String! node: User }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Messages { nodes: [Post!]! has_more: Boolean! }
    type Files { keys: [String!]! isTruncated: Boolean! token: String! }
    """)

  /// A client, and what it does with a service.
  struct Client: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let use: @Sendable (MockGraphQLService) async throws -> Void

    init(_ name: String, _ use: @escaping @Sendable (MockGraphQLService) async throws -> Void) {
      (testDescription, self.use) = (name, use)
    }
  }

  private static func ids(_ json: MockJSON) -> [MockJSON] { (json.array ?? []).map { $0["id"] } }

  static let clients = [
    Client("asks twice per post") { service in
      for id in ids(try await service.ask("{ posts { id } }")["posts"]) {
        _ = try await service.ask("query A($id: ID!) { post(id: $id) { title } }", ["id": id])
        _ = try await service.ask("query B($id: ID!) { post(id: $id) { likes } }", ["id": id])
      }
    },
    Client("asks once per medium of each post") { service in
      let posts = try await service.ask("{ posts { id media { id } } }")["posts"]
      for medium in (posts.array ?? []).flatMap({ ids($0["media"]) }) {
        _ = try await service.ask("query M($id: ID!) { post(id: $id) { title } }", ["id": medium])
      }
    },
    Client("asks for the media of each post, and for each medium") { service in
      for id in ids(try await service.ask("{ posts { id } }")["posts"]) {
        let query = "query A($id: ID!) { post(id: $id) { media { id } } }"
        for medium in ids(try await service.ask(query, ["id": id])["post"]["media"]) {
          _ = try await service.ask("query M($id: ID!) { post(id: $id) { title } }", ["id": medium])
        }
      }
    },
    Client("walks to the friends of friends of friends") { service in
      var users: [MockJSON] = ["7"]
      for _ in 0..<3 {
        var friends: [MockJSON] = []
        for id in users {
          let query = "query U($id: ID!) { user(id: $id) { friends { id } } }"
          friends += ids(try await service.ask(query, ["id": id])["user"]["friends"])
        }
        users = friends
      }
    },
    Client("nests five lists of posts") { service in
      _ = try await service.ask(
        """
        { posts { author { posts { author { posts { author { posts { author { posts { id title } } } }
          } } } } } }
        """)
    },
    Client("pages while there is a token") { service in
      var token: MockJSON = nil
      repeat {
        let query =
          "query T($t: String) { todos(limit: 1, nextToken: $t) { items { id } nextToken } }"
        token = try await service.ask(query, ["t": token])["todos"]["nextToken"]
      } while !token.isNull
    },
    Client("pages while there is a next page") { service in
      var page: MockJSON = 1
      repeat {
        let query = "query C($p: Int) { characters(page: $p) { info { next } results { id } } }"
        page = try await service.ask(query, ["p": page])["characters"]["info"]["next"]
      } while !page.isNull
    },
    Client("pages while there is more") { service in
      var cursor: MockJSON = nil
      while true {
        let query =
          "query F($after: String) { feed(after: $after) { posts { id } hasMore cursor } }"
        let feed = try await service.ask(query, ["after": cursor])["feed"]
        guard feed["hasMore"].bool == true, feed["cursor"] != cursor else { return }
        cursor = feed["cursor"]
      }
    },
    Client("pages by the last id while there is more") { service in
      var last: MockJSON = nil
      while true {
        let query = "query M($id: ID) { messages(before: $id) { nodes { id } has_more } }"
        let messages = try await service.ask(query, ["id": last])["messages"]
        guard messages["has_more"].bool == true, let id = ids(messages["nodes"]).last else {
          return
        }
        last = id
      }
    },
    Client("pages while the list is cut off") { service in
      var token: MockJSON = nil
      while true {
        let query = "query K($token: String) { files(token: $token) { keys isTruncated token } }"
        let files = try await service.ask(query, ["token": token])["files"]
        guard files["isTruncated"].bool == true else { return }
        token = files["token"]
      }
    },
    Client("pages until the last page") { service in
      for number in 1... {
        let query = "query P($n: Int) { page(number: $n) { number isLastPage posts { id } } }"
        let page = try await service.ask(query, ["n": .number(number)])["page"]
        if page["isLastPage"].bool == true { return }
      }
    },
    Client("pages up to the number of pages") { service in
      for number in 1... {
        let query = "query P($n: Int) { page(number: $n) { totalPages posts { id } } }"
        let page = try await service.ask(query, ["n": .number(number)])["page"]
        if number >= page["totalPages"].int ?? 0 { return }
      }
    },
    Client("pages by an offset until a page isn't full") { service in
      var offset = 0
      while true {
        let query = "query O($offset: Int) { posts(offset: $offset) { id } }"
        let posts = ids(try await service.ask(query, ["offset": .number(offset)])["posts"])
        if posts.count < 25 { return }
        offset += posts.count
      }
    },
    Client("pages through a connection by one edge") { service in
      var cursor: MockJSON = nil
      while true {
        let query = """
          query U($after: String) {
            users(first: 1, after: $after) {
              edges { node { id } } pageInfo { hasNextPage endCursor } totalCount
            }
          }
          """
        let users = try await service.ask(query, ["after": cursor])["users"]
        // The cursor may be null, and would then begin with the first page again.
        guard users["pageInfo"]["hasNextPage"].bool == true,
          users["pageInfo"]["endCursor"].string != nil
        else { return }
        cursor = users["pageInfo"]["endCursor"]
      }
    },
    Client("pages by the cursor of the last edge") { service in
      var cursor: MockJSON = nil
      var count = 0
      while true {
        let query = """
          query U($after: String) {
            users(first: 1, after: $after) { edges { cursor } totalCount }
          }
          """
        let users = try await service.ask(query, ["after": cursor])["users"]
        guard let last = users["edges"].array?.last?["cursor"], last != cursor else { return }
        cursor = last
        count += users["edges"].array?.count ?? 0
        if count >= users["totalCount"].int ?? 0 { return }
      }
    },
    Client("pages by a limit until a page isn't full") { service in
      var offset = 0
      while true {
        let query = "query O($offset: Int) { latest(limit: 1, offset: $offset) { id } }"
        let posts = ids(try await service.ask(query, ["offset": .number(offset)])["latest"])
        if posts.isEmpty { return }
        offset += posts.count
      }
    },
    Client("marks each post as read") { service in
      for id in ids(try await service.ask("{ posts { id } }")["posts"]) {
        _ = try await service.ask("mutation R($id: ID!) { markAsRead(id: $id) }", ["id": id])
      }
    },
    Client("asks at once") { service in
      let posts = ids(try await service.ask("{ posts { id } }")["posts"])
      try await withThrowingTaskGroup { group in
        for id in posts {
          group.addTask {
            _ = try await service.ask("query A($id: ID!) { post(id: $id) { title } }", ["id": id])
            _ = try await service.ask("query B($id: ID!) { post(id: $id) { likes } }", ["id": id])
          }
        }
        try await group.waitForAll()
      }
    },
  ]

  /// Every second one; in the long form of the suite all of them.
  private static let tried: [Client] = clients.enumerated().filter {
    Effort.isLong || $0.offset % 2 == 0
  }
  .map(\.element)

  @Test(arguments: tried)
  func aSoundClientIsNeverBlamed(_ client: Client) async throws {
    let report = try await withResponseVariants(
      combinations: Effort.rounds(0, long: 40), options: Self.options
    ) { service in
      try await withOwnThreads(waits: true) { try await client.use(service) }
    }
    #expect(report.findings == [])
    #expect(report.triedSingleChangeCount > 0)
  }
}
