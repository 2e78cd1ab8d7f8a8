import Foundation
import TestSupport
import Testing

@testable import GraphQLMock
@testable import GraphQLMockTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Warnings and errors that a test shows although its body passes.
struct WarningReportTests {
  /// Runs a trait like Swift Testing, and returns the issues that it records, with their severity.
  private static func issues(
    _ traits: [GraphQLMockTrait], _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> [String] {
    let found = Locked<[String]>([])
    let handling = IssueHandlingTrait.compactMapIssues { issue in
      guard Test.current != nil else { return nil }
      let text = issue.comments.map(\.rawValue).joined(separator: "\n")
      // The attribute of the test is the location of an issue without a location of its own.
      let line =
        text.contains("There is no") || text.contains("The schema")
        ? "\(issue.sourceLocation?.line ?? 0) " : ""
      found.withLock { $0.append("\(line)\(issue.failsTest ? "error" : "warning") \(text)") }
      return nil
    }
    let test = try #require(Test.current)
    @Sendable func run(_ traits: ArraySlice<GraphQLMockTrait>) async throws {
      guard let trait = traits.first else { return try await body() }
      try await trait.provideScope(for: test, testCase: Test.Case.current) {
        try await run(traits.dropFirst())
      }
    }
    try await handling.provideScope(for: test, testCase: Test.Case.current) {
      try await run(traits[...])
    }
    return found.withLock { $0 }
  }

  private static func issues(
    _ trait: GraphQLMockTrait, asking documents: String...
  ) async throws -> [String] {
    try await issues([trait]) {
      for document in documents { try await Client().send(document) }
    }
  }

  @Test func aMissingFieldIsAWarningOfATestThatPasses() async throws {
    let issues = try await Self.issues(
      .graphQL(.query("V", .data(["viewer": ["name": "Ada"], "items": [[:], [:]]]))),
      asking: "query V { viewer { __typename name titel } items { id } }",
      "query V { viewer { __typename name titel } items { id } }")
    #expect(
      issues == [
        """
        warning The response to query "V" is incomplete: data.viewer has no "titel", selected at query line 1, column 36
          data.items[0] has no "id", selected at query line 1, column 52
        """
      ])
  }

  @Test(
    arguments: [
      (.data(["viewer": [:]]), .off),
      (.data(["viewer": ["name": "Ada", "other": 1]]), nil),
      (.data(fields: ["viewer": [:]], warnsOfMissing: false), nil),
    ] as [(MockResponse, ValidationMode?)])
  func otherWarningsStayInTheJournal(response: MockResponse, mode: ValidationMode?) async throws {
    let issues = try await Self.issues(
      .graphQL(.query("V", response), options: ServiceOptions(responseValidation: mode)),
      asking: "query V { viewer { __typename name } }")
    #expect(issues == [])
  }

  @Test func aWarningDoesNotCountAsTheFailureThatReportFailuresExpects() async throws {
    let issues = try await Self.issues([.graphQL(.query("V", .data(["viewer": [:]])))]) {
      try await Client().send("query V { viewer { name } }")
      await MockGraphQLService.current.reportFailures()
    }
    #expect(
      issues.map { $0.prefix { $0 != ":" } } == [
        #"warning The response to query "V" is incomplete"#
      ])
  }

  @Test(arguments: [true, false])
  func missingTablesAndSchemasAreOneIssueWithOrWithoutARequest(isAsked: Bool) async throws {
    let line = #line + 1
    let trait = GraphQLMockTrait.graphQL(
      .query("Handled", .data(["a": 1])), fixtures: "Nope", schema: "none.graphqls")
    let issues = try await Self.issues([trait]) {
      if isAsked { _ = try? await Client().send("query Handled { a }") }
    }
    #expect(
      issues.map { $0.prefix { $0 != "\"" } }.sorted(by: >) == [
        "\(line) error There is no fixture table ",
        "\(line) error The schema can't be used: there is no schema ",
      ])
  }

  @Test func aFolderThatIsToBeRecordedMayBeMissing() async throws {
    let issues = try await Self.issues(
      .graphQL(.query("A", .data(["a": 1])), fixtures: "NopeToRecord", recording: .missing),
      asking: "query A { a }")
    #expect(issues == [])
  }

  @Test func aServiceWhoseVariantsGotTheRequestsDoesNotMissThem() async throws {
    let schema = try ServiceSchema(definitions: "type Query { n: Int }")
    let issues = try await Self.issues([.graphQL(.viewer)]) {
      try await withResponseVariants(schema: schema) { service in
        let body = try await Client(service).send("query N { n }")
        #expect(body != #"{"data":{"n":null}}"#)
      }
    }
    #expect(issues.count == 1)
    #expect(issues.filter { $0.contains("No request reached") } == [])
  }

  @MainActor final class Model {
    private(set) var text = ""

    func load(from service: MockGraphQLService) async throws {
      text = try await Client(service).send("query N { n }")
    }
  }

  @MainActor @Test func aBodyOnTheMainActorNeedsNoAttribute() async throws {
    let schema = try ServiceSchema(definitions: "type Query { n: Int }")
    let model = Model()
    let report = try await withResponseVariants(schema: schema) { service in
      try await model.load(from: service)
      #expect(!model.text.isEmpty)
    }
    #expect(report.findings == [])
  }

  static let reporting = ServiceOptions(reportsUnusedHandlers: true)

  @Test func onlyHandlersOfTheTestItselfMustBeUsed() async throws {
    let own = GraphQLMockTrait.graphQL(
      .query("OfTest", .data(["a": 1])), options: Self.reporting)
    let issues = try await Self.issues([own]) {
      let service = MockGraphQLService.current
      service.register(.query("OfInit", .data(["a": 1])), function: "init()")
      service.register(.query("OfSetUp", .data(["a": 1])), function: "setUpWithError()")
      service.register(.query("OfBody", .data(["a": 1])))
    }
    #expect(
      issues.map { $0.prefix { $0 != "\n" } } == [
        #"error The handler for query "OfBody" was never used: no request matched it."#,
        #"error The handler for query "OfTest" was never used: no request matched it."#,
      ])
  }

  #if os(Linux) || os(macOS)
    @Test func handlersThatNoTestUsedArePrintedWhenTheProcessEnds() async throws {
      let result = try #require(
        await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
          SharedHandlers.note([("A", true), ("B", false)], isWholeRun: true)
          SharedHandlers.note([("A", false), ("C", true), ("B", false)], isWholeRun: true)
          exit(EXIT_SUCCESS)
        })
      let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(
        separator: "\n")
      #expect(
        lines.filter { $0.hasPrefix("GraphQLMock") }
          == ["GraphQLMock: no test used the handler for B."])
    }

    @Test func failuresOfAServiceThatNobodyReadsArePrintedWhenItIsReleased() async throws {
      let result = try #require(
        await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
          for isRead in [true, false] {
            let service = MockGraphQLService(.query("Viewer", .data(["a": 1])))
            _ = try? await Client(service).send("query \(isRead ? "Read" : "Vewer") { a }")
            if isRead { #expect(service.failures.count == 1) }
          }
          let workers = WorkerThreads.shared
          while workers.idleCount < workers.threadCount { await Task.yield() }
        })
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      let head =
        "GraphQLMock: a service without a test was released with a failure that nobody read: "
      #expect(text.components(separatedBy: "GraphQLMock:").count == 2)
      let told = try #require(text.components(separatedBy: head).last)
      let miss = try #require(ReportedMiss(told))
      #expect(text.contains(head) && miss.title == #"query "Vewer""#)
      #expect(miss.cause.hasPrefix(#"nearest is query "Viewer""#), "\(told)")
    }
  #endif
}

/// Every test of this suite fails if it has to use what its suite states.
@Suite(.graphQL(.query("OfSuite", .data(["a": 1])), options: WarningReportTests.reporting))
struct SharedHandlerTests {
  init() { MockGraphQLService.current.register(.query("OfInit", .data(["a": 1]))) }

  @Test func handlersOfTheSuiteNeedNotBeUsed() {}

  @Test(.graphQL(.query("OfTest", .data(["a": 1]))))
  func handlersOfTheTestOverrideThoseOfTheSuite() async throws {
    #expect(try await Client().send("query OfTest { a }") == #"{"data":{"a":1}}"#)
  }
}
