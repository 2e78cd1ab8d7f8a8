import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct UnusedHandlersTests {
  @Test func unusedHandlerIsReportedWithItsConditions() {
    let service = MockGraphQLService(
      .query(
        "A", variables: ["name": .string("x"), "isOpen": true], .data([:])
      ).where(header: "X-Tenant", equals: "t").where(header: "X-Other", equals: "o")
        .where(host: "h.invalid", path: "/p"),
      options: ServiceOptions(reportsUnusedHandlers: true))
    #expect(
      service.unusedToReport.map(\.message) == [
        """
        The handler for query "A" with the variables {"name":"x","isOpen":true} with the header \
        field X-Tenant: "t" with the header field X-Other: "o" to h.invalid/p was never \
        used: no request matched it.
        """
      ])
  }

  @Test(
    arguments: [
      (.query("A", .data([:])).once, #"query "A" that answers once"#),
      (.query("A", .data([:])).times(2), #"query "A" that answers 2 times"#),
      (.mutation(.any, .data([:])).where(rootField: "a"), #"any mutation that selects "a""#),
      (
        .query(.anonymous, .data([:])).where(endpoint: .of("https://a.invalid/graphql")),
        "anonymous query to https://a.invalid/graphql"
      ),
      (.query("A", .data([:])).where { _ in true }, #"query "A" that a closure accepts"#),
      (
        .query("A", document: "query A { a }", variables: .where { _ in true }, .data([:])),
        #"query "A" with variables that its closure accepts with a document"#
      ),
      (.operation(document: "query A { a }", .data([:])), #"operation "A""#),
      (.query(.prefix("A"), .data([:])).where(header: "X"), #"query "A…" with the header field X"#),
      (.query(.pattern("A|B"), .data([:])), "query /A|B/"),
      (.query(.where { _ in true }, .data([:])), "query chosen by a closure"),
      // At most 200 characters of a variable.
      (
        .query("A", variables: ["a": .string(String(repeating: "é", count: 201))], .data([:])),
        #"query "A" with the variables {"a":"\#(String(repeating: "é", count: 199))…}"#
      ),
    ] as [(RequestHandler, String)])
  func messageAboutAHandlerStatesItsConditions(handler: RequestHandler, statement: String) {
    let service = MockGraphQLService(handler, options: ServiceOptions(reportsUnusedHandlers: true))
    #expect(
      service.unusedToReport.map(\.message) == [
        "The handler for \(statement) was never used: no request matched it."
      ])
  }

  /// Their closures run again for each request of another handler, 50,000 times in all.
  @Test(.onOwnThreads) func manyUnusedHandlersAreComparedWithFewerRequests() async throws {
    let runs = Counter()
    let unused = (0..<250).map { _ in
      RequestHandler.query("A", .data(["a": 2])).where { _ in runs.next() > 0 }
    }
    let service = MockGraphQLService(
      [.query("A", .data(["a": 1]))] + unused, options: ServiceOptions(reportsUnusedHandlers: true))
    for _ in 0..<210 { _ = try await service.respond(to: .graphQL(["query": "query A { a }"])) }
    let messages = Set(service.unusedToReport.map { $0.message.suffix(60) })
    #expect(messages == ["first, and answered 200 requests that this one matches, too."])
    #expect(runs.next() == 50_001)
  }

  @Test func theHandlerThatAnswersInPlaceOfAnUnusedOneIsNamed() async throws {
    let service = MockGraphQLService(options: ServiceOptions(reportsUnusedHandlers: true))
    func handler() -> RequestHandler { .query("A", .data(["a": 1])) }
    let line = #line - 1
    service.register(handler(), handler(), .query("B", .data(["b": 1])))
    _ = try await service.respond(to: .graphQL(["query": "query A { a }"]))
    // A handler that is registered after the request is tried before the one that answered, so that isn't the reason.
    service.register(.query("A", .data(["a": 3])))
    let messages = Set(service.unusedToReport.map(\.message))
    #expect(
      messages == [
        """
        The handler for query "A" (number 2 of 2) was never used: it comes after query "A" \
        (UnusedHandlersTests.swift:\(line), number 1 of 2).
          That one is tried first, and answered 1 request that this one matches, too.
        """,
        #"The handler for query "A" was never used: no request matched it."#,
        #"The handler for query "B" was never used: no request matched it."#,
      ])
  }

  @Test func rowsOfATableNeedNotBeUsed() throws {
    let folder = try TemporaryFolder([
      "table.json":
        #"{"rows": [{"request": {"operationName": "A"}, "response": {"body": {"data": {}}}}]}"#
    ])
    let service = MockGraphQLService(
      .query("B", .data(["b": 1])), fixtures: FixtureTable(folder: folder.url),
      options: ServiceOptions(reportsUnusedHandlers: true))
    #expect(FixtureTable(folder: folder.url).check() == [])
    let unused = service.unusedToReport.map(\.message)
    #expect(unused == [#"The handler for query "B" was never used: no request matched it."#])
  }

  @Test func aHandlerWhoseClosureDeclinesIsUsed() async throws {
    let service = MockGraphQLService(
      .query("A") { _ in nil }, .query("A", .data(["a": 1])),
      options: ServiceOptions(reportsUnusedHandlers: true))
    _ = try await service.makeSession().receive(.graphQL(["query": "query A { a }"]))
    #expect(service.unusedToReport.map(\.message) == [])
  }

  @Test(arguments: ["initialLoad()", "setUpIsQuick()"])
  func aTestMayBeginLikeAnInitializerOrSetUp(function: String) {
    let service = MockGraphQLService(options: ServiceOptions(reportsUnusedHandlers: true))
    service.register(.query("A", .data(["a": 1])), function: function)
    let unused = service.unusedToReport.map(\.message)
    #expect(unused == [#"The handler for query "A" was never used: no request matched it."#])
  }

  @Test(arguments: ["init(_:)", "setUp()", "setUpWithError()", "invokeTest()"])
  func handlersOfAnInitializerOrSetUpNeedNotBeUsed(function: String) {
    let service = MockGraphQLService(options: ServiceOptions(reportsUnusedHandlers: true))
    service.register(.query("A", .data(["a": 1])), function: function)
    #expect(service.unusedToReport.map(\.message) == [])
  }

  @Test func aHandlerThatWasUsedBeforeAResetIsUsed() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 1])), .query("B", .data(["b": 1])),
      options: ServiceOptions(reportsUnusedHandlers: true))
    _ = try await service.makeSession().receive(.graphQL(["query": "query A { a }"]))
    service.reset()
    let unused = service.unusedToReport.map(\.message)
    #expect(unused == [#"The handler for query "B" was never used: no request matched it."#])
  }
}
