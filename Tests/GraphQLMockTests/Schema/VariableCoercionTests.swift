import Testing

@testable import GraphQLMock

struct VariableCoercionTests {
  static let schema = """
    enum Colour { RED GREEN DARK_GREEN }
    input Range { from: Int! = 0, to: Int!, label: String, colours: [Colour!] }
    input By @oneOf { id: ID, name: String, range: Range }
    scalar Date
    type Query { a: Int }
    """

  private func coerce(
    _ definitions: String, _ values: MockJSON, isTyped: Bool = true, uploads: Set<String> = []
  ) throws -> Result<MockJSON, VariableCoercion.Failure> {
    let document = try Document.parse("query (\(definitions)) { a }").get()
    let operation = try document.selectOperation(named: nil).get()
    let types = isTyped ? try ServiceSchema(definitions: Self.schema).system : nil
    return VariableCoercion.coerce(
      values, for: operation, in: document, types: types, uploads: uploads)
  }

  private func errors(
    _ definitions: String, _ values: MockJSON, isTyped: Bool = true
  ) throws -> [String] {
    guard case .failure(let failure) = try coerce(definitions, values, isTyped: isTyped) else {
      return []
    }
    return failure.errors.map(\.message)
  }

  @Test func aDefaultMayNestAsDeepAsAVariable() throws {
    let depth = NestingLimit.depth - 1
    let text = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    var expected: MockJSON = 1
    for _ in 0..<depth { expected = [expected] }
    #expect(try coerce("$a: Deep = \(text)", [:], isTyped: false).get()["a"] == expected)
  }

  // Messages of graphql-js 16.11.
  @Test(
    arguments: [
      ("$a: ID!", nil, "Variable \"$a\" of required type \"ID!\" was not provided."),
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
        "Variable \"$a\" got invalid value 2147483648; "
          + "Int cannot represent non 32-bit signed integer value: 2147483648"
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
        "$a: String", ["a": ["b": [1, ["c": [2]]]]],
        "Variable \"$a\" got invalid value { b: [1, [Object]] }; "
          + "String cannot represent a non string value: { b: [1, [Object]] }"
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
        "Variable \"$a\" got invalid value null at \"a[0][1]\"; "
          + "Expected non-nullable type \"Int!\" not to be null."
      ),
    ] as [(String, MockJSON?, String)])
  func areRefusedInTheWordsOfGraphqlJs(
    _ definitions: String, _ values: MockJSON?, _ expected: String
  ) throws {
    #expect(try errors(definitions, values ?? [:]) == [expected])
    #expect(try errors(definitions, values ?? [:], isTyped: false) == [expected])
  }

  // Messages of graphql-js 16.11.
  @Test(
    arguments: [
      (
        "$a: Colour", ["a": "GREN"],
        "Variable \"$a\" got invalid value \"GREN\"; Value \"GREN\" does not exist in \"Colour\" "
          + "enum. Did you mean the enum value \"GREEN\" or \"RED\"?"
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
        "Variable \"$a\" got invalid value {}; "
          + "Field \"to\" of required type \"Int!\" was not provided."
      ),
      (
        "$a: [Range]", ["a": [["to": 1, "lable": "x"]]],
        "Variable \"$a\" got invalid value { lable: \"x\", to: 1 } at \"a[0]\"; "
          + "Field \"lable\" is not defined by type \"Range\". Did you mean \"label\"?"
      ),
      (
        "$a: Range", ["a": ["to": nil]],
        "Variable \"$a\" got invalid value null at \"a.to\"; "
          + "Expected non-nullable type \"Int!\" not to be null."
      ),
      (
        "$a: By", ["a": ["id": 1, "name": "x"]],
        "Variable \"$a\" got invalid value { id: 1, name: \"x\" }; "
          + "Exactly one key must be specified for OneOf type \"By\"."
      ),
      (
        "$a: By", ["a": ["name": nil]],
        "Variable \"$a\" got invalid value null at \"a.name\"; Field \"name\" must be non-null."
      ),
      (
        "$a: Query", ["a": 1],
        "Variable \"$a\" expected value of type \"Query\" which cannot be used as an input type."
      ),
    ] as [(String, MockJSON, String)])
  func areRefusedByTheirSchema(_ definitions: String, _ values: MockJSON, _ expected: String) throws
  {
    #expect(try errors(definitions, values) == [expected])
  }

  @Test func areCoercedAsSection612Says() throws {
    let result = try coerce(
      "$a: [[Int]] = 1, $b: ID, $c: Range, $d: Date, $e: Int, $f: Float, $g: Int, $h: [Colour!]",
      ["b": 7, "c": ["to": 2.0, "colours": "RED"], "d": ["any"], "e": nil, "f": 3, "x": 1]
    ).get()
    #expect(
      result == [
        "a": [[1]], "b": "7", "c": ["from": 0, "to": 2, "colours": ["RED"]], "d": ["any"],
        "e": nil, "f": 3,
      ])
  }

  @Test func ofTypesThatNobodyKnowsAreTakenAsTheyAreButForNull() throws {
    let values: MockJSON = ["a": ["b": 1], "b": [nil], "c": nil]
    #expect(try coerce("$a: A!, $b: [B!]!, $c: C", values, isTyped: false).get() == values)
    #expect(
      try errors("$a: A!, $b: [B!] !", ["a": nil], isTyped: false) == [
        "Variable \"$a\" of non-null type \"A!\" must not be null.",
        "Variable \"$b\" of required type \"[B!]!\" was not provided.",
      ])
  }

  @Test func mayBeNullWhereAFileStandsInAnotherPartOfTheRequest() throws {
    let values: MockJSON = ["a": nil, "b": [nil, nil], "c": ["to": nil]]
    let result = try coerce(
      "$a: Date!, $b: [Date!]!, $c: Range!", values,
      uploads: ["variables.a", "variables.b.0", "variables.b.1", "variables.c.to"])
    #expect(
      try result.get() == ["a": nil, "b": [nil, nil], "c": ["from": 0, "to": nil]])
  }

  @Test func areRefusedFiftyTimesAtMost() throws {
    let values: MockJSON = ["a": .array((0..<99).map { .number($0 * 1_000_000_000_000 + 1) })]
    let messages = try errors("$a: [String]", values)
    #expect(messages.count == 51)
    #expect(
      messages.last
        == "Too many errors processing variables, error limit reached. Execution aborted.")
  }

  // What JavaScript prints for JSON.parse of the same text (Number::toString).
  @Test(arguments: [
    ("1.0", "1"), ("-0", "0"), ("1e3", "1000"), ("0.1e-5", "0.000001"), ("1e-7", "1e-7"),
    ("123456789012345678901", "123456789012345680000"), ("1e21", "1e+21"),
    ("1.5e300", "1.5e+300"), ("1e999", "Infinity"), ("-12.50", "-12.5"),
    ("0.1", "0.1"), ("-1.25e-9", "-1.25e-9"),
  ])
  func showNumbersAsJavaScriptDoes(_ spelling: String, _ expected: String) throws {
    #expect(VariableValueText.inspect(try MockJSON(parsing: spelling)) == expected)
  }
}
