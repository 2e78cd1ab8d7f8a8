import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests answered from a folder of fixtures.
struct FixtureTableTests {
  func answer(
    of service: MockGraphQLService, to query: String, operationName: MockJSON = nil,
    variables: MockJSON = nil
  ) async throws -> Received {
    try await service.makeSession().receive(
      .graphQL([
        "query": .string(query), "operationName": operationName, "variables": variables,
      ]))
  }

  static let heroName =
    "query HeroName($episode: Episode) { hero(episode: $episode) { __typename name } }"
  static let droid = #"{"data":{"hero":{"__typename":"Droid","name":"R2-D2"}}}"#

  @Test func headerFieldsMayBeListsAndThoseOfTheHandlerReplaceThemInAnyCase() async throws {
    let folder = try TemporaryFolder([
      "A.one.json":
        #"{"response":{"headers":{"X-Cost":"3","Set-Cookie":["a=1","b=2"]},"body":{"data":{}}}}"#
    ])
    let service = MockGraphQLService(
      .query("A", .fixture("A.one").header("x-cost", "4")),
      fixtures: FixtureTable(folder: folder.url))
    let headers = try await service.respond(to: .graphQL(["query": "query A { a }"])).headers
    let costs = headers.filter { $0.name.lowercased() == "x-cost" }.map(\.value)
    let values: [[String]] = [costs, headers.values(of: "Set-Cookie")]
    #expect(values == [["4"], ["a=1", "b=2"]])
  }

  @Test func delayOfTheHandlerOverridesThatOfItsFixture() async throws {
    let folder = try TemporaryFolder([
      "A.slow.json": #"{"response":{"delay":5,"body":{"data":{}}}}"#
    ])
    let clock = SteppedClock()
    let service = MockGraphQLService(
      .query("A", .fixture("A.slow")), .query("B", .fixture("A.slow").delay(.seconds(1))),
      fixtures: FixtureTable(folder: folder.url), clock: clock)
    for (query, delay) in [("query A { a }", Duration.seconds(5)), ("query B { b }", .seconds(1))] {
      async let answer = service.respond(to: .graphQL(["query": .string(query)]))
      try await clock.waitForDelays()
      clock.advance(by: delay - .milliseconds(1))
      #expect(clock.waitingCount == 1)
      clock.advance(by: .milliseconds(1))
      #expect(try await answer.body.collect() == Data(#"{"data":{}}"#.utf8))
    }
  }

  @Test func plainFixtureAnswersItsOperationAndFullFixtureItsRequest() async throws {
    let service = MockGraphQLService(fixtures: FixtureTable("StarWars"))
    let plain = try await answer(of: service, to: Self.heroName)
    #expect(
      plain
        == Received(
          status: 200, contentType: "application/json; charset=utf-8", body: Self.droid))
    let empire = try await answer(
      of: service, to: Self.heroName, variables: ["episode": "EMPIRE", "more": 1])
    let other = try await answer(
      of: service, to: "query HeroName($episode: Episode) { hero(episode: $episode) { id } }",
      variables: ["episode": "EMPIRE"])
    let human = #"{"data":{"hero":{"__typename":"Human","name":"Luke Skywalker"}}}"#
    let bodies: [String] = [empire.body, other.body]
    #expect(bodies == [human, Self.droid])
  }

  @Test func aPlainVariantAnswersOnlyWhenItIsNamed() async throws {
    let service = MockGraphQLService(
      .query("HeroName", .fixture("HeroName.lost"), .fixture("HeroName").status(203)),
      fixtures: FixtureTable("StarWars"))
    #expect(
      try await answer(of: service, to: Self.heroName).body == """
        {"data":{"hero":null},\
        "errors":[{"message":"The hero is lost in hyperspace","path":["hero"]}]}
        """)
    #expect(try await answer(of: service, to: Self.heroName).status == 203)
  }

  @Test func anonymousOperationHasItsOwnFile() async throws {
    let service = MockGraphQLService(fixtures: FixtureTable("StarWars"))
    #expect(
      try await answer(of: service, to: "{ __typename }").body
        == #"{"data":{"__typename":"Query"}}"#)
    await #expect(throws: URLError.self) {
      try await answer(of: service, to: "mutation { a }")
    }
  }

  @Test func tableGivenWithoutASourceFileReportsThatItWasNotSearched() async throws {
    let table: FixtureTable = "StarWars"
    #expect(table.folder == nil)
    let schema = ServiceSchema.named("a.graphqls", "b.graphqls")
    let messages: [String?] = [table.content.error?.description, schema.problem]
    #expect(
      messages == [
        """
        This fixture table can't be found, because the source file is unknown here; write \
        .named("StarWars", filePath: #filePath)
        """,
        """
        This schema can't be found, because the source file is unknown here; write \
        .named("a.graphqls", "b.graphqls", filePath: #filePath)
        """,
      ])
  }

  @Test func tableIsGivenByNameOrAsAValue() async throws {
    let table: FixtureTable = .named("StarWars", filePath: #filePath)
    let folder = try #require(table.folder)
    for plan in [LaunchPlan(fixtures: "StarWars"), LaunchPlan(fixtures: table)] {
      #expect(plan.tables.map(\.folder) == [folder])
    }
    var stated = LaunchPlan()
    stated.tables = ["StarWars"]
    let written = try stated.json(environment: [:]).get()
    #expect(written["tables"][0]["folder"].string == folder.canonical.path)
    let registered = MockGraphQLService()
    registered.register(.query("Viewer", .data([:])), fixtures: "StarWars")
    let name = "StarWars"
    let services = [
      MockGraphQLService(fixtures: "StarWars"), MockGraphQLService([], fixtures: table),
      registered, MockGraphQLService(fixtures: .named(name)),
    ]
    for service in services {
      #expect(try await answer(of: service, to: "query HeroName { hero { name } }").status == 200)
    }
  }

  /// A mode without a folder records into the table; without a table the test fails.
  @Test func recordingWithoutAFolderUsesTheFolderOfTheTable() throws {
    let folder = try TemporaryFolder(["A.json": #"{"data":{"a":1}}"#])
    let table = FixtureTable(folder: folder.url)
    for recording in [Recording.missing, .all, .verify, .never] {
      let plan = LaunchPlan(fixtures: table, recording: recording)
      let placed = try #require(plan.options.recording)
      let found = "\(placed.mode) in \(placed.folder?.path ?? "") beside \(plan.tables.count)"
      #expect(found == "\(recording.mode) in \(folder.url.path) beside 0")
    }
    #expect(
      MockGraphQLService(recording: .missing).failures.map(\.message) == [
        """
        The recording has a mode but no folder, so nothing is recorded: pass an existing table as \
        `fixtures:`, or use Recording(.missing, named: "…").
        """
      ])
  }

  @Test func filesWithPositionsAnswerInTurnForEachService() async throws {
    let pages = (1...10).map { ("Feed.\($0).json", #"{"data":{"page":\#($0)}}"#) }
    let folder = try TemporaryFolder(Dictionary(uniqueKeysWithValues: pages))
    let table = FixtureTable(folder: folder.url)
    for _ in 0..<2 {
      let service = MockGraphQLService(fixtures: table)
      for page in Array(1...10) + [10] {
        #expect(
          try await answer(of: service, to: "query Feed { page }").body
            == #"{"data":{"page":\#(page)}}"#)
      }
    }
  }

  @Test func fixtureSetsStatusHeadersBodyAndDelay() async throws {
    let folder = try TemporaryFolder([
      "A.json": #"{"response":{"status":502,"headers":{"Content-Type":"text/html","X-A":"1"},"#
        + #""body":"<p>Bad gateway</p>","delay":0.001}}"#
    ])
    let service = MockGraphQLService(fixtures: FixtureTable(folder: folder.url))
    #expect(
      try await answer(of: service, to: "query A { a }")
        == Received(status: 502, contentType: "text/html", body: "<p>Bad gateway</p>"))
  }

  @Test func handlersWinOverTheTableOfTheirRegistration() async throws {
    let service = MockGraphQLService(
      .query("HeroName", .text("handler")).once, fixtures: FixtureTable("StarWars"))
    var bodies: [String] = []
    for _ in 0..<2 { bodies.append(try await answer(of: service, to: Self.heroName).body) }
    service.register(.query(.any, .text("later")))
    bodies.append(try await answer(of: service, to: Self.heroName).body)
    #expect(bodies == ["handler", Self.droid, "later"])
  }

  @Test func operationNameNeverLeavesTheFixtureFolder() async throws {
    let folder = try TemporaryFolder(["A.json": #"{"data":{}}"#])
    let service = MockGraphQLService(fixtures: FixtureTable(folder: folder.url))
    for name in ["../A", "A.json", "./A", "A.1", "%41", "A\u{0}"] {
      let request = try URLRequest.graphQL([
        "operationName": .string(name), "documentId": "0",
      ])
      await #expect(throws: URLError.self) { try await service.makeSession().data(for: request) }
    }
    #expect(service.failures.map(\.kind) == Array(repeating: .unhandledRequest, count: 6))
  }

  @Test func aTableIsFoundInTheResourcesOfABundle() async throws {
    let folder = try TemporaryFolder()
    let table = folder.url.appendingPathComponent("Some.bundle/Fixtures/T")
    try FileManager.default.createDirectory(at: table, withIntermediateDirectories: true)
    try Data(#"{"data":{"a":1}}"#.utf8).write(to: table.appendingPathComponent("A.json"))
    let bundle = try #require(Bundle(path: folder.url.appendingPathComponent("Some.bundle").path))
    let service = MockGraphQLService(fixtures: FixtureTable("T", bundle: bundle))
    #expect(try await answer(of: service, to: "query A { a }").body == #"{"data":{"a":1}}"#)
    #expect(
      FixtureTable("Unseen", bundle: bundle).check().map(\.description) == [
        """
        There is no fixture table "Unseen"; the bundle Some.bundle has no resources of that name. Searched: \
        \(bundle.bundlePath)/Fixtures/Unseen, \(bundle.bundlePath)/Unseen
        """
      ])
  }

  @Test func bundleWithoutTheFolderIsReportedWithEachPathOnce() throws {
    let folder = try TemporaryFolder(["Some.bundle/README": ""])
    let bundle = try #require(Bundle(path: folder.url.appendingPathComponent("Some.bundle").path))
    let path = bundle.bundlePath
    #expect(
      FixtureTable("Shop", bundle: bundle).check().map(\.description) == [
        """
        There is no fixture table "Shop"; the bundle Some.bundle has no resources of that name; add \
        `resources: [.copy("Fixtures")]` to the target. Searched: \(path)/Fixtures/Shop, \(path)/Shop
        """
      ])
    let error = #expect(throws: ServiceSchemaError.self) {
      try ServiceSchema("shop.graphqls", bundle: bundle).check()
    }
    #expect(
      error?.description == """
        there is no schema "shop.graphqls"; the bundle Some.bundle has no resources of that name; add \
        `resources: [.copy("Fixtures")]` to the target. Searched: \(path)/Fixtures/shop.graphqls, \
        \(path)/shop.graphqls
        """)
  }

  @Test func missingTableFailsRequestsAndListsTheSearchedPaths() async throws {
    let folder = try TemporaryFolder(["Package.swift": "", "Some.swift": ""])
    let table = FixtureTable.named(
      "Nowhere", filePath: folder.url.appendingPathComponent("Some.swift").path)
    let service = MockGraphQLService(fixtures: table)
    let error = await #expect(throws: URLError.self) {
      try await answer(of: service, to: "query A { a }")
    }
    #expect(
      error?.localizedDescription == """
        There is no fixture table "Nowhere". Searched: \
        \(folder.url.standardizedFileURL.path)/Fixtures/Nowhere
        """)
    #expect(service.failures.map(\.kind) == [.fixtureError])
  }

  @Test func theMessagesNameTheNearestTableAndTheNearestFixture() async throws {
    let folder = try TemporaryFolder([
      "Package.swift": "", "Some.swift": "", "Fixtures/Shop.json": "{}",
      "Fixtures/Shop/Feed.page1.json": #"{"data":{}}"#, "Fixtures/Shop/Feed.json": #"{"data":{}}"#,
      "Fixtures/Shop/Viewer.guest.json": #"{"data":{}}"#,
    ])
    let path = folder.url.appendingPathComponent("Some.swift").path
    for (fixture, end) in [
      ("Feed.pag1", #"; did you mean "Feed.page1"?"#),
      ("Vewer.guest", #"; did you mean "Viewer.guest"?"#), ("Basket", "."),
      ("Feed.json", #"; leave out ".json"; did you mean "Feed"?"#),
    ] {
      let service = MockGraphQLService(
        .query("A", .fixture(fixture)), fixtures: .named("Shop", filePath: path))
      let error = await #expect(throws: URLError.self) {
        try await answer(of: service, to: "query A { a }")
      }
      #expect(
        error?.localizedDescription == #"There is no fixture "\#(fixture)" in Shop\#(end)"#)
    }
    #expect(
      FixtureTable.named("Shopp", filePath: path).check().map(\.description) == [
        """
        There is no fixture table "Shopp"; did you mean "Shop"? Searched: \
        \(folder.url.standardizedFileURL.path)/Fixtures/Shopp
        """
      ])
  }
}

/// Every error in a fixture file, with its exact message.
struct FixtureFileErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var message: String
    var testDescription: String { text }

    init(_ text: String, _ message: String) {
      self.text = text
      self.message = message
    }
  }

  private static let nested =
    String(repeating: "[", count: 600) + String(repeating: "]", count: 600)

  static let cases: [Case] = [
    Case("", "A.json:1:1: this isn't valid JSON: expected a value, found the end"),
    Case(
      "{\n  \"data\": {,}\n}",
      "A.json:2:12: this isn't valid JSON: expected a member name in quotes or \"}\", found \",\""
    ),
    Case("[]", "A.json:1:1: a fixture must be an object, found an array"),
    Case(
      "{}", "A.json:1:1: this isn't a GraphQL response: it has neither \"data\" nor \"errors\""),
    Case(#"{"data":[]}"#, "A.json:1:9: \"data\" must be an object or null, found an array"),
    Case(#"{"data":null,"errors":{}}"#, "A.json:1:23: \"errors\" must be a list, found an object"),
    Case(
      #"{"data":null,"errors":[]}"#, "A.json:1:23: \"errors\" must not be empty; leave it out"),
    Case(
      "{\n  \"data\": null,\n  \"dota\": 1\n}",
      #"A.json:3:3: unknown key "dota"; the allowed keys are "data", "errors", "extensions""#),
    Case(
      #"{"data":1,"data":2}"#,
      #"A.json:1:11: this isn't valid JSON: the object already has the member "data""#),
    Case(#"{"request":{}}"#, "A.json:1:1: the key \"response\" is missing"),
    Case(
      #"{"request":1,"response":{}}"#, "A.json:1:12: \"request\" must be an object, found a number"),
    Case(#"{"response":null}"#, "A.json:1:13: \"response\" must be an object, found null"),
    Case(
      #"{"response":{},"answer":1}"#,
      #"A.json:1:16: unknown key "answer"; the allowed keys are "recorded", "request", "response""#),
    Case(
      #"{"request":{"name":"A"},"response":{}}"#,
      #"A.json:1:13: unknown key "name"; the allowed keys are "operationName", "query", "variables""#
    ),
    Case(
      #"{"request":{"operationName":"B"},"response":{}}"#,
      #"A.json:1:29: the request is for "B", but the file is named after "A""#),
    Case(
      #"{"request":{"operationName":1},"response":{}}"#,
      "A.json:1:29: \"operationName\" must be a string, found a number"),
    Case(
      #"{"request":{"query":{}},"response":{}}"#,
      "A.json:1:21: \"query\" must be a string, found an object"),
    Case(
      #"{"request":{"query":"query B { b }"},"response":{}}"#,
      "A.json:1:21: the query can't be used: Unknown operation named \"A\"."),
    Case(
      #"{"request":{"variables":[]},"response":{}}"#,
      "A.json:1:25: \"variables\" must be an object, found an array"),
    Case(
      #"{"response":{"code":200}}"#,
      """
      A.json:1:14: unknown key "code"; the allowed keys are "status", "headers", "body", \
      "rawJSON", "base64", "file", \
      "failure", "never", "passThrough", "delay"
      """
    ),
    Case(
      #"{"response":{"status":"200"}}"#,
      "A.json:1:23: \"status\" must be a number from 100 to 599, found \"200\""),
    Case(
      #"{"response":{"status":99}}"#,
      "A.json:1:23: \"status\" must be a number from 100 to 599, found 99"),
    Case(
      #"{"response":{"headers":[]}}"#, "A.json:1:24: \"headers\" must be an object, found an array"),
    Case(
      #"{"response":{"headers":{"X":1}}}"#,
      "A.json:1:29: the header field \"X\" must be a string, found a number"),
    Case(
      #"{"response":{"delay":-1}}"#,
      "A.json:1:22: \"delay\" must be a number of seconds from 0 to less than 1,000,000"),
    Case(
      #"{"response":{"body":{"data":1}}}"#,
      "A.json:1:29: \"data\" must be an object or null, found a number"),
    Case(
      #"{"response":{"body":{"data":null,"x":1}}}"#,
      #"A.json:1:34: unknown key "x"; the allowed keys are "data", "errors", "extensions""#),
    // The 512th array is inside the object. The limit of nesting isn't a rule of JSON.
    Case(
      #"{"data":\#(nested)}"#,
      "A.json:1:520: arrays and objects are nested more than 512 deep"),
  ]

  @Test(arguments: cases) func errorNamesTheFileThePositionAndTheCause(example: Case) throws {
    let name = try #require(FixtureName(file: "A.json"))
    let fault = #expect(throws: FixtureError.self) {
      try FixtureFile.parse(
        Data(example.text.utf8), name: name, display: "A.json",
        folder: TableFolder(url: URL(fileURLWithPath: "/fixtures")))
    }
    #expect(fault?.description == example.message)
  }

  @Test(arguments: [
    (
      ["a.json", "A.json"], "T: \"A.json\" and \"a.json\" differ only in upper and lower case"
    ),
    (["A.json", "A.1.json"], "T/A.1.json: this is part of a sequence, but A.json isn't"),
    (
      ["A.1.json", "A.01.json"],
      "T/A.1.json: the position in the sequence is the same as that of A.01.json"
    ),
    (
      ["A.x.json", "A.y.json"],
      "T/A.y.json: the request can't be distinguished from the one in A.x.json"
    ),
    (
      ["A.x.1.json", "A.x.2.json", "A.y.1.json", "A.y.2.json"],
      "T/A.y.1.json: the request can't be distinguished from the one in A.x.1.json"
    ),
  ]) func contradictingFilesAreReported(files: [String], message: String) throws {
    let text = #"{"request":{"variables":{"a":1}},"response":{}}"#
    let parent = try TemporaryFolder()
    let folder = parent.url.appendingPathComponent("T")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in files { try Data(text.utf8).write(to: folder.appendingPathComponent(file)) }
    let content = FixtureContent(name: "T", folder: .success(TableFolder(url: folder)))
    guard case .failure(let fault) = content.rows(of: "A") else {
      Issue.record("no fault was found")
      return
    }
    #expect(fault.description == message)
  }
}
