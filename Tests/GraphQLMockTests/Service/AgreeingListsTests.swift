import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Generated connections and pages, as Relay's specification of connections and `relayStylePaginationMock` of
/// graphql-tools have them.
struct AgreeingListsTests {
  private static let schema = """
    type Query {
      users(first: Int, after: String, last: Int, before: String, role: Role): UserConnection!
      user(id: ID!): User viewer: User
      all(limit: Int, offset: Int): [User!]!
      pages(page: Int = 1, perPage: Int): UserPage!
      numbered(page: Int = 0, perPage: Int = 1): UserPage!
      feed(first: Int, after: String): Feed!
      tokens(limit: Int, nextToken: String): TokenPage!
      named(names: [String!], first: Int): [User!]!
    }
    type User { id: ID! name: String! friends(first: Int, after: String): UserConnection! }
    type UserConnection {
      edges: [UserEdge!]! nodes: [User!]! pageInfo: PageInfo! totalCount: Int! count: Int
    }
    type UserEdge { cursor: String! node: User! since: String }
    type PageInfo {
      hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String
    }
    type UserPage { total: Int hasMore: Boolean! isLastPage: Boolean! items: [User!]! }
    type Feed { posts: [User!]! has_more: Boolean! cursor: String }
    type TokenPage { items: [User!]! nextToken: String }
    enum Role { GUEST ADMIN }
    """

  private static let page = """
    edges { cursor node { id name } } nodes { id name } totalCount count
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    """

  private func service(_ overrides: GeneratedOverrides = [:]) throws -> MockGraphQLService {
    MockGraphQLService(
      schema: try ServiceSchema(definitions: Self.schema), unhandled: .generated(overrides))
  }

  private func data(
    _ query: String, _ variables: MockJSON = [:], from service: MockGraphQLService? = nil
  ) async throws -> MockJSON {
    let service = try service ?? self.service()
    let request = try URLRequest.graphQL(["query": .string(query), "variables": variables])
    let response = try MockJSON(parsing: try await service.respond(to: request).body.collect())
    #expect(response["errors"].isNull, "\(response)")
    #expect(service.failures == [])
    return response["data"]
  }

  private static func ids(_ list: MockJSON) -> [MockJSON] { (list.array ?? []).map { $0["id"] } }

  /// The `id` of each node, page by page, and what the pages say of others.
  private func walk(
    _ arguments: String, from service: MockGraphQLService? = nil
  ) async throws -> [(ids: [MockJSON], info: MockJSON, total: MockJSON)] {
    var pages: [(ids: [MockJSON], info: MockJSON, total: MockJSON)] = []
    var cursor = MockJSON.null
    repeat {
      let users = try await data(
        "query ($after: String) { users(\(arguments), after: $after) { \(Self.page) } }",
        ["after": cursor], from: service)["users"]
      pages.append(
        (
          (users["edges"].array ?? []).map { $0["node"]["id"] }, users["pageInfo"],
          users["totalCount"]
        ))
      cursor = users["pageInfo"]["endCursor"]
    } while pages.last?.info["hasNextPage"] == true && pages.count < 10
    return pages
  }

  // MARK: A connection

  @Test func totalCountIsTheNumberOfEdges() async throws {
    let users = try await data("{ users { \(Self.page) } }")["users"]
    #expect(users["edges"].array?.count == 2)
    #expect(users["totalCount"] == 2)
    #expect(users["count"] == 2)
  }

  @Test func totalCountIsTheStatedNumberOfEdges() async throws {
    let service = try service(["UserConnection.edges": .list(5)])
    let users = try await data("{ users { \(Self.page) } }", from: service)["users"]
    #expect(users["edges"].array?.count == 5)
    #expect(users["nodes"].array?.count == 5)
    #expect(users["totalCount"] == 5)
    #expect(users["pageInfo"]["hasNextPage"] == false)
  }

  @Test func theNodesOfEdgesAreTheNodes() async throws {
    let users = try await data("{ users { \(Self.page) } }")["users"]
    #expect(MockJSON.array((users["edges"].array ?? []).map { $0["node"] }) == users["nodes"])
    #expect(Set(Self.ids(users["nodes"])).count == 2)
  }

  @Test func cursorsAreUnique() async throws {
    let edges = try #require(
      try await data("{ users { edges { cursor } } }")["users"]["edges"].array)
    #expect(Set(edges.map { $0["cursor"] }).count == 2)
  }

  @Test func startAndEndCursorAreThoseOfTheFirstAndLastEdge() async throws {
    let users = try await data("{ users { \(Self.page) } }")["users"]
    #expect(users["pageInfo"]["startCursor"] == users["edges"][0]["cursor"])
    #expect(users["pageInfo"]["endCursor"] == users["edges"][1]["cursor"])
    #expect(users["edges"][1]["cursor"].string?.isEmpty == false)
  }

  @Test func firstLimitsTheEdgesButNotTheTotal() async throws {
    let users = try await data("{ users(first: 1) { \(Self.page) } }")["users"]
    #expect(users["edges"].array?.count == 1)
    #expect(users["nodes"].array?.count == 1)
    #expect(users["totalCount"] == 2)
    #expect(users["pageInfo"]["hasNextPage"] == true)
    #expect(users["pageInfo"]["hasPreviousPage"] == false)
    #expect(users["pageInfo"]["endCursor"] == users["edges"][0]["cursor"])
  }

  @Test func afterContinuesBehindTheCursorUntilTheEnd() async throws {
    let service = try service()
    let all = Self.ids(
      try await data("{ users { nodes { id } } }", from: service)["users"]["nodes"])
    let pages = try await walk("first: 1", from: service)
    #expect(pages.map(\.ids) == all.map { [$0] })
    #expect(pages.map { $0.info["hasNextPage"] } == [true, false])
    #expect(pages.map { $0.info["hasPreviousPage"] } == [false, true])
    #expect(pages.map(\.total) == [2, 2])
  }

  @Test func aPageThatIsLargeEnoughIsTheOnlyOne() async throws {
    let pages = try await walk("first: 20")
    #expect(pages.map(\.ids.count) == [2])
  }

  @Test func afterTheLastCursorNothingFollows() async throws {
    let service = try service()
    let end = try await data("{ users { pageInfo { endCursor } } }", from: service)
    let users = try await data(
      "query ($after: String) { users(after: $after) { \(Self.page) } }",
      ["after": end["users"]["pageInfo"]["endCursor"]], from: service)["users"]
    #expect(
      users == [
        "edges": [], "nodes": [], "totalCount": 2, "count": 2,
        "pageInfo": [
          "hasNextPage": false, "hasPreviousPage": true, "startCursor": nil, "endCursor": nil,
        ],
      ])
  }

  @Test func lastHasTheLastEdges() async throws {
    let service = try service()
    let all = Self.ids(
      try await data("{ users { nodes { id } } }", from: service)["users"]["nodes"])
    let users = try await data("{ users(last: 1) { \(Self.page) } }", from: service)["users"]
    #expect(Self.ids(users["nodes"]) == [all[1]])
    #expect(users["edges"].array?.count == 1)
    #expect(users["totalCount"] == 2)
    #expect(users["pageInfo"]["hasPreviousPage"] == true)
    #expect(users["pageInfo"]["hasNextPage"] == false)
  }

  @Test func aConnectionInsideAnObjectAgreesInListAndDetail() async throws {
    let service = try service()
    let fields = "id friends(first: 1) { \(Self.page) }"
    let user = try await data("{ users { nodes { \(fields) } } }", from: service)["users"]["nodes"][
      1]
    let alone = try await data(
      "query ($id: ID!) { user(id: $id) { \(fields) } }", ["id": user["id"]], from: service)
    #expect(alone["user"] == user)
    #expect(user["friends"]["edges"].array?.count == 1)
    #expect(user["friends"]["pageInfo"]["hasNextPage"] == true)
  }

  @Test func aNodeOfAPageIsTheSameWhenItIsRequestedByItsID() async throws {
    let service = try service(["User.name": .uuid])
    let node = try await data("{ users(first: 1) { nodes { id name } } }", from: service)
    let user = node["users"]["nodes"][0]
    let alone = try await data(
      "query ($id: ID!) { user(id: $id) { id name } }", ["id": user["id"]], from: service)
    #expect(alone["user"] == user)
  }

  @Test func aFilterMakesAnotherList() async throws {
    let data = try await data(
      "{ a: users(role: ADMIN) { nodes { id } } b: users(role: GUEST) { nodes { id } } }")
    #expect(Self.ids(data["a"]["nodes"]) != Self.ids(data["b"]["nodes"]))
  }

  @Test func aCursorOfAnotherServiceEndsThePages() async throws {
    let pages = try await walk("first: 1", from: service(["PageInfo.endCursor": "x"]))
    #expect(pages.map { $0.info["hasNextPage"] } == [false])
    let users = try await data(#"{ users(first: 1, after: "x") { \#(Self.page) } }"#)["users"]
    #expect(users["edges"].array?.count == 1)
    #expect(users["pageInfo"]["hasNextPage"] == false)
    let known = try await data("{ users { nodes { id } } }")["users"]["nodes"]
    #expect(!Self.ids(known).contains(users["nodes"][0]["id"]))
  }

  // MARK: Pages of other forms

  @Test func aListBeginsAtItsOffsetAndEnds() async throws {
    let service = try service()
    let query = "query ($offset: Int) { all(limit: 1, offset: $offset) { id } }"
    let all = try await data("{ all { id } }", from: service)["all"]
    var pages: [[MockJSON]] = []
    for offset in 0..<3 {
      pages.append(
        Self.ids(try await data(query, ["offset": .number(offset)], from: service)["all"]))
    }
    #expect(pages == [[all[0]["id"]], [all[1]["id"]], []])
  }

  @Test func numberedPagesDifferAndEnd() async throws {
    let service = try service()
    let query = """
      query ($page: Int) {
        pages(page: $page, perPage: 1) { total hasMore isLastPage items { id } }
      }
      """
    let first = try await data(query, ["page": 1], from: service)["pages"]
    let second = try await data(query, ["page": 2], from: service)["pages"]
    let third = try await data(query, ["page": 3], from: service)["pages"]
    #expect([first, second, third].map { $0["hasMore"] } == [true, false, false])
    #expect([first, second, third].map { $0["isLastPage"] } == [false, true, true])
    #expect([first, second, third].map { $0["total"] } == [2, 2, 2])
    #expect(Set(Self.ids(first["items"]) + Self.ids(second["items"])).count == 2)
    #expect(third["items"] == [])
  }

  @Test func aPageWithoutASizeIsTheOnlyOne() async throws {
    let data = try await data("{ pages { total hasMore items { id } } }")["pages"]
    #expect(data["items"].array?.count == 2)
    #expect(data["hasMore"] == false)
    #expect(data["total"] == 2)
  }

  @Test func pagesCountFromZeroIfThatIsTheDefault() async throws {
    let service = try service()
    let first = try await data("{ numbered { hasMore items { id } } }", from: service)["numbered"]
    let second = try await data(
      "{ numbered(page: 1) { hasMore items { id } } }", from: service)["numbered"]
    #expect([first["hasMore"], second["hasMore"]] == [true, false])
    #expect(Set(Self.ids(first["items"]) + Self.ids(second["items"])).count == 2)
  }

  @Test func aPageWithACursorContinuesBehindIt() async throws {
    let service = try service()
    let query =
      "query ($after: String) { feed(first: 1, after: $after) { posts { id } has_more cursor } }"
    let first = try await data(query, from: service)["feed"]
    let second = try await data(query, ["after": first["cursor"]], from: service)["feed"]
    #expect([first["has_more"], second["has_more"]] == [true, false])
    #expect(Set(Self.ids(first["posts"]) + Self.ids(second["posts"])).count == 2)
  }

  @Test func theNextTokenIsNullOnTheLastPage() async throws {
    let service = try service()
    let query = "query ($t: String) { tokens(limit: 1, nextToken: $t) { items { id } nextToken } }"
    let first = try await data(query, from: service)["tokens"]
    let second = try await data(query, ["t": first["nextToken"]], from: service)["tokens"]
    #expect(first["nextToken"].string != nil)
    #expect(second["nextToken"] == nil)
    #expect(Set(Self.ids(first["items"]) + Self.ids(second["items"])).count == 2)
  }

  @Test func aPageOfAFilteredListKeepsTheFilter() async throws {
    let data = try await data(
      #"{ a: named(names: "x", first: 1) { id } b: named(names: "x") { id } c: named { id } }"#)
    #expect(data["a"].array?.count == 1)
    #expect(data["a"][0] == data["b"][0])
    #expect(data["b"] != data["c"])
  }

  @Test func aCountInAnElementIsNotTheTotal() async throws {
    let service = MockGraphQLService(
      schema: try ServiceSchema(
        definitions: """
          type Query { tags(first: Int): Tags! }
          type Tags { nodes: [Tag!]! totalCount: Int! }
          type Tag { name: String! count: Int! hasMore: Boolean! }
          """), unhandled: .generated)
    let tags = try await data(
      "{ tags(first: 1) { nodes { name count hasMore } totalCount } }", from: service)["tags"]
    #expect(
      tags == ["nodes": [["name": "name", "count": 1, "hasMore": false]], "totalCount": 2])
  }

  // MARK: Values that the test states

  @Test func aStatedValueWinsOverAgreement() async throws {
    let service = try service([
      "PageInfo.hasNextPage": true, "UserConnection.totalCount": 99, "users.edges[0].cursor": "c",
      "Query.all": .list(5),
    ])
    let data = try await data("{ users { \(Self.page) } all(limit: 2) { id } }", from: service)
    #expect(data["users"]["pageInfo"]["hasNextPage"] == true)
    #expect(data["users"]["totalCount"] == 99)
    #expect(data["users"]["edges"][0]["cursor"] == "c")
    #expect(data["all"].array?.count == 5)
  }

  @Test func aStatedListEnds() async throws {
    let service = try service(["Query.all": .list(3), "users.edges": [["cursor": "a"], [:], [:]]])
    #expect(try await data("{ all(offset: 2) { id } }", from: service)["all"].array?.count == 1)
    #expect(try await data("{ all(offset: 3) { id } }", from: service)["all"] == [])
    let users = try await data("{ users { \(Self.page) } }", from: service)["users"]
    #expect(users["totalCount"] == 3)
    #expect(users["nodes"].array?.count == 3)
    #expect(users["edges"][0]["cursor"] == "a")
  }

  @Test func anEmptyConnectionHasNoMore() async throws {
    let service = try service(["UserConnection.edges": .list(0)])
    let users = try await data("{ users(first: 1) { \(Self.page) } }", from: service)["users"]
    #expect(
      users == [
        "edges": [], "nodes": [], "totalCount": 0, "count": 0,
        "pageInfo": [
          "hasNextPage": false, "hasPreviousPage": false, "startCursor": nil, "endCursor": nil,
        ],
      ])
  }

  @Test func aListOfANodesFieldIsNoConnection() async throws {
    let service = MockGraphQLService(
      schema: try ServiceSchema(
        definitions: "type Query { nodes(ids: [ID!]!): [User]! } type User { id: ID! node: User }"),
      unhandled: .generated)
    let nodes = try await data(#"{ nodes(ids: ["1"]) { id node { id } } }"#, from: service)["nodes"]
    #expect(nodes.array?.count == 2)
    #expect(nodes[0]["node"]["id"] != nodes[0]["id"])
  }

  @Test func pagesAreTheSameInEveryService() async throws {
    let (one, other) = (try service(), try service())
    _ = try await data("{ viewer { id } }", from: other)
    let (mine, its) = (
      try await walk("first: 1", from: one), try await walk("first: 1", from: other)
    )
    #expect(mine.map(\.info) == its.map(\.info))
    #expect(mine.map(\.ids) == its.map(\.ids))
  }
}
