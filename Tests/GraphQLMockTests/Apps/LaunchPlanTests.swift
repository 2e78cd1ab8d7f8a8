import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// The JSON of a plan, and plans that can't be written or read.
struct LaunchPlanTests {
  static let place: MockJSON = ["file": "M/A.swift", "path": "/M/A.swift", "line": 3, "column": 5]

  static func located(_ handler: RequestHandler) -> RequestHandler {
    var copy = RequestHandler(
      handler.target, handler.provider,
      CodeLocation(fileID: "M/A.swift", filePath: "/M/A.swift", line: 3, column: 5))
    copy.conditions = handler.conditions
    copy.closure = handler.closure
    copy.limit = handler.limit
    return copy
  }

  static func json(_ plan: LaunchPlan) throws -> MockJSON {
    try plan.json(environment: [:]).get()
  }

  // MARK: Writing

  @Test func everyPartOfAPlanIsWritten() throws {
    let folder = try TemporaryFolder(["PlaceOrder.declined.json": #"{"data":null}"#])
    var plan = LaunchPlan(
      [Self.located(.query("Viewer", .data(["viewer": nil])))],
      fixtures: FixtureTable(folder: folder.url), fixtureVariants: ["PlaceOrder": "declined"],
      recording: Recording(
        .missing, folder: folder.url.appendingPathComponent("new/er"),
        redaction: Redaction(members: ["pin"]), headers: ["ETag"]),
      endpoints: [.of("https://example.com/graphql")], unhandled: .passThrough)
    plan.redaction = Redaction(paths: ["user.email"], headers: ["X-Device"], keep: ["sid"])
    plan.journalFolder = folder.url.appendingPathComponent("journal")
    plan.testName = "ShopTests/pay"
    let path = folder.url.canonical.path
    let expected: MockJSON = [
      "version": 1,
      "handlers": [
        [
          "at": Self.place,
          "row": [
            "recorded": true, "request": ["operationName": "Viewer", "type": "query"],
            "responses": [["body": ["data": ["viewer": nil]]]],
          ],
        ]
      ],
      "tables": [["folder": .string(path)]],
      "fixtureVariants": ["PlaceOrder": "declined"],
      "unhandled": "passThrough",
      "endpoints": ["https://example.com/graphql"],
      "recording": [
        "mode": "missing", "folder": .string(path + "/new/er"), "headers": ["ETag"],
      ],
      "redaction": [
        "headers": ["X-Device"], "keep": ["sid"], "members": ["pin"], "paths": ["user.email"],
      ],
      "journal": .string(path + "/journal"),
      "test": "ShopTests/pay",
    ]
    #expect(try Self.json(plan) == expected)

    // A written plan is read back as the same plan.
    let read = try LaunchPlan.read(expected.description).get()
    #expect(try Self.json(read) == expected)
  }

  @Test func variantOfALongNameIsInAPlan() throws {
    let (name, file) = (String(repeating: "A", count: 120), String(repeating: "A", count: 87))
    let folder = try TemporaryFolder(["\(file)-9f8cadfc5233.other.json": #"{"data":null}"#])
    let plan = LaunchPlan(
      fixtures: FixtureTable(folder: folder.url), fixtureVariants: [name: "other"])
    #expect(try Self.json(plan)["fixtureVariants"] == [name: "other"])
  }

  @Test func environmentDecidesTheRecordingModeOfAPlan() throws {
    let plan = LaunchPlan(recording: Recording(.missing, folder: .of("file:///tmp/x")))
    let environments: [[String: String]] = [
      [:], ["CI": "true"], ["CI": "true", "GRAPHQL_MOCK_RECORD": "all"],
    ]
    let modes = try environments.map {
      try plan.json(environment: $0).get()["recording"]["mode"].string
    }
    #expect(modes == ["missing", "never", "all"])
    #expect(throws: LaunchPlanError.self) {
      try plan.json(environment: ["GRAPHQL_MOCK_RECORD": "al"]).get()
    }
  }

  @Test(arguments: [false, true]) func aPlanSaysWhetherOnlyTheEnvironmentRecords(
    isImplied: Bool
  ) throws {
    var recording = Recording(.verify, folder: .of("file:///tmp/x"))
    recording.isImplied = isImplied
    var plan = LaunchPlan(recording: recording)
    plan.redaction = Redaction(members: ["email"])
    let read = try LaunchPlan.read(Self.json(plan).description).get()
    #expect(read.options.recording?.isImplied == isImplied)
  }

  @Test func everythingThatAPlanCannotCarryIsReportedTogether() throws {
    struct Odd: Error {}
    let folder = try TemporaryFolder(["Feed.json": #"{"data":null}"#])
    var plan = LaunchPlan(
      [
        .query("A") { _ in .data([:]) },
        .query("B", variables: ["id": .present], .data([:])),
        .query("C", .networkError(Odd())),
        .query("D", document: "{", .data([:])),
        .query("E", .json(.number(Double.nan))),
        .query("F", .data([:])).where { _ in true },
        .query(.where { $0 == "G" }, .data([:])),
        .query("H", variables: .where { $0["id"] == 1 }, .data([:])),
      ].map(Self.located),
      fixtures: FixtureTable(folder: .of("file:///nowhere/T")),
      fixtureVariants: ["Feed": "empty"],
      unhandled: .decide { _, _ in .fail })
    plan.redaction = Redaction { $0 }
    let error = #expect(throws: LaunchPlanError.self) { try Self.json(plan) }
    #expect(
      error?.description == """
        The launch plan can't be written: The handler for query "A" (A.swift:3): it has a closure, \
        which can't leave this process; give responses instead.
          The handler for query "B" (A.swift:3): it matches .present, which a launch plan can't \
        contain; give a value.
          The handler for query "C" (A.swift:3): it answers with an error that isn't a URLError, which \
        can't leave this process: Odd().
          The handler for query "D" (A.swift:3): Syntax Error: Expected Name, found <EOF>.
        1:2
        1 | {
          |  ^
          The handler for query "E" (A.swift:3): The response can't be encoded as JSON: A value \
        can't be encoded as JSON: nan is not a JSON number.
          The handler for query "F" (A.swift:3): it matches .where { … }, which a launch plan can't \
        contain; give a value.
          The handler for query chosen by a closure (A.swift:3): it matches .where { … }, which a launch \
        plan can't contain; give a value.
          The handler for query "H" (A.swift:3): it matches .where { … }, which a launch plan can't \
        contain; give a value.
          There is no fixture table "T". Searched: /nowhere/T.
          The policy for unhandled requests has a closure, which can't leave this process; use .fail, \
        .passThrough or .respond.
          The redaction has a closure, which can't leave this process; give names.
        """)
    let variant = LaunchPlan(
      [], fixtures: FixtureTable(folder: folder.url), fixtureVariants: ["Feed": "empty"])
    #expect {
      try Self.json(variant)
    } throws: {
      "\($0)" == """
        The launch plan can't be written: There is no fixture "Feed.empty" in \
        \(folder.url.lastPathComponent). There is "Feed".
        """
    }
  }

  @Test func negativeLimitIsZeroAsInThisProcess() throws {
    let plan = LaunchPlan(options: ServiceOptions(journalLimit: -1))
    #expect(try Self.json(plan)["journalLimit"] == 0)
  }

  static let unreadable: [(LaunchPlan, String)] = [
    (
      LaunchPlan(endpoints: [.of("/graphql")]),
      #"The app can't read "endpoints": "/graphql" isn't a URL."#
    ),
    (
      LaunchPlan(objects: ["Todo": [["id": "1", "due": .number(Double.nan)]]]),
      "A value can't be encoded as JSON: nan is not a JSON number."
    ),
  ]

  @Test(arguments: unreadable.indices) func aPlanThatTheAppCouldNotReadIsRefusedInTheTest(
    index: Int
  ) {
    let (plan, problem) = Self.unreadable[index]
    let error = #expect(throws: LaunchPlanError.self) { try Self.json(plan) }
    #expect(error?.description == "The launch plan can't be written: \(problem)")
  }

  @Test func aVariantMayBeInTheFolderOfTheRecording() throws {
    let folder = try TemporaryFolder(["Feed.empty.json": #"{"data":{}}"#])
    let plan = LaunchPlan(
      fixtures: FixtureTable(folder: folder.url), fixtureVariants: ["Feed": "empty"],
      recording: .missing)
    #expect(try Self.json(plan)["fixtureVariants"] == ["Feed": "empty"])
  }

  @Test func planTooLargeForTheEnvironmentIsRefused() {
    let plan = LaunchPlan(
      [.query("A", .data(["text": .string(String(repeating: "a", count: 130_000))]))])
    #expect {
      try plan.launchEnvironment()
    } throws: {
      "\($0)".hasPrefix("The launch plan has 130")
        && "\($0)".hasSuffix(
          " bytes; the limit is 130000. Put large responses into a fixture table.")
    }
  }

  @Test func planThatReportsManyErrorsFitsIntoTheEnvironment() throws {
    let plan = LaunchPlan((0..<2_000).map { .query(.named("A\($0)")) { _ in nil } })
    let error = #expect(throws: LaunchPlanError.self) { try plan.launchEnvironment() }
    let environment = plan.launchEnvironment(reporting: try #require(error))
    #expect(environment[LaunchPlan.variable]?.utf8.count ?? .max < LaunchPlan.sizeLimit)
  }

  @Test func environmentCarriesThePlanAsTheShortestJSON() throws {
    for (plan, text) in [
      (LaunchPlan(), #"{"version":1}"#),
      (LaunchPlan(unhandled: .passThrough), #"{"unhandled":"passThrough","version":1}"#),
    ] {
      #expect(try plan.launchEnvironment() == ["GRAPHQL_MOCK_LAUNCH_PLAN": text], "\(text)")
    }
  }
}
