import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests that a GraphQL service refuses, and its responses (GraphQL over HTTP, "Status Codes";
/// the messages are those of graphql-js and graphql-http).
struct MalformedRequestTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var body: String
    var message: String
    /// The statuses as `application/json`, as `application/graphql-response+json`, and in September
    /// 2026, in which responses without data have the latter media type.
    var statuses: [Int]
    var testDescription: String { body }
  }

  static let cases: [Case] = [
    Case(body: #"{"query":"#, message: "Unparsable JSON body", statuses: [400, 400, 400]),
    Case(body: #"{"query":"{a}"} x"#, message: "Unparsable JSON body", statuses: [400, 400, 400]),
    Case(body: #"{"query":5}"#, message: "Invalid query", statuses: [400, 400, 422]),
    Case(
      body: #"{"query":"{a}","variables":[]}"#, message: "Invalid variables",
      statuses: [400, 400, 422]),
    Case(
      body: #"{"query":"{a}","operationName":1}"#, message: "Invalid operationName",
      statuses: [400, 400, 422]),
    Case(
      body: #"{"query":"{a}","extensions":"x"}"#, message: "Invalid extensions",
      statuses: [400, 400, 422]),
    Case(
      body: #"{"query":"{a}","query":"{b}"}"#, message: "Invalid query", statuses: [400, 400, 422]),
    Case(
      body: #"{"query":"{ a"}"#, message: "Syntax Error: Expected Name, found <EOF>.",
      statuses: [200, 400, 400]),
    Case(
      body: #"{"query":"query A { a }","operationName":"B"}"#,
      message: #"Unknown operation named "B"."#, statuses: [200, 400, 422]),
    Case(
      body: #"{"query":"query A { a } query B { b }"}"#,
      message: "Must provide operation name if query contains multiple operations.",
      statuses: [200, 400, 422]),
  ]

  static func request(_ body: String, accept: String) -> URLRequest {
    var request = URLRequest(url: .of(endpoint))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue(accept, forHTTPHeaderField: "Accept")
    request.httpBody = Data(body.utf8)
    return request
  }

  @Test(arguments: cases) func malformedRequestIsAnsweredLikeAServiceAndRecorded(example: Case)
    async throws
  {
    let profiles: [(String, HTTPEdition)] = [
      ("application/json", .deployed), ("application/graphql-response+json", .deployed),
      ("application/graphql-response+json", .september2026), ("application/json", .september2026),
    ]
    for ((accept, edition), status) in zip(profiles, example.statuses + example.statuses.suffix(1))
    {
      let service = MockGraphQLService(
        .operation(.any, .data([:])), endpoints: [.of(endpoint)],
        options: ServiceOptions(edition: edition))
      let received = try await service.makeSession()
        .receive(Self.request(example.body, accept: accept))
      let json = try MockJSON(parsing: received.body)
      #expect(received.status == status)
      let type = edition == .september2026 ? "application/graphql-response+json" : accept
      #expect(received.contentType == type + "; charset=utf-8")
      #expect(json["errors"][0]["message"].string == example.message)
      #expect(json["errors"].array?.count == 1)
      #expect(json.object?.keys.sorted() == ["errors"])
      #expect(service.failures.map(\.kind) == [.malformedRequest])
      #expect(
        service.failures.first?.message.hasPrefix(
          "Malformed GraphQL request POST https://example.invalid/graphql: \(example.message)")
          == true)
      #expect(service.exchanges.map(\.ending) == [.answered])
    }
  }

  // graphql-js validates first, and then selects the operation.
  @Test(arguments: [
    (
      "fragment F on T { a }", nil,
      ["Fragment \"F\" is never used. (1:1)"]
    ),
    (
      "query A { a } query A { b }", nil,
      ["There can be only one operation named \"A\". (1:7, 1:21)"]
    ),
    (
      "{ a } query B($b: Int) { b }", nil,
      [
        "This anonymous operation must be the only defined operation. (1:1)",
        "Variable \"$b\" is never used in operation \"B\". (1:15)",
      ]
    ),
    (
      "type A { a: Int } schema { query: A }", nil,
      [
        "The \"A\" definition is not executable. (1:1)",
        "The schema definition is not executable. (1:19)",
      ]
    ),
    (
      "query A { user } query B { user }", "type Query { user: User } type User { id: ID }",
      [
        """
        Field "user" of type "User" must have a selection of subfields. Did you mean \
        "user { ... }"? (1:11)
        """,
        """
        Field "user" of type "User" must have a selection of subfields. Did you mean \
        "user { ... }"? (1:28)
        """,
      ]
    ),
  ])
  func documentIsValidatedBeforeSelectingItsOperation(
    document: String, definitions: String?, lines: [String]
  ) async throws {
    let service = MockGraphQLService(
      .operation(.any, .data([:])),
      schema: try definitions.map { try ServiceSchema(definitions: $0) },
      endpoints: [.of(endpoint)])
    let received = try await RequestValidationTests.send(
      document, to: service, accept: "application/graphql-response+json")
    #expect(received.status == 400)
    let errors = try #require(try MockJSON(parsing: received.body)["errors"].array)
    let messages = errors.compactMap { $0["message"].string }
    #expect(zip(lines, messages).allSatisfy { $0.hasPrefix($1 + " (") }, "\(messages)")
    #expect(messages.count == lines.count)
    #expect(
      service.failures.map(\.message) == [
        """
        Invalid GraphQL request POST https://example.invalid/graphql: \
        \(lines.joined(separator: "\n  "))
          if the test sends it on purpose, set ServiceOptions(requestValidation: .warn)
        """
      ])
    #expect(service.failures.map(\.kind) == [.invalidRequest])
  }

  @Test(arguments: [
    (ValidationMode.off, []),
    (.warn, ["the request is invalid: Fragment \"F\" is never used. (1:1)"]),
  ])
  func withoutValidationTheMissingOperationIsReported(
    mode: ValidationMode, warnings: [String]
  ) async throws {
    let service = MockGraphQLService(
      endpoints: [.of(endpoint)], options: ServiceOptions(requestValidation: mode))
    let body = try await RequestValidationTests.send("fragment F on T { a }", to: service).body
    #expect(body == #"{"errors":[{"message":"Must provide an operation."}]}"#)
    #expect(
      service.failures.map(\.message) == [
        "Malformed GraphQL request POST https://example.invalid/graphql: Must provide an operation."
      ])
    #expect(service.exchanges.map(\.warnings) == [warnings])
  }

  @Test func aMutationOverGETIsNotAllowed() async throws {
    let service = MockGraphQLService(.mutation("Like", .data([:])))
    let request = URLRequest(url: .of(endpoint + "?query=mutation%20Like%7Blike%7D"))
    let (data, response) = try await service.makeSession().data(for: request)
    let http = try #require(response as? HTTPURLResponse)
    #expect(http.statusCode == 405)
    #expect(http.value(forHTTPHeaderField: "Allow") == "POST")
    #expect(
      String(decoding: data, as: UTF8.self)
        == """
        {"errors":[{"extensions":{"detail":"Send the mutation with POST."},\
        "message":"Cannot perform mutations over GET"}]}
        """)
  }

  @Test func missingQueryIsAnErrorOnlyAtAListedEndpoint() async throws {
    let body = Self.request(#"{"hello":"world"}"#, accept: "application/json")
    let stated = MockGraphQLService(.operation(.any, .data([:])), endpoints: [.of(endpoint)])
    let received = try await stated.makeSession().receive(body)
    #expect(received.status == 400)
    #expect(try MockJSON(parsing: received.body)["errors"][0]["message"] == "Missing query")

    let unstated = MockGraphQLService(.http("/graphql", .text("plain")))
    #expect(try await unstated.makeSession().receive(body).body == "plain")
    #expect(unstated.failures == [])
  }

  @Test func documentExcerptIsRedacted() async throws {
    let service = MockGraphQLService(.operation(.any, .data([:])), endpoints: [.of(endpoint)])
    _ = try await service.makeSession().receive(
      Self.request(
        #"{"query":"mutation { s(password: \"hunter2\") {"}"#, accept: "application/json"))
    #expect(
      service.failures.map(\.message) == [
        """
        Malformed GraphQL request POST https://example.invalid/graphql: Syntax Error: Expected Name, found <EOF>.
        1:36
        1 | mutation { s(password: "*******") {
          |                                    ^
        """
      ])
  }

  @Test func failureOfAMalformedRequestHasThePositionInTheBody() async throws {
    let service = MockGraphQLService(.operation(.any, .data([:])))
    _ = try await service.makeSession()
      .receive(Self.request(#"{"query":"{a}","variables":[]}"#, accept: "application/json"))
    #expect(
      service.failures.map(\.message) == [
        """
        Malformed GraphQL request POST https://example.invalid/graphql: Invalid variables: \
        "variables" in the request body must be an object, found an array at byte 27.
        """
      ])
  }
}
