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

  @Test(arguments: [
    ("GetUser", true), ("Get", true), ("ForgetUser", false), ("getUser", false),
  ]) func prefixMatchesTheStartOfTheName(name: String, isWanted: Bool) async throws {
    #expect(
      try await isAnswered(
        by: .query(.prefix("Get"), .text("mine")), Self.request("query \(name) { a }")) == isWanted)
  }

  @Test(arguments: [
    ("GetUser", true), ("GetUsers", true), ("GetTeam", true), ("GetTeamMembers", false),
    ("ForGetUser", false),
  ]) func aPatternMatchesTheWholeName(name: String, isWanted: Bool) async throws {
    #expect(
      try await isAnswered(
        by: .query(.pattern("Get(User|Team)s?"), .text("mine")),
        Self.request("query \(name) { a }")) == isWanted)
  }

  @Test func closureDecidesWhetherTheNameMatches() async throws {
    let handler = RequestHandler.query(.where { $0.count < 4 }, .text("mine"))
    #expect(try await isAnswered(by: handler, Self.request("query Abc { a }")))
    #expect(try await !isAnswered(by: handler, Self.request("query Abcd { a }")))
    #expect(try await !isAnswered(by: handler, Self.request("{ a }")))
  }

  @Test(arguments: [
    ("{ hero { name } }", true), ("{ h: hero { name } }", true),
    ("{ ... on Query { hero { name } } }", true),
    ("{ ...F } fragment F on Query { hero { name } }", true),
    ("{ hero: villain { name } }", false), ("{ villain { hero } }", false),
  ]) func rootFieldMatchesAnyFieldAtTheRoot(query: String, isWanted: Bool) async throws {
    #expect(
      try await isAnswered(
        by: .query(.any, .text("mine")).where(rootField: "hero"), Self.request(query)) == isWanted)
  }

  @Test func headerFieldNamesMatchInAnyCase() async throws {
    let handler = RequestHandler.query(.any, .text("mine")).where(header: "x-tenant", equals: "a")
    #expect(try await isAnswered(by: handler, Self.request("{ a }", headers: ["X-Tenant": "a"])))
    #expect(try await !isAnswered(by: handler, Self.request("{ a }", headers: ["X-Tenant": "A"])))
    #expect(try await !isAnswered(by: handler, Self.request("{ a }")))
  }

  @Test(arguments: [
    ("https://example.invalid/graphql", true), ("https://EXAMPLE.invalid:443/graphql?x=1", true),
    ("http://example.invalid/graphql", false), ("https://example.invalid/graphql/v2", false),
    ("https://example.invalid:8443/graphql", false),
  ]) func endpointMatchesTheURL(url: String, isWanted: Bool) async throws {
    let handler = RequestHandler.query(.any, .text("mine")).where(endpoint: .of(endpoint))
    #expect(try await isAnswered(by: handler, Self.request("{ a }", url: url)) == isWanted)
  }

  @Test func conditionsCombine() async throws {
    let handler = RequestHandler.query("A", variables: ["id": 1], .text("mine"))
      .where(header: "X-Tenant").where(host: "example.invalid", path: "/graphql")
      .where(rootField: "a")
    #expect(
      try await isAnswered(
        by: handler,
        Self.request("query A { a }", variables: ["id": 1], headers: ["X-Tenant": "x"])))
    #expect(
      try await !isAnswered(
        by: handler,
        Self.request("query A { b }", variables: ["id": 1], headers: ["X-Tenant": "x"])))
    #expect(
      try await !isAnswered(by: handler, Self.request("query A { a }", variables: ["id": 1])))
  }

  @Test(arguments: [
    ("https://a.example/graphql", true), ("https://b.example/graphql", false),
    ("https://a.example/other", false),
  ]) func conditionsOnTheURLMustAllHold(url: String, isWanted: Bool) async throws {
    let handler = RequestHandler.query(.any, .text("mine"))
      .where(host: "a.example").where(path: "/graphql")
    #expect(try await isAnswered(by: handler, Self.request("{ a }", url: url)) == isWanted)
  }

  @Test(arguments: [
    ("/api/example", "https://a.example/api/example", true),
    ("/api/example", "https://a.example/api/example/", true),
    ("/api/example", "https://a.example/api", false),
    ("/users/*/avatar", "https://a.example/users/7/avatar", true),
    ("/users/*/avatar", "https://a.example/users/7/8/avatar", false),
    ("/users/**", "https://a.example/users/7/8/avatar", true),
    ("/users/**", "https://a.example/users", true),
    ("/a b", "https://a.example/a%20b", true),
    ("/a%20b", "https://a.example/a%20b", true),
    ("/", "https://a.example", true),
  ]) func pathOfPlainHTTPMatchesTheURL(path: String, url: String, isWanted: Bool) async throws {
    #expect(
      try await isAnswered(by: .http(path, .text("mine")), URLRequest(url: .of(url))) == isWanted)
  }

  @Test func methodAndQueryItemsOfPlainHTTPMatch() async throws {
    let handler = RequestHandler.http(
      "/search", method: "get", query: ["q": "tea pot", "page": nil], .text("mine"))
    func get(_ query: String) -> URLRequest {
      URLRequest(url: .of("https://a.example/search?" + query))
    }
    #expect(try await isAnswered(by: handler, get("page=2&q=tea+pot&more=1")))
    #expect(try await isAnswered(by: handler, get("page=2&q=tea%20pot")))
    #expect(try await !isAnswered(by: handler, get("q=tea+pot")))
    #expect(try await !isAnswered(by: handler, get("page=2&q=teapot")))
    var post = get("page=2&q=tea+pot")
    post.httpMethod = "POST"
    #expect(try await !isAnswered(by: handler, post))
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
        #expect(try await session.receive(request).status == status)
      }
    }
  }

  @Test func whereClosuresMustAllAcceptTheRequest() async throws {
    let handler = RequestHandler.query("A", .text("mine"))
      .where { $0.variables["n"].int ?? 0 > 2 }.where { $0.document?.contains("a") == true }
    #expect(try await isAnswered(by: handler, Self.request("query A { a }", variables: ["n": 3])))
    #expect(try await !isAnswered(by: handler, Self.request("query A { a }", variables: ["n": 2])))
    #expect(try await !isAnswered(by: handler, Self.request("query A { b }", variables: ["n": 3])))
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

  @Test func missNamesTheClosureThatRejectedTheRequest() async throws {
    let service = MockGraphQLService(.query("A", .data([:])).where { _ in false })
    _ = try? await service.makeSession().receive(Self.request("query A { a }"))
    let message = try #require(service.failures.first?.message)
    #expect(message.hasPrefix(#"Unhandled query "A"; nearest is query "A" (ConditionTests.swift:"#))
    #expect(message.contains("): its closure returned false for the request"))
  }

  @Test func closuresRunOnlyIfAllOtherConditionsMatch() async throws {
    let called = Locked<[String]>([])
    func handler(
      _ condition: String, _ change: (RequestHandler) -> RequestHandler = { $0 }
    ) -> [RequestHandler] {
      let (name, type) = (condition == "name" ? "Other" : "A", condition == "type")
      func make(_ variables: VariableMatch) -> RequestHandler {
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

  @Test func whereClosureOnAnHTTPHandlerIsReported() {
    let handler = RequestHandler.http("/a", .status(204)).where { _ in true }
    let service = MockGraphQLService(handler)
    #expect(
      service.failures.map(\.message) == [
        """
        The handler at \(handler.location) can't be used: `.where { … }` is for operations. For plain HTTP, \
        use a closure that returns nil.
        """
      ])
  }

  @Test func anEmptyListOfResponsesIsReported() {
    let handler = RequestHandler.query("A", inTurn: [])
    #expect(
      MockGraphQLService(handler).failures.map(\.message) == [
        "The handler at \(handler.location) can't be used: `inTurn:` needs at least one response."
      ])
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
    #expect(try await session.receive(request).body == "1")
    service.register(.query("A", .text("override")))
    #expect(try await session.receive(request).body == "override")
    service.reset()
    #expect(service.exchanges.isEmpty)
    #expect(try await session.receive(request).body == "1")
    #expect(try await session.receive(request).body == "2")
  }

  @Test func closurePolicyAnswersUnhandledRequests() async throws {
    let service = MockGraphQLService(
      unhandled: .decide { request, operations in
        operations.isEmpty ? .respond(.status(404)) : .fail
      })
    let session = service.makeSession()
    #expect(
      try await session.receive(URLRequest(url: .of("https://a.example/x.png"))).status == 404)
    await #expect(throws: URLError.self) { try await session.receive(Self.request("{ a }")) }
    #expect(service.failures.map(\.kind) == [.unhandledRequest])
  }
}
