import GraphQLMockTesting
import GraphQLMock
import TestSupport
import Testing

/// Response variants of a service whose objects the test states.
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
}
