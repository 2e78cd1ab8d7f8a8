import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A service with a schema: requests and responses are validated against it, and responses
/// generated from it.
struct ServiceSchemaTests {
  static let schema = ServiceSchema("shop.graphqls")
  static let viewer = "query Viewer { viewer { id name avatar } }"

  static func send(
    _ query: String, _ variables: MockJSON = nil, to service: MockGraphQLService
  ) async throws -> String {
    try await RequestValidationTests.send(query, variables, to: service).body
  }

  // The expected messages are those of graphql-core 3.2.8, which sorts suggestions numerically.
  @Test func aFieldThatTheServiceDoesNotHaveIsRefused() async throws {
    let numbered = try ServiceSchema(
      definitions: """
        type Query { query2: Int query9: Int query19: Int query20: Int query29: Int node: Node }
        interface Node { id: ID }
        type T10 implements Node { id: ID size: Int }
        type T9 implements Node { id: ID size: Int }
        """)
    let rows: [(schema: ServiceSchema, query: String, column: Int, message: String)] = [
      (
        Self.schema, "query Q { viewer { nam } }", 20,
        #"Cannot query field "nam" on type "User". Did you mean "name"?"#
      ),
      (
        numbered, "query Q { quexy29 }", 11,
        """
        Cannot query field "quexy29" on type "Query". Did you mean "query29", "query2", "query9", \
        "query19", or "query20"?
        """
      ),
      (
        numbered, "query Q { node { size } }", 18,
        """
        Cannot query field "size" on type "Node". Did you mean to use an inline fragment on "T9" \
        or "T10"?
        """
      ),
    ]
    for (schema, query, column, message) in rows {
      let service = MockGraphQLService(.query("Q", .data([:])), schema: schema)
      let error: MockJSON = [
        "message": .string(message), "locations": [["line": 1, "column": .number(column)]],
      ]
      let body = try await Self.send(query, to: service)
      #expect(try MockJSON(parsing: body) == ["errors": [error]], "\(query)")
      #expect(service.failures.map(\.kind) == [.invalidRequest], "\(query)")
    }
  }

  @Test func aMissProposesDataOfTheRightTypesUpTo600Characters() async throws {
    let named = try ServiceSchema(definitions: "type Query { name: String }")
    let alias = String(repeating: "a", count: 600 - #"["": "name"]"#.count)
    let rows: [(schema: ServiceSchema, query: String, line: String)] = [
      (
        Self.schema, Self.viewer,
        """
          add:       .query("Viewer", .data(["viewer": [\
        "avatar": "https://example.com/avatar", "id": "viewer", "name": "name"]]))
        """
      ),
      (
        named, "query Q { \(alias): name }",
        #"  add:       .query("Q", .data(["\#(alias)": "name"]))"#
      ),
      (
        named, "query Q { \(alias)a: name }",
        #"  add:       .query("Q", .data(["\#(alias)a": ""]))"#
      ),
    ]
    for (schema, query, line) in rows {
      let service = MockGraphQLService(schema: schema)
      await #expect(throws: URLError.self) { try await Self.send(query, to: service) }
      let last = service.failures.first?.message.components(separatedBy: "\n").last
      #expect(last == line, "\(query)")
    }
  }

  @Test func aResponseOrEventThatTheSchemaDoesNotAllowFailsTheTest() async throws {
    let ticks = try ServiceSchema(
      definitions: "type Query { a: Int } type Subscription { n: Int! }")
    let rows: [(handler: RequestHandler, schema: ServiceSchema, request: URLRequest, end: String)] =
      [
        (
          .query("Viewer", .data(["viewer": ["id": "1", "name": 7]])), Self.schema,
          try .asking(Self.viewer, accept: "application/json"),
          """
          data.viewer has no "avatar" (URL), selected at query line 1, column 33
            data.viewer.name must be String! (selected at query line 1, column 28), but is the number 7
          """
        ),
        (
          .subscription("Ticks", .events([.data(["n": true])])), ticks,
          try SubscriptionTests.request(),
          "data.n must be Int! (selected at query line 1, column 22), but is true"
        ),
      ]
    for (handler, schema, request, end) in rows {
      let service = MockGraphQLService(handler, schema: schema)
      await #expect(throws: URLError.self) { try await service.respond(to: request) }
      let message =
        "invalidResponse: The response can't come from a service with this schema: \(end)"
      #expect(service.failures.map { "\($0.kind): \($0.message)" } == [message], "\(end)")
    }
  }

  @Test func eventWithMissingFieldsIsSentWithoutASchema() async throws {
    let service = MockGraphQLService(.subscription("Ticks", .events([.data(["m": 1])])))
    let response = try await service.respond(to: SubscriptionTests.request("text/event-stream"))
    #expect(
      EventStreamReader(try await response.body.collect()).events == [
        .init(type: "next", data: #"{"data":{"m":1}}"#), .init(type: "complete", data: ""),
      ])
    #expect(service.failures == [])
  }

  @Test func missingFieldsWarnWithoutASchema() async throws {
    let service = MockGraphQLService(.query("Viewer", .data(["viewer": ["id": "1", "name": "A"]])))
    let body = try await Self.send(Self.viewer, to: service)
    #expect(body == #"{"data":{"viewer":{"id":"1","name":"A"}}}"#)
    #expect(
      service.requests.map(\.warnings) == [
        [#"data.viewer has no "avatar", selected at query line 1, column 33"#]
      ])
  }

  @Test func unhandledRequestGetsAGeneratedResponse() async throws {
    let service = MockGraphQLService(
      schema: Self.schema, unhandled: .generated(["User.avatar": .null]))
    #expect(
      try MockJSON(parsing: try await Self.send(Self.viewer, to: service))
        == ["data": ["viewer": ["id": "viewer", "name": "name", "avatar": nil]]])
    #expect(service.failures == [])
  }

  static let notToBeMadeUp: [(url: String, body: String?, title: String, cause: String)] = [
    (
      "/graphql", #"{"query":"query Viewer { viewer { "}"#,
      "request POST https://shop.example/graphql",
      "it isn't a GraphQL request: Syntax Error: Expected Name, found <EOF>."
    ),
    (
      "/graphql", #"{"operationName":"Viewer","documentId":"abc"}"#, #"operation "Viewer""#,
      "no handlers are registered"
    ),
    (
      "/avatar.png", nil, "request GET https://shop.example/avatar.png",
      "no handlers are registered"
    ),
  ]

  @Test(arguments: notToBeMadeUp)
  func requestWithoutAGeneratedResponseIsUnhandled(
    url: String, body: String?, title: String, cause: String
  ) async throws {
    var request = URLRequest(url: try #require(URL(string: "https://shop.example\(url)")))
    if let body {
      request.httpMethod = "POST"
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = Data(body.utf8)
    }
    var misses: [[ReportedMiss]] = []
    for policy in [UnhandledPolicy.fail, .generated] {
      let service = MockGraphQLService(schema: Self.schema, unhandled: policy)
      await #expect(throws: URLError.self) { try await service.makeSession().receive(request) }
      misses.append(service.misses)
    }
    #expect(misses[1] == misses[0])
    #expect(misses[1].map { [$0.title, $0.cause] } == [[title, cause]])
  }

  @Test func generatedIDsContainDigestsOfLongArguments() async throws {
    let service = MockGraphQLService(
      schema: try ServiceSchema(
        definitions:
          "type Query { user(id: ID!): User } type User { id: ID! best(of: String): User }"),
      unhandled: .generated)
    func user(_ id: String, _ of: String) async throws -> MockJSON {
      let request = try URLRequest.graphQL([
        "query": "query Q($id: ID!, $of: String) { user(id: $id) { id best(of: $of) { id } } }",
        "variables": ["id": .string(id), "of": .string(of)],
      ])
      let body = try await service.makeSession().receive(request).body
      return try MockJSON(parsing: body)["data"]["user"]
    }
    let short = String(repeating: "a", count: 30)
    let best = #"User:\#(short).best(of:"\#(short)")"#
    let whole: MockJSON = ["id": .string(short), "best": ["id": .string(best)]]
    #expect(try await user(short, short) == whole)
    var ids: Set<String> = []
    for last in ["a", "b"] {
      let long = String(repeating: "a", count: 100_000) + last
      for (id, of) in [(long, short), (short, long)] {
        let answer = try await user(id, of)
        #expect(answer["id"].string == id, "\(id)")
        let best = try #require(answer["best"]["id"].string)
        #expect(best.utf8.count < 100, "\(id)")
        ids.insert(best)
      }
    }
    #expect(ids.count == 4)
  }

  @Test func generatedResponseRespectsItsSizeLimit() async throws {
    let service = MockGraphQLService(
      schema: try ServiceSchema(
        definitions: "type Query { user(id: ID!): User } type User { id: ID! }"),
      unhandled: .generated)
    let fields = (0..<70).map { "a\($0): id" }.joined(separator: " ")
    let request = try URLRequest.graphQL([
      "query": .string("query Q($id: ID!) { user(id: $id) { \(fields) } }"),
      "variables": ["id": .string(String(repeating: "a", count: 1_000_000))],
    ])
    await #expect(throws: URLError.self) { try await service.makeSession().receive(request) }
    #expect(
      service.failures.map(\.message) == [
        "No response can be generated: its names and texts would have more than 67108864 bytes."
      ])
  }

  @Test func missingSchemaFailsTheRequest() async throws {
    let service = MockGraphQLService(
      .query("Viewer", .data(["viewer": nil])),
      schema: ServiceSchema.named("nowhere.graphqls", filePath: "/nowhere/at/all.swift"))
    await #expect(throws: URLError.self) { try await Self.send(Self.viewer, to: service) }
    let message =
      """
      schemaError: The schema can't be used: there is no schema "nowhere.graphqls". Searched: \
      /nowhere/at/Fixtures/nowhere.graphqls, /nowhere/at/nowhere.graphqls, \
      /nowhere/Fixtures/nowhere.graphqls, /nowhere/nowhere.graphqls
      """
    #expect(service.failures.map { "\($0.kind): \($0.message)" } == [message])
  }

  /// The message is that of graphql-js 17.
  @Test func checkReportsDefaultValuesThatDoNotFit() throws {
    let schema = try ServiceSchema(definitions: "type Query {\n  a(n: Int = 3.14): Int\n}")
    let error = #expect(throws: ServiceSchemaError.self) { try schema.check() }
    #expect(
      error?.description.hasSuffix(
        "Query.a(n:) has invalid default value: Int cannot represent non-integer value: 3.14")
        == true)
    try ServiceSchema(definitions: "type Query { a(n: Int = 3): Int }").check()
  }

  @Test func theTablesOfThisPackageFitTheSchema() {
    let tables: [FixtureTable] = ["Shop", "Feed"]
    #expect(tables.flatMap { $0.check(schema: Self.schema) } == [])
  }
}
