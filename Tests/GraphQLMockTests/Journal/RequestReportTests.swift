import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The other handlers that the report of a failing test names.
struct RequestReportTests {
  /// Sends an operation, and returns the lines below its request in the report of a failing test.
  private func report(
    _ service: MockGraphQLService, _ queries: String..., variables: MockJSON = nil
  ) async throws -> [String] {
    for query in queries {
      _ = try? await service.makeSession().data(
        for: .graphQL(["query": .string(query), "variables": variables]))
    }
    return Self.lines(service)
  }

  private static func lines(_ service: MockGraphQLService) -> [String] {
    service.requestReport { _ in .firstLine }.text.split(separator: "\n").dropFirst()
      .filter { $0.hasPrefix("     ") }
      .map { line in
        line.trimmingCharacters(in: .whitespaces)
          .replacing(/\(\w+\.swift:(\d+)\)/) { "(\($0.1))" }
      }
  }

  @Test func reportNumbersTheResponsesOfASequence() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 1]), .data(["a": 2])), .query("B", .data(["b": 1])))
    let line = #line - 1
    let lines = try await report(
      service, "query A { a }", "query B { b }", "query A { a }", "query A { a }", "query A { a }")
    let a = "answered by query \"A\" (\(line))"
    let expected: [String] = [
      "\(a), response 1 of 2", "answered by query \"B\" (\(line))", "\(a), response 2 of 2",
      "\(a), response 2 of 2, again",
    ]
    #expect(lines == expected)
  }

  @Test func reportListsTheLastThirtyRequests() async throws {
    let service = MockGraphQLService(.query("A", .data(["a": 1])))
    for _ in 0..<32 { _ = try await report(service, "query A { a }") }
    let text = service.requestReport { _ in .firstLine }.text
    let lines = text.components(separatedBy: "\n").dropFirst().prefix(2)
    #expect(
      lines.first == "  2 earlier requests, and then" && text.contains("\n  3–32. "), "\(text)")
  }

  private func asked(_ name: String) -> String {
    Issue.record("A closure was asked for a report.")
    return name
  }

  @Test func overriddenHandlersAreNamedExceptThoseWithClosures() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 1])),
      .query("A", variables: ["id": 8], .data(["a": 2])),
      .query(.where { $0 == asked("A") }, .data(["a": 3])),
      .query("A", variables: ["id": 7], .data(["a": 4])),
      .query("A") { _ in .data(["a": 5]) },
      .query(.prefix("A"), .data(["a": 6])),
      .operation(.data(["a": 7])))
    let line = #line - 7
    let lines = try await report(service, "query A($id: ID) { a(id: $id) }", variables: ["id": 7])
    let (variables, closure, prefix) = (line + 3, line + 4, line + 5)
    let expected: [String] = [
      "answered by query \"A\" (\(line))",
      """
      also matches: query "A" with the variables {"id":7} (\(variables)), query "A" (\(closure)), \
      query "A…" (\(prefix))
      """,
    ]
    #expect(lines == expected)
  }

  @Test func headerFieldsInAReportAreRedacted() async throws {
    let service = MockGraphQLService(
      .query(
        "A",
        .data(["a": 1]).header("Content-Type", "application/json").header("X-Page", "2")
          .header("Authorization", "Bearer t0psecret").header("Age", "5")))
    let lines = try await report(service, "query A { a }")
    #expect(lines.last == "header fields: Age: 5, Authorization: <redacted>, X-Page: 2")
  }

  @Test func handlerShadowedByATableIsAWarning() async throws {
    let service = MockGraphQLService(.query("Feed", .data(["feed": nil])))
    let (line, later) = (#line - 1, #line + 3)
    // A handler for any name may be meant for other operations.
    service.register(
      .query("Feed", variables: ["after": "x"], .data(["feed": nil])),
      .query(.any, variables: ["after": "y"], .data(["feed": nil])), fixtures: "Feed")
    let all = try await report(service, "query Feed { feed { items { id } } }")
    let lines: [String] = all.filter { !$0.contains("does not select") }
    let expected: [String] = [
      "answered by the fixture \"Feed\", response 1 of 2",
      """
      warning: the fixture answers, because query "Feed" with the variables {"after":"x"} (\(later)): \
      variables.after: expected "x", got nothing
      """,
      "warning: query \"Feed\" (\(line)) was never tried: the fixture comes before it",
    ]
    #expect(lines == expected)
  }

  @Test func aUsedHandlerBehindATableIsNoWarning() async throws {
    let service = MockGraphQLService(.query("Feed", .data(["feed": nil])))
    let line = #line - 1
    _ = try await report(service, "query Feed { feed { id } }")
    service.register([], fixtures: "Feed")
    let lines = try await report(service, "query Feed { feed { items { id } } }")
    #expect(lines.filter { $0.hasPrefix("warning: query") } == [])
    #expect(lines.last { $0.hasPrefix("also") } == "also matches: query \"Feed\" (\(line))")
  }

  @Test func onlyHandlersThatAreTriedLaterAreNamed() async throws {
    let service = MockGraphQLService(
      .query("A") { _ in nil },
      .query("A", .data(["a": 1])),
      .query("A", .data(["a": 2])))
    let line = #line - 2
    let lines = try await report(service, "query A { a }")
    let expected: [String] = [
      "answered by query \"A\" (\(line))", "also matches: query \"A\" (\(line + 1))",
    ]
    #expect(lines == expected)
  }

  @Test func aFailureKeepsItsContextAfterTheTest() async throws {
    let service = MockGraphQLService(
      .query("A") { _ in throw URLError(.badURL) }, .query("A", .data(["a": 1])))
    service.begin(testName: "Test")
    _ = try await report(service, "query A { a }", "query B { b }")
    service.end(test: "Test")
    #expect(Self.lines(service).contains { $0.hasPrefix("also matches: query \"A\"") })
  }

  @Test func aHandlerThatComesTooLateIsAWarningOfTheMiss() async throws {
    let service = MockGraphQLService()
    _ = try await report(service, "query A { a }", "query B { b }")
    service.register(
      .query(.where { $0 == asked("A") }, .data(["a": 1])), .query("A", .data(["a": 2])))
    let line = #line - 1
    let lines = Self.lines(service).filter { !$0.hasPrefix("received") && !$0.hasPrefix("add") }
    let misses = service.failures.map { $0.message.components(separatedBy: "\n")[0] }
    #expect(service.misses.map(\.title) == [#"query "A""#, #"query "B""#])
    #expect(
      lines == [
        misses[0],
        #"warning: query "A" (\#(line)) was registered too late: register it before the request"#,
        misses[1],
      ])
  }

  @Test func unknownNameInAJournalQuerySuggestsTheNearest() async throws {
    let service = MockGraphQLService(.query(.any, .data(["a": 1])))
    let names: [NameCondition] = ["viewer", "Orders", "Later"]
    for name in names { #expect(service.requests(named: name).isEmpty) }
    _ = try await report(service, "query Viewer { a }", "query Later { a }")
    let lines = service.requestReport { _ in .firstLine }.text.components(separatedBy: "\n")
    let suggestions: [String] = lines.filter { $0.contains("The journal has no") }
    #expect(suggestions == [#"  The journal has no "viewer"; did you mean "Viewer"?"#])
  }

  @Test func aMissNamesTheHandlersOfServicesThatBelongToNoTest() async throws {
    let place = CodeLocation(fileID: "Shop/Own.swift", filePath: "Own.swift", line: 7, column: 1)
    let file = CodeLocation(fileID: "Shop/File.swift", filePath: "File.swift", line: 7, column: 1)
    let other = MockGraphQLService(
      .query("Elsewhere", .data(["a": 1])).reported(at: place),
      .query("OfAnotherFile", .data(["a": 1])).reported(at: file))
    // A service belongs to its test before the test begins.
    let owned = MockGraphQLService(
      [.query("Owned", .data(["a": 1])).reported(at: place)], options: ServiceOptions(),
      testTitle: "Suite/other")
    // This service was made by a test of its own, which may be another one.
    let made = MockGraphQLService.$scoped.withValue(owned) {
      MockGraphQLService(.query("Made", .data(["a": 1])).reported(at: place))
    }
    let service = MockGraphQLService(.query("A", .data(["a": 1])))
    service.begin(testName: "Test", location: place)
    _ = try await report(
      service, "query Elsewhere { a }", "query Nowhere { a }", "query Owned { a }",
      "query OfAnotherFile { a }", "query Made { a }")
    let lines: [[String]] = service.failures.map { failure in
      failure.message.components(separatedBy: "\n").filter { $0.hasPrefix("  elsewhere:") }
    }
    let line =
      """
        elsewhere: query "Elsewhere" (Own.swift:7) is registered with a service that \
      belongs to no test: register it with this test's service, or give the client a session of that service
      """
    #expect(lines == [[line], [], [], [], []])
    #expect((other.requests + owned.requests + made.requests).isEmpty)
  }

  @Test func requestsBeforeATestDoNotExplainWhyItGotNone() async throws {
    let shared = MockGraphQLService(.query("BeforeTheTest", .data(["a": 1])))
    _ = try await report(shared, "query BeforeTheTest { a }")
    let service = MockGraphQLService(.query("BeforeTheTest", .data(["a": 1])))
    func elsewhere() -> [String] {
      service.requestReport { _ in .firstLine }.text.components(separatedBy: "\n")
        .filter { $0.contains("In this process") }
    }
    #expect(elsewhere() == [])
    _ = try await report(shared, "query BeforeTheTest { a }", "query BeforeTheTest { a }")
    #expect(
      elsewhere() == [
        #"  In this process "BeforeTheTest" went to a service that belongs to no test, 2 times."#
      ])
  }

  @Test func journalQueriesWithoutRequestsAreExplainedUnlessAHandlerHasTheName() async throws {
    let service = MockGraphQLService(
      .mutation("Deleted", .data(["a": 1])), .mutation("Delete", .data(["a": 1])))
    _ = try await service.makeSession().data(for: .graphQL(["query": "mutation Deleted { a }"]))
    let found = [
      service.requests(named: "Delete"), service.requests(named: "Deletd"),
      service.requests(named: "Deleted", type: .query),
      service.requests(named: "Delete", type: .mutation),
    ]
    #expect(found.map(\.count) == [0, 0, 0, 0])
    let lines = service.requestReport { _ in .whole }.text.split(separator: "\n")
    #expect(
      lines.drop { !$0.contains("The journal has no") } == [
        #"  The journal has no "Deletd"; did you mean "Deleted"?"#,
        #"  The journal has no query "Deleted"; it is a mutation."#,
      ])
  }

  @Test func handlersOnOneLineAreNumbered() async throws {
    func handler(_ id: MockJSON) -> RequestHandler {
      .query("A", variables: .subset(["id": id]), .data(["a": 1]))
    }
    let service = MockGraphQLService(handler(1), handler(2), .query("B", .data([:])))
    _ = try? await service.makeSession().data(
      for: .graphQL(["query": "query A($id: Int) { a(id: $id) }", "variables": ["id": 2]]))
    let line = #line - 5
    let lines = service.requestReport { _ in .whole }.text.split(separator: "\n")
    #expect(
      lines.last == """
             answered by query "A" with the variables {"id":2} (RequestReportTests.swift:\(line), number 2 of 2)
        """)
    _ = try? await service.makeSession().data(
      for: .graphQL(["query": "query A($id: Int) { a(id: $id) }", "variables": ["id": 3]]))
    #expect(
      service.failures.map(\.message) == [
        """
        Unhandled query "A"; nearest is query "A" with the variables {"id":1} \
        (RequestReportTests.swift:\(line), number 1 of 2): variables.id: expected 1, got 3
          received:  POST https://example.invalid/graphql
          variables: {"id":3}
          nearest:   query "A" with the variables {"id":1} (RequestReportTests.swift:\(line), number 1 of 2): \
        the variables differ
                       variables.id: expected 1, got 3
                     query "A" with the variables {"id":2} (RequestReportTests.swift:\(line), number 2 of 2): \
        the variables differ
                       variables.id: expected 2, got 3
                     query "B" (RequestReportTests.swift:\(line + 2)): the name differs
          add:       .query("A", variables: ["id": 3], .data(["a": ""]))
        """
      ])
  }
}
