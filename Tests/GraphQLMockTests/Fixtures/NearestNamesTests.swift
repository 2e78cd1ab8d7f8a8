import TestSupport
import Testing

@testable import GraphQLMock

/// A search among a table's names compares only those that are most similar.
struct NearestNamesTests {
  static func near(_ name: String, among names: [String], atMost limit: Int) throws -> [String] {
    let folder = try folder(names)
    return FixtureTable(folder: folder.url).content.operations(near: name, atMost: limit)
  }

  static func folder(_ names: [String]) throws -> TemporaryFolder {
    try TemporaryFolder(Dictionary(names.map { ("\($0).json", "{}") }) { first, _ in first })
  }

  @Test func nearestNamesExcludeTheNameItself() throws {
    let folder = try Self.folder((0..<300).map { "Operation\($0)" })
    let content = FixtureTable(folder: folder.url).content
    let near = content.operations(near: "Operation77", atMost: 4)
    #expect(near.count == 4 && !near.contains("Operation77"))
    #expect(content.operations(near: "Operation77x", atMost: 12).contains("Operation77"))
    #expect(content.operations(near: "operation299", atMost: 1) == ["Operation299"])
  }

  @Test(arguments: [0, 1, 3, 4, 5]) func fewNamesAreAllNear(count: Int) throws {
    let names = Array(["A", "B", "C", "D", "E"].prefix(count))
    let others = Array(names.dropFirst())
    let near = try ["X", "A"].map { try Self.near($0, among: names, atMost: 5) }
    #expect(near == [names, others])
    #expect(try Self.near("A", among: names, atMost: 2).count == min(others.count, 2))
  }
}
