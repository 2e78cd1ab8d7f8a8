import GraphQLMockTesting
import GraphQLMock
import TestSupport
import Testing

/// Response variants of a service whose objects or fields the test states.
@Suite(.onWaitingThreads) struct VariantObjectsTests {
  @Test func variantsKeepTheStatedValues() async throws {
    let seen = Locked<Set<MockJSON>>([])
    let found = try await SearchedVariants.collect {
      try await withResponseVariants(
        objects: ["Todo": [["id": "1", "title": "Milk"], ["id": "2", "title": "Bread"]]],
        options: .schema(
          "type Query { todos: [Todo!]! } type Todo { id: ID! title: String! note: String }")
      ) { service in
        let todos = try await service.ask("{ todos { title note } }")["todos"].array ?? []
        #expect(todos.map { $0["title"] } == ["Milk", "Bread"])
        seen.withLock { $0.formUnion(todos.map { $0["note"] }) }
      }
    }
    #expect(found.failures == [])
    #expect(seen.withLock { $0.contains(nil) && $0.contains("") && $0.contains("note") })
  }

  @Test func listsOfAnInterfaceWithStatedObjectsDoNotChange() async throws {
    let seen = Locked<Set<MockJSON>>([])
    let found = try await SearchedVariants.collect {
      try await withResponseVariants(
        objects: ["User": [["id": "1"]]],
        options: .schema(
          """
          interface Node { id: ID! } type User implements Node { id: ID! name: String! }
          type Team { id: ID! members: [Node!]! owners: [User!]! } type Query { teams: [Team!]! lead: User! }
          """)
      ) { service in
        let query =
          "{ teams { members { id ... on User { name } } owners { id name } } lead { id name } }"
        let data = try await service.ask(query)
        let members = (data["teams"].array ?? []).flatMap { team in
          [team["members"], team["owners"]]
        }
        // Each list has the object as it is elsewhere in the response.
        seen.withLock { $0.formUnion(members.filter { $0 != [data["lead"]] }) }
      }
    }
    #expect(found.failures == [])
    #expect(seen.withLock { $0 } == [])
  }

  /// As with `unhandled: .generated(overrides)`, code reads the values that responses have.
  @Test func codeReadsTheOverriddenValuesOfAnObject() async throws {
    let found = try await SearchedVariants.collect {
      try await withResponseVariants(
        objects: ["Todo": [["id": "1"]]], overrides: ["Todo.title": "Milk"],
        options: .schema(
          "type Query { todos: [Todo!]! } type Todo { id: ID! title: String! note: String }")
      ) { service in
        let sent = try await service.ask("{ todos { title note } }")["todos"]
        #expect(sent[0]["title"] == "Milk")
        #expect(service.objects.all("Todo").map { $0["title"] } == ["Milk"])
      }
    }
    #expect(found.failures == [])
  }

  /// As with `unhandled: .generated`, the objects in a handler's response are those of generated responses.
  @Test func generatedResponsesHaveTheObjectsOfHandlers() async throws {
    let seen = Locked<[MockJSON]>([])
    try await withResponseVariants(
      .query("Add", .data(["todo": ["id": "1", "__typename": "Todo", "title": "Bread"]])),
      options: .schema("type Query { todo(id: ID!): Todo } type Todo { id: ID! title: String! }")
    ) { service in
      _ = try await service.ask(#"query Add { todo(id: "1") { id __typename title } }"#)
      let sent = try await service.ask(#"{ todo(id: "1") { title } }"#)["todo"]
      seen.withLock { $0.append(sent) }
    }
    // The first run has the plain responses.
    #expect(seen.withLock { $0.first } == ["title": "Bread"])
  }

  @Test(
    arguments: [
      ("User", [:], true), ("User @semanticNonNull", [:], false),
      ("User", ["UserEdge.node": ["name": "Eve"]], false),
    ] as [(String, GeneratedOverrides, Bool)])
  func aNodeIsNullInAListOnlyIfItMayBe(
    type: String, overrides: GeneratedOverrides, mayBeNull: Bool
  ) async throws {
    let schema = try ServiceSchema(
      definitions: """
        directive @semanticNonNull(levels: [Int] = [0]) on FIELD_DEFINITION
        type Query { users: UserPage! }
        type UserPage { edges: [UserEdge!]! }
        type UserEdge { node: \(type) }
        type User { name: String! }
        """)
    let hadNull = Locked(false)
    try await withResponseVariants(schema: schema, overrides: overrides) {
      let users = try await $0.ask("{ users { edges { node { name } } } }")["users"]
      let isNull = users["edges"].array?.contains { $0["node"].isNull } == true
      if isNull { hadNull.withLock { $0 = true } }
    }
    #expect(hadNull.withLock { $0 } == mayBeNull)
  }
}
