import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.onOwnThreads) struct ServiceSchemaErrorTests {
  private func problems(_ text: String) -> [String] {
    do {
      _ = try ServiceSchema(definitions: text, file: "shop.graphqls")
      return []
    } catch { return error.description.split(separator: "\n").map(String.init) }
  }

  @Test func schemaErrorsEqualThoseOfGraphqlCore() throws {
    for faulty in try #require(try SchemaVectors.load().faulty) {
      let expected = faulty.messages.map { $0.replacing("'", with: "\"") }
      #expect(throws: ServiceSchemaError.self, "\(faulty.text)") {
        do throws(ServiceSchemaError) {
          _ = try ServiceSchema(definitions: faulty.text)
        } catch {
          #expect(error.problems.map(\.message).sorted() == expected.sorted(), "\(faulty.text)")
          throw error
        }
      }
    }
  }

  @Test func schemaErrorsHaveFileLineAndColumnInTextOrder() {
    let text = """
      type Query {
        user(id: [Idd!]): Usr
      }
      type User implements Nodes { id: ID! id: Int }
      extend scalar User @a
      """
    #expect(
      problems(text) == [
        #"shop.graphqls:2:13: Unknown type "Idd". Did you mean "ID" or "Int"?"#,
        #"shop.graphqls:2:21: Unknown type "Usr". Did you mean "User"?"#,
        #"shop.graphqls:4:22: Unknown type "Nodes"."#,
        """
        shop.graphqls:4:38: Field "User.id" can only be defined once.\
         The first is at shop.graphqls:4:30.
        """,
        #"shop.graphqls:5:15: Cannot extend non-scalar type "User"."#,
      ])
  }

  @Test func duplicateDefinitionNamesTheFirstAcrossFiles() throws {
    let texts = [
      ("a.graphqls", "type Query {\n  a(b: Int, b: Int): Int\n}\ndirective @d on FIELD"),
      ("b.graphqls", "extend type Query { a: Int }\nenum E { A A }\ndirective @d on FIELD"),
    ]
    let error = #expect(throws: ServiceSchemaError.self) { try ServiceSchema(definitions: texts) }
    #expect(
      error?.description == """
        a.graphqls:2:13: Argument "Query.a(b:)" can only be defined once. The first is at \
        a.graphqls:2:5.
        b.graphqls:1:21: Field "Query.a" can only be defined once. The first is at a.graphqls:2:3.
        b.graphqls:2:12: Enum value "E.A" can only be defined once. The first is at \
        b.graphqls:2:10.
        b.graphqls:3:12: There can be only one directive named "@d". The first is at \
        a.graphqls:4:12.
        """)
    #expect(error?.problems.first?.message == "Argument \"Query.a(b:)\" can only be defined once.")
  }

  @Test func undefinedDirectivesOfToolsAreAccepted() {
    let text = """
      extend schema @link(url: "x")
      type Query @key(fields: "a") @key(fields: "b") { a: Int }
      """
    #expect(problems(text) == [])
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
    #expect(lines.count == 51)
    #expect(
      lines.first
        == """
        shop.graphqls:3:6: There can be only one type named "T".\
         The first is at shop.graphqls:2:6.
        """)
    #expect(lines.last == "and 950 more")
  }

  @Test func schemaSyntaxErrorHasItsPosition() {
    #expect(
      problems("type Query {\n  a: Int\n  é\n}") == [
        #"shop.graphqls:3:3: Syntax Error: Unexpected character: U+00E9."#
      ])
    #expect(
      problems("query { a }") == [
        "shop.graphqls:1:1: This file has operations but no schema."
      ])
    #expect(
      problems("\"lost\" extend type Query { a: Int }") == [
        """
        shop.graphqls:1:1: Syntax Error: Unexpected description, descriptions are supported only on \
        definitions.
        """
      ])
  }

  // The message of graphql-js's validateSchema; graphql-core stops at such schemas earlier.
  @Test(arguments: [
    (
      "type Query { a: Int } input I { a: Query! b: [J] } interface J { a: Int }",
      [
        "1:36: The type of I.a must be Input Type but got: Query!.",
        "1:46: The type of I.b must be Input Type but got: [J].",
      ]
    ),
    (
      "type Query { a(b: Query): I } input I { a: Int }",
      [
        "1:19: The type of Query.a(b:) must be Input Type but got: Query.",
        "1:27: The type of Query.a must be Output Type but got: I.",
      ]
    ),
    (
      "type Query { a: Int } directive @d(a: [Query!]) on FIELD",
      ["1:39: The type of @d(a:) must be Input Type but got: [Query!]."]
    ),
    (
      "type Query { a: Int } union U = Query | Int | Query",
      ["1:41: Union type U can only include Object types, it cannot include Int."]
    ),
    (
      "type Query implements Int & Query & I & I { a: Int } interface I { a: Int }",
      [
        "1:23: Type Query must only implement Interface types, it cannot implement Int.",
        "1:29: Type Query must only implement Interface types, it cannot implement Query.",
      ]
    ),
  ])
  func typesOfTheWrongKindAreReported(text: String, expected: [String]) {
    #expect(problems(text) == expected.map { "shop.graphqls:" + $0 })
  }

  // The messages of graphql-core 3.2.8, in its order.
  @Test func problemsAtOnePositionKeepTheirOrder() {
    let messages = problems(
      "type Query implements I { x: Int } interface I { a: Int b: Int c: Int }"
    )
    .map { $0.split(separator: " ", maxSplits: 1).last ?? "" }
    #expect(
      messages
        == ["a", "b", "c"].map {
          "Interface field I.\($0) expected but Query does not provide it."
        })
  }

  @Test func damagedSchemasNeverCrash() throws {
    let reading = try #require(try SchemaVectors.load().readings.first)
    let text = Array(try #require(reading.text).utf8)
    for cut in stride(from: 0, to: text.count, by: 41) {
      try? ServiceSchema(definitions: String(decoding: text[..<cut], as: UTF8.self)).check()
      for byte: UInt8 in [0x00, 0x22, 0x28, 0x40, 0x7D, 0xC3] {
        var changed = text
        changed[cut] = byte
        do {
          try ServiceSchema(definitions: String(decoding: changed, as: UTF8.self)).check()
        } catch { #expect(!"\(error)".isEmpty) }
      }
    }
  }

  @Test func schemaErrorNamesItsFile() {
    let error = #expect(throws: ServiceSchemaError.self) {
      _ = try ServiceSchema(definitions: [
        ("a.graphqls", "type Query { a: B }"), ("b.graphqls", "\n\ntype A {"),
      ])
    }
    #expect(
      error?.description == "b.graphqls:3:9: Syntax Error: Expected Name, found <EOF>.")
    let other = #expect(throws: ServiceSchemaError.self) {
      _ = try ServiceSchema(definitions: [
        ("a.graphqls", "type Query { a: B }"), ("b.graphqls", "\n\ntype A { b: C }"),
      ])
    }
    #expect(
      other?.description == """
        a.graphqls:1:17: Unknown type "B". Did you mean "A"?
        b.graphqls:3:13: Unknown type "C". Did you mean "A"?
        """)
  }

  @Test func missingQueryTypeHasNoPosition() {
    #expect(problems("scalar A") == ["Query root type must be provided."])
  }

  @Test func listTypesMayNest15Deep() {
    let open = String(repeating: "[", count: 16)
    let close = String(repeating: "]", count: 16)
    #expect(problems("type Query { a: \(open.dropLast())Int\(close.dropLast()) }") == [])
    #expect(
      problems("type Query { a: \(open)Int\(close) }") == [
        "shop.graphqls:1:17: Lists are nested more than 15 deep."
      ])
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
