import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests that a GraphQL service refuses, and its responses (GraphQL over HTTP, "Status Codes";
/// the messages are those of graphql-js and graphql-http).
struct MalformedRequestResponseTests {
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

  /// GraphQL over HTTP, "Status Codes": a body that isn't JSON has 400; RFC 9110, section 15.5.6: a method that isn't
  /// supported has 405.
  @Test(arguments: SpecificationEdition.allCases)
  func emptyBodyHas400AndAnotherMethod405(edition: SpecificationEdition) async throws {
    let service = MockGraphQLService(
      .operation(.any, .data([:])), endpoints: [.of(endpoint)],
      options: ServiceOptions(edition: edition))
    var statuses: [Int] = []
    var allowed: [String?] = []
    for (method, body) in [
      ("POST", ""), ("POST", " "), ("PUT", "{"), ("DELETE", ""), ("PATCH", "7"),
    ] {
      var request = Self.request(body, accept: "application/graphql-response+json")
      request.httpMethod = method
      let response = try await service.respond(to: request)
      statuses.append(response.status)
      allowed.append(response.headers["Allow"])
    }
    #expect(statuses == [400, 400, 405, 405, 405])
    // RFC 9110, section 15.5.6: the response lists the supported methods.
    #expect(allowed == [nil, nil, "GET, POST", "GET, POST", "GET, POST"])
    #expect(
      service.failures.first?.message
        == "\(Self.malformed): Unparsable JSON body: The request body is empty.")
  }

  /// "Status Codes": 422 is for parameters that are missing or of the wrong type, also in a URL, and 400 for a body that
  /// is no request.
  @Test(arguments: SpecificationEdition.allCases)
  func invalidParametersHaveTheStatusOfTheEdition(edition: SpecificationEdition) async throws {
    let service = MockGraphQLService(
      .operation(.any, .data([:])), endpoints: [.of(endpoint)],
      options: ServiceOptions(edition: edition))
    var requests = [
      "query=%7Ba%7D&query=%7Bb%7D", "query=%7Ba%7D&variables=%5B%5D", "query=%7Ba%7D&variables=x",
      "operationName=A",
    ].map { URLRequest(url: .of("\(endpoint)?\($0)")) }
    requests += [#"{"variables":{}}"#, "[]"].map { Self.request($0, accept: "application/json") }
    var statuses: [Int] = []
    for request in requests { statuses.append(try await service.respond(to: request).status) }
    let expected = edition == .september2026 ? 422 : 400
    #expect(statuses == [expected, expected, expected, expected, expected, 400])
  }

  static let malformed = "Malformed GraphQL request POST https://example.invalid/graphql"

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
    let profiles: [(String, SpecificationEdition)] = [
      ("application/json", .deployed), ("application/graphql-response+json", .deployed),
      ("application/graphql-response+json", .september2026), ("application/json", .september2026),
    ]
    for ((accept, edition), status) in zip(profiles, example.statuses + example.statuses.suffix(1))
    {
      let service = MockGraphQLService(
        .operation(.any, .data([:])), endpoints: [.of(endpoint)],
        options: ServiceOptions(edition: edition))
      let incoming = try await service.makeSession()
        .receive(Self.request(example.body, accept: accept))
      let json = try MockJSON(parsing: incoming.body)
      let type = edition == .september2026 ? "application/graphql-response+json" : accept
      let members = json.object?.keys.sorted() ?? []
      let messages = json["errors"].array?.map { $0["message"].string ?? "" } ?? []
      #expect(
        "\(incoming.status) \(incoming.contentType ?? "") \(members) \(messages)"
          == #"\#(status) \#(type); charset=utf-8 ["errors"] \#([example.message])"#, "\(accept)")
      let failures = service.failures.map { "\($0.kind): \($0)" }
      let start = "malformedRequest: \(Self.malformed): \(example.message)"
      #expect(failures.count == 1 && failures[0].hasPrefix(start), "\(failures)")
      #expect(service.requests.map(\.ending) == [.answered], "\(accept)")
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
    let incoming = try await RequestValidationTests.send(
      document, to: service, accept: "application/graphql-response+json")
    #expect(incoming.status == 400)
    let errors = try MockJSON(parsing: incoming.body)["errors"].array ?? []
    // The messages without the positions.
    let messages = lines.map { String($0.prefix { $0 != "(" }.dropLast()) }
    #expect(errors.map { $0["message"].string } == messages)
    #expect(
      service.failures.map { "\($0.kind): \($0)" } == [
        """
        invalidRequest: Invalid GraphQL request POST https://example.invalid/graphql: \
        \(lines.joined(separator: "\n  "))
          if the test sends it on purpose, set ServiceOptions(requestValidation: .warn)
        """
      ])
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
      service.failures.map(\.message) == ["\(Self.malformed): Must provide an operation."])
    #expect(service.requests.map(\.warnings) == [warnings])
  }

  @Test func aMutationOverGETIsNotAllowed() async throws {
    let service = MockGraphQLService(.mutation("Like", .data([:])))
    let request = URLRequest(url: .of(endpoint + "?query=mutation%20Like%7Blike%7D"))
    let (data, response) = try await service.makeSession().data(for: request)
    let http = try #require(response as? HTTPURLResponse)
    let answer = [
      "\(http.statusCode)", http.value(forHTTPHeaderField: "Allow") ?? "",
      String(decoding: data, as: UTF8.self),
    ]
    #expect(
      answer == [
        "405", "POST",
        """
        {"errors":[{"extensions":{"detail":"Send the mutation with POST."},\
        "message":"Cannot perform mutations over GET"}]}
        """,
      ])
  }

  @Test func missingQueryIsAnErrorOnlyAtAListedEndpoint() async throws {
    let body = Self.request(#"{"hello":"world"}"#, accept: "application/json")
    let stated = MockGraphQLService(.operation(.any, .data([:])), endpoints: [.of(endpoint)])
    let incoming = try await stated.makeSession().receive(body)
    let message = try MockJSON(parsing: incoming.body)["errors"][0]["message"]
    #expect("\(incoming.status) \(message)" == #"400 "Missing query""#)

    let unstated = MockGraphQLService(.http("/graphql", .text("plain")))
    #expect(try await unstated.makeSession().receive(body).body == "plain")
    #expect(unstated.failures == [])
  }

  @Test func failureHasThePositionInTheDocumentOrBodyWithoutSecrets() async throws {
    let rows: [(body: String, endpoints: [URL]?, message: String)] = [
      (
        #"{"query":"mutation { s(password: \"hunter2\") {"}"#, [.of(endpoint)],
        """
        Syntax Error: Expected Name, found <EOF>.
        1:36
        1 | mutation { s(password: "*******") {
          |                                    ^
        """
      ),
      (
        #"{"query":"{a}","variables":[]}"#, nil,
        """
        Invalid variables: "variables" in the request body must be an object, found an array \
        at byte 27.
        """
      ),
    ]
    for row in rows {
      let service = MockGraphQLService(.operation(.any, .data([:])), endpoints: row.endpoints)
      _ = try await service.makeSession()
        .receive(Self.request(row.body, accept: "application/json"))
      #expect(service.failures.map(\.message) == ["\(Self.malformed): \(row.message)"])
    }
  }
}
