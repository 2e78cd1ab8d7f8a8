import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests that a service refuses by the rules of GraphQL, sections 5 and 6.1.2.
///
/// Messages and positions are those of graphql-core 3.2.8; statuses those of GraphQL over HTTP,
/// "Status Codes".
@Suite(.onOwnThreads) struct RequestValidationTests {
  static let unused = "query Q($id: ID) { a }"
  static let message = #"Variable "$id" is never used in operation "Q"."#
  static let refused =
    #"{"errors":[{"locations":[{"column":9,"line":1}],"message":"Variable \"$id\" is never used in operation \"Q\"."}]}"#

  static func send(
    _ query: String, _ variables: MockJSON = nil, to service: MockGraphQLService,
    accept: String = "application/json"
  ) async throws -> Received {
    try await service.makeSession().receive(
      .graphQL(["query": .string(query), "variables": variables], accept: accept))
  }

  @Test func invalidRequestIsRefusedAndFailsTheTest() async throws {
    let handler = RequestHandler.query("Q", .data(["a": 1]))
    let service = MockGraphQLService([handler])
    let received = try await Self.send(Self.unused, to: service)
    #expect(received.body == Self.refused)
    let failure = try #require(service.failures.first)
    #expect(service.failures.count == 1)
    #expect(failure.kind == .invalidRequest)
    #expect(failure.exchangeID == 0 && failure.handler == handler.location)
    #expect(
      failure.message == """
        Invalid query "Q": Variable "$id" is never used in operation "Q". (1:9)
          if the test sends it on purpose, add .acceptingInvalidRequests to the handler (\(handler.location))
        """)
  }

  // ExecutableDefinitionsRule.
  @Test func typeDefinitionsInARequestAreReportedWithTheirPositions() async throws {
    let service = MockGraphQLService(.query("Q", .data(["a": 1])))
    _ = try await Self.send("type T { a: Int } query Q { a } extend schema @b", to: service)
    let lines = service.failures.first?.message.split(separator: "\n").dropLast()
    #expect(
      lines == [
        "Invalid query \"Q\": The \"T\" definition is not executable. (1:1)",
        "  The schema definition is not executable. (1:33)",
      ])
  }

  @Test(arguments: [
    (HTTPEdition.deployed, "application/json", 200),
    (.deployed, "application/graphql-response+json", 400),
    (.september2026, "application/json", 422),
    (.september2026, "application/graphql-response+json", 422),
  ])
  func theStatusFollowsTheEdition(edition: HTTPEdition, accept: String, status: Int) async throws {
    let service = MockGraphQLService(
      .query("Q", .data(["a": 1])), options: ServiceOptions(edition: edition))
    #expect(try await Self.send(Self.unused, to: service, accept: accept).status == status)
  }

  @Test func invalidRequestDoesNotAdvanceASequence() async throws {
    let service = MockGraphQLService(.query("Q", .data(["a": 1]), .data(["a": 2])))
    _ = try await Self.send(Self.unused, to: service)
    #expect(try await Self.send("query Q { a }", to: service).body == #"{"data":{"a":1}}"#)
  }

  /// Relay and Apollo write such documents: a fragment for each component.
  @Test func requestWithTwoHundredFragmentsIsAnswered() async throws {
    let spreads = (0..<200).map { "...Component\($0)" }.joined(separator: " ")
    let fragments = (0..<200).map { number in
      "fragment Component\(number) on Shop { id name url city zip owner { id } a b c field\(number) }"
    }
    let query = "query Q { shop { \(spreads) } } " + fragments.joined(separator: " ")
    let service = MockGraphQLService(
      .query("Q", .data(["shop": nil])), options: ServiceOptions(responseValidation: .off))
    #expect(try await Self.send(query, to: service).body == #"{"data":{"shop":null}}"#)
    #expect(service.failures == [])
    #expect(service.exchanges.map(\.warnings) == [[]])
  }

  @Test func requestOverTheValidationLimitIsAnsweredWithAWarning() async throws {
    let arguments = (0..<4_000).map { "x\($0): 1" }.joined(separator: " ")
    let query = "query Q { a(\(arguments)) a(\(arguments)) }"
    let service = MockGraphQLService(
      .query("Q", .data(["a": nil])), options: ServiceOptions(responseValidation: .off))
    #expect(try await Self.send(query, to: service).body == #"{"data":{"a":null}}"#)
    #expect(service.failures == [])
    #expect(
      service.exchanges.map(\.warnings) == [
        [
          """
          The document was validated only in part: comparing its fields and fragments takes more \
          steps than this library allows.
          """
        ]
      ])
  }

  @Test func longFragmentCycleIsTruncatedInTheMessage() async throws {
    let fragments = (0..<2_000).map { "fragment F\($0) on T { ...F\(($0 + 1) % 2_000) }" }
    let service = MockGraphQLService(.query("Q", .data([:])))
    _ = try await Self.send("query Q { ...F0 } " + fragments.joined(separator: " "), to: service)
    let message = try #require(service.failures.first?.message)
    #expect(message.hasPrefix("Invalid query \"Q\": Cannot spread fragment \"F0\" "))
    #expect(message.contains("\"F1\", \"F2\", ") && message.contains("… ("))
    #expect(message.utf8.count < 3_000)
  }

  @Test func requestValidationCanOnlyWarn() async throws {
    let service = MockGraphQLService(
      .query("Q", .data(["a": 1])), options: ServiceOptions(requestValidation: .warn))
    #expect(try await Self.send(Self.unused, to: service).body == #"{"data":{"a":1}}"#)
    #expect(service.failures == [])
    #expect(
      service.exchanges.map(\.warnings) == [
        ["the request is invalid: \(Self.message) (1:9)"]
      ])
  }

  @Test func requestValidationCanBeTurnedOff() async throws {
    let service = MockGraphQLService(
      .query("Q", .data(["a": 1])), options: ServiceOptions(requestValidation: .off))
    #expect(try await Self.send(Self.unused, to: service).body == #"{"data":{"a":1}}"#)
    #expect(service.exchanges.map(\.warnings) == [[]])
  }

  @Test func handlerMayAcceptInvalidRequests() async throws {
    let service = MockGraphQLService(.query("Q", .data(["a": 1])).acceptingInvalidRequests)
    #expect(try await Self.send(Self.unused, to: service).body == #"{"data":{"a":1}}"#)
    #expect(service.failures == [])
  }

  @Test func httpHandlerAnswersInvalidGraphQLRequests() async throws {
    let service = MockGraphQLService(.http(.status(203)))
    #expect(try await Self.send(Self.unused, to: service).status == 203)
    #expect(service.failures == [])
  }

  static let wrongVariables: [(query: String, variables: MockJSON, message: String)] = [
    (
      "query Q($id: ID!) { a(id: $id) }", ["id": nil],
      #"Variable "$id" of non-null type "ID!" must not be null."#
    ),
    (
      "query Q($id: ID!) { a(id: $id) }", [:],
      #"Variable "$id" of required type "ID!" was not provided."#
    ),
    (
      "query Q($n: Int) { a(n: $n) }", ["n": 1.5],
      #"Variable "$n" got invalid value 1.5; Int cannot represent non-integer value: 1.5"#
    ),
    (
      "query Q($n: Int) { a(n: $n) }", ["n": 2_147_483_648],
      """
      Variable "$n" got invalid value 2147483648; \
      Int cannot represent non 32-bit signed integer value: 2147483648
      """
    ),
    (
      "query Q($n: Int) { a(n: $n) }", ["n": spelled("1e12")],
      """
      Variable "$n" got invalid value 1e12; \
      Int cannot represent non 32-bit signed integer value: 1e12
      """
    ),
    (
      "query Q($n: String) { a(n: $n) }", ["n": [spelled("-0"), spelled("1.50")]],
      """
      Variable "$n" got invalid value [-0, 1.50]; \
      String cannot represent a non string value: [-0, 1.50]
      """
    ),
    // As in graphql-js's tests of `inspect`: values deeper than two levels are only named.
    (
      "query Q($n: String) { a(n: $n) }", ["n": [[["a"]]]],
      """
      Variable "$n" got invalid value [[[Array]]]; \
      String cannot represent a non string value: [[[Array]]]
      """
    ),
    (
      "query Q($n: String) { a(n: $n) }", ["n": [[[]]]],
      """
      Variable "$n" got invalid value [[[]]]; \
      String cannot represent a non string value: [[[]]]
      """
    ),
  ]

  /// Messages show a number as it was sent.
  private static func spelled(_ number: String) -> MockJSON {
    (try? MockJSON(parsing: number)) ?? nil
  }

  @Test(arguments: wrongVariables)
  func variablesAreValidated(query: String, variables: MockJSON, message: String) async throws {
    let service = MockGraphQLService(.query("Q", .data(["a": 1])))
    let received = try await Self.send(query, variables, to: service)
    let json = try MockJSON(parsing: received.body)
    #expect(json["errors"].array?.map { $0["message"] } == [.string(message)])
    #expect(service.failures.map(\.kind) == [.invalidRequest])
  }

  /// Validating them would require reading all of them into memory.
  @Test func cachedVerdictStillValidatesVariables() async throws {
    let query = "query Q($id: Int, $b: Boolean! = true) { a @include(if: $b) c(id: $id) }"
    let service = MockGraphQLService(.query("Q", .data(["a": 1, "c": 2])))
    for variables: MockJSON in [["id": 1], ["id": 1], ["id": 1.5], ["id": 1], ["b": false]] {
      _ = try await Self.send(query, variables, to: service)
    }
    let refused = service.failures.map(\.exchangeID)
    #expect(refused == [2])
    let warned = service.exchanges.map { !$0.warnings.isEmpty }
    #expect(warned == [false, false, false, false, true])
  }

  @Test func veryLongVariablesAreNotValidated() async throws {
    let service = MockGraphQLService(.query("Q", .data(["a": 1])))
    let padding = String(repeating: "x", count: 4_194_304)
    let received = try await Self.send(
      "query Q($n: Int) { a(n: $n) }", ["n": 1.5, "padding": .string(padding)], to: service)
    #expect(received.body == #"{"data":{"a":1}}"#)
    #expect(service.failures == [])
    #expect(
      service.exchanges.map(\.warnings) == [
        ["The variables were not validated: they have more than 4194304 bytes."]
      ])
  }

  /// A service ignores them (GraphQL, section 6.1.2, goes through the definitions only).
  @Test(arguments: ["query Q { a }", "query Q($n: Int) { a(n: $n) }"])
  func undeclaredVariablesAreAWarning(query: String) async throws {
    let service = MockGraphQLService(.query("Q", .data(["a": 1])))
    let received = try await Self.send(query, ["id": 1, "tag": nil], to: service)
    #expect(received.body == #"{"data":{"a":1}}"#)
    #expect(service.failures == [])
    #expect(
      service.exchanges.map(\.warnings) == [
        [
          """
          The operation does not declare these variables, so a service ignores them: "$id", \
          "$tag"
          """
        ]
      ])
    _ = try await Self.send(query, [:], to: service)
    #expect(service.exchanges.last?.warnings == [])
  }

  @Test func secretsAreRedactedInValidationMessages() async throws {
    let service = MockGraphQLService(.mutation("M", .data(["a": 1])))
    _ = try await Self.send(
      "mutation M($password: Int) { a(p: $password) }", ["password": "hunter2"], to: service)
    #expect(service.failures.map(\.message).filter { $0.contains("hunter2") } == [])
    #expect(service.failures.count == 1)
  }

  @Test func uploadDoesNotMakeTheSameVariablesValidWithoutAFile() async throws {
    let service = MockGraphQLService(.mutation("Up", .data(["up": true])))
    let query = "mutation Up($file: Upload!) { up(file: $file) }"
    var request = URLRequest(url: .of(endpoint))
    request.httpMethod = "POST"
    request.setValue("multipart/form-data; boundary=x", forHTTPHeaderField: "Content-Type")
    let operations = #"{"query":"\#(query)","variables":{"file":null}}"#
    let parts = [("operations", operations), ("map", #"{"0":["variables.file"]}"#), ("0", "text")]
    let body = parts.map { name, content in
      "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(content)\r\n"
    }
    request.httpBody = Data((body.joined() + "--x--\r\n").utf8)
    #expect(try await service.makeSession().receive(request).body == #"{"data":{"up":true}}"#)
    _ = try await Self.send(query, ["file": nil], to: service)
    #expect(service.failures.map(\.kind) == [.invalidRequest])
  }

  @Test func anEmptySelectionSetFollowsTheEdition() async throws {
    for (edition, isTaken) in [(HTTPEdition.deployed, false), (.september2026, true)] {
      let service = MockGraphQLService(
        .query("Q", .data(["a": [:]])), options: ServiceOptions(edition: edition))
      _ = try await Self.send("query Q { a { } }", to: service)
      #expect(service.failures.isEmpty == isTaken)
    }
  }
}
