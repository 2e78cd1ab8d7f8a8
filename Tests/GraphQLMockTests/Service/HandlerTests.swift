import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Which handler answers a request, and what its closure gets.
struct HandlerTests {
  /// Sends a document and returns the body of the response.
  func answer(
    of service: MockGraphQLService, to query: String, operationName: MockJSON = nil,
    variables: MockJSON = nil
  ) async throws -> String {
    let request = try URLRequest.graphQL([
      "query": .string(query), "operationName": operationName, "variables": variables,
    ])
    return try await service.makeSession().receive(request).body
  }

  @Test func handlerMatchesTheNameOfTheSelectedOperation() async throws {
    let service = MockGraphQLService(.query("A", .data(["n": 1])), .query("B", .data(["n": 2])))
    let both = "query A { n } query B { n }"
    #expect(try await answer(of: service, to: both, operationName: "B") == #"{"data":{"n":2}}"#)
  }

  @Test func handlerMatchesTheOperationType() async throws {
    let service = MockGraphQLService(
      .query("Same", .data(["type": "query"])), .mutation("Same", .data(["type": "mutation"])),
      .subscription("Same", .data(["type": "subscription"])))
    for type in ["query", "mutation", "subscription"] {
      #expect(
        try await answer(of: service, to: "\(type) Same { n }") == #"{"data":{"type":"\#(type)"}}"#)
    }
  }

  @Test(arguments: [nil, "", "null"]) func anonymousHandlerMatchesOnlyAnonymousOperations(
    name: String?
  )
    async throws
  {
    let service = MockGraphQLService(
      .query(.anonymous, .data(["n": 1])), .query(.any, .data(["n": 2])))
    let operationName: MockJSON = name == "null" ? nil : name.map { .string($0) } ?? nil
    #expect(
      try await answer(of: service, to: "{ n }", operationName: operationName)
        == #"{"data":{"n":1}}"#)
    #expect(try await answer(of: service, to: "query N { n }") == #"{"data":{"n":2}}"#)
  }

  @Test func aClosureSeesTheOperationAndTheRequest() async throws {
    let service = MockGraphQLService(
      .query("Product") { request in
        let body = try MockJSON(parsing: request.urlRequest.httpBody ?? Data())
        return .data(["product": ["id": request.variables["id"], "bodyHasQuery": body["query"]]])
      })
    #expect(
      try await answer(of: service, to: "query Product { p }", variables: ["id": "é/1"])
        == #"{"data":{"product":{"bodyHasQuery":"query Product { p }","id":"é/1"}}}"#)
  }

  @Test func severalResponsesComeInTurnAndTheLastRepeats() async throws {
    let service = MockGraphQLService(
      .query("Feed", .status(503), .networkError(.timedOut), .data(["page": 1])))
    let session = service.makeSession()
    let request = try URLRequest.graphQL(["query": "query Feed { page }"])
    #expect(try await session.receive(request).status == 503)
    let error = await #expect(throws: URLError.self) { try await session.receive(request) }
    #expect(error?.code == .timedOut)
    for _ in 0..<2 {
      #expect(try await session.receive(request).body == #"{"data":{"page":1}}"#)
    }
  }

  @Test func laterRegistrationsOverrideAndTheFirstOfAListWins() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["n": 1])), .query("A", .data(["n": 2])), .query("B", .data(["n": 3])))
    #expect(try await answer(of: service, to: "query A { n }") == #"{"data":{"n":1}}"#)
    service.register(.query(.any, .data(["n": 4])), .query("A", .data(["n": 5])))
    #expect(try await answer(of: service, to: "query A { n }") == #"{"data":{"n":4}}"#)
    #expect(try await answer(of: service, to: "query B { n }") == #"{"data":{"n":4}}"#)
    service.register(.query("A", .data(["n": 6])))
    #expect(try await answer(of: service, to: "query A { n }") == #"{"data":{"n":6}}"#)
  }

  @Test func eachServiceHasItsOwnPositionInASequence() async throws {
    let handler = RequestHandler.query("A", .data(["n": 1]), .data(["n": 2]))
    let first = MockGraphQLService(handler)
    let second = MockGraphQLService(handler)
    #expect(try await answer(of: first, to: "query A { n }") == #"{"data":{"n":1}}"#)
    #expect(try await answer(of: second, to: "query A { n }") == #"{"data":{"n":1}}"#)
    #expect(try await answer(of: first, to: "query A { n }") == #"{"data":{"n":2}}"#)
  }

  @Test func anErrorThatAClosureThrowsReachesTheClientAndIsRecorded() async throws {
    struct Broken: Error, CustomStringConvertible { var description: String { "it broke" } }
    let service = MockGraphQLService(
      .query("Own") { _ in throw Broken() },
      .query("Network") { _ in throw URLError(.notConnectedToInternet) })
    let session = service.makeSession()
    let network = await #expect(throws: URLError.self) {
      try await session.receive(.graphQL(["query": "query Network { n }"]))
    }
    #expect(network?.code == .notConnectedToInternet)
    #expect(service.failures == [])
    let own = await #expect(throws: URLError.self) {
      try await session.receive(.graphQL(["query": "query Own { n }"]))
    }
    #expect(own?.code == .cannotParseResponse)
    #expect(own?.userInfo[NSUnderlyingErrorKey] is Broken)
    #expect(service.failures.map(\.kind) == [.handlerError])
    #expect(service.failures.map(\.message) == ["The handler threw an error: it broke"])
  }

  @Test func aPersistedOperationIsMatchedByTheNameInTheRequest() async throws {
    let service = MockGraphQLService(.query("HeroName", .data(["hero": nil])))
    let request = try URLRequest.graphQL([
      "operationName": "HeroName",
      "documentId": "sha256:b9d4",
    ])
    #expect(try await service.makeSession().receive(request).body == #"{"data":{"hero":null}}"#)
  }

  @Test func aHandlerWithABrokenDocumentIsReportedWhenItIsRegistered() {
    let line = #line + 1
    let service = MockGraphQLService(.operation(document: "query {", .status(200)))
    #expect(service.failures.map(\.kind) == [.registrationError])
    #expect(
      service.failures.map(\.message) == [
        """
        The handler at HandlerTests.swift:\(line) can't be used: Syntax Error: Expected Name, \
        found <EOF>.
        1:8
        1 | query {
          |        ^
        """
      ])
  }

  @Test func aHandlerForANegativeNumberOfRequestsIsReportedWhenItIsRegistered() {
    let line = #line + 1
    let service = MockGraphQLService(.query("Viewer", .status(200)).times(-1))
    #expect(service.failures.map(\.kind) == [.registrationError])
    #expect(
      service.failures.map(\.message) == [
        "The handler at HandlerTests.swift:\(line) can't be used: `.times(-1)` must be 0 or more."
      ])
  }
}
