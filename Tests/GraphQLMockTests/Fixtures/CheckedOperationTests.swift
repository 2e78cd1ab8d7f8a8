import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// Operations as `graphql-mock` validates them, and generates fixtures for them. `scripts/check-tool` tests its output.
struct CheckedOperationTests {
  private static func operations(_ text: String) throws -> [CheckedOperation] {
    let schema = try ServiceSchema(
      definitions: """
        type Query { user(id: ID!): User old: Int @deprecated }
        type User { id: ID! name: String! friends: [User!]! }
        """)
    let folder = try TemporaryFolder(["Users.graphql": text])
    return try CheckedOperation.all(at: folder.url.path, by: schema).operations
  }

  @Test func usesOfAValidOperationAreInTheOrderOfTheDocument() throws {
    let operation = try #require(
      Self.operations("query A($id: ID!) {\n  user(id: $id) { friends { name } }\n  old\n}").first)
    #expect(operation.name == "A" && operation.title == #"query "A""#)
    #expect(operation.errors.isEmpty)
    let uses = operation.uses.map {
      "\($0.name) \($0.type.text) \($0.isDeprecated) \($0.place.line):\($0.place.column)"
    }
    #expect(
      uses == [
        "$id ID! false 1:9", "Query.user User false 2:3", "User.friends [User!]! false 2:19",
        "User.name String! false 2:29", "Query.old Int true 3:3",
      ])
  }

  @Test func invalidOperationHasErrorsWithPlacesAndNoUses() throws {
    let operations = try Self.operations("query A { old }\n\nquery B { old new }")
    #expect(operations.map(\.errors.count) == [0, 1])
    let error = try #require(operations.last?.errors.first)
    #expect(error.message == #"Cannot query field "new" on type "Query"."#)
    #expect(error.place.line == 3 && error.place.column == 15)
    #expect(operations.map(\.uses.count) == [1, 0])
  }

  /// The message for tests goes on with advice: "; register a handler that answers it."
  @Test func reasonWhyNoDataIsGeneratedHasNoAdviceForTests() throws {
    let operation = try #require(Self.operations("{ __schema { types { name } } }").first)
    let error = #expect(throws: CheckedOperation.UnusableResponse.self) {
      try operation.data(completing: [:])
    }
    #expect(error?.reason == #""__schema" is an introspection field"#)
  }

  @Test func dataIsGeneratedAroundStatedMembers() throws {
    let operation = try #require(Self.operations("{ user(id: 7) { name id } }").first)
    let data = try operation.data(completing: ["user": ["name": "Ada"]])
    #expect(data == ["user": ["id": "7", "name": "Ada"]])
  }
}
