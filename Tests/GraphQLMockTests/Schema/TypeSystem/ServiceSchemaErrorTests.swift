import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ServiceSchemaErrorTests {
  private func problems(
    _ schema: () throws(ServiceSchemaError) -> ServiceSchema
  ) -> [String] {
    do {
      _ = try schema()
      return []
    } catch { return error.description.split(separator: "\n").map(String.init) }
  }

  private func problems(_ text: String) -> [String] {
    problems { () throws(ServiceSchemaError) in
      try ServiceSchema(definitions: text, file: "shop.graphqls")
    }
  }

  @Test func schemaErrorsEqualThoseOfGraphqlCore() throws {
    for faulty in try #require(try SchemaVectors.load().faulty) {
      let expected = faulty.messages.map { $0.replacing("'", with: "\"") }
      do throws(ServiceSchemaError) {
        _ = try ServiceSchema(definitions: faulty.text)
        Issue.record("accepted: \(faulty.text)")
      } catch {
        #expect(error.problems.map(\.message).sorted() == expected.sorted(), "\(faulty.text)")
      }
    }
  }

  // The messages for types of the wrong kind are those of graphql-js's validateSchema; graphql-core stops at such
  // schemas earlier.
  @Test(arguments: [
    (
      """
      type Query {
        user(id: [Idd!]): Usr
      }
      type User implements Nodes { id: ID! id: Int }
      extend scalar User @a
      """,
      """
      shop.graphqls:2:13: Unknown type "Idd". Did you mean "ID" or "Int"?
      shop.graphqls:2:21: Unknown type "Usr". Did you mean "User"?
      shop.graphqls:4:22: Unknown type "Nodes".
      shop.graphqls:4:38: Field "User.id" can only be defined once. The first is at shop.graphqls:4:30.
      shop.graphqls:5:15: Cannot extend non-scalar type "User".
      """
    ),
    (
      "type Query { a: Int } input I { a: Query! b: [J] } interface J { a: Int }",
      """
      shop.graphqls:1:36: The type of I.a must be Input Type but got: Query!.
      shop.graphqls:1:46: The type of I.b must be Input Type but got: [J].
      """
    ),
    (
      "type Query { a(b: Query): I } input I { a: Int }",
      """
      shop.graphqls:1:19: The type of Query.a(b:) must be Input Type but got: Query.
      shop.graphqls:1:27: The type of Query.a must be Output Type but got: I.
      """
    ),
    (
      "type Query { a: Int } directive @d(a: [Query!]) on FIELD",
      "shop.graphqls:1:39: The type of @d(a:) must be Input Type but got: [Query!]."
    ),
    (
      "type Query { a: Int } union U = Query | Int | Query",
      "shop.graphqls:1:41: Union type U can only include Object types, it cannot include Int."
    ),
    (
      "type Query implements Int & Query & I & I { a: Int } interface I { a: Int }",
      """
      shop.graphqls:1:23: Type Query must only implement Interface types, it cannot implement Int.
      shop.graphqls:1:29: Type Query must only implement Interface types, it cannot implement Query.
      """
    ),
    (
      "type Query {\n  a: Int\n  é\n}",
      "shop.graphqls:3:3: Syntax Error: Unexpected character: U+00E9."
    ),
    ("query { a }", "shop.graphqls:1:1: This file has operations but no schema."),
    (
      "type Query { a: Int }\nquery Q { a }",
      "shop.graphqls:2:1: Syntax Error: Unexpected Name \"query\"."
    ),
    (
      "\"lost\" extend type Query { a: Int }",
      """
      shop.graphqls:1:1: Syntax Error: Unexpected description, descriptions are supported only on \
      definitions.
      """
    ),
    // A missing type has no position.
    ("scalar A", "Query root type must be provided."),
    ("type Query { a: \(nested(15)) }", ""),
    ("type Query { a: \(nested(16)) }", "shop.graphqls:1:17: Lists are nested more than 15 deep."),
  ])
  func schemaErrorsHaveFileLineAndColumnInTextOrder(text: String, expected: String) {
    #expect(problems(text).joined(separator: "\n") == expected)
  }

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + "Int" + String(repeating: "]", count: depth)
  }

  @Test func schemaErrorsOfSeveralFilesNameTheirFiles() {
    let duplicates = [
      ("a.graphqls", "type Query {\n  a(b: Int, b: Int): Int\n}\ndirective @d on FIELD"),
      ("b.graphqls", "extend type Query { a: Int }\nenum E { A A }\ndirective @d on FIELD"),
    ]
    let once = "can only be defined once. The first is at"
    let cases: [(texts: [(String, String)], expected: [String])] = [
      (
        duplicates,
        [
          "a.graphqls:2:13: Argument \"Query.a(b:)\" \(once) a.graphqls:2:5.",
          "b.graphqls:1:21: Field \"Query.a\" \(once) a.graphqls:2:3.",
          "b.graphqls:2:12: Enum value \"E.A\" \(once) b.graphqls:2:10.",
          """
          b.graphqls:3:12: There can be only one directive named "@d". The first is at \
          a.graphqls:4:12.
          """,
        ]
      ),
      (
        [("a.graphqls", "type Query { a: B }"), ("b.graphqls", "\n\ntype A {")],
        ["b.graphqls:3:9: Syntax Error: Expected Name, found <EOF>."]
      ),
      (
        [("a.graphqls", "type Query { a: B }"), ("b.graphqls", "\n\ntype A { b: C }")],
        [
          #"a.graphqls:1:17: Unknown type "B". Did you mean "A"?"#,
          #"b.graphqls:3:13: Unknown type "C". Did you mean "A"?"#,
        ]
      ),
    ]
    for (texts, expected) in cases {
      let found = problems { () throws(ServiceSchemaError) in
        try ServiceSchema(definitions: texts)
      }
      #expect(found == expected, "\(texts)")
    }
    let error = #expect(throws: ServiceSchemaError.self) {
      try ServiceSchema(definitions: duplicates)
    }
    #expect(error?.description == cases[0].expected.joined(separator: "\n"))
    #expect(error?.problems.first?.message == "Argument \"Query.a(b:)\" can only be defined once.")
  }

  // Rules for the author of a service, which the validation of requests and responses doesn't rely
  // on.
  @Test(arguments: [
    "type Query { __a: Int } type __A { b: Int }",
    "type Query { a(b: Int! @deprecated): Int } input I { c: Int! @deprecated }",
    "type Query { a: Int } input I @oneOf { a: Int! b: Int = 1 }",
    "type Query { a: Int } input A { a: A! }",
    "type Query { a: Int } type Empty input None",
    "type Query { a: Int } union U = Query | Query",
    "type Query implements I & I { a: Int } interface I { a: Int }",
    """
    type Query implements A { a: Int } interface A implements B { a: Int } \
    interface B implements A { a: Int }
    """,
    "type Query implements I { a(b: Int!): Int } interface I { a(c: Int): String }",
    "type Query @deprecated { a: Int @deprecated(why: 1) @deprecated }",
  ])
  func schemaThatBreaksAuthoringRulesIsRead(text: String) {
    #expect(problems(text) == [])
  }

  @Test func schemaThatBreaksAuthoringRulesValidatesAndGenerates() async throws {
    let service = MockGraphQLService(
      schema: try ServiceSchema(
        definitions: """
          type Query implements A & B { a(i: I, b: Int!): Query e: E u: U o(o: O): Int }
          interface A implements B { a: Int }
          interface B implements A { a: String }
          type E
          union U = Query | Query
          input I { i: I! }
          input O @oneOf { a: Int! b: Int = 1 }
          """), unhandled: .generated)
    let query: MockJSON = """
      { a(b: 1) { o(o: { a: 1 }) } e { __typename } u { ... on A { ... on B { __typename } } } }
      """
    let body = try await service.makeSession().receive(.graphQL(["query": query])).body
    #expect(
      try MockJSON(parsing: body)["data"] == [
        "a": ["o": 1], "e": ["__typename": "E"], "u": ["__typename": "Query"],
      ])
    #expect(service.failures.isEmpty)
    let endless = try URLRequest.graphQL(["query": "{ a(b: 1, i: { i: { } }) { __typename } }"])
    let refused = try await service.makeSession().receive(endless).body
    #expect(
      try MockJSON(parsing: refused)["errors"][0]["message"]
        == "Field \"I.i\" of required type \"I!\" was not provided.")
  }

  @Test func showsTheFirstFiftyProblemsAndCountsTheRest() {
    let text = "type Query { a: Int }\n" + String(repeating: "type T { a: Int }\n", count: 1_001)
    let lines = problems(text)
    #expect(
      lines.first
        == """
        shop.graphqls:3:6: There can be only one type named "T".\
         The first is at shop.graphqls:2:6.
        """)
    #expect(lines.dropFirst(50) == ["and 950 more"])
  }

  // The messages of graphql-core 3.2.8, in its order.
  @Test func problemsAtOnePositionKeepTheirOrder() {
    let text = "type Query implements I { x: Int } interface I { a: Int b: Int c: Int }"
    let messages = problems(text).map { $0.split(separator: " ", maxSplits: 1).last ?? "" }
    #expect(
      messages == [
        "Interface field I.a expected but Query does not provide it.",
        "Interface field I.b expected but Query does not provide it.",
        "Interface field I.c expected but Query does not provide it.",
      ])
  }

  @Test(.onOwnThreads) func damagedSchemasNeverCrash() throws {
    let reading = try #require(try SchemaVectors.load().readings.first)
    let text = Array(try #require(reading.text).utf8)
    for cut in stride(from: 0, to: text.count, by: 41) {
      try? ServiceSchema(definitions: String(decoding: text[..<cut], as: UTF8.self)).check()
      for byte: UInt8 in [0x00, 0x22, 0x28, 0x40, 0x7D, 0xC3] {
        var changed = text
        changed[cut] = byte
        do {
          try ServiceSchema(definitions: String(decoding: changed, as: UTF8.self)).check()
        } catch { #expect(!"\(error)".isEmpty, "\(byte)") }
      }
    }
  }

  @Test(
    arguments: [
      ("[", "schema.json:1:2: Invalid JSON: expected a value or \"]\", found the end."),
      ("{}", "This isn't a response to an introspection query: it has no \"__schema\"."),
      (
        #"{"errors": [], "data": null}"#,
        "This isn't a response to an introspection query: it has no \"__schema\"."
      ),
      (#"{"__schema": {"types": 7}}"#, "__schema.types must be a list."),
      (#"{"types": [{"kind": "SCALAR", "name": "a b"}]}"#, "types[0].name must be a name."),
      (
        #"{"types": [{"kind": "TYPE", "name": "A"}]}"#,
        "types[0].kind must be a kind of named type."
      ),
      (
        """
        {"types": [{"kind": "INPUT_OBJECT", "name": "A", "inputFields": [{"name": "b", \
        "type": {"kind": "SCALAR", "name": "Int"}, "defaultValue": "1) {"}]}]}
        """,
        "types[0].inputFields[0].defaultValue must be a GraphQL literal."
      ),
      (
        """
        {"types": [{"kind": "OBJECT", "name": "A", "fields": [{"name": "b", \
        "type": {"kind": "LIST", "ofType": null}}]}]}
        """,
        """
        types[0].fields[0].type is incomplete: the introspection query selects too few levels of \
        "ofType".
        """
      ),
      (
        """
        {"types": [{"kind": "OBJECT", "name": "A", "fields": [{"name": "b", "type": {"kind": "NON_NULL", \
        "ofType": {"kind": "NON_NULL", "ofType": {"kind": "SCALAR", "name": "Int"}}}}]}]}
        """,
        "types[0].fields[0].type is non-null twice."
      ),
      (
        """
        {"types": [{"kind": "OBJECT", "name": "Query", "fields": [{"name": "b", \
        "type": {"kind": "OBJECT", "name": "B"}}]}]}
        """,
        "Unknown type \"B\"."
      ),
      (
        #"{"types": [{"kind": "ENUM", "name": "A", "enumValues": [{"name": "true"}]}]}"#,
        "Syntax Error: Name \"true\" is reserved and cannot be used for an enum value."
      ),
    ])
  func fileThatIsNotAnIntrospectionResultIsRefused(json: String, message: String) {
    let error = #expect(throws: ServiceSchemaError.self) {
      _ = try ServiceSchema(introspection: Data(json.utf8))
    }
    let prefix = message.hasPrefix("schema.json:") ? "" : "schema.json: "
    #expect(error?.description == prefix + message)
  }
}
