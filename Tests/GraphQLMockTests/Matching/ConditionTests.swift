import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Conditions other than name, type, document and variables, and limits of how often a handler
/// answers.
struct ConditionTests {
  /// Which of two handlers answers: the one under test, or the fallback.
  func isAnswered(
    by handler: RequestHandler, _ request: URLRequest
  ) async throws -> Bool {
    let service = MockGraphQLService(
      handler, .operation(.any, .text("other")), .http(.text("http")))
    return try await service.makeSession().receive(request).body == "mine"
  }

  static func request(
    _ query: String, variables: MockJSON = nil, headers: [String: String] = [:],
    url: String = endpoint
  ) throws -> URLRequest {
    var request = try URLRequest.graphQL(
      ["query": .string(query), "variables": variables], to: url)
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    return request
  }

  @Test func handlerAnswersOperationsWhoseNameMatches() async throws {
    let names = [
      "GetUser", "GetUsers", "GetTeam", "GetTeamMembers", "Get", "ForgetUser", "ForGetUser",
      "getUser", "Abc", "Abcd", "",
    ]
    let expected: [(condition: NameCondition, names: [String])] = [
      (.prefix("Get"), ["GetUser", "GetUsers", "GetTeam", "GetTeamMembers", "Get"]),
      // A pattern must match the whole name.
      (.pattern("Get(User|Team)s?"), ["GetUser", "GetUsers", "GetTeam"]),
      // A closure isn't called for an operation without a name.
      (.where { $0.count < 4 }, ["Get", "Abc"]),
    ]
    for (condition, matching) in expected {
      let handler = RequestHandler.query(condition, .text("mine"))
      var answered: [String] = []
      for name in names {
        let request = try Self.request("query \(name) { a }")
        if try await isAnswered(by: handler, request) { answered.append(name) }
      }
      #expect(answered == matching, "\(matching)")
    }
  }

  /// Sends an operation to each URL and returns the URLs at which the handler answers.
  func urls(answeredBy handler: RequestHandler, of urls: [String]) async throws -> [String] {
    var answered: [String] = []
    for url in urls {
      let request = try Self.request("{ a }", url: url)
      if try await isAnswered(by: handler, request) { answered.append(url) }
    }
    return answered
  }

  @Test func conditionsOnTheURLMustAllHold() async throws {
    let any = RequestHandler.query(.any, .text("mine"))
    let matching = [
      "https://example.invalid/graphql", "https://EXAMPLE.invalid:443/graphql?x=1",
    ]
    let others = [
      "http://example.invalid/graphql", "https://example.invalid/graphql/v2",
      "https://example.invalid:8443/graphql",
    ]
    let ofEndpoint = any.where(endpoint: .of(endpoint))
    #expect(try await urls(answeredBy: ofEndpoint, of: matching + others) == matching)
    // The first request of a WebSocket to this URL is one to `https:` (RFC 6455, section 3).
    let ofSocket = any.where(endpoint: .of("wss://example.invalid/graphql"))
    #expect(try await self.urls(answeredBy: ofSocket, of: matching + others) == matching)
    // An empty path is equal to `/` (RFC 3986, section 6.2.3).
    let ofRoot = any.where(endpoint: .of("http://example.invalid"))
    let roots = ["http://example.invalid/", "http://example.invalid:80?x=1"]
    #expect(
      try await self.urls(answeredBy: ofRoot, of: roots + ["http://example.invalid/a"]) == roots)
    let both = any.where(host: "a.example").where(path: "/graphql")
    let urls = [
      "https://a.example/graphql", "https://b.example/graphql", "https://a.example/other",
    ]
    #expect(try await self.urls(answeredBy: both, of: urls) == ["https://a.example/graphql"])
  }

  @Test func handlerAnswersOnlyRequestsThatMeetAllItsConditions() async throws {
    let any = RequestHandler.query(.any, .text("mine"))
    let rootField = any.where(rootField: "hero")
    let tenant = any.where(header: "x-tenant", equals: "a")
    let combined = RequestHandler.query("A", variables: ["id": 1], .text("mine"))
      .where(header: "X-Tenant").where(host: "example.invalid", path: "/graphql")
      .where(rootField: "a")
    let closures = RequestHandler.query("A", .text("mine"))
      .where { $0.variables["n"].int ?? 0 > 2 }.where { $0.document?.contains("a") == true }
    typealias Row = (
      handler: RequestHandler, query: String, variables: MockJSON, tenant: String?, isWanted: Bool
    )
    let rows: [Row] = [
      (rootField, "{ hero { name } }", nil, nil, true),
      (rootField, "{ h: hero { name } }", nil, nil, true),
      (rootField, "{ ... on Query { hero { name } } }", nil, nil, true),
      (rootField, "{ ...F } fragment F on Query { hero { name } }", nil, nil, true),
      (rootField, "{ hero: villain { name } }", nil, nil, false),
      (rootField, "{ villain { hero } }", nil, nil, false),
      (rootField, "query ($h: Boolean!) { a hero @include(if: $h) }", ["h": true], nil, true),
      (rootField, "query ($h: Boolean!) { a hero @include(if: $h) }", ["h": false], nil, false),
      // The names of header fields match in any case, but not their values.
      (tenant, "{ a }", nil, "a", true),
      (tenant, "{ a }", nil, "A", false),
      (tenant, "{ a }", nil, nil, false),
      (combined, "query A { a }", ["id": 1], "x", true),
      (combined, "query A { b }", ["id": 1], "x", false),
      (combined, "query A { a }", ["id": 1], nil, false),
      (closures, "query A { a }", ["n": 3], nil, true),
      (closures, "query A { a }", ["n": 2], nil, false),
      (closures, "query A { b }", ["n": 3], nil, false),
    ]
    for (index, row) in rows.enumerated() {
      let headers = row.tenant.map { ["X-Tenant": $0] } ?? [:]
      let request = try Self.request(row.query, variables: row.variables, headers: headers)
      #expect(
        try await isAnswered(by: row.handler, request) == row.isWanted, "row \(index): \(row.query)"
      )
    }
  }

  @Test func plainHTTPHandlerAnswersRequestsThatMatch() async throws {
    let search = RequestHandler.http(
      "/search", method: "get", query: ["q": "tea pot", "page": nil], .text("mine"))
    func path(_ path: String) -> RequestHandler { .http(path, .text("mine")) }
    let rows: [(handler: RequestHandler, request: String, isWanted: Bool)] = [
      (path("/api/example"), "GET /api/example", true),
      (path("/api/example"), "GET /api/example/", true),
      (path("/api/example"), "GET /api", false),
      (path("/users/*/avatar"), "GET /users/7/avatar", true),
      (path("/users/*/avatar"), "GET /users/7/8/avatar", false),
      (path("/users/**"), "GET /users/7/8/avatar", true),
      (path("/users/**"), "GET /users", true),
      (path("/a b"), "GET /a%20b", true),
      (path("/a%20b"), "GET /a%20b", true),
      (path("/"), "GET ", true),
      (search, "GET /search?page=2&q=tea+pot&more=1", true),
      (search, "GET /search?page=2&q=tea%20pot", true),
      (search, "GET /search?q=tea+pot", false),
      (search, "GET /search?page=2&q=teapot", false),
      (search, "POST /search?page=2&q=tea+pot", false),
      // URLs are equal if their bytes are (RFC 3986, section 6.2.1). U+212A is canonically equivalent to K.
      (path("/K"), "GET /%E2%84%AA", false),
      (path("/a/\u{301}"), "GET /a/%CC%81", true),
      (.http(query: ["unit": "K"], .text("mine")), "GET /?unit=K", true),
      (.http(query: ["unit": "K"], .text("mine")), "GET /?unit=%E2%84%AA", false),
      (.http(query: ["K": nil], .text("mine")), "GET /?%E2%84%AA=1", false),
    ]
    for (index, row) in rows.enumerated() {
      let parts = row.request.split(separator: " ", omittingEmptySubsequences: false)
      var request = URLRequest(url: .of("https://a.example\(parts[1])"))
      request.httpMethod = String(parts[0])
      #expect(
        try await isAnswered(by: row.handler, request) == row.isWanted,
        "row \(index): \(row.request)")
    }
  }

  // The names of persisted operations may have any characters.
  @Test func aPatternMustMatchTheWholeName() async throws {
    let service = MockGraphQLService(
      .query(.pattern("Get|GetB"), .status(200)), .query(.any, .status(404)))
    for (name, status) in [("Get", 200), ("GetB", 200), ("GetC", 404), ("Get\n", 404)] {
      let request = try URLRequest.graphQL([
        "documentId": "sha256:b9d4", "operationName": .string(name),
      ])
      #expect(try await service.respond(to: request).status == status, "\(name)")
    }
  }

  @Test func nonGraphQLBodyGoesToHTTPHandlersAndThenToThePolicy() async throws {
    let bodies = [
      "", "plain", "{}", "[]", "null", "\u{0}\u{1}", #"{"query":{"match":"all"}}"#, "--x\r\n",
    ]
    let service = MockGraphQLService(
      .query(.any) { _ in
        Issue.record("a GraphQL handler was asked")
        return nil
      },
      .http("/taken", .text("http")), unhandled: .respond(.status(404)))
    let session = service.makeSession()
    for body in bodies {
      for (path, status) in [("/taken", 200), ("/free", 404)] {
        var request = URLRequest(url: .of("https://a.example" + path))
        request.httpMethod = "POST"
        request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(body.utf8)
        #expect(try await session.receive(request).status == status, "\(path)")
      }
    }
  }

  @Test func theClosureOfAConditionRunsWithoutTheLockOfItsService() async throws {
    let services = Locked<[MockGraphQLService]>([])
    let service = MockGraphQLService(
      .query("A", .text("mine")).where { _ in
        services.withLock { $0 }.forEach { $0.register(.query("B", .text("other"))) }
        return true
      })
    services.withLock { $0 = [service] }
    defer { services.withLock { $0 = [] } }
    let session = service.makeSession()
    #expect(try await session.receive(Self.request("query A { a }")).body == "mine")
    #expect(try await session.receive(Self.request("query B { b }")).body == "other")
  }

  @Test func closuresRunOnlyIfAllOtherConditionsMatch() async throws {
    let called = Locked<[String]>([])
    func handler(
      _ condition: String, _ change: (RequestHandler) -> RequestHandler = { $0 }
    ) -> [RequestHandler] {
      let (name, type) = (condition == "name" ? "Other" : "A", condition == "type")
      func make(_ variables: VariablesCondition) -> RequestHandler {
        change(
          type
            ? .mutation(.named(name), variables: variables, .text("other"))
            : .query(.named(name), variables: variables, .text("other")))
      }
      return [
        make(condition == "variables" ? ["id": 2] : [:]).where { _ in
          called.withLock { $0.append("\(condition), request") }
          return true
        },
        make(
          .where { _ in
            called.withLock { $0.append("\(condition), variables") }
            return condition != "variables"
          }),
      ]
    }
    var handlers = handler("name") + handler("type") + handler("variables").prefix(1)
    handlers += handler("root field") { $0.where(rootField: "b") }
    handlers += handler("header field") { $0.where(header: "X-Tenant") }
    handlers += handler("host") { $0.where(host: "b.example") }
    handlers += handler("endpoint") { $0.where(endpoint: .of("https://b.example/graphql")) }
    for handler in handlers {
      let service = MockGraphQLService(handler)
      _ = try? await service.makeSession().receive(Self.request("query A { a }"))
      #expect(service.failures.map(\.kind) == [.unhandledRequest])
    }
    #expect(called.withLock { $0 } == [])
  }

  @Test func handlerThatCannotBeUsedIsReported() {
    let empty = RequestHandler.query("A", inTurn: [])
    #expect(
      MockGraphQLService(empty).failures.map(\.message) == [
        "The handler at \(empty.location) can't be used: `inTurn:` needs at least one response."
      ])
  }

  /// Without a host and a path, a condition would match every request, which nobody states on purpose.
  @Test func conditionOnNoHostAndNoPathIsReported() async throws {
    let host: String? = nil
    for handler in [
      RequestHandler.http(.text("mine")).where(), .http(.text("mine")).where(host: host),
    ] {
      let service = MockGraphQLService(handler)
      await #expect(throws: URLError.self) {
        try await service.makeSession().receive(URLRequest(url: .of("https://a.example/x")))
      }
      #expect(
        service.failures.map(\.message).first
          == "The handler at \(handler.location) can't be used: its condition on the URL needs a host or a path."
      )
      #expect(service.failures.map(\.kind) == [.registrationError, .unhandledRequest])
      #expect(service.failures.last?.message.contains("http to") == false)
    }
  }

  @Test func parallelRequestsTakeEachStepOnce() async throws {
    let responses = (0..<64).map { MockResponse.data(["n": .number($0)]) }
    let service = MockGraphQLService(
      .query("A") { _ in nil },
      RequestHandler.query("A", inTurn: responses).withoutRepeating,
      .query("A", .data(["n": "behind"])))
    let session = service.makeSession()
    let request = try Self.request("query A { n }")
    let bodies = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<100 { group.addTask { try await session.receive(request).body } }
      return try await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    }
    var expected = Dictionary(uniqueKeysWithValues: (0..<64).map { (#"{"data":{"n":\#($0)}}"#, 1) })
    expected[#"{"data":{"n":"behind"}}"#] = 36
    #expect(bodies == expected)
  }

  @Test func decliningClosureDoesNotUseUpItsTimes() async throws {
    let service = MockGraphQLService(
      RequestHandler.query("A") { $0.variables["skip"] == true ? nil : .text("mine") }.times(2),
      .query("A", .text("behind")))
    let session = service.makeSession()
    let plain = try Self.request("query A { n }")
    let skipping = try Self.request("query A { n }", variables: ["skip": true])
    var bodies: [String] = []
    for request in [skipping, plain, skipping, plain, plain, skipping] {
      bodies.append(try await session.receive(request).body)
    }
    #expect(bodies == ["behind", "mine", "behind", "mine", "behind", "behind"])
  }

  @Test func resetRestartsSequences() async throws {
    let service = MockGraphQLService(.query("A", .text("1"), .text("2")))
    let session = service.makeSession()
    let request = try Self.request("query A { n }")
    var bodies = [try await session.receive(request).body]
    service.register(.query("A", .text("override")))
    bodies.append(try await session.receive(request).body)
    service.reset()
    #expect(service.requests.isEmpty)
    for _ in 0..<2 { bodies.append(try await session.receive(request).body) }
    #expect(bodies == ["1", "override", "1", "2"])
  }
}
