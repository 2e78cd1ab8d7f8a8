import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Mistakes in tables that would otherwise go unnoticed.
struct FixturePitfallTests {
  func answer(_ folder: TemporaryFolder, _ variables: MockJSON = nil) async throws -> String {
    let service = MockGraphQLService(fixtures: FixtureTable(folder: folder.url))
    return try await service.makeSession()
      .receive(
        .graphQL(["query": "query A($e: E, $f: E) { a(e: $e, f: $f) }", "variables": variables])
      ).body
  }

  func faults(_ folder: TemporaryFolder, documents: [String] = []) -> [String] {
    let prefix = folder.url.lastPathComponent + "/"
    return FixtureTable(folder: folder.url).check(documents: documents)
      .map { $0.description.replacingOccurrences(of: prefix, with: "") }
  }

  @Test func variantWithoutARequestAnswersOnlyWhenNamed() async throws {
    let folder = try TemporaryFolder([
      "A.json": #"{"data":{"a":1}}"#, "A.x.json": #"{"response":{"body":{"data":{"a":2}}}}"#,
    ])
    #expect(try await answer(folder) == #"{"data":{"a":1}}"#)
    #expect(faults(folder) == [])
  }

  /// Digits are positions if they run from 1 without gaps.
  ///
  /// Otherwise they name a variant.
  @Test(arguments: [
    (["A.json", "A.401.json"], ["A.json", "A.json", "A.json"]),
    (["A.json", "A.x.503.json"], ["A.json", "A.json", "A.json"]),
    (["A.1.json", "A.2.json", "A.404.json"], ["A.1.json", "A.2.json", "A.2.json"]),
    (["A.1.json", "A.2.json", "A.3.json"], ["A.1.json", "A.2.json", "A.3.json"]),
    (["A.0.json", "A.01.json", "A.02.json"], ["A.01.json", "A.02.json", "A.02.json"]),
  ])
  func digitsInAFileNameAreThePositionInASequence(files: [String], answers: [String]) async throws {
    let folder = try TemporaryFolder(
      Dictionary(uniqueKeysWithValues: files.map { ($0, #"{"data":{"a":"\#($0)"}}"#) }))
    let service = MockGraphQLService(fixtures: FixtureTable(folder: folder.url))
    for file in answers {
      let response = try await service.makeSession().receive(.graphQL(["query": "query A { a }"]))
      #expect(response.body == #"{"data":{"a":"\#(file)"}}"#)
    }
    #expect(faults(folder) == [])
  }

  @Test func aVariantWithDigitsForANameAnswersWhenItIsNamed() async throws {
    let folder = try TemporaryFolder([
      "A.json": #"{"data":{"a":1}}"#, "A.401.json": #"{"response":{"status":401}}"#,
    ])
    let service = MockGraphQLService(
      .query("A", .fixture("A.401")), fixtures: FixtureTable(folder: folder.url))
    let response = try await service.makeSession().receive(.graphQL(["query": "query A { a }"]))
    #expect(response.status == 401)
  }

  @Test func theFilesOfASequenceMustStateTheSameRequest() throws {
    let exchange = { (e: Int) in
      #"{"request":{"variables":{"e":\#(e)}},"response":{"body":{"data":{"a":1}}}}"#
    }
    let folder = try TemporaryFolder(["A.x.1.json": exchange(1), "A.x.2.json": exchange(2)])
    #expect(
      faults(folder) == [
        "A.x.2.json: the request differs from the one in A.x.1.json, which belongs to the same sequence"
      ])
  }

  @Test func fixtureWithMoreConditionsWins() async throws {
    let folder = try TemporaryFolder([
      "A.a.json": #"{"request":{"variables":{"e":1}},"response":{"body":{"data":{"a":1}}}}"#,
      "A.b.json": #"{"request":{"variables":{"e":1,"f":2}},"response":{"body":{"data":{"a":2}}}}"#,
    ])
    #expect(try await answer(folder, ["e": 1, "f": 2]) == #"{"data":{"a":2}}"#)
    #expect(try await answer(folder, ["e": 1, "f": 3]) == #"{"data":{"a":1}}"#)
  }

  @Test func fileNamesThatMatchNoOperationAreReported() throws {
    let folder = try TemporaryFolder([
      "A..json": "{}", "7.json": "{}", "hero-name.json": "{}", "anonymous-query.x.json": "1",
      // The short form of a name that is too long, and four names that resemble it.
      "A-0123456789ab.json": "{}", "A-0123456789az.json": "{}", "A-0123456789a.json": "{}",
      "7-0123456789ab.json": "{}", "A-b-0123456789ab.json": "{}",
    ])
    let message = "the name is neither <OperationName>.json nor <OperationName>.<variant>.json"
    let names = [
      "7-0123456789ab", "7", "A-0123456789a", "A-0123456789az", "A-b-0123456789ab", "A.",
      "hero-name",
    ]
    #expect(
      faults(folder).filter { $0.hasSuffix(message) } == names.map { "\($0).json: \(message)" })
  }

  @Test func schemaKeyForEditorsIsIgnored() async throws {
    let folder = try TemporaryFolder([
      "A.json": #"{"$schema":"../fixture.schema.json","data":{"a":1}}"#
    ])
    #expect(try await answer(folder) == #"{"data":{"a":1}}"#)
    #expect(faults(folder) == [])
  }

  @Test func formattingKeepsAnEditorsSchema() throws {
    let folder = try TemporaryFolder(["A.json": #"{"data":{"a":1},"$schema":"s.json"}"#])
    #expect(try FixtureTable.format(folder.url) == ["A.json"])
    #expect(
      try folder.files() == [
        "A.json": """
        {
          "$schema": "s.json",
          "data": {
            "a": 1
          }
        }

        """
      ])
  }

  @Test func fixtureWithADocumentWinsOverOneWithOnlyVariables() async throws {
    let folder = try TemporaryFolder([
      "A.a.json": #"{"request":{"variables":{"n":1}},"response":{"body":{"data":{"a":1}}}}"#,
      "A.b.json":
        #"{"request":{"query":"query A($n: Int) { a(n: $n) }","variables":{"n":1}},"response":{"body":{"data":{"a":2}}}}"#,
    ])
    let service = MockGraphQLService(fixtures: FixtureTable(folder: folder.url))
    let session = service.makeSession()
    for (query, answer) in [
      ("query A($n: Int) { a(n: $n) }", 2), ("query A($n: Int) { b: a(n: $n) }", 1),
    ] {
      let body = try await session.receive(
        .graphQL(["query": .string(query), "variables": ["n": 1]])
      ).body
      #expect(body == #"{"data":{"a":\#(answer)}}"#)
    }
  }

  @Test func missingFileIsAnError() throws {
    let folder = try TemporaryFolder(["A.json": #"{"response":{"file":"gone.png"}}"#])
    #expect(faults(folder) == [#"A.json:1:21: there is no file "gone.png" in the table"#])
  }

  @Test func aTemplateIsCheckedAgainstTheDocument() throws {
    let folder = try TemporaryFolder([
      "A.json": #"{"data":{"a":{"$variable":"idd"},"l":{"$forEach":"e","$value":{"m":1}}}}"#
    ])
    #expect(
      faults(folder, documents: ["query A($e: [Int]) { a { b } l { n } }"]) == [
        #"A.json:1:27: the variable "idd" is not defined in the document of A"#,
        #"A.json:1:63: data.l["$value"] has no "n", selected at line 1, column 34 of the document of A"#,
        #"A.json:1:64: data.l["$value"] has "m", which the document of A does not select"#,
      ])
  }

  @Test func aRowIsCheckedAgainstTheRequestsDocument() async throws {
    let folder = try TemporaryFolder([
      "table.json":
        #"{"rows":[{"request":{"operationName":"A"},"response":{"body":{"data":{"b":1}}}}]}"#
    ])
    let service = MockGraphQLService(fixtures: FixtureTable(folder: folder.url))
    _ = try await service.makeSession().receive(.graphQL(["query": "query A { a }"]))
    #expect(
      service.exchanges.map(\.warnings) == [
        [
          #"data has no "a", selected at query line 1, column 11"#,
          #"data has "b", which the query does not select"#,
        ]
      ])
  }
}
