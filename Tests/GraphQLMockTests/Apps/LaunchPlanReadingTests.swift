import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// A plan is outside input: each error has its own message, and every value is checked.
struct LaunchPlanReadingTests {
  static func fault(_ text: String) -> String? {
    guard case .failure(let fault) = LaunchPlan.read(text) else { return nil }
    return fault.description
  }

  static let cases: [(String, String)] = [
    ("[]", "GRAPHQL_MOCK_LAUNCH_PLAN:1:1: a launch plan must be an object, found an array"),
    (
      #"{"version":1,"tables":{}}"#,
      #"GRAPHQL_MOCK_LAUNCH_PLAN:1:23: "tables" must be a list, found an object"#
    ),
    (
      #"{"version":1,"tables":[1]}"#,
      "GRAPHQL_MOCK_LAUNCH_PLAN:1:24: a table must be an object, found a number"
    ),
    (
      #"{"version":1,"tables":[{}]}"#,
      #"GRAPHQL_MOCK_LAUNCH_PLAN:1:24: "folder" must be a string, found nothing"#
    ),
    (
      #"{"version":1,"fixtureVariants":{"A":1}}"#,
      #"GRAPHQL_MOCK_LAUNCH_PLAN:1:37: "A" must be a string, found a number"#
    ),
    (
      #"{"version":1,"fixtureVariants":{"A":null}}"#,
      #"GRAPHQL_MOCK_LAUNCH_PLAN:1:37: "A" must be a string, found null"#
    ),
    (
      #"{"version":1,"unhandled":"ignore"}"#,
      """
      GRAPHQL_MOCK_LAUNCH_PLAN:1:26: "unhandled" must be "fail", "passThrough" or a response, \
      found a string
      """
    ),
    (
      #"{"version":1,"endpoints":["here"]}"#,
      #"GRAPHQL_MOCK_LAUNCH_PLAN:1:27: "here" isn't a URL"#
    ),
    (
      #"{"version":1,"recording":{"mode":"some","folder":"/x"}}"#,
      #"GRAPHQL_MOCK_LAUNCH_PLAN:1:34: "mode" must be "never", "missing", "all" or "verify", found a string"#
    ),
    (
      #"{"version":1,"redaction":{"members":[1]}}"#,
      #"GRAPHQL_MOCK_LAUNCH_PLAN:1:38: an element of "members" must be a string, found a number"#
    ),
    (
      #"{"version":1,"handlers":[{"row":{"request":{"operationName":"A"},"response":{"file":"a"}}}]}"#,
      #"GRAPHQL_MOCK_LAUNCH_PLAN:1:78: "file" can be used only in a fixture table, which has the file"#
    ),
    (
      #"{"version":1,"unhandled":{"body":{"data":{}},"byFields":1}}"#,
      #"GRAPHQL_MOCK_LAUNCH_PLAN:1:57: "byFields" must be true or "silent"; leave it out otherwise"#
    ),
    (
      #"{"version":1,"unhandled":{"incremental":{"parts":2}}}"#,
      #"GRAPHQL_MOCK_LAUNCH_PLAN:1:50: "parts" must be a list, found a number"#
    ),
    (
      #"{"version":1,"unhandled":{"body":{},"requestErrors":[]}}"#,
      #"GRAPHQL_MOCK_LAUNCH_PLAN:1:37: "body" and "requestErrors" can't be used together"#
    ),
    (
      #"{"version":1,"schema":{"texts":{"a":2}}}"#,
      #"GRAPHQL_MOCK_LAUNCH_PLAN:1:37: "a" must be a string, found a number"#
    ),
    (
      #"{"version":1,"journalLimit":-1}"#,
      #"GRAPHQL_MOCK_LAUNCH_PLAN:1:29: "journalLimit" must be a whole number, 0 or more"#
    ),
    (
      #"{"version":1,"clock":"real"}"#,
      #"GRAPHQL_MOCK_LAUNCH_PLAN:1:22: "clock" must be "stepped", found a string"#
    ),
    (
      #"{"version":1,"unhandled":{"body":{"data":{}},"generated":{"A":{"list":1}}}}"#,
      """
      GRAPHQL_MOCK_LAUNCH_PLAN:1:58: "generated" must be overrides as a plan writes them, \
      found an object
      """
    ),
    (
      #"{"version":1,"version":1}"#,
      """
      GRAPHQL_MOCK_LAUNCH_PLAN:1:14: this isn't valid JSON: \
      the object already has the member "version"
      """
    ),
  ]

  @Test func launchPlanContainsTheTextOrThePathOfASchema() throws {
    let schema = try ServiceSchema(definitions: "type Query { a: Int }")
    let plans = [
      LaunchPlan(schema: schema),
      LaunchPlan(schema: "shop.graphqls", options: ServiceOptions(requestValidation: .warn)),
    ]
    var schemas: [MockJSON] = []
    var modes: [ValidationMode?] = []
    for plan in plans {
      let text = try #require(try plan.launchEnvironment(recordingIn: [:])[LaunchPlan.variable])
      let read = try LaunchPlan.read(text).get()
      try #require(read.options.schema).check()
      modes.append(read.options.requestValidation)
      schemas.append(try MockJSON(parsing: text)["schema"])
    }
    #expect(modes == [nil, .warn])
    #expect(schemas[0] == ["texts": ["schema.graphqls": "type Query { a: Int }"]])
    #expect(schemas[1]["files"].array?.count == 1)
  }

  @Test(arguments: cases) func planErrorNamesPositionAndCause(text: String, message: String) {
    #expect(Self.fault(text) == "The launch plan can't be used: \(message)")
  }

  @Test(arguments: ["2", "null", "\"1\"", "1.5"]) func launchPlanOfAnotherVersionIsRefused(
    version: String
  ) {
    #expect(
      Self.fault(#"{"version":\#(version),"news":true}"#)
        == """
        The launch plan is of version \(version), and this process reads version 1. \
        Use the same version of GraphQLMock in the app and in its tests.
        """)
  }

  /// Every truncated plan, and every plan with one byte changed, is read or refused without a trap.
  @Test(.onOwnThreads) func damagedPlansNeverCrash() throws {
    let whole =
      try LaunchPlan(
        [.query("A", variables: ["id": 1], .data(["a": 1]), .status(503))],
        endpoints: [.of("https://example.com/graphql")], unhandled: .passThrough
      ).launchEnvironment()[LaunchPlan.variable] ?? ""
    #expect(Self.fault(whole) == nil)
    for length in 0..<whole.utf8.count {
      #expect(Self.fault(String(decoding: whole.utf8.prefix(length), as: UTF8.self)) != nil)
    }
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<Effort.rounds(500, long: 2_000) {
      var bytes = Array(whole.utf8)
      bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
        in: 0x20...0x7E, using: &generator)
      _ = LaunchPlan.read(String(decoding: bytes, as: UTF8.self))
    }
  }

  // MARK: Folders

  @Test(arguments: [
    "Fixtures", "../Fixtures", "/tmp/../etc", "/tmp/./x", "/", "", "/tmp//x", "/tmp/../\u{301}x",
    "/tmp/x/", "~/x",
  ]) func folderOfAPlanMustBeAnAbsoluteStandardizedPath(path: String) {
    for plan in [
      #"{"version":1,"tables":[{"folder":"\#(path)"}]}"#,
      #"{"version":1,"journal":"\#(path)"}"#,
      #"{"version":1,"recording":{"mode":"all","folder":"\#(path)"}}"#,
    ] {
      #expect(
        Self.fault(plan)
          == """
          The launch plan can't be used: the folder "\(path)" must be an absolute path \
          without "." and "..".
          """)
    }
  }

  @Test func aFolderThatIsReachedThroughALinkIsRefused() throws {
    let folder = try TemporaryFolder()
    let real = folder.url.canonical.path
    try FileManager.default.createDirectory(
      atPath: real + "/secret", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: real + "/link", withDestinationPath: real + "/secret")
    for (path, target) in [("link", "secret"), ("link/new/er", "secret/new/er")] {
      #expect(
        Self.fault(#"{"version":1,"tables":[{"folder":"\#(real)/\#(path)"}]}"#)
          == """
          The launch plan can't be used: the folder "\(real)/\(path)" is reached through a \
          link; name "\(real)/\(target)" instead.
          """, "\(path)")
    }
    #expect(Self.fault(#"{"version":1,"tables":[{"folder":"\#(real)/secret"}]}"#) == nil)
  }

  @Test func symbolicLinksInATableAreNotFollowedOutsideIt() throws {
    let outside = try TemporaryFolder([
      "A.json": #"{"data":{"secret":1}}"#, "table.json": #"{"rows":[]}"#,
      "B.graphql": "query B { a }",
    ])
    let folder = try TemporaryFolder([
      "Inside.json": #"{"data":null}"#,
      "File.json": #"{"response":{"file":"sub/A.json"}}"#,
      "B.json": #"{"data":{"a":1}}"#,
    ])
    let real = folder.url.canonical.path
    let target = outside.url.canonical.path
    func link(_ name: String, to destination: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: "\(real)/\(name)", withDestinationPath: destination)
    }
    func table() throws -> FixtureTable {
      let plan = try LaunchPlan.read(#"{"version":1,"tables":[{"folder":"\#(real)"}]}"#).get()
      return try #require(plan.tables.first)
    }
    func fault(_ name: String, in table: FixtureTable) -> String? {
      guard case .failure(let fault)? = table.fixture(named: name) else { return nil }
      return fault.description
    }
    try link("A.json", to: target + "/A.json")
    try link("sub", to: target)
    try link("B.graphql", to: target + "/B.graphql")
    try link("C.json", to: "Inside.json")
    let links = try table()
    let name = folder.url.lastPathComponent
    let end = "is a link that leads out of the table"
    let expected: [String?] = [
      #"\#(name)/A.json: "A.json" \#(end)"#, #"\#(name)/File.json:1:21: "sub/A.json" \#(end)"#,
      nil, nil,
    ]
    let names: [String] = ["A", "File", "Inside", "C"]
    #expect(names.map { fault($0, in: links) } == expected)
    #expect(
      links.check().map(\.description).contains(#"\#(name)/B.graphql: "B.graphql" \#(end)"#))

    try link("table.json", to: target + "/table.json")
    let rows = try table()
    #expect(fault("Inside", in: rows) == #"\#(name)/table.json: "table.json" \#(end)"#)
  }

  #if os(Linux)
    // On a Mac, both names are of one folder. On Linux, names are bytes.
    @Test func linkIntoAFolderWithACanonicallyEquivalentNameIsNotFollowed() throws {
      let parent = try TemporaryFolder([
        "\u{E9}/B.json": #"{"data":null}"#, "e\u{301}/A.json": #"{"data":{"secret":1}}"#,
      ])
      let path = parent.url.canonical.path
      try FileManager.default.createSymbolicLink(
        atPath: "\(path)/\u{E9}/A.json", withDestinationPath: "\(path)/e\u{301}/A.json")
      let json: MockJSON = ["version": 1, "tables": [["folder": .string("\(path)/\u{E9}")]]]
      let table = try #require(try LaunchPlan.read(json.description).get().tables.first)
      guard case .failure(let fault)? = table.fixture(named: "A") else {
        Issue.record("the link is followed")
        return
      }
      #expect(fault.message == #""A.json" is a link that leads out of the table"#)
    }
  #endif

  @Test func theClockAndTheJournalLimitOfAPlanAreRead() throws {
    let json = try LaunchPlan(clock: .stepped).json(environment: [:]).get()
    #expect(json["clock"] == "stepped")
    #expect(try LaunchPlan.read(json.description).get().options.clock != nil)
    let plan = try LaunchPlan.read(#"{"version":1,"journalLimit":0}"#).get()
    #expect(plan.options.clock == nil)
    #expect(plan.options.journalLimit == 0)
  }
}
