import Testing

@testable import GraphQLMock

/// Unless a comment says otherwise, expected messages and positions are those of graphql-core 3.2.8
/// for the rules that need no schema.
struct DocumentValidatorTests {
  static func errors(
    _ text: String, _ rules: SpecificationEdition = .deployed
  ) throws -> [String] {
    try Document.parse(text).get().validate(by: rules).map(\.description)
  }

  @Test(arguments: [
    (
      "query Q { a(id: $id) }",
      ["Variable \"$id\" is not defined by operation \"Q\". (1:17, 1:1)"]
    ),
    ("{ ...Nowhere }", ["Unknown fragment \"Nowhere\". (1:6)"]),
    ("{ a(b: 1, b: 2) }", ["There can be only one argument named \"b\". (1:5, 1:11)"]),
    (
      "query Q($a: Int) { a }",
      ["Variable \"$a\" is never used in operation \"Q\". (1:9)"]
    ),
    (
      "{ a } fragment F on T { a }", ["Fragment \"F\" is never used. (1:7)"]
    ),
    (
      "{ ...F } fragment F on T { b { ...F } }",
      ["Cannot spread fragment \"F\" within itself. (1:32)"]
    ),
    (
      "{ a } query Q { b }",
      ["This anonymous operation must be the only defined operation. (1:1)"]
    ),
    (
      "query Q { a } query Q { b }",
      ["There can be only one operation named \"Q\". (1:7, 1:21)"]
    ),
    (
      "{ a(b: { c: 1, c: 2 }) }",
      ["There can be only one input field named \"c\". (1:10, 1:16)"]
    ),
    ("{ a } type T { b: Int }", ["The \"T\" definition is not executable. (1:7)"]),
    (
      "{ a @skip(if: true) @skip(if: false) }",
      ["The directive \"@skip\" can only be used once at this location. (1:5, 1:21)"]
    ),
    (
      "{ a @include }",
      [
        """
        Directive "@include" argument "if" of type "Boolean!" is required, but it was not \
        provided. (1:5)
        """
      ]
    ),
    (
      "{ a @include(iff: true, if: true) }",
      ["Unknown argument \"iff\" on directive \"@include\". Did you mean \"if\"? (1:14)"]
    ),
    (
      "query @skip(if: true) { a @deprecated }",
      [
        "Directive \"@skip\" may not be used on QUERY. (1:7)",
        "Directive \"@deprecated\" may not be used on FIELD. (1:27)",
      ]
    ),
    (
      "query ($s: String) { a @skip(if: $s) b @include(if: \"yes\") }",
      [
        "Boolean cannot represent a non boolean value: \"yes\" (1:53)",
        """
        Variable "$s" of type "String" used in position expecting type "Boolean!". \
        (1:8, 1:34)
        """,
      ]
    ),
    (
      """
      query ($a: Int = 1.5, $b: ID! = null, $c: [String] = [1], $d: Int = 2147483648) \
      { a(b: [$a, $b, $c, $d]) }
      """,
      [
        "Int cannot represent non-integer value: 1.5 (1:18)",
        "Expected value of type \"ID!\", found null. (1:33)",
        "String cannot represent a non string value: 1 (1:55)",
        "Int cannot represent non 32-bit signed integer value: 2147483648 (1:69)",
      ]
    ),
    (
      "subscription { a b }",
      ["Anonymous Subscription must select only one top level field. (1:18)"]
    ),
    (
      "{ x: a x: b }",
      [
        """
        Fields "x" conflict because "a" and "b" are different fields. Use different aliases \
        on the fields to fetch both if this was intentional. (1:3, 1:8)
        """
      ]
    ),
  ])
  func isRefusedWhenNoTypeSystemCanAllowIt(_ text: String, _ expected: [String]) throws {
    #expect(try Self.errors(text) == expected)
  }

  @Test(arguments: [
    "query ($a: Upload!, $b: [Custom!] = [null], $c: DateTime = 7) { a(b: [$a, $b, $c]) }",
    "{ a @custom @custom(if: 1) @stream @defer(label: \"x\") }",
    "query Q @cached { a { ... on B @unmask { c } } }",
    // Fields of different types may share a response key.
    "{ a { ... on B { x: b } ... on C { x: c } } }",
    "{ a { ... on B { x { y: b } } ... on C { x { y: c } } } }",
    "query ($s: String!) { a(b: $s) }",
    "subscription ($b: Boolean!) { a @skip(if: $b) b @include(if: $b) }",
    "query ($deep: [[[[[[[[[[[[[[[[[[Int]]]]]]]]]]]]]]]]]] = [true]) { a(b: $deep) }",
    "{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }",
    "{ a(b: RED, c: {d: [null]}) unknown { everything } }",
  ])
  func documentIsAcceptedIfSomeSchemaAllowsIt(_ text: String) throws {
    #expect(
      try Self.errors(text).filter { !$0.contains("Services of the September 2026 edition") } == [])
  }

  @Test(arguments: [
    (String(repeating: "é", count: 71), String(repeating: "é", count: 71)),
    ("a\n  b\n c", #"a\n b\nc"#), ("  \"a\n", #"  "a"#),
  ])
  func messagesQuoteBlockStringsOnOneLine(_ content: String, _ quoted: String) throws {
    let text = "query ($a: Int = \"\"\"\(content)\"\"\") { a(b: $a) }"
    #expect(
      try Self.errors(text)
        == ["Int cannot represent non-integer value: \"\"\"\(quoted)\"\"\" (1:18)"])
  }

  @Test func positionsEqualThoseOfGraphqlJsForAllLineEndsAndCharacters() throws {
    // U+1F9C0 is two UTF-16 code units.
    let text = "{\r\n  a(b: \"é🧀\", c: $c)\r  # 🧀\n  b(b: $ ,d)\n}"
    #expect(
      try Self.errors(text) == [
        "Variable \"$c\" is not defined. (2:18, 1:1)", "Variable \"$d\" is not defined. (4:8, 1:1)",
      ])
  }

  @Test func validationStopsAfterAHundredErrorsLikeGraphqlJs() throws {
    let fields = (0..<200).map { "a\($0)(b: 1, b: 2)" }.joined(separator: " ")
    #expect(
      try Self.errors("{ \(fields) }").dropFirst(100) == [
        "Too many validation errors, error limit reached. Validation aborted."
      ])
  }

  /// A list in a custom scalar has no item type, so a variable in it has no expected type (GraphQL, section 5.8.5).
  ///
  /// graphql-js 16 refuses it, because it takes the scalar for the item type.
  @Test(arguments: [
    ("near(loc: [$lat, 2])", []), ("near(loc: {a: [$lat]})", []), ("near(loc: [[$lat]])", []),
    (
      "near(ids: [$lat])",
      [#"Variable "$lat" of type "Float" used in position expecting type "Int"."#]
    ),
    (
      "near(loc: $lat)",
      [#"Variable "$lat" of type "Float" used in position expecting type "Loc"."#]
    ),
  ])
  func variableInAListOfACustomScalarIsValid(field: String, errors: [String]) throws {
    let types = try ServiceSchema(
      definitions: "scalar Loc type Query { near(loc: Loc, ids: [Int]): Int }"
    ).system
    let document = try Document.parse("query A($lat: Float) { \(field) }").get()
    #expect(document.validate(by: .deployed, types: types).map(\.message) == errors)
  }
}
