import Foundation
import GraphQLMockTesting
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client of ten operations, sound but for one defect at a time.
@Suite(.onWaitingThreads) struct ResponseVariantsTests {
  @Test(
    arguments: [
      (["Loans", "Media"], 41, 2, 52), (["Renew", "Statistics"], 44, 2, 55),
      (["Books", "Search"], 52, 0, 63), (["Authors", "Viewer"], 72, 0, 83),
      (["Book", "Shelf"], 72, 0, 83),
    ].prefix(Effort.rounds(3, long: 5)))
  func aSoundClientTakesEveryResponse(
    operations: [String], changes: Int, skipped: Int, runs: Int
  ) async throws {
    let report = try await withResponseVariants(combinations: 10, options: Library.options) {
      service in
      try await withOwnThreads(waits: true) {
        let library = Library(session: service.makeSession())
        for name in operations { try await library.load(name) }
      }
    }
    #expect(report.findings == [])
    let counts: [Int] = [report.singleChangeCount, report.triedSingleChangeCount, report.runCount]
    #expect(counts == [changes, changes - skipped, runs])
    #expect(report.skippedRuns == (skipped > 0 ? [.unchanged: skipped] : [:]))
  }

  @Test func aSoundClientSaysThatTheServiceHasFailed() async throws {
    let report = try await withResponseVariants(
      combinations: 20, accepting: { !($0 is PlantedDefect.Trap) }, options: Library.options
    ) { service in
      try await withOwnThreads(waits: true) {
        try await Library(session: service.makeSession()).load("Viewer")
      }
    }
    #expect(report.findings == [])
  }

  @Test(arguments: PlantedDefect.tried)
  func aDefectIsFoundByASingleChangeAndNamedByItsPath(_ defect: PlantedDefect) async throws {
    let report = try await findings(combinations: 0) { service in
      try await withOwnThreads(waits: true) {
        try await Library(session: service.makeSession())
          .load(defect.operation, sendsCursor: defect.sendsCursor, defect.use)
      }
    }
    #expect(report.findings.count == 1)
    #expect(
      report.findings.first?.hasPrefix("With \(defect.expected)") == true, "\(report.findings)")
  }

  /// Runs the search where issues are expected.
  private func findings(
    combinations: Int, accepting: (@Sendable (any Error) -> Bool)? = nil,
    _ body: @escaping @Sendable (MockGraphQLService) async throws -> Void
  ) async throws -> ResponseVariantReport {
    let report = Locked<ResponseVariantReport?>(nil)
    await withKnownIssue {
      let found = try await withResponseVariants(
        combinations: combinations, accepting: accepting, options: Library.options, body)
      report.withLock { $0 = found }
    }
    return try #require(report.withLock { $0 })
  }
}

/// What is said, and what ends a search.
@Suite(.onWaitingThreads) struct ResponseVariantSearchTests {
  private static let options = ServiceOptions.schema(
    """
    type Query { viewer: User users: [User!]! }
    type User { id: ID! name: String! nick: String age: Int }
    """)

  private struct Failure: Error {}

  /// Runs a search in which issues are expected.
  private func search(
    combinations: Int = 0, within limit: Duration? = nil, idleLimit: Duration = .seconds(2),
    options: ServiceOptions = options, accepting: (@Sendable (any Error) -> Bool)? = nil,
    _ handlers: RequestHandler...,
    body: @escaping @Sendable (MockGraphQLService) async throws -> Void
  ) async throws -> SearchedVariants {
    try await .collect {
      try await withResponseVariants(
        combinations: combinations, within: limit, idleLimit: idleLimit, accepting: accepting,
        options: options
      ) { service in
        service.register(handlers)
        try await body(service)
      }
    }
  }

  /// A search, what it reports, and when the client fails.
  private static let causes:
    [(
      combinations: Int, query: String, issue: String,
      fails: @Sendable (_ data: MockJSON) -> Bool
    )] = [
      (
        // Equal causes are one issue with the line that repeats it.
        0, "query A { viewer { name } }",
        """
        With Query.viewer null at viewer (User, may be null): Failure: Failure()
          6 variants fail for this reason. The others:
            with User.name empty at viewer.name (String!)
            with User.name of 2,000 characters at viewer.name (String!)
            with User.name blank at viewer.name (String!)
            with User.name with characters beyond the BMP at viewer.name (String!)
            with User.name with quotes and a line break at viewer.name (String!)
          repeat: unhandled: .generated(["Query.viewer": .null])
          received: {"data":{"viewer":null}}
        """,
        { $0["viewer"]["name"].string != "name" }
      ),
      (
        // A field at several places is cut down to the one that breaks the client.
        0, "{ viewer { nick } users { nick } }",
        """
        With users.nick null (String, may be null): Failure: Failure()
          repeat: unhandled: .generated(["users.nick": .null])
          received: {"data":{"viewer":{"nick":"nick"},"users":[{"nick":null},{"nick":null}]}}
        """,
        { data in
          let users = data["users"]
          return users.array?.isEmpty == false && users[0]["nick"].isNull && users[0]["nick"] == nil
        }
      ),
      (
        // What two changes break is cut down to them.
        100, "{ viewer { name nick age } }",
        """
        With User.nick null at viewer.nick (String, may be null) and User.age 0 at viewer.age (Int, may be null): \
        Failure: Failure()
          repeat: unhandled: .generated(["User.nick": .null, "User.age": 0])
          received: {"data":{"viewer":{"name":"name","nick":null,"age":0}}}
        """,
        { $0["viewer"]["nick"].isNull && $0["viewer"]["age"].int == 0 }
      ),
    ]

  @Test(arguments: causes.indices)
  func anIssueNamesOnlyTheChangesThatBreakTheClient(row: Int) async throws {
    let (combinations, query, issue, fails) = Self.causes[row]
    let found = try await search(combinations: combinations) { service in
      if fails(try await service.ask(query)) { throw Failure() }
    }
    #expect(found.issues == [issue])
  }

  /// Returns the pairs of values that answers had, with the report.
  private static func pairs(
    accepting: (@Sendable (any Error) -> Bool)? = nil
  ) async throws -> (seen: Set<[String]>, values: [String], report: ResponseVariantReport) {
    let options = ServiceOptions.schema(
      """
      type Query { item: Item! }
      type Item { name: String! count: Int! ratio: Float! isNew: Boolean! mood: Mood! }
      enum Mood { FINE SAD ANGRY }
      """)
    let seen = Locked(Set<[String]>())
    let report = try await withResponseVariants(accepting: accepting, options: options) { service in
      let item = try await service.ask("{ item { name count ratio isNew mood } }")["item"]
      if item.isNull { return }
      let values = ["count", "isNew", "mood", "name", "ratio"].map { "\($0) \(item[$0])" }
      seen.withLock { _ = $0.insert(values) }
    }
    let answers = seen.withLock { $0 }
    let pairs = answers.flatMap { values in
      values.indices.flatMap { second in values[..<second].map { [$0, values[second]] } }
    }
    return (Set(pairs), Set(answers.joined()).sorted(), report)
  }

  @Test func eachPairOfValuesOfTwoFieldsIsInAResponseEvenIfErrorsMakeAllDataNull() async throws {
    let (seen, values, report) = try await Self.pairs()
    func field(_ value: String) -> Substring { value.prefix { $0 != " " } }
    var possible: Set<[String]> = []
    for (index, second) in values.enumerated() {
      for first in values[..<index] where field(first) != field(second) {
        possible.insert([first, second])
      }
    }
    #expect(seen == possible)
    let match = try #require(report.description.firstMatch(of: /(\d+) of (\d+) pairs/))
    #expect(match.1 == match.2)
    #expect(report.findings == [])
    let withFailures = try await Self.pairs { _ in true }
    #expect(seen.subtracting(withFailures.seen) == [])
  }

  @Test func pairsThatCanNotBeInOneResponseAreNotCounted() async throws {
    let options = ServiceOptions.schema(
      """
      type Query { hit: Hit }
      union Hit = Product | Category
      type Product { isNew: Boolean! }
      type Category { isOpen: Boolean! }
      """)
    let answers = Locked(Set<String>())
    let report = try await withResponseVariants(options: options) { service in
      let query = "{ hit { ... on Product { isNew } ... on Category { isOpen } } }"
      let data = try await service.ask(query)
      answers.withLock { _ = $0.insert("\(data)") }
    }
    // Null, the other type, and the other value of each type's field exclude each other.
    #expect(answers.withLock { $0.count } == 5)
    #expect(
      report.description == "4 of 4 single changes and 0 of 0 pairs were tried in 5 runs.")
  }

  @Test func severalPairsThatFailAreSeparateFindings() async throws {
    let found = try await search(combinations: 100) { service in
      let viewer = try await service.ask("{ viewer { name nick age } }")["viewer"]
      if viewer["nick"].isNull, viewer["age"].int == 0 { throw Failure() }
      if viewer["name"] == "", viewer["age"].int == -1 { throw CancellationError() }
    }
    let lines = found.issues.flatMap { $0.split(separator: "\n") }.filter { $0.contains("repeat:") }
    #expect(
      lines.sorted() == [
        #"  repeat: unhandled: .generated(["User.name": "", "User.age": -1])"#,
        #"  repeat: unhandled: .generated(["User.nick": .null, "User.age": 0])"#,
      ])
  }

  @Test func theFirstRunIsCountedIfItFails() async throws {
    let found = try await search { service in
      _ = try await service.ask("{ viewer { age } }")
      Issue.record("with the first responses")
    }
    #expect(
      found.report?.description
        == "0 of 0 single changes and 0 of 0 pairs were tried in 1 runs.")
  }

  @Test func aVariantThatTheBodySkipsDoesNotFail() async throws {
    let found = try await search(combinations: 100) { service in
      let viewer = try await service.ask("{ viewer { age } }")["viewer"]
      if viewer["age"] == -1 { throw ResponseVariantSkip("Nobody is younger than 0.") }
      if viewer["age"] == -1 || viewer["age"] == 0 { throw Failure() }
    }
    #expect(found.report?.skippedRuns == [.stated("Nobody is younger than 0."): 1])
    #expect(
      found.report?.description == """
        5 of 6 single changes and 0 of 0 pairs were tried in 12 runs. 1 skipped: Nobody is younger than 0.
        """)
    #expect(found.issues.count == 1)
  }

  @Test func expectationsOfARunThatTheBodySkipsDoNotCount() async throws {
    let found = try await search { service in
      let age = try await service.ask("{ viewer { age } }")["viewer"]["age"]
      #expect(age != 0)
      if age == 0 { throw ResponseVariantSkip("too young") }
    }
    #expect(found.issues == [])
    #expect(found.report?.skippedRuns == [.stated("too young"): 1])
  }

  /// The issue of the service explains the failed expectation, which explains the error.
  @Test func theFirstCauseOfSeveralIsReported() async throws {
    let handler = RequestHandler.query("Bad") { _ in throw Failure() }
    for asksInVain in [true, false] {
      let found = try await search(handler) { service in
        let age = try await service.ask("{ viewer { age } }")["viewer"]["age"]
        guard age == 0 else { return }
        if asksInVain { _ = try? await service.ask("query Bad { viewer { age } }") }
        #expect(age != 0, "of the test")
        throw Failure()
      }
      #expect(found.issues.count == 1, "\(found.issues)")
      let start = "With User.age 0 at viewer.age (Int, may be null): The handler threw an error"
      let issue = found.issues.first ?? ""
      #expect(issue.hasPrefix(asksInVain ? start : "of the test\nWith User.age 0"), "\(issue)")
    }
  }

  @Test func anExpectationFailsWhereItStandsWithTheVariantBesideIt() async throws {
    let found = try await search { service in
      let users = try await service.ask("{ users { id } }")["users"]
      #expect(users[0]["id"].string != nil)
    }
    #expect(found.report?.findings.count == 1 && found.issues.count == 1)
    let issue = try #require(found.issues.first)
    #expect(issue.hasPrefix("With Query.users empty at users ([User!]!): "))
    #expect(
      issue.hasSuffix(
        """
        repeat: unhandled: .generated(["Query.users": .list(0)])
          received: {"data":{"users":[]}}
        """))
  }

  @Test func aClientThatWaitsForEverIsTold() async throws {
    let found = try await search(idleLimit: .milliseconds(200), .query("Wait", .never)) { service in
      if try await service.ask("{ viewer { age } }")["viewer"]["age"] == 0 {
        _ = try await service.ask("query Wait { users { id } }")
      }
    }
    #expect(found.issues.count == 1)
    #expect(
      found.issues.first?.hasPrefix(
        """
        With User.age 0 at viewer.age (Int, may be null): the client sent no request for 0.2 s and didn't \
        finish. If it waits on purpose, set a longer `idleLimit:`.
            query "Wait"
        """) == true, "\(found.issues)")
  }

  @Test func withoutASchemaNothingIsRun() async throws {
    let count = Locked(0)
    let found = try await search(options: ServiceOptions()) { _ in count.withLock { $0 += 1 } }
    #expect(count.withLock { $0 } == 0)
    #expect(
      found.issues == [
        """
        withResponseVariants needs the schema of the service: pass `schema: "schema.graphqls"`.
        """
      ])
  }

  @Test func withAnInvalidSchemaNothingIsRun() async throws {
    let found = try await search(
      options: ServiceOptions().stating(schema: "nowhere.graphqls", near: "/")
    ) { _ in Issue.record("run") }
    #expect(found.issues.count == 1)
    #expect(found.issues.first?.hasPrefix("The schema can't be used: ") == true, "\(found.issues)")
    #expect(found.report?.runCount == 0)
  }

  @Test func anIssueListsFiveOtherVariants() async throws {
    let found = try await search { service in
      let viewer = try await service.ask("{ viewer { name nick } }")["viewer"]
      guard viewer["name"] == "name", viewer["nick"] == "nick" else { throw Failure() }
    }
    let lines = found.issues.flatMap { $0.split(separator: "\n") }
    #expect(
      lines.map { $0.prefix { $0 == " " }.count } == [0, 2, 4, 4, 4, 4, 4, 4, 2, 2], "\(lines)")
    #expect(lines.dropFirst(7).first == "    and so on")
  }

  @Test func whatFailsWithThePlainAnswersIsThrown() async throws {
    await #expect(throws: Failure.self) {
      try await withResponseVariants(options: Self.options) { _ in throw Failure() }
    }
  }

  @Test func aRunThatVariesNothingSaysSo() async throws {
    let found = try await search(.query("A", .data(["viewer": nil]))) { service in
      _ = try await service.ask("query A { viewer { name } }")
    }
    #expect(
      found.issues == [
        """
        Nothing was varied, because the plain run requested nothing that is generated. Make the client in \
        the body with `service.makeSession()`, and remove the handlers of the operations to vary.
        """
      ])
  }

  @Test func whatIsNotTriedInTimeIsTold() async throws {
    let found = try await search(within: .zero) { service in
      _ = try await service.ask("{ viewer { name } }")
    }
    #expect(found.report?.triedSingleChangeCount == 0)
    #expect(
      found.issues == [
        """
        The search ended before 6 of 6 single changes were tried: set a longer `within:`, or try the \
        rest in another test.
        """
      ])
  }

  @Test func whatATestStatesIsNotVaried() async throws {
    let report = try await withResponseVariants(
      overrides: ["User.name": "Eve"], combinations: 0, options: Self.options
    ) { service in
      let viewer = try await service.ask("{ viewer { name age } }")["viewer"]
      #expect(viewer.isNull || viewer["name"] == "Eve")
    }
    #expect(report.singleChangeCount == 6)
  }

  @Test(arguments: ["User.name", "Named.name", "User", "Named", "viewer.name"])
  func whatATestStatesForAnInterfaceOrInAValueIsNotVaried(key: String) async throws {
    let schema = try ServiceSchema(
      definitions: """
        type Query { viewer: User }
        interface Named { name: String! }
        type User implements Named { name: String! }
        """)
    let value = GeneratedValue(json: key.contains(".") ? "Eve" : ["name": "Eve"])
    let report = try await withResponseVariants(schema: schema, overrides: [key: value]) {
      let viewer = try await $0.ask("{ viewer { name } }")["viewer"]
      #expect(viewer.isNull || viewer["name"] == "Eve")
    }
    // The viewer can be null.
    #expect(report.singleChangeCount == 1)
  }

  @Test func aClientThatTakesAFailureForNothingIsFound() async throws {
    let found = try await search(accepting: { _ in false }) { service in
      let viewer = try await service.ask("{ viewer { name age } }")["viewer"]
      if !viewer["name"].isNull, viewer["age"].isNull, !viewer.has("age") { throw Failure() }
    }
    #expect(
      found.report?.findings.contains {
        $0.hasPrefix("With User.age missing at viewer.age (Int, may be null): Failure: Failure()")
      } == true, "\(found.issues)")
  }

  /// A recording answers each request in the same way, so nothing would be varied.
  @Test func recordingsOfTheTestAreNotUsed() async throws {
    let folder = try TemporaryFolder([
      "Fixtures/ResponseVariantSearchTests/recordingsOfTheTestAreNotUsed/A.json":
        #"{"data":{"viewer":{"age":7}}}"#
    ])
    let ages = Locked<Set<MockJSON>>([])
    let report = try await withResponseVariants(
      combinations: 0, options: Self.options,
      sourceLocation: SourceLocation(
        fileID: "T/T.swift", filePath: folder.url.appendingPathComponent("T.swift").path, line: 1,
        column: 1)
    ) { service in
      let age = try await service.ask("query A { viewer { age } }")["viewer"]["age"]
      ages.withLock { _ = $0.insert(age) }
    }
    #expect(!ages.withLock { $0 }.contains(7))
    #expect(report.triedSingleChangeCount > 1)
  }

  #if os(Linux) || os(macOS)
    @Test func variantsThatCrashAreNamedAndTriedLastInTheNextRun() async throws {
      let nick = """
        With User.nick null at viewer.nick (String, may be null)
          repeat: unhandled: .generated(["User.nick": .null])
        """
      let age = """
        With User.age 0 at viewer.age (Int, may be null)
          repeat: unhandled: .generated(["User.age": 0])
        """
      // A failed run of this test may have left a note.
      let notes = FileManager.default.temporaryDirectory
        .appendingPathComponent("GraphQLMock-variants")
      for name in (try? FileManager.default.contentsOfDirectory(atPath: notes.path)) ?? []
      where name.contains("ResponseVariantsTests-swift") {
        // A test that ends at this moment also deletes its note.
        try? FileManager.default.removeItem(at: notes.appendingPathComponent(name))
      }
      for (earlier, last) in [([], nick), ([nick], age), ([nick, age], nick), ([age, nick], age)] {
        let result = await #expect(
          processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
          try await withResponseVariants(combinations: 0, options: Self.options) { service in
            let viewer = try await service.ask("query A { viewer { nick age } }")["viewer"]
            FileHandle.standardError.write(Data("age \(viewer["age"])\n".utf8))
            precondition(viewer.isNull || !viewer["nick"].isNull)
            precondition(viewer["age"] != 0)
          }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let known =
          earlier.isEmpty
          ? "age 1\n"
          : " ended while these were tried. They are tried again at the end:\n  "
            + earlier.joined(separator: "\n  ") + "\nage null\n"
        #expect(text.contains(known), "\(text)")
        let crash = "GraphQLMock: The process ended while this was tried:\n  " + last
        let parts = text.components(separatedBy: crash)
        #expect(parts.count == 2, "\(text)")
        // The third run and later ones first try all that doesn't crash.
        #expect(parts[0].contains("age 2147483647") == (earlier.count == 2))
      }
    }
  #endif
}
