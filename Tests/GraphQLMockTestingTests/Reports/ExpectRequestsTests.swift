import GraphQLMock
import TestSupport
import Testing

@testable import GraphQLMockTesting

struct ExpectRequestsTests {
  private static func issues(
    ofExpecting names: [NameCondition], atOneRequestAfterAnother document: String = "{ a }"
  ) async throws -> [String] {
    try await TraitIssues.of([.graphQL(.operation(.data(["a": 1])))]) {
      for (count, name) in names.enumerated() {
        try await Client().send(document)
        await MockGraphQLService.current.expectRequests(
          named: name, exactly: count + 1,
          sourceLocation: CodeLocation(
            fileID: #fileID, filePath: #filePath, line: count + 1, column: 1))
      }
    }
  }

  @Test func aLaterExpectationForTheSameOperationsReplacesTheEarlierOne() async throws {
    for name in [NameCondition.anonymous, .any] {
      #expect(try await Self.issues(ofExpecting: [name, name]) == [])
    }
    for name in ["A", .prefix("A"), .pattern("A.?")] as [NameCondition] {
      let issues = try await Self.issues(
        ofExpecting: [name, name], atOneRequestAfterAnother: "query A { a }")
      #expect(issues == [], "\(name)")
    }
  }

  /// Nobody knows whether two closures do the same.
  @Test func expectationsWithClosuresAreDistinguishedByTheirPlaces() async throws {
    let issues = try await Self.issues(
      ofExpecting: [.where { $0 == "A" }, .where { $0.count == 1 }],
      atOneRequestAfterAnother: "query A { a }")
    #expect(
      issues.map { $0.prefix { $0 != "\n" } } == [
        "error Expected 1 request for .where { … }, got 2."
      ])
  }
}
