import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What tests state, compared with a service on the loopback interface.
struct ShapeComparisonTests {
  private static func server(_ body: String, status: String = "200 OK") throws -> LoopbackServer {
    try LoopbackServer { _ in
      .response(status, ["Content-Type: application/json"], body: body)
    }
  }

  /// Sends a query to a service with a handler, and returns its failures and warnings.
  private static func verify(
    _ query: String, _ response: MockResponse, with server: LoopbackServer,
    schema: ServiceSchema? = nil, variables: MockJSON = [:], mode: Recording = .verify
  ) async throws -> (failures: [String], warnings: [String], body: String) {
    let folder = try TemporaryFolder()
    let service = MockGraphQLService(.operation(.any, response), schema: schema)
    service.record(Recording(mode, folder: folder.url))
    let body = try await service.makeSession().receive(
      RecordingTests.request(query, variables, to: server)
    ).body
    #expect(try folder.files().isEmpty)
    return (service.failures.map(\.message), service.requests.flatMap(\.warnings), body)
  }

  /// Recordings are compared without a document.
  @Test(
    arguments: [
      (["a": 1], ["a": 2], []),
      (
        ["a": 1, "b": "x"], ["a": "1", "c": 1], ["c is new", "a was a number, and is now a string"]
      ),
      (["a": nil], ["a": ["b": 1]], []), (["a": ["b": 1]], ["a": nil], []),
      (["l": []], ["l": [["a": 1]]], []), (["l": [["a": 1]]], ["l": []], []),
      (["l": [["a": 1], ["b": 1]]], ["l": [["a": 1]]], []),
      (["l": [["a": 1]]], ["l": ["a"]], ["l[0] was an object, and is now a string"]),
      (["l": ["a", 1]], ["l": [1]], []),
      (
        ["l": [["__typename": "A", "a": 1], ["__typename": "B", "b": 1]]],
        ["l": [["__typename": "B", "b": "x"]]], ["l[1].b was a number, and is now a string"]
      ),
      (
        ["l": [["__typename": "A", "a": 1], ["__typename": "B", "b": 1]]],
        ["l": [["__typename": "B", "b": 2, "c": 3]]], ["l[1].c is new"]
      ),
      (
        ["l": [["id": 1]]], ["l": [["__typename": "User", "id": "1"]]],
        ["l[0].__typename is new", "l[0].id was a number, and is now a string"]
      ),
      ([1], ["a": 1], ["the value was an array, and is now an object"]),
    ] as [(MockJSON, MockJSON, [String])])
  func aRecordingIsComparedByItsMembersAndKinds(
    before: MockJSON, after: MockJSON, changes: [String]
  ) {
    #expect(ShapeComparison.differences(from: before, to: after).map(\.change) == changes)
  }

  struct Row: CustomTestStringConvertible {
    let query: String
    let stated: MockJSON
    let actual: String
    let difference: String?

    var testDescription: String { query }
  }

  /// The rule that fields have the same shape in all types is GraphQL's section 5.3.2, "SameResponseShape".
  static let differences = [
    Row(
      query: "{ book { pages } }", stated: ["book": ["pages": 474]],
      actual: #"{"book":{"pages":"474"}}"#,
      difference: #"data.book.pages is 474, the service answered "474" (a string)"#),
    Row(
      query: "{ books { title isbn } }",
      stated: ["books": [["title": "A", "isbn": "1"], ["title": "B"]]],
      actual: #"{"books":[{"title":"C","isbn":"9"}]}"#,
      difference: #"data.books[1].isbn is missing, the service answered "9" (a string)"#),
    Row(
      query: "{ book { tags } }", stated: ["book": ["tags": "new"]],
      actual: #"{"book":{"tags":["a","b"]}}"#,
      difference: #"data.book.tags is "new", the service answered ["a","b"] (an array)"#),
    Row(
      query: "{ book { author { name } } }", stated: ["book": ["author": "Ann"]],
      actual: #"{"book":{"author":{"name":"Bo"}}}"#,
      difference: #"data.book.author is "Ann", the service answered {"name":"Bo"} (an object)"#),
    Row(
      query: "{ book { author { name } } }", stated: ["book": ["author": [["name": "Ann"]]]],
      actual: #"{"book":{"author":{"name":"Bo"}}}"#,
      difference:
        #"data.book.author is [{"name":"Ann"}], the service answered {"name":"Bo"} (an object)"#),
    Row(
      query: "{ book { inStock } }", stated: ["book": ["inStock": "yes"]],
      actual: #"{"book":{"inStock":true}}"#,
      difference: #"data.book.inStock is "yes", the service answered true (a boolean)"#),
    // The service's objects are of another type.
    Row(
      query: "{ search { __typename title ... on Book { pages } ... on Film { minutes } } }",
      stated: ["search": [["__typename": "Book", "title": 7, "pages": 1]]],
      actual: #"{"search":[{"__typename":"Film","title":"A","minutes":2}]}"#,
      difference: #"data.search[0].title is 7, the service answered "A" (a string)"#),
    Row(
      query: "{ search { title ... on Book { pages isbn } } }",
      stated: ["search": [["title": "A", "pages": 1]]],
      actual: #"{"search":[{"title":"A"},{"title":"B","pages":2,"isbn":"3"}]}"#,
      difference: #"data.search[0].isbn is missing, the service answered "3" (a string)"#),
    Row(
      query: "{ pageCount: pages book }", stated: ["pages": 1, "book": 2],
      actual: #"{"pageCount":1,"book":2}"#,
      difference: "data.pageCount is missing, the service answered 1 (a number)"),
    Row(
      query: "{ user { token } }", stated: ["user": ["token": 5]],
      actual: #"{"user":{"token":"abc-17"}}"#,
      difference: "data.user.token is 5, the service answered <redacted> (a string)"),
    Row(
      query: "{ user { token } }", stated: ["user": ["token": "mine-secret-value-77"]],
      actual: #"{"user":{"token":5}}"#,
      difference: "data.user.token is <redacted> (a string), the service answered 5 (a number)"),
    Row(
      query: "{ books { id title } }", stated: ["books": [["id": 1], ["id": 2, "title": "A"]]],
      actual: #"{"books":[{"id":3,"title":"B"},{"id":4}]}"#,
      difference: """
        data.books[0].title is missing, the service answered "B" (a string)
        """),
    Row(
      query: "{ book { id title } }", stated: ["book": ["id": 1, "title": "A"]],
      actual: #"{"book":{"id":3}}"#,
      difference: #"data.book.title is "A", the service answered no title"#),
    Row(
      query: "{ books { id title } }", stated: ["books": [["id": 1, "title": "A"]]],
      actual: #"{"books":[{"id":2,"title":"B"},{"id":3},{"id":4}]}"#,
      difference: #"data.books[0].title is "A", the service answered no title"#),
  ]

  @Test(arguments: differences) func anotherShapeThanTheServiceFailsTheTest(row: Row) async throws {
    let server = try Self.server(#"{"data":\#(row.actual)}"#)
    let found = try await Self.verify("query Q \(row.query)", .data(row.stated), with: server)
    #expect(
      found.failures == [#"The response to query "Q": \#(row.difference ?? "")"#])
    #expect(try MockJSON(parsing: found.body)["data"] == row.stated)
  }

  static let values = [
    (
      "{ book { pages title } }", #"{"book":{"pages":1,"title":"A"}}"#,
      #"{"book":{"pages":2.5,"title":"LONG"}}"#
    ),
    ("{ book { pages } }", #"{"book":null}"#, #"{"book":{"pages":2}}"#),
    ("{ book { pages } }", #"{"book":{"pages":2}}"#, #"{"book":null}"#),
    ("{ books { pages } }", #"{"books":[]}"#, #"{"books":[{"pages":2}]}"#),
    (
      "{ books { pages } }", #"{"books":[null,{"pages":1}]}"#,
      #"{"books":[{"pages":null},{"pages":3}]}"#
    ),
    // A custom scalar, and one whose values are of several kinds.
    ("{ book { meta } }", #"{"book":{"meta":{"a":1}}}"#, #"{"book":{"meta":{"b":["x"]}}}"#),
    (
      "{ books { value } }", #"{"books":[{"value":true}]}"#,
      #"{"books":[{"value":1},{"value":"x"}]}"#
    ),
    // Members of different types.
    (
      "{ search { __typename ... on Book { pages } ... on Film { minutes } } }",
      #"{"search":[{"__typename":"Book","pages":1}]}"#,
      #"{"search":[{"__typename":"Film","minutes":2}]}"#
    ),
    (
      "{ search { name ... on Book { pages } ... on Film { minutes } } }",
      #"{"search":[{"name":"A","pages":1}]}"#, #"{"search":[{"name":"B","minutes":2}]}"#
    ),
    // Many clients select `__typename` without using it.
    (
      "{ book { __typename pages } }", #"{"book":{"pages":1}}"#,
      #"{"book":{"__typename":"Book","pages":2}}"#
    ),
    // Texts that differ in case.
    ("{ book { country } }", #"{"book":{"country":"de"}}"#, #"{"book":{"country":"DE"}}"#),
    ("{ book { format } }", #"{"book":{"format":"e-book"}}"#, #"{"book":{"format":"E_BOOK"}}"#),
    // Fields that other types of the same list have.
    (
      "{ search { ... on Book { author { name pen } } ... on Film { author { name } } } }",
      #"{"search":[{"__typename":"Book","author":{"name":"A","pen":"B"}}]}"#,
      #"{"search":[{"__typename":"Film","author":{"name":"A"}}]}"#
    ),
    (
      "query Q($all: Boolean! = false) { id title @include(if: $all) }", #"{"id":1,"title":"A"}"#,
      #"{"id":2}"#
    ),
    ("{ book { episode } }", #"{"book":{"episode":"EMPIRE"}}"#, #"{"book":{"episode":"JEDI"}}"#),
    ("{ book { id } }", #"{"book":{"id":"a-1"}}"#, #"{"book":{"id":"Z_99"}}"#),
  ]

  @Test(arguments: values) func otherValuesOfTheSameShapeAreNoDifference(
    query: String, stated: String, actual: String
  ) async throws {
    let server = try Self.server(#"{"data":\#(actual)}"#)
    let found = try await Self.verify(
      query.hasPrefix("{") ? "query Q \(query)" : query, .rawJSON(#"{"data":\#(stated)}"#),
      with: server)
    #expect(found.failures == [])
    #expect(server.requests.count == 1)
  }

  @Test func aServiceThatRefusesTheQueryFailsTheTest() async throws {
    let server = try Self.server(
      #"{"errors":[{"message":"Cannot query field \"pages\" on type \"Book\"."}]}"#,
      status: "400 Bad Request")
    let found = try await Self.verify(
      "query Q { book { pages } }", .data(["book": ["pages": 1]]), with: server)
    #expect(
      found.failures == [
        #"The response to query "Q": the service refused the query: Cannot query field "pages" on type "Book"."#
      ])
  }

  @Test(arguments: [
    (
      #"{"errors":[{"message":"Bearer s3cr3tTokenValue12345 and hunter2-Q9x are wrong"}]}"#,
      "the service refused the query: Bearer <redacted> and <redacted> are wrong"
    ),
    (
      #"{"data":{"n":"hunter2-Q9x"}}"#,
      "data.n is 1, the service answered <redacted> (a string)"
    ),
  ]) func secretsOfTheRequestAreHiddenInDifferences(body: String, difference: String) async throws {
    let found = try await Self.verify(
      "query Q($password: String) { n(password: $password) }", .data(["n": 1]),
      with: Self.server(body), variables: ["password": "hunter2-Q9x"])
    #expect(
      found.failures == [
        #"The response to query "Q" {"password":"<redacted>"}: \#(difference)"#
      ])
  }

  @Test func secretsInTheURLAreHidden() async throws {
    let service = MockGraphQLService(.query("Q", .data(["n": 1])))
    service.record(Recording(.verify, folder: try TemporaryFolder().url))
    let request = try URLRequest.graphQL(
      ["query": "query Q { n }"],
      to:
        "http://me:abc-12345-Q9@127.0.0.1:1/ghp_0123456789abcdefghijABCDEFGHIJ012345?api_key=xy-7-Z"
    )
    _ = try await service.makeSession().receive(request)
    let warning = try #require(service.requests.first?.warnings.first)
    #expect(warning.contains(" at http://127.0.0.1:1/<redacted>?api_key=<redacted>: "))
  }

  /// The service never answers.
  @Test func aServiceThatIsTooSlowIsOneLine() async throws {
    let server = try LoopbackServer { (_: String) -> String? in nil }
    let service = MockGraphQLService(.query("Q", .data(["n": 1])))
    service.record(Recording(.verify, folder: try TemporaryFolder().url))
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 2
    let body = try await service.makeSession(configuration: configuration).receive(
      RecordingTests.request("query Q { n }", to: server)
    ).body
    #expect(body == #"{"data":{"n":1}}"#)
    #expect(
      service.requests.flatMap(\.warnings) == [
        """
        What tests state wasn't compared with the real service at \(server.url)/graphql: \
        it didn't answer within half of the client's time limit.
        """
      ])
  }

  @Test func withASchemaCustomScalarsAreNotCompared() async throws {
    let schema = try ServiceSchema(
      definitions: "type Query { n: Int v: Any l: [Any] s: String } scalar Any")
    let found = try await Self.verify(
      "query Q { n v l s }", .data(["n": 1, "v": 5, "l": [1], "s": "ab_cdef"]),
      with: Self.server(#"{"data":{"n":2,"v":"x","l":["a"],"s":"AB_CDEF"}}"#), schema: schema)
    #expect(found.failures == [])
  }

  @Test func theResponseOfTheServiceIsValidatedByTheSchema() async throws {
    let server = try Self.server(#"{"data":{"n":1,"e":"X_1"}}"#)
    let schema = try ServiceSchema(definitions: "type Query { n: Int e: E } enum E { PAPER AUDIO }")
    let found = try await Self.verify(
      "query Q { n e }", .data(["n": 1, "e": "PAPER"]), with: server, schema: schema)
    #expect(
      found.failures == [
        """
        The response to query "Q": the service's answer doesn't match the schema: \
        data.e must be a value of E (selected at query line 1, column 13), but "X_1" isn't one
        """
      ])
  }

  @Test(arguments: [
    ("401 Unauthorized", "{}", "it answered 401"),
    ("403 Forbidden", #"{"errors":[{"message":"No"}]}"#, "it answered 403"),
    (
      "200 OK", #"{"errors":[{"message":"Sign in","extensions":{"code":"UNAUTHENTICATED"}}]}"#,
      #"it answered with the error "Sign in""#
    ),
    (
      "200 OK", #"{"data":null,"errors":[{"message":"Busy"}]}"#,
      #"it answered with the error "Busy""#
    ),
    ("200 OK", #"{"data":null}"#, "it answered without data"),
    (
      "200 OK",
      #"{"data":null,"errors":[{"message":"bad token Bearer s3cr3tTokenValue12345, ghp_0123456789abcdefghijABCDEFGHIJ012345"}]}"#,
      #"it answered with the error "bad token Bearer <redacted>, <redacted>""#
    ),
    (
      "503 Down", "<p>Down</p>",
      """
      the response isn't a JSON object with "data" or "errors", but has the status 503 and begins with "<p>Down</p>"
      """
    ),
  ]) func aServiceThatDoesNotAnswerIsOneLine(
    status: String, body: String, reason: String
  ) async throws {
    let server = try Self.server(body, status: status)
    let found = try await Self.verify("query Q { n }", .data(["n": 1]), with: server)
    #expect(found.failures == [])
    #expect(
      found.warnings == [
        "What tests state wasn't compared with the real service at \(server.url)/graphql: \(reason)."
      ])
    #expect(found.body == #"{"data":{"n":1}}"#)
  }

  @Test func aServiceThatCannotBeReachedIsOneLine() async throws {
    let service = MockGraphQLService(.query("Q", .data(["n": 1])))
    service.record(Recording(.verify, folder: try TemporaryFolder().url))
    let request = try URLRequest.graphQL(
      ["query": "query Q { n }"], to: "http://127.0.0.1:1/graphql")
    #expect(try await service.makeSession().receive(request).body == #"{"data":{"n":1}}"#)
    #expect(service.failures == [])
    #expect(
      service.requests.flatMap(\.warnings) == [
        """
        What tests state wasn't compared with the real service at http://127.0.0.1:1/graphql: \
        the real service can't be reached (cannotConnectToHost).
        """
      ])
  }

  /// Only data that a test states for a query is compared.
  @Test func otherResponsesAreNotSent() async throws {
    let server = try Self.server(#"{"data":{"n":"1"}}"#)
    let schema = try ServiceSchema(definitions: "type Query { n: Int } type Mutation { n: Int }")
    let rows: [(String, MockResponse)] = [
      ("mutation Q { n }", .data(["n": 1])), ("query Q { n }", .error("No")),
      ("query Q { n }", .data(["n": nil], errors: ["No"])), ("query Q { n }", .status(503)),
      ("query Q { n }", .data(["n": 1]).status(500)), ("query Q { n }", .generated),
      ("query Q { n }", .data([:]).completed), ("query Q { n }", .data(["n": 1]).chunked(4)),
    ]
    for (query, response) in rows {
      let found = try await Self.verify(query, response, with: server, schema: schema)
      #expect(found.failures == [], "\(query) \(response)")
    }
    let service = MockGraphQLService(.query("Q") { _ in .data(["n": 1]) })
    service.record(Recording(.verify, folder: try TemporaryFolder().url))
    _ = try await service.makeSession().receive(RecordingTests.request("query Q { n }", to: server))
    // Only the environment asks for this recording.
    let hand = try TemporaryFolder(["Q.json": #"{"data":{"n":1}}"#])
    var implied = Recording(.verify, folder: hand.url)
    implied.isImplied = true
    let suite = MockGraphQLService(schema: schema)
    suite.record(implied)
    #expect(
      try await suite.makeSession().receive(RecordingTests.request("query Q { n }", to: server))
        .body
        == #"{"data":{"n":1}}"#)
    #expect(suite.failures == [])
    #expect(try hand.files().count == 1)
    for mode in [Recording.never, .missing, .all] {
      _ = try await Self.verify("query Q { n }", .data(["n": 1]), with: server, mode: mode)
    }
    #expect(server.requests == [])
  }

  @Test(arguments: [false, true]) func aFixtureIsNamedByItsPath(isOfRecordedTable: Bool)
    async throws
  {
    let server = try Self.server(
      #"{"data":{"book":{"pages":"474","token":"secret-of-the-service"}}}"#)
    let folder = try TemporaryFolder([
      "Fixtures/Shop/Book.json": #"{"data":{"book":{"pages":474,"token":"t"}}}"#,
      "Fixtures/Shop/Feed.1.json": #"{"data":{"book":{"pages":"1","token":"t"}}}"#,
      "Fixtures/Shop/Feed.2.json": #"{"data":{"book":{"pages":1,"token":{}}}}"#,
    ])
    let shop = folder.url.appendingPathComponent("Fixtures/Shop")
    let service = MockGraphQLService(
      .query("Named", .fixture("Book")),
      fixtures: isOfRecordedTable ? nil : FixtureTable(folder: shop))
    service.record(
      Recording(
        .verify, folder: isOfRecordedTable ? shop : folder.url.appendingPathComponent("Other")))
    for name in ["Book", "Feed", "Feed", "Named"] {
      let query = "query \(name)($token: String) { book(token: $token) { pages token } }"
      _ = try await service.makeSession().receive(
        RecordingTests.request(query, ["token": "secret-of-the-request"], to: server))
    }
    let difference = #"data.book.pages is 474, the service answered "474" (a string)"#
    #expect(
      service.failures.map(\.message) == [
        "Fixtures/Shop/Book.json: \(difference)",
        """
        Fixtures/Shop/Feed.2.json: data.book.pages is 1, the service answered "474" (a string)
          data.book.token is {}, the service answered <redacted> (a string)
        """,
        "Fixtures/Shop/Book.json: \(difference)",
      ])
    #expect(service.failures.map { $0.handler != nil } == [false, false, true])
  }
}
