import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The whole text of a miss, as the client and the test get it.
struct MatchFailureTests {
  /// The line of an example's handlers.
  static let here = "MatchFailureTests.swift"

  func miss(
    _ service: MockGraphQLService, _ request: URLRequest
  ) async throws -> String {
    let error = await #expect(throws: URLError.self) {
      try await service.makeSession().data(for: request)
    }
    let message = error?.localizedDescription ?? ""
    #expect(error?.code == .resourceUnavailable)
    #expect(
      service.failures.map { "\($0.kind): \($0.message)" } == ["unhandledRequest: \(message)"])
    #expect(service.requests.map { $0.failure?.kind } == [.unhandledRequest])
    return message
  }

  func miss(
    _ service: MockGraphQLService, query: String, variables: MockJSON = nil,
    headers: [String: String] = [:]
  ) async throws -> String {
    var request = try URLRequest.graphQL(["query": .string(query), "variables": variables])
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    return try await miss(service, request)
  }

  // MARK: Whole messages

  /// Handlers, a request that none of them answers, and the whole message.
  struct Example: Sendable {
    let handlers: [RequestHandler]
    let query: String
    let variables: MockJSON
    let headers: [String: String]
    let message: String

    init(
      _ handlers: [RequestHandler], _ query: String, variables: MockJSON = nil,
      headers: [String: String] = [:], _ message: String
    ) {
      self.handlers = handlers
      self.query = query
      self.variables = variables
      self.headers = headers
      self.message = message
    }
  }

  func expectMisses(_ examples: [Example]) async throws {
    for example in examples {
      let service = MockGraphQLService(example.handlers)
      let message = try await miss(
        service, query: example.query, variables: example.variables, headers: example.headers)
      #expect(message == example.message)
    }
  }

  @Test func missNamesTheNearestHandlersByNameAndType() async throws {
    try await expectMisses(Self.names)
  }

  static let names: [Example] = [
    Example(
      [], "query Viewer { viewer { name } }",
      """
      Unhandled query "Viewer"; no handlers are registered
        received:  POST https://example.invalid/graphql
        add:       .query("Viewer", .data(["viewer": ["name": ""]]))
      """),
    Example(
      [.query("Viewer", .data([:]), line: 7)], "query Vewer { a }", variables: ["id": "7"],
      """
      Unhandled query "Vewer"; nearest is query "Viewer" (MatchFailureTests.swift:7): \
      the name differs
        received:  POST https://example.invalid/graphql
        variables: {"id":"7"}
        add:       .query("Vewer", .data(["a": ""]))
      """),
    // Three handlers are named, the nearest first.
    Example(
      [
        .query("Products", .data([:]), line: 5), .query("Cart", .data([:]), line: 6),
        .query("Product", .data([:]), line: 7), .query("Prodct", .data([:]), line: 8),
        .query("Settings", .data([:]), line: 9),
      ], "query Produkt { a }",
      """
      Unhandled query "Produkt"; nearest is query "Product" (MatchFailureTests.swift:7): \
      the name differs
        received:  POST https://example.invalid/graphql
        nearest:   query "Product" (MatchFailureTests.swift:7): the name differs
                   query "Products" (MatchFailureTests.swift:5): the name differs
                   query "Prodct" (MatchFailureTests.swift:8): the name differs
                   and 2 more handlers
        add:       .query("Produkt", .data(["a": ""]))
      """),
    Example(
      [.query(.prefix("view"), .data([:]), line: 7)], "query Viewer { a }",
      """
      Unhandled query "Viewer"; nearest is query "view…" (MatchFailureTests.swift:7): \
      the name differs only in upper and lower case
        received:  POST https://example.invalid/graphql
        add:       .query("Viewer", .data(["a": ""]))
      """),
    Example(
      [.query("Like", .data([:]), line: 7)], "mutation Like { like }",
      """
      Unhandled mutation "Like"; nearest is query "Like" (MatchFailureTests.swift:7): \
      it only handles queries
        received:  POST https://example.invalid/graphql
        add:       .mutation("Like", .data(["like": ""]))
      """),
    Example(
      [.query("Shop", .data([:]), line: 7), .mutation(.anonymous, .data([:]), line: 7)],
      "{ shop { name } }",
      """
      Unhandled anonymous query; nearest is anonymous mutation (MatchFailureTests.swift:7): \
      it only handles mutations
        received:  POST https://example.invalid/graphql
        nearest:   anonymous mutation (MatchFailureTests.swift:7): it only handles mutations
                   query "Shop" (MatchFailureTests.swift:7): the client's operation has no name
        add:       .query(.anonymous, .data(["shop": ["name": ""]]))
      """),
  ]

  @Test func missShowsHowVariablesDiffer() async throws {
    try await expectMisses(Self.variables)
  }

  static let variables: [Example] = [
    Example(
      [
        .mutation(
          "Save", variables: ["input": ["id": 7, "tags": ["x", "y", "a"]], "draft": .present],
          .data([:]), line: 7)
      ], "mutation Save { save }", variables: ["input": ["id": "7", "tags": ["x", "y", nil]]],
      """
      Unhandled mutation "Save"; nearest is mutation "Save" (MatchFailureTests.swift:7): \
      variables.input.id: expected 7 (a number), got "7" (a string)
        received:  POST https://example.invalid/graphql
        variables: {"input":{"id":"7","tags":["x","y",null]}}
        nearest:   mutation "Save" (MatchFailureTests.swift:7): the variables differ
                     variables.input.id: expected 7 (a number), got "7" (a string)
                     variables.input.tags[2]: expected "a", got null
                     variables.draft: expected a value, got nothing
        add:       .mutation("Save", variables: [\
      "input": ["id": "7", "tags": ["x", "y", nil]]], .data(["save": ""]))
      """),
    Example(
      [.query("A", variables: .exactly(["a": 1]), .data([:]), line: 7)], "query A { a }",
      variables: ["a": 1, "b": [true]],
      """
      Unhandled query "A"; nearest is query "A" (MatchFailureTests.swift:7): \
      variables.b: expected nothing, got [true]
        received:  POST https://example.invalid/graphql
        variables: {"a":1,"b":[true]}
        add:       .query("A", variables: ["b": [true]], .data(["a": ""]))
      """),
    Example(
      [.query("A", variables: ["ids": [1, 2]], .data([:]), line: 7)], "query A { a }",
      variables: ["ids": [1]],
      """
      Unhandled query "A"; nearest is query "A" (MatchFailureTests.swift:7): \
      variables.ids: expected 2 elements, got 1
        received:  POST https://example.invalid/graphql
        variables: {"ids":[1]}
        add:       .query("A", variables: ["ids": [1]], .data(["a": ""]))
      """),
    // `.absent` is proposed only if the document has the variable.
    Example(
      [.query("Q", variables: ["after": "c1"], .data([:]), line: 7)],
      "query Q($after: String) { a(after: $after) }",
      """
      Unhandled query "Q"; nearest is query "Q" (MatchFailureTests.swift:7): \
      variables.after: expected "c1", got nothing
        received:  POST https://example.invalid/graphql
        add:       .query("Q", variables: ["after": .absent], .data(["a": ""]))
      """),
    Example(
      [.query("Q", variables: ["after": "c1"], .data([:]), line: 7)], "query Q { a(first: 1) }",
      """
      Unhandled query "Q"; nearest is query "Q" (MatchFailureTests.swift:7): \
      variables.after: expected "c1", got nothing
        received:  POST https://example.invalid/graphql
        add:       .query("Q", .data(["a": ""]))
      """),
  ]

  @Test func missNamesTheConditionOrClosureThatRejectedTheRequest() async throws {
    try await expectMisses(Self.conditions)
  }

  static let conditions: [Example] = [
    Example(
      [.query("A", variables: .where { _ in false }, .data([:]), line: 7)], "query A { a }",
      """
      Unhandled query "A"; nearest is query "A" (MatchFailureTests.swift:7): \
      its closure returned false for the variables
        received:  POST https://example.invalid/graphql
        add:       .query("A", .data(["a": ""]))
      """),
    Example(
      [.query("A", .data([:]), line: 7).where { _ in false }], "query A { a }",
      """
      Unhandled query "A"; nearest is query "A" (MatchFailureTests.swift:7): \
      its closure returned false for the request
        received:  POST https://example.invalid/graphql
        add:       .query("A", .data(["a": ""]))
      """),
    Example(
      [.query("A", line: 7) { _ in nil }], "query A { a }",
      """
      Unhandled query "A"; nearest is query "A" (MatchFailureTests.swift:7): \
      its closure returned nil
        received:  POST https://example.invalid/graphql
        add:       .query("A", .data(["a": ""]))
      """),
    Example(
      [
        .query("A", .data([:]), line: 7).where(header: "X-Tenant", equals: "a"),
        .query("A", .data([:]), line: 8).where(rootField: "hero"),
        .query("A", .data([:]), line: 9).where(host: "other.example"),
      ], "query A { a }", headers: ["X-Tenant": "b"],
      """
      Unhandled query "A"; nearest is query "A" (MatchFailureTests.swift:7): \
      the header field X-Tenant is "b", expected "a"
        received:  POST https://example.invalid/graphql
        nearest:   query "A" (MatchFailureTests.swift:7): the header field X-Tenant is "b", \
      expected "a"
                   query "A" (MatchFailureTests.swift:8): the client does not select the root \
      field "hero"
                   query "A" (MatchFailureTests.swift:9): the host is example.invalid, not \
      other.example
        add:       .query("A", .data(["a": ""]))
      """),
  ]

  @Test func missShowsHowTheDocumentDiffers() async throws {
    try await expectMisses(Self.documents)
  }

  static let documents: [Example] = [
    Example(
      [
        .operation(
          document: "query A($id: ID!) { user(id: $id) { name friends { name } } }", .data([:]),
          line: 7)
      ], "query A($id: ID!) { user(id: $id) { name email friends { id name } } }",
      variables: ["id": 1],
      """
      Unhandled query "A"; nearest is operation "A" (MatchFailureTests.swift:7): \
      user: the client also selects "email"
        received:  POST https://example.invalid/graphql
        variables: {"id":1}
        nearest:   operation "A" (MatchFailureTests.swift:7): the document differs
                     user: the client also selects "email"
                     user.friends: the client also selects "id"
        add:       .query("A", .data(["user": ["email": "", \
      "friends": [["id": "1", "name": ""]], "name": ""]]))  // values are guessed from names
      """),
    Example(
      [
        .operation(
          document: #"mutation { signIn(name: "ada", password: "right") { id } }"#, .data([:]),
          line: 7)
      ], #"mutation { signIn(name: "bob", password: "wrong!") { id } }"#,
      """
      Unhandled anonymous mutation; nearest is any operation (MatchFailureTests.swift:7): \
      signIn: the argument "name" is "bob", expected "ada"
        received:  POST https://example.invalid/graphql
        nearest:   any operation (MatchFailureTests.swift:7): the document differs
                     signIn: the argument "name" is "bob", expected "ada"
                     signIn: the argument "password" is "wrong!", expected "right"
        add:       .mutation(.anonymous, .data(["signIn": ["id": "1"]]))  // values are guessed from names
      """),
  ]

  // MARK: Other misses

  @Test(
    arguments: [
      (
        .operation(document: "query Viewer { viewer { name } }", .data([:]), line: 7),
        "it matches a document"
      ),
      (
        .operation("Viewer", .data([:]), line: 7).where(rootField: "viewer"),
        "it matches a root field"
      ),
    ] as [(RequestHandler, String)])
  func missExplainsThatTheRequestHasOnlyAHash(handler: RequestHandler, reason: String) async throws
  {
    let service = MockGraphQLService(
      handler, options: ServiceOptions(persistedQueries: .matchByName))
    let request = try URLRequest.graphQL([
      "operationName": "Viewer",
      "extensions": ["persistedQuery": ["version": 1, "sha256Hash": "ab"]],
    ])
    let message = try await miss(service, request)
    #expect(
      message.prefix { $0 != "\n" } == """
        Unhandled operation "Viewer"; nearest is operation "Viewer" (\(Self.here):7): \
        \(reason), but the request has only a hash; set ServiceOptions(documents:)
        """)
  }

  @Test(
    arguments: [
      (
        ["text": "tea"],
        #"variables.text: expected "tea", got nothing; it is in variables.filter"#
      ),
      (
        ["input": ["id": 7]],
        #"variables.input: expected {"id":7}, got nothing; it is in variables"#
      ),
      (["text": "coffee"], #"variables.text: expected "coffee", got nothing"#),
      (["more": ["text": "tea"]], #"variables.more: expected {"text":"tea"}, got nothing"#),
      // A pattern without a value isn't elsewhere.
      (["input": ["id": .present]], "variables.input.id: expected a value, got nothing"),
      (["input": ["after": .absent]], "variables.input: expected {}, got nothing"),
    ] as [(VariablesCondition, String)])
  func missExplainsAVariableOneLevelOff(
    expected: VariablesCondition, difference: String
  ) async throws {
    let service = MockGraphQLService(
      .query("Search", variables: expected, .data([:])))
    let message = try await miss(
      service, query: "query Search { a }", variables: ["id": 7, "filter": ["text": "tea"]])
    #expect(message.prefix { $0 != "\n" }.hasSuffix("): \(difference)"))
  }

  @Test(arguments: [(389, #""}"#), (390, #""…"#)])
  func missShows400CharactersOfTheVariables(count: Int, end: String) async throws {
    let text = String(repeating: "é", count: count)
    let service = MockGraphQLService()
    _ = try await miss(service, query: "query A { a }", variables: ["text": .string(text)])
    #expect(service.misses.first?["variables"] == [#"{"text":"\#(text)\#(end)"#])
  }

  @Test func missNamesAHandlerThatIsUsedUp() async throws {
    let line = #line + 1
    let service = MockGraphQLService(.query("A", .data([:])).once)
    let request = try URLRequest.graphQL(["query": "query A { a }"])
    _ = try await service.makeSession().data(for: request)
    let error = await #expect(throws: URLError.self) {
      try await service.makeSession().data(for: request)
    }
    #expect(
      error?.localizedDescription == """
        Unhandled query "A"; nearest is query "A" (\(Self.here):\(line)): \
        already used up (1 request)
          received:  POST https://example.invalid/graphql
          add:       .query("A", .data(["a": ""]))
        """)
  }

  @Test func clientErrorHasOnlyTheFirstLineOfAMissInATest() async throws {
    let service = MockGraphQLService()
    service.begin(testName: "ShopTests/viewer")
    let error = await #expect(throws: URLError.self) {
      try await service.makeSession().data(for: .graphQL(["query": "query Viewer { a }"]))
    }
    #expect(
      error?.localizedDescription == """
        Unhandled query "Viewer"; no handlers are registered
          (The test's issue has the whole message.)
        """)
    #expect(
      service.failures.map(\.message) == [
        """
        Unhandled query "Viewer"; no handlers are registered
          received:  POST https://example.invalid/graphql
          add:       .query("Viewer", .data(["a": ""]))
          record:    GRAPHQL_MOCK_RECORD=missing swift test --filter 'ShopTests/viewer'
        """
      ])
  }

  @Test func missOfPlainHTTPNamesTheNearestPath() async throws {
    let line = #line + 2
    let service = MockGraphQLService(
      .http("/sign-in", method: "POST", .json([:])),
      .query("A", .data([:])))
    var request = URLRequest(url: .of("https://u:p@api.example.com/signin?token=abc&page=2"))
    request.httpMethod = "POST"
    request.httpBody = Data("plain".utf8)
    #expect(
      try await miss(service, request) == """
        Unhandled request POST https://api.example.com/signin?token=<redacted>&page=2; \
        nearest is POST /sign-in (\(Self.here):\(line)): the path is /signin, not /sign-in
          nearest:   POST /sign-in (\(Self.here):\(line)): the path is /signin, not /sign-in
                     query "A" (\(Self.here):\(line + 1)): it handles GraphQL operations, \
        but this is plain HTTP: the request has no "query"
          add:       .http("/signin", method: "POST", .status(200))
        """)
  }

  @Test func invalidPatternIsReportedAndMissNamesPatternsAndPrefixes() async throws {
    let line = #line + 2
    let service = MockGraphQLService(
      .query(.pattern("Get(User|Team)"), .data([:])), .query(.prefix("List"), .data([:])),
      .query(.pattern("("), .data([:])))
    #expect(
      service.failures.map(\.message) == [
        "The handler at \(Self.here):\(line + 1) can't be used: \"(\" isn't a regular expression."
      ])
    let error = await #expect(throws: URLError.self) {
      try await service.makeSession().data(for: .graphQL(["query": "query Lisp { a }"]))
    }
    #expect(
      error?.localizedDescription == """
        Unhandled query "Lisp"; nearest is query "List…" (\(Self.here):\(line)): the name differs
          received:  POST https://example.invalid/graphql
          nearest:   query "List…" (\(Self.here):\(line)): the name differs
                     query /Get(User|Team)/ (\(Self.here):\(line)): the name differs
                     query /(/ (\(Self.here):\(line + 1)): it can't be used: "(" isn't a regular \
        expression.
          add:       .query("Lisp", .data(["a": ""]))
        """)
  }

  @Test func namesInAMissAreQuoted() async throws {
    let request = try URLRequest.graphQL([
      "operationName": "A\nB\" %@ \\(x)",
      "documentId": "0",
    ])
    #expect(
      try await miss(MockGraphQLService(), request) == #"""
        Unhandled operation "A\nB\" %@ \\(x)"; no handlers are registered
          received:  POST https://example.invalid/graphql
          document:  "0"; no documents are known; set ServiceOptions(documents:)
          add:       .operation("A\nB\" %@ \\(x)", .data([:]))
        """#)
  }
}
