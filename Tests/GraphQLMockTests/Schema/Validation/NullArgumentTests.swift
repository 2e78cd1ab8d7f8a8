import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Null for a non-null argument, by way of a nullable variable (GraphQL, sections 5.8.5 and 6.4.1).
///
/// The expected data and errors are those of graphql-core 3.2.8, in the words of graphql-js 16.
struct NullArgumentTests {
  static let schema = """
    input F { n: Int! }
    directive @d(n: Int!) on FIELD
    type Query { need(n: Int!): Int maybe(n: Int): Int deep(f: F): Int! arr(l: [Int!]!): Int some(n: Int! = 3): U u: U! us: [U]! }
    type U { name: String need(n: Int!): String! }
    """

  static func response(
    _ query: String, _ variables: MockJSON, _ response: MockResponse = .generated,
    _ options: ServiceOptions = ServiceOptions()
  ) async throws -> (MockJSON, MockGraphQLService) {
    let service = MockGraphQLService(
      .operation(.any, response), schema: try ServiceSchema(definitions: schema), options: options)
    let request = try URLRequest.graphQL(["query": .string(query), "variables": variables])
    let body = try await service.respond(to: request).body.collect()
    return (try MockJSON(parsing: body), service)
  }

  static let null = #"Argument "n" of non-null type "Int!" must not be null."#
  static let condition = #"Argument "if" of non-null type "Boolean!" must not be null."#

  private static func error(_ message: String, _ column: Int, _ path: MockJSON?) -> MockJSON {
    let error: MockJSON = [
      "message": .string(message), "locations": [["line": 1, "column": .number(column)]],
    ]
    return path.map { .object(["path": $0].merging(error.object ?? [:]) { $1 }) } ?? error
  }

  static let rows: [(query: String, variables: MockJSON, data: MockJSON, errors: [MockJSON])] = [
    (
      "query Q($n: Int = 4) { need(n: $n) u { name } }", ["n": nil],
      ["need": nil, "u": ["name": "name"]], [error(null, 32, ["need"])]
    ),
    (
      "query Q($n: Int = 4) { deep(f: {n: $n}) }", ["n": nil], nil,
      [error(#"Argument "f" has invalid value {n: $n}."#, 32, ["deep"])]
    ),
    (
      "query Q($n: Int = 4) { arr(l: [1, $n]) }", ["n": nil], ["arr": nil],
      [error(#"Argument "l" has invalid value [1, $n]."#, 31, ["arr"])]
    ),
    (
      "query Q($n: Int) { some(n: $n) { name } }", ["n": nil], ["some": nil],
      [error(null, 28, ["some"])]
    ),
    (
      "query Q($b: Boolean = true) { u @include(if: $b) { name } }", ["b": nil], nil,
      [error(condition, 46, nil)]
    ),
    (
      "query Q($b: Boolean = true) { some { ... @skip(if: $b) { name } } }", ["b": nil],
      ["some": nil], [error(condition, 52, ["some"])]
    ),
    (
      "query Q($n: Int = 4) { us { need(n: $n) } }", ["n": nil], ["us": [nil, nil]],
      [error(null, 37, ["us", 0, "need"]), error(null, 37, ["us", 1, "need"])]
    ),
  ]

  @Test(arguments: rows)
  func nullForANonNullArgumentIsAFieldErrorAndFailsTheTest(
    query: String, variables: MockJSON, data: MockJSON, errors: [MockJSON]
  ) async throws {
    let (answer, service) = try await Self.response(query, variables)
    #expect(answer["data"] == data)
    #expect(Set(answer["errors"].array ?? []) == Set(errors))
    #expect(service.failures.map(\.kind) == [.invalidRequest])
  }

  @Test(
    arguments: [
      ("query Q($n: Int = 4) { need(n: $n) }", [:]),
      ("query Q($n: Int) { some(n: $n) { name } }", [:]),
      // Executing a field doesn't read the arguments of other directives.
      ("query Q($n: Int = 4) { u @d(n: $n) { name } }", ["n": nil]),
      ("query Q($n: Int = 4) { need(n: $n) @skip(if: true) u { name } }", ["n": nil]),
    ] as [(String, MockJSON)])
  func argumentsThatAreNeitherNullNorUsedAreNoErrors(
    query: String, variables: MockJSON
  ) async throws {
    let (answer, service) = try await Self.response(query, variables)
    #expect(!answer.has("errors"))
    #expect(service.failures == [])
  }

  // CollectFields (GraphQL, section 6.3.2) visits neither excluded fields nor other operations.
  @Test(
    arguments: [
      "query Q($n: Int = 4) { need(n: $n) @skip(if: true) u { name } }",
      "query Q($n: Int = 4) { ...F @include(if: false) u { name } } fragment F on Query { need(n: $n) }",
      "query Q($n: Int) { u { name } maybe(n: $n) } query R($n: Int = 4) { need(n: $n) }",
    ], [ValidationMode.fail, .warn])
  func argumentsThatAreNotUsedLeaveTheDataIncomplete(
    query: String, mode: ValidationMode
  ) async throws {
    let service = MockGraphQLService(
      .operation(.any, .data(["maybe": 1])), schema: try ServiceSchema(definitions: Self.schema),
      options: ServiceOptions(requestValidation: mode))
    let request = try URLRequest.graphQL([
      "query": .string(query), "variables": ["n": nil], "operationName": "Q",
    ])
    await #expect(throws: URLError.self) { try await service.respond(to: request) }
    #expect(service.failures.map(\.kind) == [.invalidResponse])
    #expect(service.requests.flatMap(\.warnings) == [])
  }

  // "replaced with null" (GraphQL multipart request specification, section "Multipart form field structure").
  @Test(arguments: [
    ("up(file: Upload!): Int", "file: $file"),
    ("up(files: [Upload!]!): Int", "files: [$file]"),
    ("up(i: I!): Int", "i: {file: $file}"),
  ])
  func uploadedFilesAreNotNull(field: String, argument: String) async throws {
    let schema = """
      scalar Upload
      input I { file: Upload! }
      type Query { a: Int }
      type Mutation { \(field) }
      """
    let service = MockGraphQLService(
      .mutation("Up", .data(["up": 1])), schema: try ServiceSchema(definitions: schema))
    let query = "mutation Up($file: Upload = 0) { up(\(argument)) }"
    let request = UploadFormTests.request([
      UploadFormTests.Part("operations", #"{"query":"\#(query)","variables":{"file":null}}"#),
      UploadFormTests.Part("map", #"{"0":["variables.file"]}"#), UploadFormTests.Part("0", "text"),
    ])
    let body = try await service.respond(to: request).body.collect()
    #expect(String(decoding: body, as: UTF8.self) == #"{"data":{"up":1}}"#)
    // The same variables without a file have an error.
    let again = try URLRequest.graphQL(["query": .string(query), "variables": ["file": nil]])
    _ = try await service.respond(to: again)
    #expect(service.failures.map(\.kind) == [.invalidRequest])
  }

  @Test func theDataOfAHandlerGetsTheErrorToo() async throws {
    let query = "query Q($n: Int = 4) { a: need(n: $n) u { name } }"
    for response in [
      MockResponse.data(["a": 7, "u": ["name": "Ada"]]),
      .json(["data": ["a": 7, "u": ["name": "Ada"]]]),
      .data(fields: ["need": 7, "u": ["name": "Ada"]]),
    ] {
      let (answer, service) = try await Self.response(query, ["n": nil], response)
      #expect(
        answer == [
          "data": ["a": nil, "u": ["name": "Ada"]], "errors": [Self.error(Self.null, 35, ["a"])],
        ])
      let location = service.failures.first?.handler.map { "\($0)" } ?? ""
      #expect(
        service.failures.map(\.message) == [
          """
          Invalid query "Q": \(Self.null) (1:35)
            if the test sends it on purpose, add .acceptingInvalidRequests to the handler (\(location))
          """
        ])
    }
  }

  @Test func theErrorsOfOtherVariablesAreNotRepeated() async throws {
    let service = MockGraphQLService(
      .operation(.any, .generated), schema: try ServiceSchema(definitions: Self.schema))
    for variables: MockJSON in [["n": nil, "m": 1], ["n": 1, "m": nil]] {
      _ = try await service.respond(
        to: .graphQL([
          "query": "query Q($n: Int = 4, $m: Int) { need(n: $n) maybe(n: $m) }",
          "variables": variables,
        ]))
    }
    #expect(service.failures.map(\.requestID) == [0])
  }

  /// These responses are sent as stated.
  @Test func aResponseWithoutDataOrForInvalidRequestsHasNoError() async throws {
    let data = MockResponse.data(["need": 7])
    for handler: RequestHandler in [
      .operation(.any, .requestError("no")), .http(.json(["data": ["need": 7]])),
      .operation(.any, data).acceptingInvalidRequests,
    ] {
      let service = MockGraphQLService(
        handler, schema: try ServiceSchema(definitions: Self.schema))
      _ = try await service.respond(
        to: .graphQL([
          "query": "query Q($n: Int = 4) { need(n: $n) }", "variables": ["n": nil],
        ]))
      #expect(service.failures == [], "\(handler.location)")
    }
  }

  @Test(arguments: [ValidationMode.warn, .off])
  func withoutRequestValidationTheDataIsSent(mode: ValidationMode) async throws {
    let (answer, service) = try await Self.response(
      "query Q($n: Int = 4) { need(n: $n) }", ["n": nil], .data(["need": 7]),
      ServiceOptions(requestValidation: mode))
    #expect(answer == ["data": ["need": 7]])
    #expect(service.failures == [])
    #expect(
      service.requests.flatMap(\.warnings)
        == (mode == .warn ? ["the request is invalid: \(Self.null) (1:32)"] : []))
  }
}
