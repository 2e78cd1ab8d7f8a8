import Foundation
import GraphQLMockTesting
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client of ten operations, sound but for one defect at a time.
@Suite(.onWaitingThreads) struct AnswerVariantsTests {
  @Test(
    arguments: [
      (["Loans", "Media"], 38, 2, 49), (["Renew", "Statistics"], 41, 2, 51),
      (["Books", "Search"], 49, 0, 60), (["Authors", "Viewer"], 64, 0, 75),
      (["Book", "Shelf"], 60, 0, 71),
    ].prefix(Effort.rounds(3, long: 5)))
  func aSoundClientTakesEveryAnswer(
    operations: [String], changes: Int, skipped: Int, runs: Int
  ) async throws {
    let report = try await withAnswerVariants(mixtures: 10, options: Library.options) { service in
      try await withOwnThreads(waits: true) {
        let library = Library(session: service.makeSession())
        for name in operations { try await library.load(name) }
      }
    }
    #expect(report.findings == [])
    #expect(report.singleChangeCount == changes)
    #expect(report.triedSingleChangeCount == changes - skipped)
    #expect(report.skippedSingleChangeCount == skipped)
    #expect(report.runCount == runs)
  }

  @Test func aSoundClientSaysThatTheServiceHasFailed() async throws {
    let report = try await withAnswerVariants(
      mixtures: 20, accepting: { !($0 is PlantedDefect.Trap) }, options: Library.options
    ) { service in
      try await withOwnThreads(waits: true) {
        try await Library(session: service.makeSession()).load("Viewer")
      }
    }
    #expect(report.findings == [])
  }

  @Test(arguments: PlantedDefect.tried)
  func aDefectIsFoundByASingleChangeAndNamedByItsPath(_ defect: PlantedDefect) async throws {
    let report = try await findings(mixtures: 0) { service in
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
    mixtures: Int, accepting: (@Sendable (any Error) -> Bool)? = nil,
    _ body: @escaping @Sendable (MockGraphQLService) async throws -> Void
  ) async throws -> AnswerVariantReport {
    let report = Mutex<AnswerVariantReport?>(nil)
    await withKnownIssue {
      let found = try await withAnswerVariants(
        mixtures: mixtures, accepting: accepting, options: Library.options, body)
      report.withLock { $0 = found }
    }
    return try #require(report.withLock { $0 })
  }
}

/// What is said, and what ends a search.
@Suite(.onWaitingThreads) struct AnswerVariantSearchTests {
  private static let options = ServiceOptions().stating(
    nil,
    try? ServiceSchema(
      definitions: """
        type Query { viewer: User users: [User!]! }
        type User { id: ID! name: String! nick: String age: Int }
        """), near: #filePath)

  private struct Failure: Error {}

  /// Runs a search in which issues are expected.
  /// - Returns: the report and the issues, each with its comments.
  private func search(
    mixtures: Int = 0, seed: UInt64 = 1, within limit: Duration? = nil,
    idleLimit: Duration = .seconds(2), overrides: GeneratedOverrides = [:],
    options: ServiceOptions = options,
    accepting: (@Sendable (any Error) -> Bool)? = nil, _ handlers: RequestHandler...,
    body: @escaping @Sendable (MockGraphQLService) async throws -> Void
  ) async throws -> (report: AnswerVariantReport?, issues: [String]) {
    let found = Mutex<(AnswerVariantReport?, [String])>((nil, []))
    let handling = IssueHandlingTrait.compactMapIssues { issue in
      found.withLock { $0.1.append(issue.comments.map(\.rawValue).joined(separator: "\n")) }
      return nil
    }
    let test = try #require(Test.current)
    try await handling.provideScope(for: test, testCase: Test.Case.current) {
      let report = try await withAnswerVariants(
        overrides: overrides, mixtures: mixtures, seed: seed, within: limit, idleLimit: idleLimit,
        accepting: accepting, options: options
      ) { service in
        service.register(handlers)
        try await body(service)
      }
      found.withLock { $0.0 = report }
    }
    return found.withLock { $0 }
  }

  /// Asks for something, and takes the data.
  private static func data(_ query: String, _ service: MockGraphQLService) async throws -> MockJSON
  {
    var request = URLRequest(url: try #require(URL(string: "https://a.example/graphql")))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let parameters: MockJSON = ["query": .string(query)]
    request.httpBody = try parameters.encoded()
    let (data, _) = try await service.makeSession().data(for: request)
    return try MockJSON(parsing: data)["data"]
  }

  @Test func equalCausesAreOneIssueWithTheLineThatRepeatsIt() async throws {
    let found = try await search { service in
      let user = try await Self.data("query A { viewer { name } }", service)["viewer"]["name"]
      if user.string != "name" { throw Failure() }
    }
    #expect(
      found.issues == [
        """
        With Query.viewer null at viewer (User, may be null): Failure: Failure()
          6 variants fail for this reason, of 6 single changes; so does
            with User.name empty at viewer.name (String!)
            with User.name of 2,000 characters at viewer.name (String!)
            with User.name with characters beyond the BMP at viewer.name (String!)
            with User.name from right to left at viewer.name (String!)
            with User.name with quotes and a line break at viewer.name (String!)
          repeat: unhandled: .generated(["Query.viewer": .null])
        """
      ])
  }

  @Test func aFieldAtSeveralPlacesIsCutDownToTheOneThatBreaksTheClient() async throws {
    let found = try await search { service in
      let data = try await Self.data("{ viewer { nick } users { nick } }", service)
      if data["users"][0]["nick"].isNull, data["users"][0]["nick"] == nil,
        data["users"].array?.isEmpty == false
      {
        throw Failure()
      }
    }
    #expect(
      found.issues == [
        """
        With users.nick null (String, may be null): Failure: Failure()
          repeat: unhandled: .generated(["users.nick": .null])
        """
      ])
  }

  @Test func whatTwoChangesBreakIsCutDownToThem() async throws {
    let found = try await search(mixtures: Effort.rounds(120, long: 400), seed: 3) { service in
      let viewer = try await Self.data("{ viewer { name nick age } }", service)["viewer"]
      if viewer["nick"].isNull, viewer["age"].int == 0 { throw Failure() }
    }
    #expect(
      found.issues.first?.hasSuffix(
        #"repeat: unhandled: .generated(["User.nick": .null, "User.age": 0])"#) == true
        || found.issues.first?.hasSuffix(
          #"repeat: unhandled: .generated(["User.age": 0, "User.nick": .null])"#) == true,
      "\(found.issues)")
    #expect(found.issues.count == 1)
  }

  @Test func anExpectationFailsWhereItStandsWithTheVariantBesideIt() async throws {
    let found = try await search { service in
      let users = try await Self.data("{ users { id } }", service)["users"]
      #expect(users[0]["id"].string != nil)
    }
    #expect(found.report?.findings.count == 1)
    #expect(found.issues.count == 1)
    #expect(found.issues.first?.hasPrefix("With Query.users empty at users ([User!]!): ") == true)
    #expect(
      found.issues.first?.hasSuffix(#"repeat: unhandled: .generated(["Query.users": .list(0)])"#)
        == true)
  }

  @Test func aClientThatWaitsForEverIsTold() async throws {
    let found = try await search(idleLimit: .milliseconds(200), .query("Wait", .never)) { service in
      if try await Self.data("{ viewer { age } }", service)["viewer"]["age"] == 0 {
        _ = try await Self.data("query Wait { users { id } }", service)
      }
    }
    #expect(found.issues.count == 1)
    #expect(
      found.issues.first?.hasPrefix(
        """
        With User.age 0 at viewer.age (Int, may be null): the client asked for nothing more for 0.2 s, and \
        did not end. If it waits on purpose, state a longer `idleLimit:`.
            query "Wait"
        """) == true, "\(found.issues)")
  }

  @Test func withoutASchemaNothingIsRun() async throws {
    let count = Mutex(0)
    let found = try await search(options: ServiceOptions()) { _ in count.withLock { $0 += 1 } }
    #expect(count.withLock { $0 } == 0)
    #expect(
      found.issues == [
        """
        withAnswerVariants needs the schema of the service, as only that says what it may answer: state \
        `schema: "schema.graphqls"`.
        """
      ])
  }

  @Test func whatFailsWithThePlainAnswersIsThrown() async throws {
    await #expect(throws: Failure.self) {
      try await withAnswerVariants(options: Self.options) { _ in throw Failure() }
    }
  }

  @Test func aRunThatVariesNothingSaysSo() async throws {
    let found = try await search(.query("A", .data(["viewer": nil]))) { service in
      _ = try await Self.data("query A { viewer { name } }", service)
    }
    #expect(
      found.issues == [
        """
        Nothing was varied: the plain run asked for nothing that is made up. Let the body make its client \
        with `service.makeSession()`, and leave out the handlers of what is to vary.
        """
      ])
  }

  @Test func whatIsNotTriedInTimeIsTold() async throws {
    let found = try await search(within: .zero) { service in
      _ = try await Self.data("{ viewer { name } }", service)
    }
    #expect(found.report?.triedSingleChangeCount == 0)
    #expect(
      found.issues == [
        """
        The search ended before 6 of 6 single changes were tried: state a longer `within:`, or try the \
        rest in another test.
        """
      ])
  }

  @Test func whatATestStatesIsNotVaried() async throws {
    let report = try await withAnswerVariants(
      overrides: ["User.name": "Eve"], mixtures: 0, options: Self.options
    ) { service in
      let viewer = try await Self.data("{ viewer { name age } }", service)["viewer"]
      #expect(viewer.isNull || viewer["name"] == "Eve")
    }
    #expect(report.singleChangeCount == 6)
  }

  @Test func aClientThatTakesAFailureForNothingIsFound() async throws {
    let found = try await search(accepting: { _ in false }) { service in
      let viewer = try await Self.data("{ viewer { name age } }", service)["viewer"]
      if !viewer["name"].isNull, viewer["age"].isNull, !viewer.has("age") { throw Failure() }
    }
    #expect(
      found.report?.findings.contains {
        $0.hasPrefix("With User.age missing at viewer.age (Int, may be null): Failure: Failure()")
      } == true, "\(found.issues)")
  }

  #if os(Linux) || os(macOS)
    @Test func aCrashNamesItsVariantOnStandardError() async throws {
      // Of the run before the next one tells, too.
      for told in [
        "GraphQLMock: The process ended while this was tried:",
        "GraphQLMock: The last run of GraphQLMockTestingTests/AnswerVariantsTests.swift/",
      ] {
        let result = await #expect(
          processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
          try await withAnswerVariants(mixtures: 0, options: Library.options) { service in
            try await Library(session: service.makeSession()).load("Book") { body in
              let content = try JSONDecoder().decode(Library.Whole.self, from: body).data
              if let book = content.book { precondition(!book.authors.isEmpty) }
            }
          }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains(told), "\(text)")
        #expect(
          text.contains(
            """
            ended while this was tried:
              With Book.authors empty at book.authors ([Author!]!)
              repeat: unhandled: .generated(["Book.authors": .list(0)])
            """), "\(text)")
      }
    }
  #endif
}
