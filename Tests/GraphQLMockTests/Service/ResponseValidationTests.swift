import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Warnings of a request about the response of its handler.
struct ResponseValidationTests {
  private func warnings(
    _ query: String, _ response: MockResponse, schema: String? = nil
  ) async throws -> [String] {
    let service = MockGraphQLService(
      .operation(.any, response), schema: try schema.map { try ServiceSchema(definitions: $0) },
      options: ServiceOptions(responseValidation: .warn))
    var request = try URLRequest.graphQL(["query": .string(query)])
    request.setValue("text/event-stream, application/json", forHTTPHeaderField: "Accept")
    _ = try await service.respond(to: request).body.collect()
    #expect(service.failures == [])
    return service.requests.flatMap(\.warnings)
  }

  static let bodies: [(query: String, response: MockResponse, warnings: [String])] = [
    (
      "subscription S { n }",
      .events([.data(["n": 1]), .data(["m": 2]), .data(["data": ["n": 3]]), .json(["n": 4])]),
      [
        #"data has no "n", selected at query line 1, column 18"#,
        #"data has "m", which the query does not select"#,
        #"data has another "data" in it: pass only the inner value"#,
        #"the response has "n" outside of "data": use .data instead of .json"#,
      ]
    ),
    (
      "query V { v: viewer { name } }", .json(["v": ["name": "Ada"]]),
      [#"the response has "v" outside of "data": use .data instead of .json"#]
    ),
    (
      "query D { d: data }", .data(["data": 1]),
      [
        #"data has no "d", selected at query line 1, column 11"#,
        #"data has "data", which the query selects as "d""#,
      ]
    ),
    ("query Q { n }", .rawJSON(#" {"data": {"n": 1}} "#), []),
    ("query Q { n }", .text("Busy"), []),
    // These aren't GraphQL.
    ("query V { viewer { name } }", .json(["message": "Not found"]), []),
    ("query V { viewer { name } }", .json(["viewer": 1, "errors": [["message": "x"]]]), []),
    ("query V { viewer { name } }", .json(["viewer": 1]).status(500), []),
    ("query V { viewer { name } }", .json("viewer"), []),
  ]

  @Test(arguments: bodies)
  func bodiesAndEventsAreCheckedAgainstTheDocumentAndEachErrorIsReportedOnce(
    query: String, response: MockResponse, warnings: [String]
  ) async throws {
    #expect(try await self.warnings(query, response) == warnings)
  }

  // GraphQL, section 6.3.2: the last spread applies to each hero, however many others come before it.
  @Test(arguments: [7, 8, 9, 20])
  func aFieldIsRequiredIfOneOfSeveralSpreadsAlwaysApplies(count: Int) async throws {
    let types = (0...count).map { "type T\($0) implements Hero { name: String }" }
    let spreads = (0..<count).map { "... on T\($0) { ...F }" }.joined(separator: " ")
    #expect(
      try await warnings(
        "{ hero { __typename \(spreads) ...F } } fragment F on Hero { name }",
        .data(["hero": ["__typename": "T\(count)"]]),
        schema:
          "type Query { hero: Hero } interface Hero { name: String } \(types.joined(separator: " "))"
      ).map { $0.hasPrefix(#"data.hero has no "name" (String)"#) } == [true])
  }

  // The positions follow RFC 8259: the possible next tokens of a JSON text.
  @Test(arguments: [
    ("{\n  \"data\": {\"n\": 1,}\n}", 2, 19, 20, #"expected a member name in quotes, found "}""#),
    ("[1,]", 1, 4, 3, #"expected a value, found "]""#),
    ("<p>Busy</p>", 1, 1, 0, #"expected a value, found "<""#),
    ("", 1, 1, 0, "expected a value, found the end"),
  ]) func invalidRawJSONIsReported(
    text: String, line: Int, column: Int, offset: Int, reason: String
  ) async throws {
    let warning =
      """
      The text of `.rawJSON`: Invalid JSON at line \(line), column \(column) (byte \(offset)): \
      \(reason).
      """
    let single = try await warnings("query Q { n }", .rawJSON(text))
    let events = try await warnings(
      "subscription S { n }", .events([.rawJSON(text), .rawJSON(text)]))
    let silent = MockGraphQLService(
      .query("Q", .rawJSON(text)), options: ServiceOptions(responseValidation: .off))
    _ = try await silent.makeSession().data(for: .graphQL(["query": "query Q { n }"]))
    #expect([single, events] + silent.requests.map(\.warnings) == [[warning], [warning], []])
  }

  // "Which fragments apply" (GraphQL, section 6.3.2): a field that is selected only by fragments on
  // a type is in a response only if the object has that type.
  static let unknown: [(query: String, data: MockJSON, warnings: [String])] = [
    (
      "{ viewer { ...U } } fragment U on User { name mail }", ["viewer": ["name": "Ada"]],
      [#"data.viewer has no "mail", selected at query line 1, column 47"#]
    ),
    ("{ viewer { ...U } } fragment U on User { name mail }", ["viewer": [:]], []),
    (
      "{ v { id ... on User { id mail } ... on Bot { id owner } } }", ["v": ["id": "1"]], []
    ),
    (
      "{ v { ...A ...B } } fragment A on User { name } fragment B on User { mail }",
      ["v": ["name": "Ada"]],
      [#"data.v has no "mail", selected at query line 1, column 70"#]
    ),
    (
      "{ v { ... on Node { id ... on User { name mail } } } }", ["v": ["name": "Ada"]],
      [
        #"data.v has no "id", selected at query line 1, column 21"#,
        #"data.v has no "mail", selected at query line 1, column 43"#,
      ]
    ),
    // A fragment spread by two others doesn't imply either of them.
    (
      "{ v { ... on A { a ...F } ... on B { b ...F } } } fragment F on F { x }", ["v": ["x": 1]], []
    ),
    // The value exists because one of them applies, but it is unknown which.
    (
      "{ v { ... on A { o { x } } ... on B { o { y } } } }", ["v": ["o": [:]]], []
    ),
    (
      "{ v { ... on A { o { x } } ... on A { o { y } } } }", ["v": ["o": [:]]],
      [
        #"data.v.o has no "x", selected at query line 1, column 22"#,
        #"data.v.o has no "y", selected at query line 1, column 43"#,
      ]
    ),
    // Fields that clients add themselves imply nothing.
    ("{ v { ... on A { __typename a } } }", ["v": ["__typename": "B"]], []),
    // Another object has that type name, so it is an object type.
    (
      "{ all { __typename ... on A { a } ... on B { b } } }",
      ["all": [["__typename": "A", "a": 1], ["__typename": "B", "a": 2, "b": 3]]],
      [#"data.all[1] has "a", which the query does not select"#]
    ),
    (
      "{ v { t: __typename ... on A { a } } }", ["v": ["t": "A"]],
      [#"data.v has no "a", selected at query line 1, column 32"#]
    ),
    (
      "{ v { __typename t: __typename } }", ["v": ["__typename": "A", "t": "B"]],
      [
        #"data.v.t must be "A" (selected at query line 1, column 18), as elsewhere in the object, but is "B""#
      ]
    ),
  ]

  /// "Incremental delivery" (GraphQL, working draft): a response without `hasNext` is complete.
  @Test func aWholeResponseWithoutADeferredPartIsAWarning() async throws {
    let warning = "The response is sent as a whole, so a deferred part never comes: "
    let root = "{ ... @defer { n: name } }"
    let inner = "{ viewer { id ... @defer { name } } }"
    let schema = "type Query { name: String viewer: Viewer } type Viewer { id: ID name: String }"
    for schema in [nil, schema] {
      let type = schema == nil ? "" : " (String)"
      var found = [try await warnings(root, .data([:]), schema: schema)]
      found.append(try await warnings(inner, .data(["viewer": ["id": "1"]]), schema: schema))
      found.append(try await warnings(inner, .data(["viewer": nil]), schema: schema))
      found.append(
        try await warnings(
          inner, .data(["viewer": ["id": "1", "name": "Ada"]]).deferred, schema: schema))
      #expect(
        found == [
          [warning + "data has no \"n\"\(type), selected at query line 1, column 16"],
          [warning + "data.viewer has no \"name\"\(type), selected at query line 1, column 28"],
          [], [],
        ])
      // A value shows that the only selection of its field applies, but not which of several.
      found = [
        try await warnings(
          "{ viewer { id } ... @defer { viewer { name } } }", .data(["viewer": ["id": "1"]]),
          schema: schema),
        try await warnings(
          "{ ... @defer { viewer { name } } }", .data(["viewer": [:]]), schema: schema),
      ]
      #expect(
        found == [
          [warning + "data.viewer has no \"name\"\(type), selected at query line 1, column 39"],
          ["data.viewer has no \"name\"\(type), selected at query line 1, column 25"],
        ])
    }
  }

  /// "Incremental delivery" (GraphQL, working draft): `@defer` with `if: false` defers nothing. Nor does a directive of
  /// this name that the schema defines for other places.
  @Test(arguments: [
    ("{ viewer { id ... @defer(if: false) { name } } }", "", 39),
    ("query ($on: Boolean = false) { viewer { id ... @defer(if: $on) { name } } }", "", 66),
    ("{ viewer { id ...F @defer(if: false) } } fragment F on Viewer { name }", "", 65),
    ("{ viewer { id ... @defer { name } } }", "directive @defer on FIELD ", 28),
  ]) func aFieldThatNothingDefersIsRequired(query: String, own: String, column: Int) async throws {
    let schema = try ServiceSchema(
      definitions: own + "type Query { viewer: Viewer } type Viewer { id: ID name: String }")
    let service = MockGraphQLService(
      .operation(.data(["viewer": ["id": "1"]])), schema: schema,
      options: ServiceOptions(requestValidation: .off))
    _ = try? await service.respond(to: .graphQL(["query": .string(query)]))
    #expect(
      service.failures.map(\.message) == [
        """
        The response can't come from a service with this schema: data.viewer has no "name" (String), \
        selected at query line 1, column \(column)
        """
      ])
  }

  @Test func warningsSayIfThereAreMoreProblems() async throws {
    let fields = (0..<60).map { "f\($0)" }
    let found = try await warnings("{ \(fields.joined(separator: " ")) }", .data([:]))
    #expect(found.count == 51)
    #expect(found.last == "data has more problems; only the first 50 are listed")
    let exact = try await warnings("{ \(fields.prefix(50).joined(separator: " ")) }", .data([:]))
    #expect(exact.count == 50)
  }

  static let schema = """
    type Query { u: U n: Node }
    union U = A | B
    interface Node { id: ID }
    type A implements Node { id: ID a: Int x: Int }
    type B implements Node { id: ID b: Int }
    """

  static let known: [(query: String, data: MockJSON, warnings: [String])] = [
    (
      "{ u { ... on A { a } ... on B { b } } }", ["u": [:]],
      ["data.u doesn't have the fields of any type of U (selected at query line 1, column 3)"]
    ),
    (
      "{ u { ... on A { a } ... on B { b } } }", ["u": ["a": 1, "b": 2]],
      ["data.u doesn't have the fields of any type of U (selected at query line 1, column 3)"]
    ),
    (
      "{ u { ... on A { a x } ... on B { b } } }", ["u": ["a": 1]],
      [#"data.u has no "x" (Int), selected at query line 1, column 20"#]
    ),
    // The other type has none of the selected fields.
    ("{ u { ... on A { a } } }", ["u": [:]], []),
    ("{ n { id ... on A { a } } }", ["n": ["id": "1"]], []),
    (
      "{ n { id ... on A { a } } }", ["n": ["a": 1]],
      [#"data.n has no "id" (ID), selected at query line 1, column 7"#]
    ),
    (
      "{ u { __typename t: __typename } }", ["u": ["__typename": "A", "t": "B"]],
      [
        #"data.u.t must be "A" (selected at query line 1, column 18), as elsewhere in the object, but is "B""#
      ]
    ),
  ]

  @Test func fieldsDecideWhichFragmentsApplyAndMustBeThoseOfSomeTypeOfTheSchema() async throws {
    for (schema, rows) in [(nil, Self.unknown), (Self.schema, Self.known)] {
      for (query, data, warnings) in rows {
        let found = try await self.warnings(query, .data(data), schema: schema)
        #expect(found == warnings, "\(query) with \(data), \(schema == nil ? "no" : "a") schema")
      }
    }
  }
}
