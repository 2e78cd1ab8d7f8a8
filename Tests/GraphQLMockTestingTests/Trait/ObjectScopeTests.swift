import Foundation
import GraphQLMockTesting
import Testing

private let schema = "type Query { todos: [Todo!]! } type Todo { id: ID! title: String! }"

private let suiteObjects: [String: [MockJSON]] = [
  "Todo": [["id": "1", "title": "Milk"], ["id": "2", "title": "Bread"]]
]

/// The objects that the traits of a suite and of a test state.
@Suite(
  .graphQL(
    schema: try? ServiceSchema(definitions: schema), unhandled: .generated, objects: suiteObjects))
struct ObjectScopeTests {
  private var titles: [MockJSON] {
    MockGraphQLService.current.objects.all("Todo").map { $0["title"] }
  }

  init() { MockGraphQLService.current.objects.create("Todo", ["title": "of the suite"]) }

  @Test func aTestHasTheObjectsOfItsSuite() {
    #expect(titles == ["Milk", "Bread", "of the suite"])
  }

  @Test(.graphQL(objects: ["Todo": [["id": "1", "title": "Eggs"], ["id": "3", "title": "Tea"]]]))
  func aTestAddsObjectsAndReplacesThoseWithTheSameID() {
    #expect(Set(titles) == ["Eggs", "Bread", "Tea", "of the suite"])
  }

  @Test(.graphQL(objects: ["Todo": []])) func anEmptyListRemovesTheObjectsOfTheSuite() {
    #expect(titles == ["of the suite"])
  }

  @Test(.graphQL(objects: ["Todo": [["id": "3", "title": "Tea"]]]))
  func resetGoesBackToTheObjectsOfAllScopes() {
    MockGraphQLService.current.objects["Todo", 1] = nil
    MockGraphQLService.current.reset()
    #expect(titles == ["Milk", "Bread", "Tea"])
  }
}
