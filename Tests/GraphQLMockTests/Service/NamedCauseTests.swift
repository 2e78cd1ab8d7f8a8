import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Causes that messages name, each of which was once reported as something else.
struct NamedCauseTests {
  // MARK: WebSockets

  static let closings:
    [(
      what: String, protocols: [String],
      act: @Sendable (MockGraphQLService, MockWebSocketTask) async throws -> Void, line: String
    )] = [
      (
        "4400", ["graphql-transport-ws"],
        { _, socket in try await socket.send(.string(#"{"type":"start","id":"1"}"#)) },
        """
        was closed by the service with 4400 "Invalid message received": graphql-transport-ws has no \
        "start", which the client sent
        """
      ),
      (
        "4400, a member", ["graphql-transport-ws"],
        { _, socket in try await socket.send(.string(#"{"type":"subscribe","id":"1"}"#)) },
        """
        was closed by the service with 4400 "Invalid message received": the client's subscribe message \
        needs an id and a payload with a query
        """
      ),
      (
        "4401", ["graphql-transport-ws"],
        { _, socket in try await socket.subscribe("{ a }") },
        """
        was closed by the service with 4401 "Unauthorized": the client subscribed before connection_ack
        """
      ),
      (
        "4403", ["graphql-transport-ws"],
        { service, socket in try await socket.send(.string(#"{"type":"connection_init"}"#)) },
        #"was closed by the service with 4403 "Forbidden": the policy is .refuse"#
      ),
      (
        "4406", ["chat"], { _, _ in },
        """
        was closed by the service with 4406 "Subprotocol not acceptable": the client offers "chat"; the \
        service accepts graphql-transport-ws and graphql-ws
        """
      ),
      (
        "close", ["graphql-transport-ws"], { service, _ in service.sockets.close(code: 4499) },
        "was closed by the service with 4499: the test called sockets.close(code: 4499)"
      ),
      (
        "disconnect", ["graphql-transport-ws"], { service, _ in service.sockets.disconnect() },
        "was closed: the test called sockets.disconnect()"
      ),
      (
        "client", ["graphql-transport-ws"],
        { service, socket in
          try await socket.send(.string(#"{"type":"connection_init"}"#))
          socket.cancel(with: .goingAway, reason: nil)
        },
        """
        was closed by the client with 1001: it waited for connection_ack: the policy is \
        .neverAcknowledge
        """
      ),
    ]

  @Test(arguments: closings.indices) func closedSocketIsNamedAsTheCause(index: Int) async throws {
    let (what, protocols, act, line) = Self.closings[index]
    let service = MockGraphQLService()
    if what == "4403" { service.sockets.policy = .refuse() }
    if what == "client" { service.sockets.policy = .neverAcknowledge }
    let socket = service.sockets.webSocketTask(with: socketURL, protocols: protocols)
    socket.resume()
    try await act(service, socket)
    // The explanation that follows the message that no request arrived.
    let error = await #expect(throws: MissingRequestsError.self) {
      try await service.waitForRequests(named: "BehindASocket", within: .milliseconds(1))
    }
    #expect(error?.advice == "The WebSocket to \(socketURL) \(line).")
  }

  @Test func aSocketThatIsClosedNormallyIsNotNamedAsTheCause() async throws {
    let service = MockGraphQLService()
    try await service.openSocket().cancel(with: .normalClosure, reason: nil)
    #expect(
      service.requestReport { _ in .whole }.text.hasPrefix("No request reached this service."))
  }

  // MARK: Requests

  @Test(arguments: [(nil, nil), ("A", nil), (nil, 2), ("A", 1)] as [(String?, Int?)])
  func unknownDocumentIdentifierIsNamed(name: String?, count: Int?) async throws {
    let texts = (0..<(count ?? 0)).map { ("known\($0)", "query B { b }") }
    let documents = count.map { _ in PersistedDocuments(Dictionary(uniqueKeysWithValues: texts)) }
    let service = MockGraphQLService(options: ServiceOptions(documents: documents))
    var body: MockJSON = ["documentId": "feed-v2", "variables": [:]]
    if let name { body = ["documentId": "feed-v2", "operationName": .string(name)] }
    _ = try? await service.makeSession().data(for: .graphQL(body))
    let cause =
      switch count {
      case 2: "the 2 known documents don't match"
      case 1: "the 1 known document doesn't match"
      default: "no documents are known; set ServiceOptions(documents:)"
      }
    let head =
      name == nil
      ? """
      Unhandled operation with the identifier "feed-v2"; \(cause)
        received:  POST https://example.invalid/graphql
        add:       .operation(.anonymous, .data([:]))
      """
      : """
      Unhandled operation "A"; no handlers are registered
        received:  POST https://example.invalid/graphql
        document:  "feed-v2"; \(cause)
        add:       .operation("A", .data([:]))
      """
    #expect(service.failures.map(\.message) == [head])
  }

  @Test func placeholderForTheDocumentExplainsThatTheQueryMustParse() async throws {
    let more = """

        or add:    .http("/graphql", method: "POST", .status(200)), if it isn't a GraphQL request
      """
    let rows: [(body: MockJSON, error: String, excerpt: String, more: String)] = [
      (
        ["query": "query", "variables": ["id": 7]], #"Expected "{", found <EOF>."#,
        """
        1:6
                     1 | query
                       |      ^
        """, ""
      ),
      (
        ["query": "query"], #"Expected "{", found <EOF>."#,
        """
        1:6
                     1 | query
                       |      ^
        """, more
      ),
      (
        ["query": "stub"], #"Unexpected Name "stub"."#,
        """
        1:1
                     1 | stub
                       | ^
        """, more
      ),
    ]
    for row in rows {
      let service = MockGraphQLService()
      _ = try? await service.makeSession().data(for: .graphQL(row.body))
      #expect(
        service.failures.map(\.message) == [
          """
          Unhandled request POST https://example.invalid/graphql; it isn't a GraphQL request: Syntax Error: \
          \(row.error)
            error:     \(row.excerpt)
            fix:       the document must parse; `{ x }` is enough\(row.more)
          """
        ])
    }
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
             answered by query "A" with the variables {"id":2} (NamedCauseTests.swift:\(line), number 2 of 2)
        """)
    _ = try? await service.makeSession().data(
      for: .graphQL(["query": "query A($id: Int) { a(id: $id) }", "variables": ["id": 3]]))
    #expect(
      service.failures.map(\.message) == [
        """
        Unhandled query "A"; nearest is query "A" with the variables {"id":1} \
        (NamedCauseTests.swift:\(line), number 1 of 2): variables.id: expected 1, got 3
          received:  POST https://example.invalid/graphql
          variables: {"id":3}
          nearest:   query "A" with the variables {"id":1} (NamedCauseTests.swift:\(line), number 1 of 2): \
        the variables differ
                       variables.id: expected 1, got 3
                     query "A" with the variables {"id":2} (NamedCauseTests.swift:\(line), number 2 of 2): \
        the variables differ
                       variables.id: expected 2, got 3
                     query "B" (NamedCauseTests.swift:\(line + 2)): the name differs
          add:       .query("A", variables: ["id": 3], .data(["a": ""]))
        """
      ])
  }

  @Test func descriptionOfAnOperationNamesTheEditionThatAllowsIt() async throws {
    let service = MockGraphQLService(.query("A", .data(["a": 1])))
    let line = #line - 1
    _ = try? await service.makeSession().data(
      for: .graphQL(["query": "\"All of it\" query A { a }"]))
    #expect(
      service.failures.map(\.message) == [
        """
        Invalid query "A": Syntax Error: Unexpected description, descriptions are supported only on \
        definitions. (1:1)
          the September 2026 edition allows it: set ServiceOptions(edition: .september2026)
          if the test sends it on purpose, add .acceptingInvalidRequests to the handler (NamedCauseTests.swift:\(line))
        """
      ])
  }

  // MARK: Names in the test

  @Test func eventForAnUnknownNameSuggestsOrListsTheOpenSubscriptions() async throws {
    let service = MockGraphQLService(
      .subscription("Prices", .eventsFromTest), .subscription(.any, .eventsFromTest))
    let socket = try await service.openSocket()
    try await socket.subscribe("subscription Prices { n }", id: "1")
    try await service.subscriptions.wait(for: "Prices")
    service.subscriptions.send(.data(["n": 1]), to: "Price")
    try await socket.subscribe("subscription { n }", id: "2")
    try await service.subscriptions.wait(for: .any, atLeast: 2)
    service.subscriptions.send(.data(["n": 1]), to: "Notifications")
    #expect(
      service.failures.map(\.message) == [
        #"An event for the subscription "Price" wasn't delivered: "Prices" is open."#,
        """
        An event for the subscription "Notifications" wasn't delivered: these are open: "Prices", one without a \
        name. Wait for it with `subscriptions.wait(for: "Notifications")`.
        """,
      ])
  }

  @Test func journalQueriesWithoutRequestsAreExplainedUnlessAHandlerHasTheName() async throws {
    let service = MockGraphQLService(
      .mutation("Deleted", .data(["a": 1])), .mutation("Delete", .data(["a": 1])))
    _ = try await service.makeSession().data(for: .graphQL(["query": "mutation Deleted { a }"]))
    let found = [
      service.requests(named: "Delete"), service.requests(named: "Deletd"),
      service.requests(named: "Deleted", type: .query),
    ]
    #expect(found.map(\.count) == [0, 0, 0])
    let lines = service.requestReport { _ in .whole }.text.split(separator: "\n")
    #expect(
      lines.drop { !$0.contains("The journal has no") } == [
        #"  The journal has no "Deletd"; did you mean "Deleted"?"#,
        #"  The journal has no query "Deleted"; it is a mutation."#,
      ])
  }

  // MARK: Files

  @Test func fixtureNameWithItsTableSuggestsTheFixture() async throws {
    let folder = try TemporaryFolder(["Book.json": #"{"data":{"book":1}}"#])
    let service = MockGraphQLService(
      .query("A", .fixture("Shop/Book")), fixtures: FixtureTable(folder: folder.url))
    _ = try? await service.makeSession().data(for: .graphQL(["query": "query A { book }"]))
    #expect(
      service.failures.map(\.message) == [
        """
        There is no fixture "Shop/Book" in \(folder.url.lastPathComponent); did you mean "Book"?
        """
      ])
  }

  @Test func tableNameWithTheFixturesFolderIsExplained() throws {
    let folder = try TemporaryFolder(["Package.swift": "", "Tests/Fixtures/Shop/A.json": "{}"])
    let file = folder.url.appendingPathComponent("Tests/A.swift").path
    let problems = FixtureTable.named("Fixtures/Shop", filePath: file).check()
    #expect(
      problems.map(\.message) == [
        """
        There is no fixture table "Fixtures/Shop"; did you mean "Shop"? Searched: \
        \(folder.url.path)/Tests/Fixtures/Fixtures/Shop, \(folder.url.path)/Fixtures/Fixtures/Shop
        """
      ])
  }

  @Test func fixtureInUTF16IsExplained() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("A.json")
    try #"{"data":{}}"#.write(to: file, atomically: true, encoding: .utf16)
    #expect(
      FixtureTable(folder: folder.url).check().map(\.message) == [
        "this is UTF-16 or UTF-32; save it as UTF-8"
      ])
  }

  @Test(arguments: [("Suite/test()", false), ("Suite/test", true)])
  func onlyXCTestMessagesMentionInvokeTest(title: String, isTold: Bool) async throws {
    let service = MockGraphQLService(.query("A", .data(["a": 1])))
    service.begin(testName: "", testTitle: title)
    service.end(test: title)
    let error = await #expect(throws: URLError.self) {
      _ = try await service.makeSession().data(for: .graphQL(["query": "query A { a }"]))
    }
    let more =
      isTold
      ? """
       In XCTest a scope ends with the closure of `withMockGraphQLService`: put it around \
      `super.invokeTest()`.
      """ : ""
    #expect(
      error?.localizedDescription == """
        This request belongs to the test \(title), which has ended. Let the test await its requests. A client \
        that is `static`, or shared by tests, keeps using the service of the test that made it.\(more)
        """)
    // No other test needs this warning.
    _ = OutOfScopeRequests.shared.take { $0 == title }
  }
}
