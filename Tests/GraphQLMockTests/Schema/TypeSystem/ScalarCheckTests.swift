import Testing

@testable import GraphQLMock

struct ScalarCheckTests {
  private static let text = """
    scalar Date scalar Money scalar Point
    type Query { at(on: Date, near: Point): Date! prices: [Money] place: Point }
    """

  private func system(_ checks: [String: ScalarCheck]) throws -> TypeSystem {
    try ServiceSchema(definitions: Self.text).checking(checks).system
  }

  private static let date = ScalarCheck.string("a day") { $0.utf8.count == 10 }
  private static let point = ScalarCheck { value in
    value["x"].double == nil ? "It must have a number x." : nil
  }

  @Test func scalarChecksRunForEveryNonNullValueOfAResponse() throws {
    let types = try system(["Date": Self.date, "Money": .integer, "Point": Self.point])
    let document = try Document.parse("{ at prices place }").get()
    let operation = try document.selectOperation(named: nil).get()
    let cases: [(data: MockJSON, expected: [String])] = [
      (["at": "2026-01-01", "prices": [1, nil, 1e30], "place": ["x": 1]], []),
      (["at": "2026-01-01", "prices": nil, "place": nil], []),
      (
        ["at": "today", "prices": [1, 1.5], "place": ["y": 1]],
        [
          "data.at must be Date! (selected at query line 1, column 3): It must be a day.",
          """
          data.prices[1] must be Money (selected at query line 1, column 6): It must be an integer.
          """,
          """
          data.place must be Point (selected at query line 1, column 13): It must have a number x.
          """,
        ]
      ),
    ]
    for (data, expected) in cases {
      let found = ResponseCheck.problems(in: data, for: operation, of: document, in: types)
      #expect(found.map { $0.description(in: document) } == expected, "\(data)")
    }
  }

  // The messages are those of graphql-js, where a scalar's parseValue and parseLiteral throw.
  @Test func scalarChecksRunForVariablesAndLiteralsWithMessagesOfGraphqlJs() throws {
    let types = try system(["Date": Self.date, "Point": Self.point])
    func errors(_ text: String, _ variables: MockJSON) throws -> [String] {
      let document = try Document.parse(text).get()
      let invalid = document.validate(by: .september2026, types: types)
      guard invalid.isEmpty else { return invalid.map(\.description) }
      let operation = try document.selectOperation(named: nil).get()
      return VariableCheck.errors(in: variables, for: operation, of: document, types: types)
        .map(\.description)
    }
    let query = "query ($on: Date) { at(on: $on) }"
    let cases: [(text: String, variables: MockJSON, expected: [String])] = [
      (#"{ at(on: "2026-01-01", near: {x: 1}) }"#, [:], []), ("{ at(on: null) }", [:], []),
      (
        #"{ at(on: "now", near: {y: 1}) }"#, [:],
        [
          #"Expected value of type "Date", found "now"; It must be a day. (1:10)"#,
          #"Expected value of type "Point", found {y: 1}; It must have a number x. (1:23)"#,
        ]
      ),
      ("query ($x: Float) { at(near: {x: $x}) }", ["x": 1], []),
      (query, ["on": "2026-01-01"], []),
      (
        query, ["on": "now"],
        [#"Variable "$on" got invalid value "now"; Expected type "Date". It must be a day. (1:8)"#]
      ),
    ]
    for (text, variables, expected) in cases {
      #expect(try errors(text, variables) == expected, "\(text)")
    }
  }

  private static let table:
    [(name: String, check: ScalarCheck, right: [MockJSON], wrong: [MockJSON])] = [
      ("a string", .string, ["a", ""], [1, true, [:], []]),
      ("an integer", .integer, [1, -7, 1e3, 1e30], [1.5, "1", false]),
      ("a number", .number, [1, 1.5], ["1", false, []]),
      ("a boolean", .boolean, [true, false], [0, "true"]),
      ("an object", .object, [[:], ["a": 1]], [[], "{}"]),
    ]

  @Test func builtInScalarChecksAcceptAndRejectTheirExamples() {
    for kind in Self.table {
      for value in kind.right { #expect(kind.check.problem(value) == nil, "\(kind.name)") }
      for value in kind.wrong {
        #expect(kind.check.problem(value) == "It must be \(kind.name).", "\(value)")
      }
    }
  }

  @Test func scalarChecksAddUpAndMustNameCustomScalars() throws {
    let schema = try ServiceSchema(definitions: Self.text)
    #expect(throws: Never.self) {
      try schema.checking(["Date": .string]).checking(["Money": .integer]).check()
    }
    let error = #expect(throws: ServiceSchemaError.self) {
      try schema.checking(["Dates": .string, "ID": .string, "Query": .object]).check()
    }
    #expect(
      error?.description == """
        The check of "Dates" doesn't name a custom scalar of the schema. Did you mean "Date"?
        The check of "ID" doesn't name a custom scalar of the schema.
        The check of "Query" doesn't name a custom scalar of the schema.
        """)
  }
}
