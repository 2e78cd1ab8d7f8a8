import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The part of a miss that describes a table: the nearest files, their differences, and the file to
/// add.
struct FixtureNearMissesTests {
  static let plain = #"{"data":{}}"#
  static let incoming = "  received:  POST https://example.invalid/graphql"

  /// The cause of the miss, and the lines that follow it.
  func miss(
    _ files: [String: String], _ handlers: RequestHandler..., query: String = "query Feed { a }",
    variables: MockJSON = nil
  ) async throws -> [String] {
    let folder = try TemporaryFolder(files)
    let service = MockGraphQLService(
      handlers, fixtures: FixtureTable(folder: folder.url))
    let request = try URLRequest.graphQL(["query": .string(query), "variables": variables])
    let error = await #expect(throws: URLError.self) {
      try await service.makeSession().data(for: request)
    }
    #expect(service.failures.map(\.message) == [error?.localizedDescription])
    let text = (error?.localizedDescription ?? "")
      .replacingOccurrences(of: folder.url.path, with: "/Fixtures/Shop")
      .replacingOccurrences(of: folder.url.lastPathComponent, with: "Shop")
    let miss = try #require(ReportedMiss(text))
    #expect(query.hasPrefix(miss.title.filter { $0 != "\"" }))
    return [miss.cause] + miss.lines
  }

  /// The files, the query, and the miss without the line about the request.
  static let rows: [(files: [String: String], query: String, message: [String])] = [
    (
      ["Feeed.json": plain, "Settings.json": plain], "query Feed { a }",
      [
        #"nearest is the fixture Shop/Feeed.json: the name differs"#,
        #"  add:       .query("Feed", .data(["a": ""]))"#,
        "  or file:   /Fixtures/Shop/Feed.json",
        #"             {"data":{"a":""}}"#,
      ]
    ),
    (
      ["feed.2.json": plain], "query Feed { a }",
      [
        """
        nearest is the fixture Shop/feed.2.json: \
        the name differs only in upper and lower case
        """,
        #"  add:       .query("Feed", .data(["a": ""]))"#,
        "  or rename: /Fixtures/Shop/feed.2.json",
        "             to Feed.2.json",
      ]
    ),
    (
      ["Feed.empty.json": plain], "query Feed { a }",
      [
        """
        nearest is the fixture Shop/Feed.empty.json: a fixture variant without \
        "request" answers only if it is named, as in .fixture("Feed.empty")
        """,
        #"  add:       .query("Feed", .data(["a": ""]))"#,
        "  or file:   /Fixtures/Shop/Feed.json",
        #"             {"data":{"a":""}}"#,
      ]
    ),
    (
      ["Feed.json": #"{"request":{"query":"query Feed { a }"},"response":{"body":{"data":{}}}}"#],
      "query Feed { a likes }",
      [
        """
        nearest is the fixture Shop/Feed.json: \
        the client also selects "likes"
        """,
        #"  add:       .query("Feed", .data(["a": "", "likes": ""]))"#,
        "  or file:   /Fixtures/Shop/Feed.case1.json",
        #"             {"request":{"variables":{}},"response":{"body":{"data":{"a":"","likes":""}}}}"#,
      ]
    ),
    (
      ["Settings.json": plain], "query Feed { a }",
      [
        #"no handlers are registered, and nothing similar is in Shop"#,
        #"  add:       .query("Feed", .data(["a": ""]))"#,
        "  or file:   /Fixtures/Shop/Feed.json",
        #"             {"data":{"a":""}}"#,
      ]
    ),
  ]

  @Test func aMissShowsTheNearestFixtureAndTheFileToAddOrRename() async throws {
    for row in Self.rows {
      var message = row.message
      message.insert(Self.incoming, at: 1)
      #expect(try await miss(row.files, query: row.query) == message, "\(row.files.keys)")
    }
  }

  /// A variant answers only if it is named.
  @Test func lowercaseFileWithoutAVariantIsSuggestedFirst() async throws {
    let lines = try await miss(["feed.401.json": Self.plain, "feed.json": Self.plain])
    let ends: [String] = Array(lines.prefix(1)) + lines.suffix(2)
    let expected: [String] = [
      """
      nearest is the fixture Shop/feed.json: \
      the name differs only in upper and lower case
      """,
      "  or rename: /Fixtures/Shop/feed.json",
      "             to Feed.json",
    ]
    #expect(ends == expected)
  }

  @Test func aFixtureWithOtherVariablesIsShownWithTheDifference() async throws {
    let received =
      #"{"request":{"variables":{"first":10,"filter":{"tags":["a"]}}},"response":{"body":{"data":{}}}}"#
    #expect(
      try await miss(
        ["Feed.json": received, "Feed.case1.json": Self.plain],
        query: "query Feed { feed { items { id } } }",
        variables: ["first": 20, "filter": ["tags": ["b"]], "token": "abc"]) == [
          """
          nearest is the fixture Shop/Feed.json: \
          variables.filter.tags[0]: expected "a", got "b"
          """,
          Self.incoming,
          #"  variables: {"filter":{"tags":["b"]},"first":20,"token":"<redacted>"}"#,
          "  nearest:   the fixture Shop/Feed.json: the variables differ",
          #"               variables.filter.tags[0]: expected "a", got "b""#,
          "               variables.first: expected 10, got 20",
          """
                       the fixture Shop/Feed.case1.json: a fixture variant without \
          "request" answers only if it is named, as in .fixture("Feed.case1")
          """,
          """
            add:       .query("Feed", variables: ["filter": ["tags": ["b"]], "first": 20], \
          .data(["feed": ["items": [["id": "1"]]]]))  // values are guessed from names
          """,
          "  or file:   /Fixtures/Shop/Feed.case2.json",
          """
                       {"request":{"variables":{"filter":{"tags":["b"]},"first":20}},\
          "response":{"body":{"data":{"feed":{"items":[{"id":"1"}]}}}}}
          """,
        ])
  }

  @Test func variantWithoutARequestRanksLikeTwoDifferingVariables() async throws {
    func file(_ names: String...) -> String {
      let variables = names.map { "\"\($0)\":1" }.joined(separator: ",")
      return #"{"request":{"variables":{\#(variables)}},"response":{"body":{"data":{}}}}"#
    }
    let lines = try await miss([
      "Feed.b.json": Self.plain, "Feed.one.json": file("x"), "Feed.three.json": file("x", "y", "z"),
    ])
    let names = lines.compactMap { line -> Substring? in
      guard let start = line.firstRange(of: "the fixture Shop/")?.upperBound else { return nil }
      return line[start...].prefix { $0 != ":" }
    }
    #expect(names.dropFirst() == ["Feed.one.json", "Feed.b.json", "Feed.three.json"])
  }

  @Test func nearHandlersAndFixturesAreInOneList() async throws {
    let line = #line + 2
    let lines = try await miss(
      ["Feeed.json": Self.plain], .query("Fee", .data([:])), .mutation("Feed", .data([:])))
    let list: [String] = Array(lines.prefix(1)) + lines.dropFirst(2).prefix(3)
    let expected: [String] = [
      """
      nearest is mutation "Feed" (FixtureNearMissesTests.swift:\(line)): \
      it only handles mutations
      """,
      #"  nearest:   mutation "Feed" (FixtureNearMissesTests.swift:\#(line)): it only handles mutations"#,
      #"             query "Fee" (FixtureNearMissesTests.swift:\#(line)): the name differs"#,
      "             the fixture Shop/Feeed.json: the name differs",
    ]
    #expect(list == expected)
  }

  // MARK: Recordings

  @Test(
    arguments: [
      (Recording.never, [:], "the mode is .never"),
      (.missing, ["CI": "1"], "CI is set and GRAPHQL_MOCK_RECORD isn't"),
      (.missing, ["GRAPHQL_MOCK_RECORD": "never"], #"GRAPHQL_MOCK_RECORD is "never""#),
      (.missing, ["GRAPHQL_MOCK_RECORD": "yes"], "GRAPHQL_MOCK_RECORD isn't a mode"),
    ] as [(Recording, [String: String], String)])
  func aMissSaysWhyNothingIsRecorded(
    mode: Recording, environment: [String: String], reason: String
  ) async throws {
    let folder = try TemporaryFolder([:])
    let service = MockGraphQLService()
    service.record(Recording(mode, folder: folder.url), environment: environment)
    await #expect(throws: URLError.self) {
      try await service.makeSession().data(for: .graphQL(["query": "query Feed { a }"]))
    }
    #expect(
      service.misses.last?.cause
        == "no handlers are registered, and nothing similar is in \(folder.url.lastPathComponent)")
    #expect(
      service.misses.last?.lines == [
        Self.incoming,
        "  recording: off, because \(reason); the folder is \(folder.url.path)",
        #"  add:       .query("Feed", .data(["a": ""]))"#,
        "  record:    GRAPHQL_MOCK_RECORD=missing swift test",
      ])
  }
}
