import Testing

@testable import GraphQLMock

/// Of a table's names, those are compared letter by letter that look most like the one asked for.
@Suite struct OperationNamesTests {
  static let names = OperationNames((0..<3_000).map { "Operation\($0)" }.sorted())

  @Test func theNearestAreAFewWithoutTheNameItself() {
    let near = Self.names.nearest(to: "Operation77", atMost: 4)
    #expect(near.count == 4)
    #expect(!near.contains("Operation77"))
    #expect(Self.names.nearest(to: "Operation77x", atMost: 12).contains("Operation77"))
    #expect(Self.names.nearest(to: "operation2999", atMost: 1) == ["Operation2999"])
  }

  @Test(arguments: [0, 1, 3, 4, 5]) func ofAFewAllAreNear(count: Int) {
    let all = ["A", "B", "C", "D", "E"]
    let names = OperationNames(Array(all.prefix(count)))
    #expect(names.nearest(to: "X", atMost: 5) == Array(all.prefix(count)))
    #expect(names.nearest(to: "A", atMost: 5) == Array(all.prefix(count).dropFirst()))
    #expect(names.nearest(to: "A", atMost: 2).count == min(max(count - 1, 0), 2))
  }
}
