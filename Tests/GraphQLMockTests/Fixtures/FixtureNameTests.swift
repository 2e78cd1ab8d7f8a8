import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Mistakes in tables that would otherwise go unnoticed.
struct FixtureNameTests {
  func response(_ folder: TemporaryFolder) async throws -> String {
    let service = MockGraphQLService(fixtures: FixtureTable(folder: folder.url))
    return try await service.makeSession()
      .receive(.graphQL(["query": "query A($e: E, $f: E) { a(e: $e, f: $f) }"])).body
  }

  func faults(_ folder: TemporaryFolder, documents: [String] = []) -> [String] {
    let prefix = folder.url.lastPathComponent + "/"
    return FixtureTable(folder: folder.url).check(documents: documents)
      .map { $0.description.replacingOccurrences(of: prefix, with: "") }
  }

  @Test func variantsWithoutARequestAndTheSchemaKeyOfEditorsAreIgnored() async throws {
    for files in [
      ["A.json": #"{"data":{"a":1}}"#, "A.x.json": #"{"response":{"body":{"data":{"a":2}}}}"#],
      ["A.json": #"{"$schema":"../fixture.schema.json","data":{"a":1}}"#],
    ] {
      let folder = try TemporaryFolder(files)
      #expect(try await response(folder) == #"{"data":{"a":1}}"#, "\(files)")
      #expect(faults(folder) == [], "\(files)")
    }
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
      #expect(response.body == #"{"data":{"a":"\#(file)"}}"#, "\(file)")
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

  /// More values of variables win over fewer, a document wins over variables alone, and any condition over the name.
  @Test func fixtureWithMoreConditionsWins() async throws {
    let document = "query B($n: Int) { a(n: $n) }"
    let folder = try TemporaryFolder([
      "A.a.json": #"{"request":{"variables":{"e":1}},"response":{"body":{"data":{"a":1}}}}"#,
      "A.b.json": #"{"request":{"variables":{"e":1,"f":2}},"response":{"body":{"data":{"a":2}}}}"#,
      "A.c.json": #"{"request":{"variables":{"e":{"x":1}}},"response":{"body":{"data":{"a":1}}}}"#,
      "A.d.json":
        #"{"request":{"variables":{"e":{"x":1,"y":2}}},"response":{"body":{"data":{"a":2}}}}"#,
      "C.json": #"{"data":{"a":1}}"#,
      "C.a.json": #"{"request":{"query":"query C { a }"},"response":{"body":{"data":{"a":2}}}}"#,
      "B.a.json": #"{"request":{"variables":{"n":1}},"response":{"body":{"data":{"a":1}}}}"#,
      "B.b.json":
        #"{"request":{"query":"\#(document)","variables":{"n":1}},"response":{"body":{"data":{"a":2}}}}"#,
    ])
    let requests: [(query: String, variables: MockJSON, answer: Int)] = [
      ("query A($e: E, $f: E) { a(e: $e, f: $f) }", ["e": 1, "f": 2], 2),
      ("query A($e: E, $f: E) { a(e: $e, f: $f) }", ["e": 1, "f": 3], 1),
      ("query A($e: E) { a(e: $e) }", ["e": ["x": 1, "y": 2]], 2),
      ("query C { a }", [:], 2), ("query C { b: a }", [:], 1), (document, ["n": 1], 2),
      ("query B($n: Int) { b: a(n: $n) }", ["n": 1], 1),
    ]
    let service = MockGraphQLService(fixtures: FixtureTable(folder: folder.url))
    for (query, variables, answer) in requests {
      let body = try await service.makeSession().receive(
        .graphQL(["query": .string(query), "variables": variables])
      ).body
      #expect(body == #"{"data":{"a":\#(answer)}}"#, "\(query) \(variables)")
    }
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

  @Test func checkFindsUnequalRequestsOfASequenceMissingFilesAndTemplatesThatDoNotFit() throws {
    func received(_ e: Int) -> String {
      #"{"request":{"variables":{"e":\#(e)}},"response":{"body":{"data":{"a":1}}}}"#
    }
    let rows: [(files: [String: String], documents: [String], faults: [String])] = [
      (
        ["A.x.1.json": received(1), "A.x.2.json": received(2)], [],
        [
          "A.x.2.json: the request differs from the one in A.x.1.json, which belongs to the same sequence"
        ]
      ),
      (
        ["A.json": #"{"response":{"file":"gone.png"}}"#], [],
        [#"A.json:1:21: there is no file "gone.png" in the table"#]
      ),
      (
        ["A.json": #"{"data":{"a":{"$variable":"idd"},"l":[{"m":1}]}}"#],
        ["query A($e: [Int]) { a { b } l { n } }"],
        [
          #"A.json:1:27: the variable "idd" is not defined in the document of A"#,
          #"A.json:1:39: data.l[0] has no "n", selected at documents[0]:1:34"#,
          #"A.json:1:40: data.l[0] has "m", which the document of A does not select"#,
        ]
      ),
    ]
    for row in rows {
      let folder = try TemporaryFolder(row.files)
      #expect(faults(folder, documents: row.documents) == row.faults)
    }
  }
}
