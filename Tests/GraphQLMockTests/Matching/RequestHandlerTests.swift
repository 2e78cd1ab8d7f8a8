import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Which handler answers a request, and what its closure gets.
struct RequestHandlerTests {
  /// Sends a document and returns the body of the response.
  func response(
    of service: MockGraphQLService, to query: String, variables: MockJSON = nil
  ) async throws -> String {
    let body: MockJSON = ["query": .string(query), "variables": variables]
    return try await service.makeSession().receive(.graphQL(body)).body
  }

  @Test func handlersMatchTheTypeAndNameOfTheSelectedOperation() async throws {
    let service = MockGraphQLService(
      .query(.anonymous, .data(["by": "anonymous query"])), .query("A", .data(["by": "query A"])),
      .query("B", .data(["by": "query B"])), .mutation("A", .data(["by": "mutation A"])),
      .subscription("A", .data(["by": "subscription A"])), .query(.any, .data(["by": "any query"])))
    let rows: [(body: MockJSON, handler: String)] = [
      (["query": "query A { n } query B { n }", "operationName": "B"], "query B"),
      (["query": "query A { n }"], "query A"), (["query": "mutation A { n }"], "mutation A"),
      (["query": "subscription A { n }"], "subscription A"),
      (["query": "{ n }"], "anonymous query"),
      (["query": "{ n }", "operationName": nil], "anonymous query"),
      (["query": "{ n }", "operationName": ""], "anonymous query"),
      (["query": "query N { n }"], "any query"),
      // The type of a persisted operation is unknown.
      (["documentId": "sha256:b9d4", "operationName": "B"], "query B"),
    ]
    for row in rows {
      let body = try await service.makeSession().receive(.graphQL(row.body)).body
      #expect(body == #"{"data":{"by":"\#(row.handler)"}}"#, "\(row)")
    }
  }

  @Test func aClosureSeesTheOperationAndTheRequest() async throws {
    let service = MockGraphQLService(
      .query("Product") { request in
        let body = try MockJSON(parsing: request.urlRequest.httpBody ?? Data())
        return .data(["product": ["id": request.variables["id"], "bodyHasQuery": body["query"]]])
      })
    #expect(
      try await response(of: service, to: "query Product { p }", variables: ["id": "é/1"])
        == #"{"data":{"product":{"bodyHasQuery":"query Product { p }","id":"é/1"}}}"#)
  }

  @Test func responsesComeInTurnForEachServiceAndTheLastRepeats() async throws {
    let handler = RequestHandler.query(
      "Feed", .status(503), .networkError(.timedOut), .data(["page": 1]))
    let services = [MockGraphQLService(handler), MockGraphQLService(handler)]
    let request = try URLRequest.graphQL(["query": "query Feed { page }"])
    for expected in ["503 ", "timedOut", #"200 {"data":{"page":1}}"#, #"200 {"data":{"page":1}}"#] {
      for (number, service) in services.enumerated() {
        var answer = ""
        do {
          let incoming = try await service.makeSession().receive(request)
          answer = "\(incoming.status) \(incoming.body)"
        } catch URLError.timedOut {
          answer = "timedOut"
        }
        #expect(answer == expected, "service \(number)")
      }
    }
  }

  @Test func withoutRepeatingHasNoEffectOnAClosure() async throws {
    let handler = RequestHandler.query("A") { _ in .text("by closure") }.withoutRepeating
    let service = MockGraphQLService(handler)
    for _ in 0..<2 {
      #expect(try await response(of: service, to: "query A { n }") == "by closure")
    }
  }

  @Test func laterRegistrationsOverrideAndTheFirstOfAListWins() async throws {
    let service = MockGraphQLService(
      .query("A", .text("1")), .query("A", .text("2")), .query("B", .text("3")))
    var answers = [try await response(of: service, to: "query A { n }")]
    service.register(.query(.any, .text("4")), .query("A", .text("5")))
    answers.append(try await response(of: service, to: "query A { n }"))
    answers.append(try await response(of: service, to: "query B { n }"))
    service.register(.query("A", .text("6")))
    answers.append(try await response(of: service, to: "query A { n }"))
    #expect(answers == ["1", "4", "4", "6"])
  }

  @Test func anErrorThatAClosureThrowsReachesTheClientAndIsRecorded() async throws {
    struct Broken: Error, CustomStringConvertible { var description: String { "it broke" } }
    let service = MockGraphQLService(
      .query("Own") { _ in throw Broken() },
      .query("Network") { _ in throw URLError(.notConnectedToInternet) })
    let network = await #expect(throws: URLError.self) {
      try await response(of: service, to: "query Network { n }")
    }
    let own = await #expect(throws: URLError.self) {
      try await response(of: service, to: "query Own { n }")
    }
    #expect([network?.code, own?.code] == [.notConnectedToInternet, .cannotParseResponse])
    #expect(own?.userInfo[NSUnderlyingErrorKey] is Broken)
    // An error of the network is a response, so it isn't a failure.
    #expect(
      service.failures.map { "\($0.kind): \($0)" } == [
        "handlerError: The handler threw an error: it broke"
      ])
  }

  @Test func handlersThatCannotBeUsedAreReportedWhenTheyAreRegistered() {
    let line = #line + 2
    let service = MockGraphQLService(
      .operation(document: "query {", .status(200)),
      .query("Viewer", .status(200)).times(-1))
    #expect(
      service.failures.map { "\($0.kind): \($0)" } == [
        """
        registrationError: The handler at RequestHandlerTests.swift:\(line) can't be used: Syntax Error: \
        Expected Name, found <EOF>.
        1:8
        1 | query {
          |        ^
        """,
        """
        registrationError: The handler at RequestHandlerTests.swift:\(line + 1) can't be used: \
        `.times(-1)` must be 0 or more.
        """,
      ])
  }
}
