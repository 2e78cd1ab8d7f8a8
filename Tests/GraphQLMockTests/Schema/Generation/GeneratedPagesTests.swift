import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Generated connections and pages, as Relay's specification of connections and `relayStylePaginationMock` of
/// graphql-tools have them.
struct GeneratedPagesTests {
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

  /// The connections, page by page.
  private func walk(
    _ arguments: String, from service: MockGraphQLService? = nil
  ) async throws -> [MockJSON] {
    var pages: [MockJSON] = []
    var cursor = MockJSON.null
    repeat {
      let users = try await data(
        "query ($after: String) { users(\(arguments), after: $after) { \(Self.page) } }",
        ["after": cursor], from: service)["users"]
      pages.append(users)
      cursor = users["pageInfo"]["endCursor"]
    } while pages.last?["pageInfo"]["hasNextPage"] == true && pages.count < 10
    return pages
  }

  /// What a page of a connection must be, given its cursors and its nodes.
  private static func expected(
    _ users: MockJSON, size: Int, total: Int, hasNext: Bool = false, hasPrevious: Bool = false
  ) -> MockJSON {
    let nodes: [MockJSON] = (0..<size).map { users["nodes"][$0] }
    let cursors: [MockJSON] = (0..<size).map { users["edges"][$0]["cursor"] }
    let edges: [MockJSON] = zip(cursors, nodes).map { ["cursor": $0, "node": $1] }
    return [
      "edges": .array(edges), "nodes": .array(nodes), "totalCount": .number(total),
      "count": .number(total),
      "pageInfo": [
        "hasNextPage": .bool(hasNext), "hasPreviousPage": .bool(hasPrevious),
        "startCursor": cursors.first ?? .null, "endCursor": cursors.last ?? .null,
      ],
    ]
  }

  // MARK: A connection

  static let connections:
    [(
      overrides: GeneratedOverrides, field: String, size: Int, total: Int, hasNext: Bool,
      hasPrevious: Bool
    )] = [
      ([:], "users", 2, 2, false, false),
      (["UserConnection.edges": .list(5)], "users", 5, 5, false, false),
      ([:], "users(first: 1)", 1, 2, true, false), ([:], "users(last: 1)", 1, 2, false, true),
      // A page that is large enough is the only one.
      ([:], "users(first: 20, after: null)", 2, 2, false, false),
      (["UserConnection.edges": .list(0)], "users(first: 1)", 0, 0, false, false),
    ]

  @Test(arguments: connections)
  func countsNodesAndPageInfoOfAConnectionAgreeWithItsEdgesWhichAreUnique(
    overrides: GeneratedOverrides, field: String, size: Int, total: Int, hasNext: Bool,
    hasPrevious: Bool
  ) async throws {
    let users = try await data("{ \(field) { \(Self.page) } }", from: service(overrides))["users"]
    #expect(
      users
        == Self.expected(
          users, size: size, total: total, hasNext: hasNext, hasPrevious: hasPrevious))
    let cursors: [String] = (users["edges"].array ?? []).compactMap { $0["cursor"].string }
    #expect(Set(cursors).subtracting([""]).count == size, "\(cursors)")
    #expect(Set(Self.ids(users["nodes"])).count == size)
  }

  @Test func pagesFromTheStartAndFromTheEndAreThoseOfTheWholeList() async throws {
    let service = try service()
    let all = Self.ids(
      try await data("{ users { nodes { id } } }", from: service)["users"]["nodes"])
    let pages = try await walk("first: 1", from: service)
    let (first, second) = (pages[0], MockJSON.array(pages)[1])
    let expected: [MockJSON] = [
      Self.expected(first, size: 1, total: 2, hasNext: true),
      Self.expected(second, size: 1, total: 2, hasPrevious: true),
    ]
    #expect(pages == expected)
    let last = try await data("{ users(last: 1) { nodes { id } } }", from: service)["users"]
    #expect(Self.ids(first["nodes"]) + Self.ids(second["nodes"]) == all)
    #expect(Self.ids(last["nodes"]) == [all[1]])
  }

  @Test func aListOfAStatedLengthHasAShortLastPage() async throws {
    let service = try service(["UserConnection.edges": .list(5), "Query.all": .list(3)])
    let pages = try await walk("first: 2", from: service)
    let expected = pages.enumerated().map { index, page in
      Self.expected(
        page, size: index == 2 ? 1 : 2, total: 5, hasNext: index < 2, hasPrevious: index > 0)
    }
    #expect(pages == expected)
    #expect(pages.count == 3 && Set(pages.flatMap { Self.ids($0["nodes"]) }).count == 5)
    let data = try await data(
      "{ users(last: 2) { edges { cursor } } all(limit: 2, offset: 2) { id } whole: all { id } }",
      from: service)
    let cursors = (data["users"]["edges"].array ?? []).map { $0["cursor"] }
    #expect(cursors == [pages[1]["edges"][1]["cursor"], pages[2]["edges"][0]["cursor"]])
    #expect(data["all"] == [data["whole"][2]])
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

  @Test func aNodeOfAListOrPageIsTheSameWithItsConnectionWhenItIsRequestedByItsID() async throws {
    let service = try service(["User.name": .uuid])
    let fields = "id name friends(first: 1) { \(Self.page) }"
    let data = try await data(
      "{ users { nodes { \(fields) } } page: users(first: 1) { nodes { \(fields) } } }",
      from: service)
    for user in [data["users"]["nodes"][1], data["page"]["nodes"][0]] {
      let alone = try await self.data(
        "query ($id: ID!) { user(id: $id) { \(fields) } }", ["id": user["id"]], from: service)
      #expect(alone["user"] == user)
      let friends = user["friends"]
      #expect(friends == Self.expected(friends, size: 1, total: 2, hasNext: true), "\(user)")
    }
  }

  @Test func aFilterMakesAnotherListWhichItsPagesKeep() async throws {
    let data = try await data(
      """
      { admins: users(role: ADMIN) { nodes { id } } guests: users(role: GUEST) { nodes { id } }
        page: named(names: "x", first: 1) { id } list: named(names: "x") { id } all: named { id } }
      """)
    #expect(Self.ids(data["admins"]["nodes"]) != Self.ids(data["guests"]["nodes"]))
    #expect(data["page"] == [data["list"][0]])
    #expect(data["list"] != data["all"])
  }

  @Test func aCursorOfAnotherServiceEndsThePages() async throws {
    let pages = try await walk("first: 1", from: service(["PageInfo.endCursor": "x"]))
    #expect(pages.map { $0["pageInfo"]["hasNextPage"] } == [false])
    let users = try await data(
      """
      { users(first: 1, after: "x") {
        edges { node { id } } nodes { id } pageInfo { hasNextPage } } }
      """)["users"]
    let node = users["nodes"][0]
    let expected: MockJSON = [
      "edges": [["node": node]], "nodes": [node], "pageInfo": ["hasNextPage": false],
    ]
    #expect(users == expected)
    let known = try await data("{ users { nodes { id } } }")["users"]["nodes"]
    #expect(!Self.ids(known).contains(node["id"]))
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

  @Test func numberedPagesDifferAndEndAndCountFromTheirDefault() async throws {
    func page(_ items: [MockJSON], hasMore: Bool = false) -> MockJSON {
      [
        "total": 2, "hasMore": .bool(hasMore), "isLastPage": .bool(!hasMore),
        "items": .array(items),
      ]
    }
    let data = try await data(
      """
      { first: pages(page: 1, perPage: 1) { ...P } second: pages(page: 2, perPage: 1) { ...P }
        third: pages(page: 3, perPage: 1) { ...P } whole: pages { ...P }
        zero: numbered { ...P } one: numbered(page: 1) { ...P } }
      fragment P on UserPage { total hasMore isLastPage items { id } }
      """)
    let (first, second) = (data["first"]["items"][0], data["second"]["items"][0])
    let (zero, one) = (data["zero"]["items"][0], data["one"]["items"][0])
    let expected: MockJSON = [
      "first": page([first], hasMore: true), "second": page([second]), "third": page([]),
      "whole": page([first, second]), "zero": page([zero], hasMore: true), "one": page([one]),
    ]
    #expect(data == expected)
    #expect(first != second && zero != one, "\(data)")
  }

  /// The public API of Rick and Morty has this form.
  @Test func theNumberOfTheNextPageIsNullOnTheLastOne() async throws {
    let schema = try ServiceSchema(
      definitions: """
        type Query { characters(page: Int, perPage: Int): Characters zero(page: Int = 0, perPage: Int): Characters }
        type Characters { info: Info results: [Character] nextPage: Int! }
        type Info { count: Float! pages: Int next: Int prev: Int currentPage: Int }
        type Character { id: ID name: String }
        """)
    let service = MockGraphQLService(schema: schema, unhandled: .generated)
    let data = try await data(
      """
      { all: characters { ...C } one: characters(page: 1, perPage: 1) { ...C }
        two: characters(page: 2, perPage: 1) { ...C } zero(page: 0, perPage: 1) { ...C } }
      fragment C on Characters { info { count pages next prev currentPage } nextPage }
      """, from: service)
    func page(_ current: MockJSON, _ pages: MockJSON, _ next: MockJSON, _ prev: MockJSON)
      -> MockJSON
    {
      [
        "info": ["count": 2, "pages": pages, "next": next, "prev": prev, "currentPage": current],
        "nextPage": next.isNull ? 1 : next,
      ]
    }
    #expect(
      data == [
        "all": page(1, 1, nil, nil), "one": page(1, 2, 2, nil), "two": page(2, 2, nil, 1),
        "zero": page(0, 2, 1, nil),
      ])
    // A list of a stated length is divided, too.
    let stated = MockGraphQLService(
      schema: schema, unhandled: .generated(["Characters.results": .list(25)]))
    let long = try await self.data(
      """
      { one: characters(page: 1, perPage: 10) { ...C } two: characters(page: 3, perPage: 10) { ...C } }
      fragment C on Characters { info { count pages next } results { id } }
      """, from: stated)
    #expect(long["one"]["info"] == ["count": 25, "pages": 3, "next": 2])
    #expect(long["two"]["info"] == ["count": 25, "pages": 3, "next": nil])
    #expect([long["one"]["results"].array?.count, long["two"]["results"].array?.count] == [10, 5])
  }

  @Test func statedNodesAreCounted() async throws {
    let service = try service(["Query.users": ["nodes": [[:], [:], [:]]]])
    let users = try await data(
      "{ users { nodes { id } totalCount pageInfo { endCursor } } }", from: service)["users"]
    #expect(users["nodes"].array?.count == 3)
    #expect(users["totalCount"] == 3)
    #expect(users["pageInfo"] == ["endCursor": "cursor:2"])
  }

  @Test func elementsAreCountedUnderAnAlias() async throws {
    let three: MockJSON = [["id": "1"], ["id": "2"], ["id": "3"]]
    let query = "query Users { users { all: nodes { id } totalCount } }"
    let rows: [(handlers: [RequestHandler], overrides: GeneratedOverrides)] = [
      ([.query("Users", .data(["users": ["all": three]]).completed)], [:]),
      ([], ["users.all": GeneratedValue(json: three)]),
      ([], ["UserConnection.nodes": GeneratedValue(json: three)]),
    ]
    for (handlers, overrides) in rows {
      let service = try service(overrides)
      for handler in handlers { service.register(handler) }
      #expect(
        try await data(query, from: service) == ["users": ["all": three, "totalCount": 3]],
        "\(overrides)")
    }
  }

  @Test(arguments: ["nextToken", "next_token", "nextCursor"])
  func eachPageIsTheLastOneIfTheTestStatesItsCursor(name: String) async throws {
    let service = MockGraphQLService(
      schema: try ServiceSchema(
        definitions: """
          type Query { items(limit: Int, nextToken: String): Items! }
          type Items { items: [Item!]! \(name): String hasMore: Boolean! }
          type Item { id: ID! }
          """),
      unhandled: .generated(["Items.\(name)": "a"]))
    #expect(
      try await data("{ items(limit: 1) { \(name) hasMore } }", from: service)
        == ["items": [name: "a", "hasMore": false]])
  }

  /// A fragment on an interface selects the same field of several types (GraphQL, section 6.4.1).
  @Test func aListHasTheDefaultArgumentsOfTheTypeOfItsObject() async throws {
    let service = MockGraphQLService(
      schema: try ServiceSchema(
        definitions: """
          type Query { animals: [Animal!]! }
          interface Animal { id: ID! friends(first: Int): [Animal!]! }
          type Dog implements Animal { id: ID! friends(first: Int = 1): [Animal!]! }
          type Cat implements Animal { id: ID! friends(first: Int = 0): [Animal!]! }
          """),
      unhandled: .generated(["Query.animals": [["__typename": "Dog"], ["__typename": "Cat"]]]))
    let animals = try await data("{ animals { friends { __typename } } }", from: service)
    #expect(animals == ["animals": [["friends": [["__typename": "Dog"]]], ["friends": []]]])
  }

  /// Frameworks such as nestjs-query name the scalar of cursors `ConnectionCursor`.
  @Test func cursorsMayHaveAScalarOfTheirOwn() async throws {
    let schema = try ServiceSchema(
      definitions: Self.schema.replacingOccurrences(
        of: "Cursor: String", with: "Cursor: ConnectionCursor"
      )
      .replacingOccurrences(of: "after: String", with: "after: ConnectionCursor")
        + "\nscalar ConnectionCursor")
    let service = MockGraphQLService(schema: schema, unhandled: .generated)
    let first = try await data(
      "{ users(first: 1) { nodes { id } pageInfo { endCursor } } }", from: service)
    let cursor = first["users"]["pageInfo"]["endCursor"]
    let second = try await data(
      "query ($c: ConnectionCursor) { users(first: 1, after: $c) { nodes { id } pageInfo { hasNextPage } } }",
      ["c": cursor], from: service)
    let all = try await data("{ users { nodes { id } } }", from: service)["users"]["nodes"]
    #expect([first, second].map { $0["users"]["nodes"][0] } == [all[0], all[1]])
    #expect(second["users"]["pageInfo"]["hasNextPage"] == false)
  }

  @Test func aPageContinuesBehindACursorAndTheNextTokenIsNullOnTheLastOne() async throws {
    let service = try service()
    let feed =
      "query ($after: String) { feed(first: 1, after: $after) { posts { id } has_more cursor } }"
    let first = try await data(feed, from: service)["feed"]
    let second = try await data(feed, ["after": first["cursor"]], from: service)["feed"]
    #expect([first["has_more"], second["has_more"]] == [true, false])
    #expect(Set(Self.ids(first["posts"]) + Self.ids(second["posts"])).count == 2)
    let list = "query ($t: String) { tokens(limit: 1, nextToken: $t) { items { id } nextToken } }"
    let start = try await data(list, from: service)["tokens"]
    let token = try #require(start["nextToken"].string)
    let end = try await data(list, ["t": .string(token)], from: service)["tokens"]
    #expect(end["nextToken"] == nil)
    #expect(Set(Self.ids(start["items"]) + Self.ids(end["items"])).count == 2)
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
    let users = data["users"]
    let stated: [MockJSON] = [
      users["pageInfo"]["hasNextPage"], users["totalCount"], users["edges"][0]["cursor"],
      .number(data["all"].array?.count ?? 0),
    ]
    #expect(stated == [true, 99, "c", 2])
  }

  @Test func aStatedListEnds() async throws {
    let service = try service(["Query.all": .list(3), "users.edges": [["cursor": "a"], [:], [:]]])
    let data = try await data(
      "{ two: all(offset: 2) { id } three: all(offset: 3) { id } users { \(Self.page) } }",
      from: service)
    let users = data["users"]
    let found: [MockJSON] = [
      .number(data["two"].array?.count ?? 0), data["three"], users["totalCount"],
      .number(users["nodes"].array?.count ?? 0), users["edges"][0]["cursor"],
    ]
    #expect(found == [1, [], 3, 3, "a"])
  }

  @Test func aListOfANodesFieldIsNoConnection() async throws {
    let service = MockGraphQLService(
      schema: try ServiceSchema(
        definitions: "type Query { nodes(ids: [ID!]!): [User]! } type User { id: ID! node: User }"),
      unhandled: .generated)
    let nodes = try await data("{ nodes(ids: [1, 2]) { id node { id } } }", from: service)["nodes"]
    #expect(Self.ids(nodes) == ["1", "2"])
    #expect(nodes[0]["node"]["id"] != nodes[0]["id"])
  }

  /// The field `nodes` is that of Relay's specification "Object Identification", which has "a list of records".
  @Test func aListByIDsHasOneObjectForEachInTheirOrder() async throws {
    let service = MockGraphQLService(
      schema: try ServiceSchema(
        definitions: """
          interface Node { id: ID! }
          type Query {
            nodes(ids: [ID!]!): [Node]! users(userIds: [ID], limit: Int): [User]! user(id: ID!): User
            tagged(tagIds: [ID!]): [User!]! numbers(ids: [Int!]): [User!]!
          }
          type Mutation { rename(id: ID!, name: String!): User }
          type User implements Node { id: ID! name: String! }
          type Post implements Node { id: ID! }
          """), unhandled: .generated)
    _ = try await data(
      #"mutation { rename(id: 6, name: "Zed") { id } }"#, from: service)
    service.objects["User", 8] = nil
    let found = try await data(
      """
      { nodes(ids: [7, 6, 7]) { id ... on User { name } } none: nodes(ids: []) { id }
        users(userIds: [8, "6"]) { id } page: users(userIds: [1, 2, 3], limit: 2) { id }
        tagged(tagIds: [5]) { name } numbers(ids: [5]) { name }
        node: user(id: 6) { name } }
      """, from: service)
    let (named, any): (MockJSON, MockJSON) = (["name": "Zed"], ["name": "name"])
    #expect(
      found == [
        "nodes": [
          ["id": "7", "name": "name"], ["id": "6", "name": "Zed"], ["id": "7", "name": "name"],
        ],
        "none": [], "users": [nil, ["id": "6"]], "page": [["id": "1"], ["id": "2"]],
        "tagged": [any, any], "numbers": [any, any], "node": named,
      ])
    service.register(
      .query("Done", .data(["nodes": [["name": "Ada"], [:]]]).completed))
    #expect(
      try await data("query Done { nodes(ids: [4, 3]) { id ... on User { name } } }", from: service)
        == ["nodes": [["id": "4", "name": "Ada"], ["id": "3", "name": "name"]]])
  }

  @Test func pagesAreTheSameInEveryService() async throws {
    let (one, other) = (try service(), try service())
    _ = try await data("{ viewer { id } }", from: other)
    let pages = try await walk("first: 1", from: one)
    #expect(try await walk("first: 1", from: other) == pages)
  }
}
