import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Lists, pages, filters and references of objects that a test states.
struct SeededListTests {
  @Test func aListHasExactlyTheObjectsOldestFirst() async throws {
    let backend = try ObjectBackend()
    #expect(try await backend.data("{ todos { id } }") == ["todos": [["id": "1"], ["id": "2"]]])
  }

  @Test func aTypeWithoutObjectsHasEmptyLists() async throws {
    let backend = try ObjectBackend(["Todo": []])
    #expect(
      try await backend.data("{ todos { id } feed { totalCount edges { cursor } } titled { id } }")
        == ["todos": [], "feed": ["totalCount": 0, "edges": []], "titled": nil])
  }

  @Test func anIdThatIsNotThereIsNullOrAnErrorOfTheField() async throws {
    let backend = try ObjectBackend()
    #expect(try await backend.data("{ todo(id: 9) { id } }") == ["todo": nil])
    let response = try await backend.response("{ must(id: 9) { id } }")
    #expect(response["data"].isNull)
    #expect(
      response["errors"] == [["message": "There's no Todo with the id \"9\".", "path": ["must"]]])
    #expect(backend.service.failures == [])
    #expect(
      try await backend.data("{ byIDs(ids: [2, 9]) { id } }") == ["byIDs": [["id": "2"], nil]])
  }

  @Test func theIdOfAnotherTypeIsNotThatOfTheObject() async throws {
    let backend = try ObjectBackend()
    #expect(try await backend.data("mutation { untag(tagId: 9) { id } }") == ["untag": ["id": "1"]])
  }

  @Test func pagesAreRightToTheLastShortOne() async throws {
    let backend = try ObjectBackend(["Todo": ObjectBackend.numbered(5)])
    var (seen, after, pages) = ([MockJSON](), MockJSON.null, 0)
    repeat {
      let data = try await backend.data(
        """
        query($after: String) { feed(first: 2, after: $after)
          { totalCount edges { node { id } } pageInfo { hasNextPage hasPreviousPage endCursor } } }
        """, ["after": after])["feed"]
      #expect(data["totalCount"] == 5)
      #expect(data["pageInfo"]["hasPreviousPage"] == .bool(pages > 0))
      seen += (data["edges"].array ?? []).map { $0["node"]["id"] }
      pages += 1
      after = data["pageInfo"]["hasNextPage"] == true ? data["pageInfo"]["endCursor"] : nil
    } while !after.isNull && pages < 9
    #expect(seen == ["1", "2", "3", "4", "5"] && pages == 3)
    #expect(
      try await backend.data("{ paged(offset: 4, limit: 2) { id } }") == ["paged": [["id": "5"]]])
    #expect(
      try await backend.data("{ numbered(page: 3, perPage: 2) { id } }") == [
        "numbered": [["id": "5"]]
      ])
    #expect(try await backend.data("{ numbered(page: 4, perPage: 2) { id } }") == ["numbered": []])
  }

  @Test func theCursorOfADeletedObjectContinuesBehindItsPlace() async throws {
    let backend = try ObjectBackend(["Todo": ObjectBackend.numbered(4)])
    let page =
      "query($after: String) { feed(first: 2, after: $after) { edges { cursor node { id } } } }"
    let edges = try await backend.data(page)["feed"]["edges"]
    #expect(edges[0]["cursor"] == "cursor:1")
    backend.objects["Todo", 2] = nil
    backend.objects.create("Todo", ["id": "a"])
    let next = try await backend.data(page, ["after": edges[1]["cursor"]])["feed"]["edges"]
    #expect(next.array?.map { $0["node"]["id"] } == ["3", "4"])
  }

  @Test func aListOfAnInterfaceOrUnionHasTheObjectsOfSeededTypes() async throws {
    let backend = try ObjectBackend([
      "Todo": [["id": "1", "title": "Milk"]], "User": [["id": "1", "name": "Ada"]],
    ])
    let objects: MockJSON = [
      ["__typename": "Todo", "id": "1", "title": "Milk"],
      ["__typename": "User", "id": "1", "name": "Ada"],
    ]
    let fields = "{ __typename ... on Node { id } ... on Todo { title } ... on User { name } }"
    #expect(try await backend.data("{ nodes \(fields) }") == ["nodes": objects])
    #expect(try await backend.data("{ anything \(fields) }") == ["anything": objects])
  }

  @Test func aNodeHasTheTypeOfTheObjectWithItsId() async throws {
    let backend = try ObjectBackend([
      "Todo": ObjectBackend.todos, "User": [["id": "u", "name": "Ada"]],
    ])
    #expect(
      try await backend.data("{ node(id: \"u\") { __typename } }") == [
        "node": ["__typename": "User"]
      ])
    #expect(
      try await backend.data("{ node(id: 2) { __typename } }") == ["node": ["__typename": "Todo"]])
  }

  @Test(
    arguments: [nil, ["Todo": ObjectBackend.todos], ["Tag": [["id": "7"]]]]
      as [[String: [MockJSON]]?])
  func aDeletedObjectIsNullAsANode(objects: [String: [MockJSON]]?) async throws {
    let backend = try ObjectBackend(objects)
    #expect(try await backend.data("{ tag(id: 7) { id } }") == ["tag": ["id": "7"]])
    backend.objects["Tag", 7] = nil
    let node = "{ node(id: 7) { ... on User { name } } }"
    #expect(try await backend.data(node) == ["node": nil])
    backend.objects["User", 7] = ["id": 7, "name": "Ada"]
    #expect(try await backend.data(node) == ["node": ["name": "Ada"]])
  }

  @Test func anArgumentWithTheNameAndTypeOfAFieldFilters() async throws {
    let backend = try ObjectBackend()
    #expect(try await backend.data("{ todos(done: false) { id } }") == ["todos": [["id": "1"]]])
    #expect(backend.service.requests.last?.warnings == ["1 of 2 by done"])
    #expect(
      try await backend.data("{ todos(done: null, sort: \"x\") { id } }")["todos"].array?.count == 2
    )
    #expect(
      try await backend.data("{ titled(title: \"Bread\") { id } }") == ["titled": ["id": "2"]])
    #expect(try await backend.data("{ titled(title: \"None\") { id } }") == ["titled": nil])
    backend.objects["Todo", 1]["done"] = true
    #expect(try await backend.data("{ todos(done: false) { id } }") == ["todos": []])
  }

  @Test func anArgumentWithTheIdOfAReferenceFilters() async throws {
    let backend = try ObjectBackend([
      "Todo": [
        ["id": "1", "author": ["id": "b"]], ["id": "2"], ["id": "3", "author": nil],
      ],
      "User": [["id": "a"], ["id": "b"]],
    ])
    #expect(try await backend.data("{ by(authorId: \"b\") { id } }") == ["by": [["id": "1"]]])
    #expect(backend.service.requests.last?.warnings == ["1 of 3 by author"])
    #expect(try await backend.data("{ by(userId: \"a\") { id } }") == ["by": [["id": "2"]]])
    #expect(try await backend.data("{ by(userId: \"c\") { id } }") == ["by": []])
  }

  @Test func aReferenceLeadsToItsObject() async throws {
    let backend = try ObjectBackend([
      "Todo": [
        ["id": "1", "author": ["id": "b"]], ["id": "2"], ["id": "3", "author": nil],
        ["id": "4", "lists": [["id": "x"], ["id": "y"]]],
      ],
      "User": [["id": "a", "name": "Ada"], ["id": "b", "name": "Ben"]],
      "Tag": [["id": "x", "name": "X"], ["id": "z"]],
    ])
    let todos = try await backend.data("{ todos { author { name } lists { id } } }")["todos"]
    #expect(
      todos.array?.map { $0["author"] } == [["name": "Ben"], ["name": "Ada"], nil, ["name": "Ada"]])
    #expect(todos[3]["lists"] == [["id": "x"]])
    backend.objects["User", "b"] = nil
    #expect(
      try await backend.data("{ todo(id: 1) { author { name } } }") == ["todo": ["author": nil]])
  }

  @Test func aFieldWithoutAnIdHasTheOldestObject() async throws {
    let backend = try ObjectBackend([
      "User": [["id": "a", "name": "Ada"], ["id": "b", "name": "Ben"]]
    ])
    #expect(
      try await backend.data("{ me { name best { name } } someone { id } }") == [
        "me": ["name": "Ada", "best": ["name": "Ada"]], "someone": ["id": "a"],
      ])
    // The owner makes a difference only for lists.
    backend.objects["Todo", 1] = ["author": ["id": "b"]]
    #expect(
      try await backend.data("{ todo(id: 1) { author { best { name } } } }") == [
        "todo": ["author": ["best": ["name": "Ada"]]]
      ])
  }

  @Test func anImpossibleNullNamesTheSeedToAdd() async throws {
    let backend = try ObjectBackend(["User": []])
    #expect(try await backend.data("{ me { id } }") == ["me": nil])
    _ = try? await backend.response("{ someone { id } }")
    #expect(
      backend.service.failures.map(\.message) == [
        "No response can be generated: there's no User for the field \"someone\", which can't be null; add one, such as objects: [\"User\": [[\"id\": \"1\"]]]."
      ])
  }

  @Test func aListOfAnObjectHasThoseThatReferToIt() async throws {
    let backend = try ObjectBackend([
      "Todo": [
        ["id": "1", "author": ["id": "b"]], ["id": "2", "author": ["id": "a"]], ["id": "3"],
      ],
      "User": [["id": "a"], ["id": "b"]],
    ])
    let todos = try await backend.data("{ me { todos { id } friends { id } } }")["me"]
    #expect(todos["todos"] == [["id": "2"], ["id": "3"]])
    #expect(todos["friends"] == [["id": "a"], ["id": "b"]])
    // An object that states no owner belongs only to the oldest owner.
    #expect(
      try await backend.data("{ todo(id: 1) { author { todos { id } } } }") == [
        "todo": ["author": ["todos": [["id": "1"]]]]
      ])
  }

  /// With two references, or a list of references, it's unknown which of them the list means.
  @Test func aListWithoutASingleReferenceToItsObjectHasAllObjects() async throws {
    let backend = try ObjectBackend([
      "Match": [["id": "1", "home": ["id": "a"]], ["id": "2", "away": ["id": "b"]]],
      "Tag": [["id": "x"]], "Todo": ObjectBackend.todos, "User": [["id": "a"], ["id": "b"]],
    ])
    let all: MockJSON = [["id": "1"], ["id": "2"]]
    #expect(
      try await backend.data("{ me { matches { id } } tag(id: \"x\") { todos { id } } }") == [
        "me": ["matches": all], "tag": ["todos": all],
      ])
  }

  @Test func aListOfAHandlerMayHaveObjectsThatDoNotExist() async throws {
    let backend = try ObjectBackend(["Tag": []])
    backend.service.register(.query("Q", .data(["tags": [["id": "gone"]]]).completed))
    #expect(
      try await backend.data("query Q { tags { id name } }") == [
        "tags": [["id": "gone", "name": "name"]]
      ])
  }

  /// An override of a type is about its objects, of which there are none.
  @Test func onlyAnOverrideOfTheFieldStatesAnObjectThatDoesNotExist() async throws {
    for (key, data) in [("User", ["me": nil]), ("Query.me", ["me": ["name": "Ada"]])]
      as [(String, MockJSON)]
    {
      let backend = try ObjectBackend(
        ["User": []], unhandled: .generated([key: GeneratedValue(json: ["name": "Ada"])]))
      #expect(try await backend.data("{ me { name } }") == data, "\(key)")
    }
  }

  @Test func aLengthForAListOfASeededTypeIsAFailure() async throws {
    let backend = try ObjectBackend(unhandled: .generated(["Query.todos": .list(3)]))
    _ = try? await backend.response("{ todos { id } }")
    #expect(
      backend.service.failures.map(\.message) == [
        "No response can be generated: the override \"Query.todos\" is .list, but the list has the objects of Todo that the test states."
      ])
  }

  @Test func aPageOfTenThousandIsRight() async throws {
    let backend = try ObjectBackend(["Todo": ObjectBackend.numbered(10_000)])
    let page = try await backend.data(
      "{ paged(offset: 5000, limit: 10) { id } feed(first: 1) { totalCount } }")
    #expect(page["paged"].array?.map { $0["id"].string } == (5_001...5_010).map { "\($0)" })
    #expect(page["feed"]["totalCount"] == 10_000)
  }

  @Test(arguments: ["1", "f81d4fae-7dec-41d0-a765-00a0c91e6bf6"])
  func aCursorOfTwoTypesWithOneIDContinuesAfterAReset(id: String) async throws {
    let schema = try ServiceSchema(
      definitions: """
        interface Node { id: ID! }
        type A implements Node { id: ID! } type B implements Node { id: ID! }
        type Query { nodes(first: Int, after: String): Nodes! }
        type Nodes { edges: [Edge!]! } type Edge { cursor: String! node: Node! }
        """)
    let service = MockGraphQLService(
      schema: schema, unhandled: .generated,
      objects: ["A": [["id": .string(id)]], "B": [["id": .string(id)]]])
    func edges(after cursor: MockJSON) async throws -> MockJSON {
      let request = try URLRequest.graphQL([
        "query": """
        query ($after: String) { nodes(first: 1, after: $after) { edges { cursor node { __typename } } } }
        """, "variables": ["after": cursor],
      ])
      let body = try await service.respond(to: request).body.collect()
      return try MockJSON(parsing: body)["data"]["nodes"]["edges"]
    }
    let first = try await edges(after: nil)
    service.reset()
    let second = try await edges(after: first[0]["cursor"])
    #expect([first, second].map { $0[0]["node"] } == [["__typename": "A"], ["__typename": "B"]])
    #expect(service.failures == [])
  }

  @Test func cursorsStayTheSameWhenAnObjectWithoutSeedsHasTheSameID() async throws {
    let backend = try ObjectBackend()
    let query = "{ feed(first: 1) { edges { cursor } } }"
    let before = try await backend.data(query)
    #expect(try await backend.data("{ tag(id: 1) { id } }") == ["tag": ["id": "1"]])
    #expect(try await backend.data(query) == before)
  }
}
