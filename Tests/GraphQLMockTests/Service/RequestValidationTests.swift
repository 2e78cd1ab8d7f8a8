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
struct RequestValidationTests {
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

  @Test func invalidRequestIsRefusedFailsTheTestAndTakesNoResponse() async throws {
    let handler = RequestHandler.query("Q", .data(["a": 1]), .data(["a": 2]))
    let service = MockGraphQLService([handler])
    let incoming = try await Self.send(Self.unused, to: service)
    #expect(incoming.body == Self.refused)
    let failures = service.failures.map { failure in
      "\(failure.kind) of \(failure.requestID ?? -1): \(failure.message)"
    }
    let message =
      """
      invalidRequest of 0: Invalid query "Q": Variable "$id" is never used in operation "Q". (1:9)
        if the test sends it on purpose, add .acceptingInvalidRequests to the handler (\(handler.location))
      """
    #expect(failures == [message])
    #expect(service.failures.map(\.handler) == [handler.location])
    #expect(try await Self.send("query Q { a }", to: service).body == #"{"data":{"a":1}}"#)
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
    (SpecificationEdition.deployed, "application/json", 200),
    (.deployed, "application/graphql-response+json", 400),
    (.september2026, "application/json", 422),
    (.september2026, "application/graphql-response+json", 422),
  ])
  func theStatusFollowsTheEdition(edition: SpecificationEdition, accept: String, status: Int)
    async throws
  {
    let service = MockGraphQLService(
      .query("Q", .data(["a": 1])), options: ServiceOptions(edition: edition))
    #expect(try await Self.send(Self.unused, to: service, accept: accept).status == status)
  }

  @Test(.onOwnThreads) func longRequestsAreAnsweredWithAWarningOverALimit() async throws {
    // Relay and Apollo write such documents: a fragment for each component.
    let spreads = (0..<200).map { "...Component\($0)" }.joined(separator: " ")
    let fragments = (0..<200).map { number in
      "fragment Component\(number) on Shop { id name url city zip owner { id } a b c field\(number) }"
    }
    let components = "query Q { shop { \(spreads) } } \(fragments.joined(separator: " "))"
    let arguments = (0..<4_000).map { "x\($0): 1" }.joined(separator: " ")
    let padding = String(repeating: "x", count: 4_194_304)
    let rows: [(query: String, variables: MockJSON, data: MockJSON, warnings: [String])] = [
      (components, nil, ["shop": nil], []),
      (
        "query Q { a(\(arguments)) a(\(arguments)) }", nil, ["a": nil],
        [
          """
          The document was validated only in part: comparing its fields and fragments takes more \
          steps than this library allows.
          """
        ]
      ),
      // Validating them would require reading all of them into memory.
      (
        "query Q($n: Int) { a(n: $n) }", ["n": 1.5, "padding": .string(padding)], ["a": 1],
        ["The variables were not validated: they have more than 4194304 bytes."]
      ),
    ]
    for (query, variables, data, warnings) in rows {
      // Validating the response to a long document is slow, but long variables aren't needed for it.
      let mode: ValidationMode? = variables.isNull ? .off : nil
      let service = MockGraphQLService(
        .query("Q", .data(data)), options: ServiceOptions(responseValidation: mode))
      let incoming = try await Self.send(query, variables, to: service)
      let comment = Comment(rawValue: "\(query.prefix(32))")
      #expect(try MockJSON(parsing: incoming.body) == ["data": data], comment)
      #expect(service.failures == [], comment)
      #expect(service.requests.map(\.warnings) == [warnings], comment)
    }
  }

  @Test(.onOwnThreads) func longFragmentCycleIsTruncatedInTheMessage() async throws {
    let fragments = (0..<2_000).map { "fragment F\($0) on T { ...F\(($0 + 1) % 2_000) }" }
    let service = MockGraphQLService(.query("Q", .data([:])))
    _ = try await Self.send("query Q { ...F0 } " + fragments.joined(separator: " "), to: service)
    let message = try #require(service.failures.first?.message)
    #expect(message.hasPrefix("Invalid query \"Q\": Cannot spread fragment \"F0\" "))
    #expect(message.contains("\"F1\", \"F2\", ") && message.contains("… ("))
    #expect(message.utf8.count < 3_000)
  }

  @Test func invalidRequestIsAnsweredIfAnOptionOrItsHandlerAllowsIt() async throws {
    let handler = RequestHandler.query("Q", .data(["a": 1]))
    let answer = #"200 {"data":{"a":1}}"#
    let rows: [(handler: RequestHandler, mode: ValidationMode, text: String, warnings: [String]?)] =
      [
        (handler, .warn, answer, ["the request is invalid: \(Self.message) (1:9)"]),
        (handler, .off, answer, []),
        (handler.acceptingInvalidRequests, .fail, answer, nil),
        (.http(.text("plain").status(203)), .fail, "203 plain", nil),
      ]
    for (index, (handler, mode, text, warnings)) in rows.enumerated() {
      let service = MockGraphQLService(
        handler, options: ServiceOptions(requestValidation: mode))
      let incoming = try await Self.send(Self.unused, to: service)
      #expect("\(incoming.status) \(incoming.body)" == text, "row \(index)")
      #expect(service.failures == [], "row \(index)")
      if let warnings { #expect(service.requests.map(\.warnings) == [warnings], "row \(index)") }
    }
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
    let incoming = try await Self.send(query, variables, to: service)
    let json = try MockJSON(parsing: incoming.body)
    #expect(json["errors"].array?.map { $0["message"] } == [.string(message)])
    #expect(service.failures.map(\.kind) == [.invalidRequest])
  }

  @Test func cachedVerdictStillValidatesVariables() async throws {
    let query = "query Q($id: Int, $b: Boolean! = true) { a @include(if: $b) c(id: $id) }"
    let service = MockGraphQLService(.query("Q", .data(["a": 1, "c": 2])))
    for variables: MockJSON in [["id": 1], ["id": 1], ["id": 1.5], ["id": 1], ["b": false]] {
      _ = try await Self.send(query, variables, to: service)
    }
    #expect(service.failures.map(\.requestID) == [2])
    let warned = service.requests.map { !$0.warnings.isEmpty }
    #expect(warned == [false, false, false, false, true])
  }

  /// A service ignores them (GraphQL, section 6.1.2, goes through the definitions only).
  @Test(arguments: ["query Q { a }", "query Q($n: Int) { a(n: $n) }"])
  func undeclaredVariablesAreAWarning(query: String) async throws {
    let service = MockGraphQLService(.query("Q", .data(["a": 1])))
    let incoming = try await Self.send(query, ["id": 1, "tag": nil], to: service)
    #expect(incoming.body == #"{"data":{"a":1}}"#)
    _ = try await Self.send(query, [:], to: service)
    #expect(service.failures == [])
    let warning =
      """
      The operation does not declare these variables, so they have no effect: "$id", "$tag"
      """
    #expect(service.requests.map(\.warnings) == [[warning], []])
  }

  @Test func secretsAreRedactedInValidationMessages() async throws {
    for mode in [ValidationMode.fail, .warn] {
      let service = MockGraphQLService(
        .mutation("M", .data(["a": 1])), options: ServiceOptions(requestValidation: mode))
      let incoming = try await Self.send(
        "mutation M($password: Int) { a(p: $password) }", ["password": "hunter2"], to: service)
      let messages = service.failures.map(\.message) + service.requests.flatMap(\.warnings)
      #expect(messages.map { $0.contains("hunter2") } == [false], "\(mode)")
      // The client gets its own value.
      #expect(incoming.body.contains("hunter2") == (mode == .fail))
    }
  }

  /// Variables can't be coerced by an invalid document (GraphQL, section 6.1).
  @Test func variablesOfAnInvalidDocumentAreNotValidated() async throws {
    let service = MockGraphQLService(.query("Q", .data(["a": 1])))
    let incoming = try await Self.send(
      "query Q($id: ID, $n: Int) { a(n: $n) }", ["n": 1.5], to: service)
    #expect(
      try MockJSON(parsing: incoming.body)["errors"].array?.map { $0["message"] } == [
        .string(Self.message)
      ])
  }

  @Test func uploadDoesNotMakeTheSameVariablesValidWithoutAFile() async throws {
    let service = MockGraphQLService(.mutation("Up", .data(["up": true])))
    let query = "mutation Up($file: Upload!) { up(file: $file) }"
    let request = UploadFormTests.request([
      UploadFormTests.Part("operations", #"{"query":"\#(query)","variables":{"file":null}}"#),
      UploadFormTests.Part("map", #"{"0":["variables.file"]}"#), UploadFormTests.Part("0", "text"),
    ])
    #expect(try await service.makeSession().receive(request).body == #"{"data":{"up":true}}"#)
    _ = try await Self.send(query, ["file": nil], to: service)
    #expect(service.failures.map(\.kind) == [.invalidRequest])
  }

  @Test func aMessageHasUpToTenErrorsOf2000CodePoints() async throws {
    let service = MockGraphQLService(.query("Q", .data(["a": 1])))
    let name = String(repeating: "x", count: 2_000)
    let variables = (1...11).map { "$v\($0): Int" }.joined(separator: " ")
    _ = try await Self.send("query Q(\(variables)) { a }", to: service)
    _ = try await Self.send("query Q { a(b: $\(name)) }", to: service)
    let error = #"Variable "$\#(name)" is not defined by operation "Q". (1:16, 1:1)"#
    let lines: [[String]] = service.failures.map { $0.message.components(separatedBy: "\n  ") }
    #expect(lines.map(\.count) == [12, 2])
    #expect(lines[0].suffix(2).first == "and 1 more")
    #expect(
      lines[1][0] == "Invalid query \"Q\": \(error.prefix(2_000))… (\(error.utf8.count) bytes)")
  }

  @Test(arguments: ["query Q { a { } }", #"query Q("An ID." $i: ID) { a(i: $i) }"#])
  func newSyntaxFollowsTheEdition(_ query: String) async throws {
    for (edition, isTaken) in [(SpecificationEdition.deployed, false), (.september2026, true)] {
      let service = MockGraphQLService(
        .query("Q", .data(["a": [:]])), options: ServiceOptions(edition: edition))
      _ = try await Self.send(query, to: service)
      let line = "the September 2026 edition allows it: set ServiceOptions(edition: .september2026)"
      let isNamed = service.failures.map { $0.message.contains(line) }
      #expect(isNamed == (isTaken ? [] : [true]), "\(edition)")
    }
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
          if the test sends it on purpose, add .acceptingInvalidRequests to the handler (RequestValidationTests.swift:\(line))
        """
      ])
  }
}
