import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct FixtureErrorTests {
  @Test func unknownVariantListsThoseThatExist() async throws {
    let folder = try TemporaryFolder([
      "Hero.json": #"{"data": {"a": 1}}"#, "Hero.empire.json": #"{"data": {"a": 2}}"#,
      "Other.json": #"{"data": {"a": 2}}"#,
    ])
    let service = MockGraphQLService(
      .query("Hero", .fixture("Hero.cantina")), fixtures: FixtureTable(folder: folder.url))
    _ = try? await service.makeSession().data(for: .graphQL(["query": "query Hero { a }"]))
    #expect(
      service.failures.map(\.message) == [
        """
        There is no fixture "Hero.cantina" in \(folder.url.lastPathComponent). There are "Hero", "Hero.empire".
        """
      ])
  }

  @Test func nameOfAFixtureBesideRecordingsIsSuggested() async throws {
    let folder = try TemporaryFolder([
      "Book.lost.json": #"{"data":{"book":null}}"#, "Hero.json": #"{"data":{"book":null}}"#,
    ])
    let table = folder.url.lastPathComponent
    for (name, end) in [
      ("Book.lots", "; did you mean \"Book.lost\"?"), ("Hero.cantina", ". There is \"Hero\"."),
    ] {
      for isCase in [false, true] {
        let service = MockGraphQLService(
          .query("Book", .fixture(name)), fixtures: FixtureTable(folder: folder.url),
          recording: .never)
        if isCase { service.useRecordings(forCase: "x") }
        _ = try? await service.makeSession().data(for: .graphQL(["query": "query Book { book }"]))
        #expect(
          service.failures.map(\.message) == ["There is no fixture \"\(name)\" in \(table)\(end)"])
      }
    }
  }

  @Test func missInACaseOfATestNamesAFixtureOfItsTable() async throws {
    let folder = try TemporaryFolder(["Book.json": #"{"data":{"book":null}}"#])
    let service = MockGraphQLService(
      fixtures: FixtureTable(folder: folder.url), recording: .never)
    service.useRecordings(forCase: "x")
    _ = try? await service.makeSession().data(for: .graphQL(["query": "query Bok { book }"]))
    #expect(
      service.misses.map(\.cause) == [
        "nearest is the fixture \(folder.url.lastPathComponent)/Book.json: the name differs"
      ])
  }

  @Test func fixtureNameWithItsTableSuggestsTheFixture() async throws {
    let folder = try TemporaryFolder(["Book.json": #"{"data":{"book":1}}"#])
    let service = MockGraphQLService(
      .query("A", .fixture("Shop/Book")), fixtures: FixtureTable(folder: folder.url))
    _ = try? await service.makeSession().data(for: .graphQL(["query": "query A { book }"]))
    #expect(
      service.failures.map(\.message) == [
        """
        There is no fixture "Shop/Book" in \(folder.url.lastPathComponent); did you mean "Book"?
        """
      ])
  }

  @Test func tableNameWithTheFixturesFolderIsExplained() throws {
    let folder = try TemporaryFolder(["Package.swift": "", "Tests/Fixtures/Shop/A.json": "{}"])
    let file = folder.url.appendingPathComponent("Tests/A.swift").path
    let problems = FixtureTable.named("Fixtures/Shop", filePath: file).check()
    #expect(
      problems.map(\.message) == [
        """
        There is no fixture table "Fixtures/Shop"; did you mean "Shop"? Searched: \
        \(folder.url.path)/Tests/Fixtures/Fixtures/Shop, \(folder.url.path)/Fixtures/Fixtures/Shop
        """
      ])
  }

  @Test func fixtureInUTF16IsExplained() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("A.json")
    try #"{"data":{}}"#.write(to: file, atomically: true, encoding: .utf16)
    #expect(
      FixtureTable(folder: folder.url).check().map(\.message) == [
        "this is UTF-16 or UTF-32; save it as UTF-8"
      ])
  }
}
