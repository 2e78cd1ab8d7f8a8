import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests answered from a folder of fixtures.
struct FixtureTableTests {
  func response(
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
      #expect(clock.waitingCount == 1, "\(query)")
      clock.advance(by: .milliseconds(1))
      #expect(try await answer.body.collect() == Data(#"{"data":{}}"#.utf8), "\(query)")
    }
  }

  @Test func plainFixtureAnswersItsOperationAndFullFixtureItsRequest() async throws {
    let service = MockGraphQLService(fixtures: FixtureTable("StarWars"))
    let plain = try await response(of: service, to: Self.heroName)
    #expect(
      plain
        == Received(
          status: 200, contentType: "application/json; charset=utf-8", body: Self.droid))
    let empire = try await response(
      of: service, to: Self.heroName, variables: ["episode": "EMPIRE", "more": 1])
    let other = try await response(
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
      try await response(of: service, to: Self.heroName).body == """
        {"data":{"hero":null},\
        "errors":[{"message":"The hero is lost in hyperspace","path":["hero"]}]}
        """)
    #expect(try await response(of: service, to: Self.heroName).status == 203)
  }

  /// The name of a file has at most 100 bytes of a name, and ends in a hash of a longer one.
  @Test func variantOfALongNameIsNamedByTheOperation() async throws {
    let name = String(repeating: "A", count: 120)
    let file = String(repeating: "A", count: 87) + "-9f8cadfc5233"
    let folder = try TemporaryFolder([
      "\(file).json": #"{"data":{"a":1}}"#, "\(file).other.json": #"{"data":{"a":2}}"#,
    ])
    let table = FixtureTable(folder: folder.url)
    for operation in [name, file] {
      let service = MockGraphQLService(
        .query(.any, .fixture("\(operation).other")), fixtures: table)
      let received = try await response(of: service, to: "query \(name) { a }")
      #expect(received.body == #"{"data":{"a":2}}"#, "\(operation)")
    }
  }

  @Test func anonymousOperationHasItsOwnFile() async throws {
    let service = MockGraphQLService(fixtures: FixtureTable("StarWars"))
    #expect(
      try await response(of: service, to: "{ __typename }").body
        == #"{"data":{"__typename":"Query"}}"#)
    await #expect(throws: URLError.self) {
      try await response(of: service, to: "mutation { a }")
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
      #expect(try await response(of: service, to: "query HeroName { hero { name } }").status == 200)
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
      #expect(found == "\(recording.mode) in \(folder.url.path) beside 0", "\(recording)")
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
          try await response(of: service, to: "query Feed { page }").body
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
      try await response(of: service, to: "query A { a }")
        == Received(status: 502, contentType: "text/html", body: "<p>Bad gateway</p>"))
  }

  @Test func fixtureWithOnlyHeadersHasStatus200() async throws {
    let folder = try TemporaryFolder(["A.json": #"{"response":{"headers":{"X":"1"}}}"#])
    let service = MockGraphQLService(
      .query("A", .fixture("A")), fixtures: FixtureTable(folder: folder.url))
    let response = try await service.respond(to: .graphQL(["query": "query A { a }"]))
    #expect(response.status == 200)
  }

  @Test func handlersWinOverTheTableOfTheirRegistration() async throws {
    let service = MockGraphQLService(
      .query("HeroName", .text("handler")).once, fixtures: FixtureTable("StarWars"))
    var bodies: [String] = []
    for _ in 0..<2 { bodies.append(try await response(of: service, to: Self.heroName).body) }
    service.register(.query(.any, .text("later")))
    bodies.append(try await response(of: service, to: Self.heroName).body)
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
    #expect(try await response(of: service, to: "query A { a }").body == #"{"data":{"a":1}}"#)
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
      try await response(of: service, to: "query A { a }")
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
        try await response(of: service, to: "query A { a }")
      }
      #expect(
        error?.localizedDescription == #"There is no fixture "\#(fixture)" in Shop\#(end)"#,
        "\(fixture)")
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
