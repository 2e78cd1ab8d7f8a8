import Foundation
import Testing

@testable import GraphQLMock

struct VariableCheckTests {
  static let schema = """
    enum Colour { RED GREEN DARK_GREEN }
    input Range { from: Int! = 0, to: Int!, label: String, colours: [Colour!] }
    input By @oneOf { id: ID, name: String, range: Range }
    input Deep { of: Deep, end: Int }
    scalar Date
    type Query { a: Int }
    """

  private func errors(
    _ definitions: String, _ values: MockJSON, isTyped: Bool = true, uploads: Set<String> = []
  ) throws -> [String] {
    let document = try Document.parse("query (\(definitions)) { a }").get()
    let operation = try document.selectOperation(named: nil).get()
    let types = isTyped ? try ServiceSchema(definitions: Self.schema).system : nil
    return VariableCheck.errors(
      in: values, for: operation, of: document, types: types, uploads: uploads
    ).map(\.message)
  }

  // Messages of graphql-js 16.11.
  private static let ofBuiltInTypes: [(String, MockJSON, String)] =
    [
      ("$a: ID!", [:], "Variable \"$a\" of required type \"ID!\" was not provided."),
      (
        "$a: ID!", ["a": nil],
        "Variable \"$a\" of non-null type \"ID!\" must not be null."
      ),
      (
        "$a: Int", ["a": 1.5],
        "Variable \"$a\" got invalid value 1.5; Int cannot represent non-integer value: 1.5"
      ),
      (
        "$a: Int", ["a": 2_147_483_648],
        """
        Variable "$a" got invalid value 2147483648; \
        Int cannot represent non 32-bit signed integer value: 2147483648
        """
      ),
      (
        "$a: Int", ["a": "1"],
        "Variable \"$a\" got invalid value \"1\"; Int cannot represent non-integer value: \"1\""
      ),
      (
        "$a: Float", ["a": true],
        "Variable \"$a\" got invalid value true; Float cannot represent non numeric value: true"
      ),
      (
        "$a: String", ["a": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
        """
        Variable "$a" got invalid value [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ... 1 more item]; \
        String cannot represent a non string value: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ... 1 more item]
        """
      ),
      (
        "$a: String", ["a": ["b": [1, ["c": [2]]]]],
        """
        Variable "$a" got invalid value { b: [1, [Object]] }; \
        String cannot represent a non string value: { b: [1, [Object]] }
        """
      ),
      (
        "$a: Boolean", ["a": 0],
        "Variable \"$a\" got invalid value 0; Boolean cannot represent a non boolean value: 0"
      ),
      (
        "$a: ID", ["a": 1.5],
        "Variable \"$a\" got invalid value 1.5; ID cannot represent value: 1.5"
      ),
      (
        "$a: [[Int!]]", ["a": [[1, nil]]],
        """
        Variable "$a" got invalid value null at "a[0][1]"; \
        Expected non-nullable type "Int!" not to be null.
        """
      ),
    ]

  // Messages of graphql-js 16.11.
  private static let ofTheSchema: [(String, MockJSON, String)] =
    [
      (
        "$a: Colour", ["a": "GREN"],
        """
        Variable "$a" got invalid value "GREN"; Value "GREN" does not exist in "Colour" \
        enum. Did you mean the enum value "GREEN" or "RED"?
        """
      ),
      (
        "$a: Colour", ["a": 1],
        "Variable \"$a\" got invalid value 1; Enum \"Colour\" cannot represent non-string value: 1."
      ),
      (
        "$a: Range", ["a": 1],
        "Variable \"$a\" got invalid value 1; Expected type \"Range\" to be an object."
      ),
      (
        "$a: Range", ["a": [:]],
        """
        Variable "$a" got invalid value {}; \
        Field "to" of required type "Int!" was not provided.
        """
      ),
      (
        "$a: [Range]", ["a": [["to": 1, "lable": "x"]]],
        """
        Variable "$a" got invalid value { lable: "x", to: 1 } at "a[0]"; \
        Field "lable" is not defined by type "Range". Did you mean "label"?
        """
      ),
      (
        "$a: Range", ["a": ["to": nil]],
        """
        Variable "$a" got invalid value null at "a.to"; \
        Expected non-nullable type "Int!" not to be null.
        """
      ),
      (
        "$a: By", ["a": ["id": 1, "name": "x"]],
        """
        Variable "$a" got invalid value { id: 1, name: "x" }; \
        Exactly one key must be specified for OneOf type "By".
        """
      ),
      (
        "$a: By", ["a": ["name": nil]],
        "Variable \"$a\" got invalid value null at \"a.name\"; Field \"name\" must be non-null."
      ),
      (
        "$a: Query", ["a": 1],
        "Variable \"$a\" expected value of type \"Query\" which cannot be used as an input type."
      ),
    ]

  @Test func areRefusedInTheWordsOfGraphqlJs() throws {
    for (definitions, values, expected) in Self.ofBuiltInTypes + Self.ofTheSchema {
      #expect(try errors(definitions, values) == [expected], "\(definitions)")
    }
    for (definitions, values, expected) in Self.ofBuiltInTypes {
      #expect(try errors(definitions, values, isTyped: false) == [expected], "\(definitions)")
    }
  }

  @Test func variablesAreCoercedAsInSection612() throws {
    let definitions =
      "$a: [[Int]] = 1, $b: ID, $c: Range, $d: Date, $e: Int, $f: Float, $g: Int, $h: [Colour!]"
    let values: MockJSON = [
      "a": 1, "b": 7, "c": ["to": 2.0, "colours": "RED"], "d": ["any"], "e": nil, "f": 3, "x": 1,
    ]
    #expect(
      try errors(definitions, values) == [
        "The operation does not declare these variables, so they have no effect: \"$x\""
      ])
  }

  // JavaScript has only doubles, so graphql-js 16.11 accepts these for `Int` and `ID`.
  @Test(arguments: ["1.00000000000000000001", "1e-400", "-2147483648.0000000000000001", "20e-1"])
  func aVariableIsAWholeNumberIfItsDoubleIs(spelling: String) throws {
    let values = try MockJSON(parsing: Data(#"{"a":\#(spelling),"b":\#(spelling)}"#.utf8))
    #expect(try errors("$a: Int!, $b: ID!", values) == [])
  }

  @Test func variablesMayNestAsDeepAsJSON() throws {
    var value: MockJSON = ["end": "x"]
    for _ in 0..<NestingLimit.depth - 2 { value = ["of": value] }
    let found = try errors("$a: Deep", ["a": value])
    #expect(found.count == 1 && found[0].hasSuffix("non-integer value: \"x\""), "\(found)")
  }

  @Test func variablesOfUnknownTypesAreCheckedOnlyForNull() throws {
    let values: MockJSON = ["a": ["b": 1], "b": [nil], "c": nil]
    #expect(try errors("$a: A!, $b: [B!]!, $c: C", values, isTyped: false) == [])
    #expect(
      try errors("$a: A!, $b: [B!] !", ["a": nil], isTyped: false) == [
        "Variable \"$a\" of non-null type \"A!\" must not be null.",
        "Variable \"$b\" of required type \"[B!]!\" was not provided.",
      ])
  }

  @Test func variablesMayBeNullForUploadedFiles() throws {
    let values: MockJSON = ["a": nil, "b": [nil, nil], "c": ["to": nil]]
    let definitions = "$a: Date!, $b: [Date!]!, $c: Range!"
    #expect(
      try errors(
        definitions, values,
        uploads: ["variables.a", "variables.b.0", "variables.b.1", "variables.c.to"]) == [])
    #expect(try errors(definitions, values).count == 4)
  }

  // "K" and the Kelvin sign are one character to Swift, but two names to JSON (RFC 8259, section 8.3).
  @Test func variablesAreDeclaredByTheSameBytes() throws {
    #expect(
      try errors("$K: Int", ["K": 1, "\u{212A}": 2]) == [
        "The operation does not declare these variables, so they have no effect: \"$\u{212A}\""
      ])
  }

  @Test func variableErrorsAreLimitedToFifty() throws {
    let values: MockJSON = ["a": .array((0..<99).map { .number($0 * 1_000_000_000_000 + 1) })]
    #expect(
      try errors("$a: [String]", values).dropFirst(50) == [
        "Too many errors processing variables, error limit reached. Execution aborted."
      ])
  }
}
