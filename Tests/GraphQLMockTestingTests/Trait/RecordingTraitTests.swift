import Foundation
import TestSupport
import Testing

@testable import GraphQLMock
@testable import GraphQLMockTesting

/// Recordings set by the trait.
///
/// The folder next to this file contains one.
struct RecordingTraitTests {
  @Test(.graphQL(fixtures: "Recorded", recording: .never)) func aRecordingIsReplayed() async throws
  {
    let body = try await Client().send("query Viewer { viewer { name } }")
    #expect(body == #"{"data":{"viewer":{"name":"Ada"}}}"#)
    #expect(MockGraphQLService.current.unusedRecordings == ["Viewer.runused"])
  }

  /// Another case may need the recording.
  @Test(arguments: [1, 2]) func aCaseNeedNotUseTheRecordingsOfAllCases(number: Int) async throws {
    let trait = GraphQLMockTrait.graphQL(
      fixtures: "Recorded", recording: .never,
      options: ServiceOptions(reportsUnusedRecordings: true))
    let issues = try await TraitIssues.of(trait, asking: "query Viewer { viewer { name } }")
    #expect(issues == [])
  }

  @Test func aTestWithoutCasesMustUseAllItsRecordings() async throws {
    let trait = GraphQLMockTrait.graphQL(
      fixtures: "Recorded", recording: .never,
      options: ServiceOptions(reportsUnusedRecordings: true))
    let issues = try await TraitIssues.of(trait, asking: "query Viewer { viewer { name } }")
    #expect(
      issues.map { $0.prefix { $0 != "\n" } } == [
        "error The recording Viewer.runused was never used."
      ])
  }

  @Test(.graphQL(fixtures: "Feed", recording: .never))
  func fixturesOfParentFoldersAreFoundInEveryRecordingMode() async throws {
    let body = try await Client().send(
      "query Feed { feed { items { id title } pageInfo { endCursor hasNextPage } } }")
    #expect(body.hasPrefix(#"{"data":{"feed":"#))
  }

  /// An inner scope may set only the mode.
  @Test func recordingModeAloneInheritsTheFolderOfTheOuterScope() {
    let folder = URL(fileURLWithPath: "/Recordings")
    let stated = Recording(.never, folder: folder, headers: ["ETag"])
    let options = ServiceOptions().stating(recording: stated, near: #filePath)
    let rows: [(inner: Recording?, mode: Recording.Mode)] = [(.all, .all), (nil, .never)]
    for (inner, mode) in rows {
      let recording = GraphQLMockTrait.graphQL(recording: inner, options: options).options
        .resolved(folder: "Suite/test").recording
      #expect(recording?.mode == mode)
      #expect(recording?.folder == folder && recording?.headers == ["ETag"], "\(mode)")
    }
  }

  @Test func everyParameterOfTheTraitReachesItsOptions() throws {
    let schema = try ServiceSchema(definitions: "type Query { a: Int }")
    let (url, clock) = (URL(fileURLWithPath: "/graphql"), SteppedClock())
    let traits: [GraphQLMockTrait] = [
      .graphQL(
        .viewer, fixtures: "Recorded", schema: schema, recording: .never, endpoints: [url],
        unhandled: .passThrough, clock: clock, objects: ["A": [["id": 1]]],
        options: ServiceOptions(journalLimit: 7)),
      .graphQL(
        [.viewer], fixtures: "Recorded", schema: schema, recording: .never, endpoints: [url],
        unhandled: .passThrough, clock: clock, objects: ["A": [["id": 1]]],
        options: ServiceOptions(journalLimit: 7)),
    ]
    for (row, trait) in traits.enumerated() {
      let stated = Mirror(reflecting: trait.options.service).children
        .filter { "\($0.value)" != "nil" }
      // The clock is evaluated for each test.
      #expect(
        Set(stated.map(\.label)) == [
          "fixtures", "schema", "recording", "endpoints", "unhandled", "objects", "journalLimit",
        ], "\(row)")
      #expect(trait.clock() === clock, "\(row)")
      #expect(trait.options.handlers.count == 1, "\(row)")
    }
  }

  @Test func onlyAStatedRecordingIsNotImplied() {
    let implied = [nil, .never, .missing].map { recording in
      GraphQLMockTrait.graphQL(recording: recording).options
        .resolved(folder: "ReplayTests/recorded").recording?.isImplied
    }
    #expect(implied == [true, false, false])
  }

  @Test(
    .disabled(if: Recording.isAskedFor),
    arguments: [
      (nil, nil, "ReplayTests/recorded", "recorded", false),
      (nil, nil, "ReplayTests/none", nil, false),
      (nil, "Recorded", "ReplayTests/recorded", nil, false),
      (.never, "Recorded", "ReplayTests/recorded", "Recorded", true),
      (.missing, nil, "ReplayTests/none", "none", false),
    ] as [(Recording?, FixtureTable?, String, String?, Bool)]
  ) func recordingsAreInTheFolderOfTheFixturesOrTheTestsOwn(
    recording: Recording?, fixtures: FixtureTable?, folder: String, found: String?, isShared: Bool
  ) {
    let options = GraphQLMockTrait.graphQL(fixtures: fixtures, recording: recording).options
      .resolved(folder: folder)
    #expect(options.recording?.folder?.lastPathComponent == found)
    #expect(options.recording?.isShared ?? false == isShared)
    // The table of a recording also answers with the fixtures in its folder.
    #expect((options.fixtures != nil) == (fixtures != nil && found == nil))
  }

  /// A test may record below two folders named `Fixtures`, or in another one.
  @Test func filesOfATestAreNamedFromTheirLastFolderOfFixtures() throws {
    let folder = try TemporaryFolder(["Fixtures/a/Fixtures/Shop/A.json": "{}"])
    let service = MockGraphQLService(
      options: ServiceOptions().stating(recording: .init(.never, folder: folder.url), near: ""))
    let paths = ["Fixtures/a/Fixtures/Shop/A.json", "Fixtures/a/Fixtures/Shop/B.json", "C.json"]
      .map { folder.url.appendingPathComponent($0).path }
    service.core.settings.recording?.changedFiles.withLock { $0 = Set(paths) }
    let lines = service.recordedFileLines(of: RunningTest(module: "M", testCase: "Suite", "test"))
    #expect(
      Set(lines) == [
        "GraphQLMock: Suite/test recorded Fixtures/Shop/A.json",
        "GraphQLMock: Suite/test deleted Fixtures/Shop/B.json",
        "GraphQLMock: Suite/test deleted \(paths[2])",
      ])
    #expect(lines.count == 3)
  }

  @Test(.graphQL(.viewer, recording: .missing)) func handlersOverrideRecordings() async throws {
    #expect(try await Client().send("query Viewer { a }") == #"{"data":{"viewer":{"name":"Ada"}}}"#)
  }
}

/// A suite's trait that states which secrets to remove.
@Suite(
  .graphQL(
    .query("Pay", .data(["paid": true])),
    recording: Recording(.never, named: "Payments", redaction: Redaction(members: ["iban"]))))
struct InnerRecordingTests {
  @Test(.graphQL(recording: .never)) func aModeAloneKeepsTheRedactionOfTheSuite() async throws {
    try await Client().send("query Pay($iban: ID) { paid(to: $iban) }", variables: ["iban": "DE02"])
    let shown = MockGraphQLService.current.requests.map { "\($0)".contains("DE02") }
    #expect(shown == [false])
  }

  @Test(.graphQL(recording: .never)) func aModeAloneKeepsTheFolderOfTheSuite() {
    let folder = MockGraphQLService.current.statedRecording?.folder?.lastPathComponent
    #expect(folder == "Payments")
  }
}

/// A suite's trait that states only a table, in whose folder the tests record.
@Suite(.graphQL(fixtures: "Recorded")) struct InnerModeTests {
  @Test(.graphQL(recording: .never)) func aModeAloneUsesTheTableOfTheSuite() async throws {
    let body = try await Client().send("query Viewer { viewer { name } }")
    #expect(body == #"{"data":{"viewer":{"name":"Ada"}}}"#)
    #expect(MockGraphQLService.current.unusedRecordings == ["Viewer.runused"])
    // Otherwise, the suite's table would answer with recordings in the mode `all`, too.
    let tables = MockGraphQLService.current.core.registry.tables
    #expect(tables.map { $0.table is ReplaceableTable } == [true])
  }
}

/// Objects of a test that has ended.
@Suite(.serialized, .graphQL()) struct StragglerTests {
  /// The session of the first test, for the second: the suite is serialized.
  nonisolated(unsafe) static var session: Client?

  @Test(.graphQL(.viewer)) func first() async throws {
    let client = Client()
    _ = try await client.send("query Viewer { a }")
    Self.session = client
  }

  @Test(.graphQL(.viewer)) func second() async throws {
    let straggler = try #require(Self.session)
    let error = await #expect(throws: URLError.self) {
      try await straggler.send("query Viewer { a }")
    }
    #expect(
      error?.localizedDescription == """
        This request belongs to the test StragglerTests/first(), which has ended. Let the test await \
        its requests. A client that is `static`, or shared by tests, keeps using the service of the \
        test that made it.
        """)
    #expect(MockGraphQLService.current.requests.isEmpty)
    let strays = OutOfScopeRequests.shared.take { $0 == "StragglerTests/first()" }
    #expect(strays.map(\.title) == ["query \"Viewer\""])
  }
}

/// A recording made because of the environment variable is replayed without further options.
struct ReplayTests {
  @Test(.graphQL()) func recorded() async throws {
    let body = try await Client().send("query Viewer { viewer { name } }")
    #expect(body == #"{"data":{"viewer":{"name":"Ada"}}}"#)
  }
}
