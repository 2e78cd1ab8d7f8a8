import Foundation
import TestSupport
import Testing

@testable import GraphQLMock
@testable import GraphQLMockTesting

/// Handlers that several tests share needn't be used by each of them.
struct SharedHandlersTests {
  static let reporting = ServiceOptions(reportsUnusedHandlers: true)

  @Test func onlyHandlersOfTheTestItselfMustBeUsed() async throws {
    let own = GraphQLMockTrait.graphQL(
      .query("OfTest", .data(["a": 1])), options: Self.reporting)
    let issues = try await TraitIssues.of([own]) {
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

  /// A test without the option may use what a test with it doesn't.
  @Test func usedHandlersOfASuiteCountWithoutTheOption() async throws {
    for isReporting in [nil, true] {
      let service = MockGraphQLService(
        options: ServiceOptions(reportsUnusedHandlers: isReporting))
      let handlers: [RequestHandler] = [
        .query("Used", .data(["a": 1])), .query("Unused", .data(["a": 1])),
      ]
      service.core.registry.register(handlers, isShared: true)
      _ = try await service.respond(to: .graphQL(["query": "query Used { a }"]))
      #expect(
        service.sharedHandlers.map(\.isUsed) == (isReporting == true ? [true, false] : [true]))
    }
  }

  @Test func argumentsThatSelectTestsDoNotRunAllOfThem() {
    let rows: [(arguments: [String], isWhole: Bool)] = [
      ([], true), (["--parallel", "--filters"], true), (["--filter", "A"], false),
      (["--filter=A"], false), (["--skip", "A"], false), (["--skip=A"], false),
    ]
    for (arguments, isWhole) in rows {
      #expect(SharedHandlers.isWholeRun(["tests"] + arguments) == isWhole, "\(arguments)")
    }
  }

  /// It's used, so that it isn't printed when this process ends.
  @Test func handlersOfASuiteAreNotedBeforeTheServiceForgetsThem() async throws {
    let handler = RequestHandler.query("Noted", .data(["a": 1]))
    let issues = try await TraitIssues.of([.graphQL()]) {
      MockGraphQLService.current.register(handler, function: "init()")
      try await Client().send("query Noted { a }")
    }
    #expect(issues == [])
    let title = "query \"Noted\" (\(handler.location))"
    #expect(SharedHandlers.used.withLock { $0[title] } == true)
  }

  #if os(Linux) || os(macOS)
    @Test func handlersThatNoTestUsedArePrintedWhenTheProcessEnds() async throws {
      let result = try #require(
        await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
          SharedHandlers.note([("A", true), ("B", false)], arguments: [])
          SharedHandlers.note([("A", false), ("C", true), ("B", false)], arguments: [])
          exit(EXIT_SUCCESS)
        })
      let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(
        separator: "\n")
      #expect(
        lines.filter { $0.hasPrefix("GraphQLMock") }
          == ["GraphQLMock: no test used the handler for B."])
    }
  #endif
}

/// Every test of this suite fails if it has to use what its suite states.
@Suite(.graphQL(.query("OfSuite", .data(["a": 1])), options: SharedHandlersTests.reporting))
struct HandlersOfSuitesTests {
  init() { MockGraphQLService.current.register(.query("OfInit", .data(["a": 1]))) }

  @Test func handlersOfTheSuiteNeedNotBeUsed() {}

  @Test(.graphQL(.query("OfTest", .data(["a": 1]))))
  func handlersOfTheTestOverrideThoseOfTheSuite() async throws {
    #expect(try await Client().send("query OfTest { a }") == #"{"data":{"a":1}}"#)
  }
}

/// A trait of a suite and of another suite's test. The suites run one after the other.
@Suite(.serialized) struct TraitOfSuiteAndTestTests {
  static let trait = GraphQLMockTrait.graphQL(
    .query("Unused", .data(["a": 1])), options: SharedHandlersTests.reporting)

  @Suite(trait) struct SuiteOfTheTrait {
    @Test func itsHandlersNeedNotBeUsed() {}
  }

  struct OtherSuite {
    @Test func theHandlersOfATestMustBeUsed() async throws {
      let issues = try await TraitIssues.of([trait]) {}
      #expect(
        issues.map { $0.prefix { $0 != "\n" } } == [
          #"error The handler for query "Unused" was never used: no request matched it."#
        ])
    }
  }
}
