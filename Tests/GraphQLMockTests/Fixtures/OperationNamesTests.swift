import TestSupport
import Testing

@testable import GraphQLMock

/// Of a table's names, those are compared letter by letter that look most like the one asked for.
@Suite struct OperationNamesTests {
  static func near(_ name: String, among names: [String], atMost limit: Int) throws -> [String] {
    let files = names.map { ("\($0).json", "{}") }
    let folder = try TemporaryFolder(Dictionary(files) { first, _ in first })
    return FixtureTable(folder: folder.url).content.operations(near: name, atMost: limit)
  }

  @Test func theNearestAreAFewWithoutTheNameItself() throws {
    let names = (0..<300).map { "Operation\($0)" }
    let near = try Self.near("Operation77", among: names, atMost: 4)
    #expect(near.count == 4)
    #expect(!near.contains("Operation77"))
    #expect(
      try Self.near("Operation77x", among: names, atMost: 12).contains("Operation77"))
    #expect(try Self.near("operation299", among: names, atMost: 1) == ["Operation299"])
  }

  @Test(arguments: [0, 1, 3, 4, 5]) func ofAFewAllAreNear(count: Int) throws {
    let names = Array(["A", "B", "C", "D", "E"].prefix(count))
    #expect(try Self.near("X", among: names, atMost: 5) == names)
    #expect(try Self.near("A", among: names, atMost: 5) == Array(names.dropFirst()))
    #expect(
      try Self.near("A", among: names, atMost: 2).count == min(max(count - 1, 0), 2))
  }
}
