import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Default values in a schema: those that don't fit their types, and circular ones.
struct DefaultValueTests {
  static let unfit = """
    type Query {
      a(x: Int = 3.14): Int
      b(x: [Color!] = [RED, BLU], y: ID = 1): Int
    }
    directive @d(s: String! = null) on FIELD
    enum Color { RED BLUE }
    input In { color: Color = "RED" flag: Boolean = true }
    extend input In { inner: In = { flags: 1, flag: 0, inner: null } }
    """

  /// The messages are those of graphql-js 17, validateDefaultValue, around its messages for
  /// literals.
  static let problems = [
    "2:14: Query.a(x:) has invalid default value: Int cannot represent non-integer value: 3.14",
    """
    3:25: Query.b(x:) has invalid default value: Value "BLU" does not exist in "Color" enum. \
    Did you mean the enum value "BLUE"?
    """,
    #"5:27: @d(s:) has invalid default value: Expected value of type "String!", found null."#,
    """
    7:27: In.color has invalid default value: Enum "Color" cannot represent non-enum value: "RED". \
    Did you mean the enum value "RED"?
    """,
    """
    8:33: In.inner has invalid default value: Field "flags" is not defined by type "In". \
    Did you mean "flag"?
    """,
    "8:49: In.inner has invalid default value: Boolean cannot represent a non boolean value: 0",
  ].map { "schema.graphqls:\($0)" }

  @Test func invalidDefaultsOfEachSchemaAreAWarningOfItsFirstRequest() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 1])), schema: try ServiceSchema(definitions: Self.unfit))
    for number in 0..<3 {
      if number == 2 {
        service.extend(
          [],
          options: ServiceOptions().stating(
            schema: try ServiceSchema(definitions: "type Query { a(n: Int = true): Int }"),
            near: #filePath),
          location: CodeLocation(fileID: #fileID, filePath: #filePath, line: 1, column: 1))
      }
      let incoming = try await RequestValidationTests.send("query A { a }", to: service)
      #expect(incoming.body == #"{"data":{"a":1}}"#)
    }
    let inner = """
      the schema: schema.graphqls:1:25: Query.a(n:) has invalid default value: \
      Int cannot represent non-integer value: true
      """
    let expected: [[String]] = [Self.problems.map { "the schema: \($0)" }, [], [inner]]
    #expect(service.requests.map(\.warnings) == expected)
    #expect(service.failures == [])
  }

  @Test(arguments: [(10, nil), (12, "the schema: and 2 more default values are invalid")])
  func onlyTheFirstInvalidDefaultsAreListed(count: Int, rest: String?) async throws {
    let arguments = (0..<count).map { "x\($0): Int = true" }.joined(separator: " ")
    let service = MockGraphQLService(
      .query("A", .data(["a": 1])),
      schema: try ServiceSchema(definitions: "type Query { a(\(arguments)): Int }"))
    _ = try await RequestValidationTests.send("query A { a }", to: service)
    let warnings = service.requests.flatMap(\.warnings)
    #expect(warnings.dropFirst(10) == [rest].compactMap { $0 }[...])
    #expect(warnings.prefix(10).allSatisfy { $0.contains("has invalid default value") })
  }

  @Test func checkOfATableReportsInvalidDefaults() throws {
    let folder = try TemporaryFolder([
      "schema.graphqls": Self.unfit, "T/A.json": #"{"data":{"a":1}}"#,
    ])
    let schema = ServiceSchema(contentsOf: [folder.url.appendingPathComponent("schema.graphqls")])
    let table = FixtureTable(folder: folder.url.appendingPathComponent("T"))
    #expect(table.check(schema: schema).map(\.description) == Self.problems)
    #expect(table.check() == [])
  }

  /// The errors of a table checked by the schema.
  private static func problems(of schema: ServiceSchema) throws -> [String] {
    let folder = try TemporaryFolder(["A.json": #"{"data":{"a":1}}"#])
    return FixtureTable(folder: folder.url).check(schema: schema).map(\.description)
  }

  /// GitHub's schema has hundreds of quoted defaults.
  @Test func defaultsOfAnIntrospectionMayQuoteEnumValuesAndHaveNoLines() throws {
    func argument(_ name: String, _ kind: String, _ type: String, _ value: String) -> String {
      """
      {"name": "\(name)", "type": {"kind": "\(kind)", "name": "\(type)"}, "defaultValue": "\(value)"}
      """
    }
    let quoted = (0..<150).map { argument("x\($0)", "ENUM", "Color", #"\"RED\""#) }
    let cases: [(arguments: [String], expected: [String])] = [
      (quoted, []),
      (
        [
          argument("x", "ENUM", "Color", #"\"RED\""#), argument("y", "ENUM", "Color", #"\"BLUE\""#),
        ],
        [
          """
          schema.json: Query.a(y:) has invalid default value: Enum "Color" cannot represent non-enum \
          value: "BLUE".
          """
        ]
      ),
      (
        [argument("x", "SCALAR", "Int", "3.14")],
        [
          """
          schema.json: Query.a(x:) has invalid default value: Int cannot represent non-integer value: \
          3.14
          """
        ]
      ),
    ]
    for (arguments, expected) in cases {
      let json = """
        {"__schema": {"queryType": {"name": "Query"}, "types": [
          {"kind": "ENUM", "name": "Color", "enumValues": [{"name": "RED"}]},
          {"kind": "OBJECT", "name": "Query", "fields": [{"name": "a",
            "args": [\(arguments.joined(separator: ","))],
            "type": {"kind": "SCALAR", "name": "Int"}}]}]}}
        """
      let schema = try ServiceSchema(introspection: Data(json.utf8))
      #expect(try Self.problems(of: schema) == expected, "\(arguments)")
    }
  }

  @Test(arguments: [
    "type Query { a(x: [Int!] = 1, y: Float = 3, z: ID = \"1\", e: [[Int]] = [[1], 2, null]): Int }",
    "type Query { a(x: In = { c: {}, s: {} }): Int } scalar Any input In { c: In = null d: Int! = 1 s: Any }",
    "type Query { a: Int } directive @d(a: E! = A) on FIELD enum E { A }",
  ])
  func validDefaultsAreAccepted(text: String) throws {
    #expect(try Self.problems(of: ServiceSchema(definitions: text)) == [])
  }

  // The schema and the messages are those of graphql-js 17, validation-test.ts, "rejects Input Objects with
  // default value circular reference (SDL)".
  @Test func circularDefaultsAreRefused() {
    let text = """
      type Query {
        field(arg1: A, arg2: B, arg3: C, arg4: D, arg5: E): String
      }
      input A { x: A = {} }
      input B { x: B2 = {} }
      input B2 { x: B3 = {} }
      input B3 { x: B = {} }
      input C { x: [C] = [{}] }
      input D { x: D = { x: { x: {} } } }
      input E {
        x: E = { x: null }
        y: E = { y: null }
      }
      input F { x: F2! = {} }
      input F2 { x: F = { x: {} } }
      """
    let head = "Invalid circular reference. The default value of Input Object field"
    let error = #expect(throws: ServiceSchemaError.self) { try ServiceSchema(definitions: text) }
    #expect(
      error?.problems.map(\.description) == [
        "schema.graphqls:4:18: \(head) A.x references itself.",
        "schema.graphqls:5:19: \(head) B.x references itself via the default values of: B2.x, B3.x.",
        "schema.graphqls:8:20: \(head) C.x references itself.",
        "schema.graphqls:9:18: \(head) D.x references itself.",
        "schema.graphqls:11:10: \(head) E.x references itself via the default values of: E.y.",
        "schema.graphqls:15:19: \(head) F2.x references itself.",
      ])
  }

  @Test func inputsThatRequireThemselvesCanBeReadAndUsed() async throws {
    let schema = try ServiceSchema(
      definitions: """
        type Query { a(x: A, y: B = { b: null }): A2 } type A2 { id: ID! }
        input A { a: A! } input B { b: B = { b: null } }
        """)
    let service = MockGraphQLService(schema: schema, unhandled: .generated)
    let incoming = try await RequestValidationTests.send(
      "query ($x: A) { a(x: $x, y: {}) { id } }", ["x": ["a": ["a": nil]]], to: service)
    #expect(
      try MockJSON(parsing: incoming.body)["errors"][0]["message"].string
        == #"Variable "$x" got invalid value null at "x.a.a"; Expected non-nullable type "A!" not to be null."#
    )
    #expect(
      try await RequestValidationTests.send("{ a(y: { b: null }) { id } }", to: service).body
        == #"{"data":{"a":{"id":"a"}}}"#)
  }

  /// Without a limit, the default value would have 2 to the power of 31 fields.
  @Test func defaultsThatBranchAreAddedUpToALimit() async throws {
    let inputs = (0..<30).map { "input I\($0) { a: I\($0 + 1) = {} b: I\($0 + 1) = {} }" }
    let schema = try ServiceSchema(
      definitions: """
        type Query { a(x: I0 = {}, n: Int): Item } type Item { id: ID! }
        \(inputs.joined(separator: "\n")) input I30 { n: Int = 1 }
        """)
    let service = MockGraphQLService(schema: schema, unhandled: .generated)
    for (arguments, id) in [("(n: 2)", "a(n:2)"), ("(x: {})", "a"), ("(x: null)", "a")] {
      let incoming = try await RequestValidationTests.send("{ a\(arguments) { id } }", to: service)
      #expect(incoming.body == #"{"data":{"a":{"id":"\#(id)"}}}"#, "\(arguments)")
    }
  }

  @Test func argumentEqualToItsDefaultGeneratesTheSameObject() async throws {
    let schema = try ServiceSchema(
      definitions: """
        type Query { a(x: In = { ids: 7 }): Item } type Item { id: ID! }
        input In { ids: [ID!], page: Page = {} } input Page { first: Int = 10, after: String }
        """)
    let service = MockGraphQLService(schema: schema, unhandled: .generated)
    for (arguments, id) in [
      ("", "a"), ("(x: { ids: 7 })", "a"),
      (#"(x: { page: { first: 10 }, ids: ["7"] })"#, "a"), ("(x: { ids: [7], page: {} })", "a"),
      ("(x: {})", #"a(x:{\"page\":{\"first\":10}})"#),
    ] {
      let incoming = try await RequestValidationTests.send("{ a\(arguments) { id } }", to: service)
      #expect(incoming.body == #"{"data":{"a":{"id":"\#(id)"}}}"#, "\(arguments)")
    }
  }
}
