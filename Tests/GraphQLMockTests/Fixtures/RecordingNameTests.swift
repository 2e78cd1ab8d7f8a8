import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// File names of recordings, which must be readable and valid in file systems.
struct RecordingNameTests {
  static func row(_ query: String, _ variables: MockJSON = [:]) throws -> String {
    let operation = try RequestRedactorTests.operation(query, variables)
    return RecordingName.row(of: operation, variables: operation.variables, key: nil)
  }

  @Test(
    arguments: [
      ("query HeroName { a }", ["episode": "EMPIRE"], "HeroName.episode-EMPIRE.r", 8),
      ("query A { a }", [:], "A.r", 8),
      ("query A { a }", ["b": true, "a": 7, "n": nil], "A.a-7.b-true.r", 8),
      ("query A { a }", ["a": "x y/../é"], "A.a-x-y------.r", 12),
      ("query A { a }", ["a": 1.5], "A.a-1-5.r", 12),
      ("query A { a }", ["a": "", "input": ["b": 1], "list": [1]], "A.a-.input.list.r", 12),
    ] as [(String, MockJSON, String, Int)])
  func fileNameShowsTheOperationAndItsVariables(
    query: String, variables: MockJSON, start: String, digits: Int
  ) throws {
    let row = try Self.row(query, variables)
    #expect(row.hasPrefix(start))
    let digest = row.dropFirst(start.count)
    #expect(digest.count == digits && digest.allSatisfy(\.isHexDigit))
    #expect(FixtureName(file: row + ".json")?.row == row)
  }

  /// Each machine has its own secrets, and an earlier version may have replaced more or fewer.
  @Test func fileNameDoesNotDependOnTheReplacementsInVariables() throws {
    let replacement = RequestRedactorTests.replacement("5f1e9c2d")
    let values: [MockJSON] = [.string(replacement), "<redacted>", 1_998_000_000, nil]
    let rows = try values.map { try Self.row("query A { a }", ["in": ["list": [1, $0]]]) }
    #expect(Set(rows).count == 1)
    #expect(try Self.row("query A { a }", ["in": ["list": [1, 2]]]) != rows[0])
  }

  @Test func namesThatDifferOnlyInCaseHaveDifferentDigests() throws {
    let rows = try ["Viewer", "viewer", "VIEWER"].flatMap { name in
      try ["a", "A"].map { try Self.row("query \(name) { a }", ["x": .string($0)]).lowercased() }
    }
    #expect(Set(rows).count == 6)
  }

  @Test func longNamesAreCutAndStillFound() async throws {
    let name = String(repeating: "Long", count: 75)
    let text = String(repeating: "value", count: 60)
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    var answers: [String] = []
    let requests = try ["", "x"].map {
      try RecordingTests.request(
        "query \(name) { n }", ["a": .string(text + $0), "b": .string(text)], to: server)
    }
    for mode in [Recording.missing, .never] {
      for request in requests {
        let answer = try await RecordingTests.receive(request, mode, folder)
        answers.append("\(answer.status) \(answer.body.prefix(15))")
      }
    }
    #expect(server.requests.count == 2)
    let expected = [#"200 {"data":{"n":1,"#, #"200 {"data":{"n":2,"#]
    #expect(answers == expected + expected)
    let files = try folder.files().keys
    #expect(files.count == 2)
    #expect(files.allSatisfy { $0.utf8.count <= 255 && $0.hasPrefix("LongLong") })
    #expect(FixtureTable(folder: folder.url).check().allSatisfy { $0.line > 0 })
  }

  // Recordings of earlier versions have such names, and are in such folders. The digests are by `StableDigest`,
  // computed in Python.
  @Test func namesAreThoseOfEarlierVersions() {
    let long = String(repeating: "Long", count: 75)
    #expect(FixtureName.operation(named: long) == "\(long.prefix(87))-8e3bac61d5cc")
    // At most 100 bytes, and GraphQL names only.
    #expect(FixtureName.operation(named: String(long.prefix(100))) == long.prefix(100))
    #expect(
      FixtureName.operation(named: String(repeating: "A", count: 101))
        == "\(String(repeating: "A", count: 87))-01ee25b05a0b")
    #expect(FixtureName.operation(named: "sha256:ab") == "operation-a55e48ad2794")
    let letters = String(repeating: "x", count: 41)
    #expect(
      ["EMPIRE", "a b", "ä", letters].map(RecordingName.folder)
        == ["EMPIRE", "a-b-6d4d", "---d31e", "\(letters.dropLast())-34df"])
  }

  // The digests are by `StableDigest` of the name, the JSON of the variables and an empty text, computed in Python.
  @Test(
    arguments: [
      ("HeroName", ["episode": "EMPIRE"], "HeroName.episode-EMPIRE.rcc648a02"),
      ("A", [:], "A.rf7634f7d"), ("A", ["b": true, "a": 7], "A.a-7.b-true.rbbe2a021"),
      ("A", ["t": "x y/../é"], "A.t-x-y------.r4f21e0da2ae4"),
      // At most 40 bytes of a value, and 80 of all with their separators.
      ("A", ["a": .string(x(41))], "A.a-\(x(40)).rbe914f2a9242"),
      ("A", ["a": .string(x(40)), "b": .string(x(34))], "A.a-\(x(40)).b-\(x(34)).r6997e6c3"),
      ("A", ["a": .string(x(40)), "b": .string(x(35))], "A.a-\(x(40)).r77960612625c"),
    ] as [(String, MockJSON, String)])
  func nameOfARecordingNeverChanges(operation: String, variables: MockJSON, row: String) throws {
    #expect(try Self.row("query \(operation) { a }", variables) == row)
  }

  private static func x(_ count: Int) -> String { String(repeating: "x", count: count) }

  /// Another file of a recorded sequence may have been deleted.
  @Test func numberOfARecordingIsItsPositionEvenAfterAGap() {
    let names = FixtureName.reading([
      "A.r1a2b3c4d.2.json", "A.x.r1a2b3c4d5e6f.7.json", "B.r1a2b3c4.2.json", "B.R1a2b3c4d.2.json",
      "B.r1A2b3c4d.2.json", "B.rg1a2b3c4.2.json", "B.r1a2b3c4d.x.2.json", "B.2.json",
      "B.y.99999999999999999999.json",
    ])
    #expect(
      names.map { "\($0.variant ?? "") \($0.position ?? 0)" } == [
        "r1a2b3c4d 2", "x.r1a2b3c4d5e6f 7", "r1a2b3c4.2 0", "R1a2b3c4d.2 0", "r1A2b3c4d.2 0",
        "rg1a2b3c4.2 0", "r1a2b3c4d.x.2 0", "2 0", "y.99999999999999999999 0",
      ])
  }

  @Test func recordingsOfNamesThatDifferOnlyInCaseAreReplayed() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    let requests = try ["query Viewer { n }", "query viewer { n }"].map {
      try RecordingTests.request($0, to: server)
    }
    for request in requests { try await RecordingTests.receive(request, .missing, folder) }
    for (index, request) in requests.enumerated() {
      let replayed = try await RecordingTests.receive(request, .never, folder)
      #expect(replayed.body.hasPrefix(#"{"data":{"n":\#(index + 1),"#))
    }
  }

  @Test func filesOfOneRequestAreNumbered() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    let request = try RecordingTests.request("query A { n }", to: server)
    let service = MockGraphQLService.recording(.missing, folder.url)
    for _ in 0..<3 { _ = try await service.makeSession().receive(request) }
    let files = try folder.files().keys.sorted()
    let row = try #require(files.last).dropLast(5)
    #expect(files == ["\(row).2.json", "\(row).3.json", "\(row).json"])
  }
}
