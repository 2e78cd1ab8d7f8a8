import Testing

@testable import GraphQLMock

struct EditionRulesTests {
  // The messages are those of graphql-js 16, whose grammar is that of October 2021.
  @Test(
    arguments: [
      ("{ a { } }", .deployed, "Syntax Error: Expected Name, found \"}\". (1:7)"),
      ("query Q { # nothing\n }", .deployed, "Syntax Error: Expected Name, found \"}\". (2:2)"),
      (
        "{ b } \"\"\"Asks.\"\"\" query Q { a }", .deployed,
        """
        Syntax Error: Unexpected description, descriptions are supported only on definitions. (1:7)
        """
      ),
      (
        "query Q($a: String = \"x\" \"of b\" $b: Int) { a(b: $b, c: $a) }", .deployed,
        "Syntax Error: Expected \"$\", found String \"of b\". (1:26)"
      ),
      (
        "query Q(\"of a\" $a: Int) { a(b: $a) }", .deployed,
        "Syntax Error: Expected \"$\", found String \"of a\". (1:9)"
      ),
      // The first error in the text counts.
      (
        "{ a { } } query Q(\"of a\" $a: Int) { a(b: $a) }", .deployed,
        "Syntax Error: Expected Name, found \"}\". (1:7)"
      ),
      (
        "query Q(\"of a\" $a: Int) { a(b: $a) } \"Asks.\" query R { b }", .deployed,
        "Syntax Error: Expected \"$\", found String \"of a\". (1:9)"
      ),
      // Strings that aren't descriptions.
      (
        """
        query Q($a: String = "x" $b: [String] = ["y"] @z(a: "b") $c: Int) \
        { a(b: "", c: [$a, $b, $c]) }
        """, .deployed, nil
      ),
      ("{ a { } }", .september2026, nil),
      ("\"\"\"Asks.\"\"\" query Q { a }", .september2026, nil),
      (
        "query Q($a: String = \"x\" \"of b\" $b: Int) { a(b: $b, c: $a) }", .september2026,
        nil
      ),
      ("{ ...F } \"a fragment\" fragment F on T { }", .september2026, nil),
    ] as [(String, SpecificationEdition, String?)])
  func onlySeptember2026AcceptsEmptySelectionSetsAndDescriptionsOfOperations(
    _ text: String, _ edition: SpecificationEdition, _ expected: String?
  ) throws {
    #expect(try DocumentValidatorTests.errors(text, edition) == [expected].compactMap { $0 })
  }

  // The messages are those of graphql-js 17, DeferStreamDirectiveOnRootFieldRule.
  @Test func deferAndStreamAtTheRootOfAMutationAreRefused() throws {
    let usual = try ServiceSchema(
      definitions: """
        type Query { a: Query } type Mutation { a: Int b: A list: [Int] }
        type A { a: Int b: [Int] }
        """
    ).system
    let renamed = try ServiceSchema(
      definitions: """
        directive @defer(if: Boolean, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
        schema { query: Q mutation: Change } type Q { a: Int c: Change } type Change { a: Int }
        """
    ).system
    func errors(_ document: String, _ types: TypeSystem?) throws -> [String] {
      try Document.parse(document).get().validate(by: .deployed, types: types).map(\.description)
    }
    let root = "directive cannot be used on root mutation type"
    let refused: [(document: String, types: TypeSystem, message: String)] = [
      ("mutation { ... @defer { a } }", usual, "Defer \(root) \"Mutation\". (1:16)"),
      ("mutation { list @stream }", usual, "Stream \(root) \"Mutation\". (1:17)"),
      ("mutation { ... { ... @defer { a } } }", usual, "Defer \(root) \"Mutation\". (1:22)"),
      (
        "mutation { ...F } fragment F on Mutation { ... @defer { a } }", usual,
        "Defer \(root) \"Mutation\". (1:48)"
      ),
      (
        "mutation { ... on Change { ... @defer { a } } }", renamed,
        "Defer \(root) \"Change\". (1:32)"
      ),
    ]
    for (document, types, message) in refused {
      #expect(try errors(document, types) == [message], "\(document)")
      // Without a schema the root type isn't known.
      #expect(try errors(document, nil) == [], "\(document)")
    }
    for document in [
      "{ ... @defer { a { a { __typename } } } }", "mutation { b { ... @defer { b } } }",
      "mutation { b { b @stream } }",
      "mutation { b { ...F } } fragment F on A { ... @defer { b } }",
    ] {
      #expect(try errors(document, usual) == [], "\(document)")
    }
  }
}
