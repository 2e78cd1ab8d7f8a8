import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Services without `endpoints:` that mock a REST API and a GraphQL service at once ("Forms of a request").
struct HTTPHandlerTests {
  private static func request(
    _ method: String = "POST", _ path: String, _ body: String? = nil,
    type: String? = "application/json"
  ) -> URLRequest {
    PlainHTTPTests.request(method, "https://api.example.com\(path)", body: body, type: type)
  }

  @Test func anArrayOfResponsesIsGivenInTurnAndTheLastOneRepeats() async throws {
    let responses = ["a", "b"].map { MockResponse.text($0) }
    let service = MockGraphQLService(
      .http("/token", method: "GET", query: ["v": "1"], inTurn: responses),
      .http(inTurn: [.status(404)]), .http(inTurn: []))
    let session = service.makeSession()
    var received: [String] = []
    for path in ["/token?v=1", "/token?v=2", "/token?v=1", "/token?v=1"] {
      let response = try await session.receive(Self.request("GET", path))
      received.append("\(response.status) \(response.body)")
    }
    #expect(received == ["200 a", "404 ", "200 b", "200 b"])
    #expect(
      service.failures.map(\.message).map { $0.hasSuffix("`inTurn:` needs at least one response.") }
        == [true])
  }

  // MARK: Methods and identifiers

  /// GraphQL travels by GET and POST (GraphQL over HTTP, "Request").
  @Test(arguments: [
    request("PUT", "/documents/7", #"{"documentId": "7"}"#),
    request("PUT", "/documents/7", #"{"query": "{ a }"}"#),
    request("PATCH", "/documents/7", #"[{"query": "{ a }"}]"#),
    request("DELETE", "/documents/7?query=%7Ba%7D"), request("PUT", "/documents/7", "{not JSON"),
    request("PUT", "/documents/7", "{ a }", type: "application/graphql"),
    request("POST", "/documents/7", #"{"documentId": "7"}"#),
    request("POST", "/documents/7", #"[{"documentId": "7"}]"#),
    request("GET", "/documents?documentId=7"),
  ])
  func otherMethodsAndLoneIdentifiersArePlainHTTP(request: URLRequest) async throws {
    let policy = MockGraphQLService(
      .operation(.any, .data([:])), unhandled: .respond(.text("by policy")))
    let handled = MockGraphQLService(
      .operation(.any, .data([:])), .http("/documents/**", .text("by handler")))
    let failing = MockGraphQLService(.operation(.any, .data([:])))
    for (service, body) in [(policy, "by policy"), (handled, "by handler")] {
      let incoming = try await service.makeSession().receive(request)
      #expect(incoming.status == 200 && incoming.body == body, "\(body)")
      #expect(service.failures == [] && service.requests.map(\.operations.count) == [0], "\(body)")
    }
    await #expect(throws: URLError.self) { try await failing.makeSession().receive(request) }
    #expect(failing.failures.map(\.kind) == [.unhandledRequest])
  }

  @Test func otherMethodAtAStatedEndpointIsRefused() async throws {
    let service = MockGraphQLService(
      .operation(.any, .data([:])), endpoints: [.of("https://api.example.com/graphql")])
    let incoming = try await service.makeSession().receive(
      Self.request("PUT", "/graphql", #"{"query": "{ a }"}"#))
    #expect(incoming.status == 405)
    #expect(service.failures.map(\.kind) == [.malformedRequest])
  }

  @Test(arguments: [
    #"{"documentId": "9", "variables": {}}"#, #"{"documentId": "9", "operationName": "A"}"#,
    #"{"documentId": "9", "extensions": {}}"#, #"{"documentId": "9"}"#,
  ])
  func identifierIsGraphQLWithAnotherParameterOrDocuments(body: String) async throws {
    let isLone = !body.contains(",")
    let service = MockGraphQLService(
      .operation(.any, .data(["a": 1])),
      options: ServiceOptions(documents: isLone ? ["7": "{ a }"] : nil))
    let incoming = try await service.makeSession().receive(Self.request("POST", "/x", body))
    #expect(incoming.body == #"{"data":{"a":1}}"#)
  }

  // MARK: Order

  static let body = #"{"query": "{ shoes }", "documentId": "7"}"#

  @Test(
    arguments: [
      // A path wins over a handler that states nothing but `.any`, wherever both are in the list.
      ([.operation(.any, .data([:])), .http("/search", .text("path"))], "path"),
      ([.operation(.data([:])), .http("/search", .text("path"))], "path"),
      (
        [
          .operation(.any, .data([:])), .query("A", .data([:])), .http("/other", .text("other")),
          .http("/search", method: "GET", .text("GET")), .http("/*", .text("any path")),
          .http("/search", .text("path")),
        ], "path"
      ),
      (
        [
          .operation(.any, .data([:])),
          .http(.text("path")).where(host: "api.example.com", path: "/search"),
        ],
        "path"
      ),
      // It doesn't win with a name of GraphQL, without a path, or over other conditions.
      ([.operation(.any, .data([:])), .http("/graphql/**", .text("path"))], #"{"data":{}}"#),
      ([.operation(.any, .data([:])), .http(.text("path"))], #"{"data":{}}"#),
      (
        [.operation(.any, .data([:])).where(rootField: "shoes"), .http("/search", .text("path"))],
        #"{"data":{}}"#
      ),
      ([.query(.anonymous, .data([:])), .http("/search", .text("path"))], #"{"data":{}}"#),
      (
        [.operation(.any, variables: [:], .data([:])), .http("/search", .text("path"))],
        #"{"data":{}}"#
      ),
      (
        [.operation(document: "{ shoes }", .data([:])), .http("/search", .text("path"))],
        #"{"data":{}}"#
      ),
      (
        [.operation(.any, .data([:])).where { _ in true }, .http("/search", .text("path"))],
        #"{"data":{}}"#
      ),
    ] as [([RequestHandler], String)])
  func pathWinsOverAnyOperation(handlers: [RequestHandler], body: String) async throws {
    let service = MockGraphQLService(handlers)
    let incoming = try await service.makeSession().receive(
      Self.request("POST", "/search", Self.body))
    #expect(incoming.body == body)
    #expect(service.failures == [])
  }

  @Test func pathOfAnotherListOrBesideAnEndpointDoesNotWin() async throws {
    let stated = MockGraphQLService(
      .operation(.any, .data([:])), .http("/search", .text("path")),
      endpoints: [.of("https://api.example.com/search")])
    let later = MockGraphQLService(.http("/search", .text("path")))
    later.register(.operation(.any, .data([:])))
    for service in [stated, later] {
      let incoming = try await service.makeSession().receive(
        Self.request("POST", "/search", Self.body))
      #expect(incoming.body == #"{"data":{}}"#)
    }
  }

  @Test func declinedPathIsAskedOnceAndThenTheHandlerForAnyOperation() async throws {
    let count = Counter()
    let service = MockGraphQLService(
      .operation(.any, .data(["a": 1])),
      .http("/search") { _ in
        _ = count.next()
        return nil
      })
    let incoming = try await service.makeSession().receive(
      Self.request("POST", "/search", Self.body))
    #expect(incoming.body == #"{"data":{"a":1}}"#)
    #expect(count.next() == 2)
  }

  // MARK: Closures

  @Test func closureOfAnHTTPHandlerIsACondition() async throws {
    let service = MockGraphQLService(
      .http("/a", .text("first")).where { $0.urlRequest.httpMethod == "DELETE" },
      .http("/a", .text("second")).where { $0.name == nil && $0.variables == [:] },
      .http("/a", .text("third")))
    #expect(service.failures == [])
    let bodies = try await [
      service.makeSession().receive(Self.request("DELETE", "/a")).body,
      service.makeSession().receive(Self.request("GET", "/a")).body,
      service.makeSession().receive(Self.request("POST", "/a", #"{"query": "query A { a }"}"#))
        .body,
    ]
    #expect(bodies == ["first", "second", "third"])
  }

  @Test func closuresRunOnceForAnUnhandledRequest() async throws {
    let count = Counter()
    @Sendable func refuse() -> Bool {
      _ = count.next()
      return false
    }
    let line = #line + 2
    let service = MockGraphQLService(
      .query("A", .data([:])).where { _ in refuse() },
      .query(.where { _ in refuse() }, .data([:])),
      .query("A", variables: .where { _ in refuse() }, .data([:])),
      .http("/graphql", .text("")).where { _ in refuse() })
    _ = try? await service.makeSession().data(for: .graphQL(["query": "query A { a }"]))
    #expect(count.next() == 5)
    let closure = "its closure returned false for the"
    let miss = try #require(service.misses.first)
    #expect(service.failures.count == 1 && miss.title == #"query "A""#)
    #expect(miss["received"] == ["POST https://example.invalid/graphql"])
    #expect(miss["add"] == [#".query("A", .data(["a": ""]))"#])
    #expect(
      miss["nearest"] == [
        #"query "A" (HTTPHandlerTests.swift:\#(line)): \#(closure) request"#,
        #"query "A" (HTTPHandlerTests.swift:\#(line + 2)): \#(closure) variables"#,
        "query chosen by a closure (HTTPHandlerTests.swift:\(line + 1)): the name differs",
        "and 1 more handler",
      ])
  }

  // MARK: Causes

  static let query = #"{"query": "{ a }"}"#

  @Test func jsonTypedAsAFormAtAnEndpointIsNamed() async throws {
    let service = MockGraphQLService(endpoints: [.of("https://api.example.com/graphql")])
    let incoming = try await service.makeSession().receive(
      Self.request("POST", "/graphql", Self.query, type: "application/x-www-form-urlencoded"))
    #expect(incoming.status == 400)
    #expect(
      service.failures.map(\.message) == [
        """
        Malformed GraphQL request POST https://api.example.com/graphql: The body is JSON, but its \
        Content-Type is "application/x-www-form-urlencoded"
        """
      ])
  }

  @Test func textsAreNotTakenForMistypedJSON() async throws {
    let service = MockGraphQLService(unhandled: .respond(.status(204)))
    for body in ["{ a }", "{", "[1]", #"{"a": 1}"#, ""] {
      let incoming = try await service.makeSession().receive(
        Self.request("POST", "/log", body, type: "text/plain"))
      #expect(incoming.status == 204, "\(body)")
    }
    #expect(service.failures == [])
  }

  @Test func missWithoutQueryNamesThatCauseBesideManyPaths() async throws {
    let line = #line + 2
    let service = MockGraphQLService(
      .http("/graph", .text("")), .http("/grape", .text("")), .http("/grip", .text("")),
      .query("A", .data([:])))
    let here = "HTTPHandlerTests.swift:\(line)"
    let cause =
      "it handles GraphQL operations, but this is plain HTTP: the request has no \"query\""
    for (path, first) in [
      ("/graphql", "query \"A\" (HTTPHandlerTests.swift:\(line + 1)): \(cause)"),
      ("/graphs", "http /graph (\(here)): the path is /graphs, not /graph"),
    ] {
      service.reset()
      _ = try? await service.makeSession().receive(
        Self.request("POST", path, #"{"operationName": "A"}"#))
      let miss = try #require(service.misses.first)
      #expect(miss.title == "request POST https://api.example.com\(path)", "\(path)")
      #expect(miss.cause == "nearest is \(first)", "\(path)")
      #expect(
        miss.lines.contains {
          $0.hasSuffix("query \"A\" (HTTPHandlerTests.swift:\(line + 1)): \(cause)")
        }, "\(path)")
    }
  }

  @Test func plainHTTPHandlerTakesAnAsynchronousClosure() async throws {
    @Sendable func response(_ text: String) async -> MockResponse {
      await Task.yield()
      return .text(text)
    }
    let service = MockGraphQLService(
      .http("/a") { _ in await response("path") },
      .http(host: "b.invalid") { _ in await response("host") })
    var bodies: [String] = []
    for url in ["https://a.invalid/a", "https://b.invalid/b"] {
      bodies.append(try await service.makeSession().receive(URLRequest(url: .of(url))).body)
    }
    #expect(bodies == ["path", "host"])
    #expect(service.failures == [])
  }
}
