import Foundation
import Testing

@testable import GraphQLMock

struct ResponseCheckTests {
  private static let text = """
    scalar Date
    type Query { user: User users: [User!]! search: [Result!] matrix: [[Int!]!] count: Int!
      node: Node one: Lone }
    interface Node { id: ID! }
    interface Lone { only: Int }
    type User implements Node & Lone { id: ID! name: String age: Int score: Float isOn: Boolean
      color: Color born: Date only: Int }
    type Photo implements Node { id: ID! url: String! }
    union Result = User | Photo
    enum Color { RED GREEN }
    """

  private func problems(
    _ query: String, _ data: MockJSON, variables: MockJSON = [:], schema: String = text
  ) throws -> [String] {
    let system = try ServiceSchema(definitions: schema).system
    let document = try Document.parse(query).get()
    let operation = try document.selectOperation(named: nil).get()
    return ResponseCheck.problems(
      in: data, for: operation, of: document, in: system,
      variables: SelectedOperation(document: document, operation: operation).fillingIn(variables)
    ).map { $0.description(in: document) }
  }

  // A service writes an `Int` without a fraction, but `1.0` is the same number (GraphQL, section 3.5.1).
  @Test func anIntIsComparedExactly() throws {
    #expect(try problems("{ count }", ["count": MockJSON(parsing: Data("1.0".utf8))]) == [])
    let found = try problems(
      "{ count }", ["count": MockJSON(parsing: Data("1.00000000000000000001".utf8))])
    #expect(
      found == [
        "data.count must be Int! (selected at query line 1, column 3), but is the number 1.00000000000000000001"
      ])
  }

  /// Swift treats the letter K and the Kelvin sign (U+212A) as equal.
  @Test func memberIsComparedWithResponseKeysByItsBytes() throws {
    let found = try problems(
      "{ user { K: name } }", ["user": ["K": "a", "\u{212A}": 1]])
    #expect(found == ["data.user has \"\u{212A}\", which the query does not select"])
  }

  /// Only the names of a type system are reserved (GraphQL, section 2.1.9). graphql-js 17 accepts this alias.
  @Test func typenameMayBeTheAliasOfAnotherField() throws {
    #expect(
      try problems("{ user { __typename: name } }", ["user": ["__typename": "Ada"]]) == [])
    #expect(
      try problems(
        "{ search { type: __typename ... on User { __typename: name } } }",
        ["search": [["type": "User", "__typename": "Ada"]]]) == [])
  }

  /// In the second document each spread doubles the number of paths to the last fragment; 2 to the power of 25 paths
  /// take minutes.
  @Test func deeplyNestedAndDoublingFragmentsAreCheckedInLinearTime() throws {
    let open = String(repeating: "{ ... ", count: 500)
    let close = String(repeating: "}", count: 500)
    var doubling = "{ ...F0 } fragment F25 on T { a }"
    for index in 0..<25 {
      doubling += " fragment F\(index) on T { ...F\(index + 1) ...F\(index + 1) }"
    }
    let cases: [(text: String, data: MockJSON, kind: ResponseProblem.Fault)] = [
      ("\(open){ a }\(close)", [:], .missing(key: "a", type: nil, isTypeName: false)),
      (doubling, ["b": 1], .notSelected(key: "b")),
    ]
    for (text, data, kind) in cases {
      let document = try Document.parse(text).get()
      let operation = try document.selectOperation(named: nil).get()
      let found = ResponseCheck.problems(in: data, for: operation, of: document).map(\.fault)
      #expect(found == [kind], "\(text.prefix(20))")
    }
  }

  // The data is the result of graphql-core's executor; see `scripts/check-schema.py`.
  @Test func responsesOfAServicePassAndPlantedMistakesAreFoundExactly() throws {
    let vectors = try SchemaVectors.load()
    let schemas = try vectors.schemas.mapValues { try ServiceSchema(definitions: $0).system }
    for answer in vectors.answers {
      let system = try #require(schemas[answer.schema])
      for (data, says) in [(answer.data, [])] + answer.broken.map({ ($0.data, $0.says) }) {
        let found = try answer.problems(in: data.json, system)
        #expect(found == says, "\(answer.document)")
      }
    }
  }

  @Test func missingAndUnselectedFieldsAreReported() throws {
    #expect(
      try problems(
        "{ user { id n: name ...F } }\nfragment F on User { age }",
        ["user": ["id": "1", "name": "Ada", "__typename": "User"], "users": []])
        == [
          #"data has "users", which the query does not select"#,
          #"data.user has no "n" (String), selected at query line 1, column 13"#,
          #"data.user has no "age" (Int), selected at query line 2, column 22"#,
          #"data.user has "name", which the query selects as "n""#,
        ])
  }

  @Test func valuesOfTheWrongTypeAreReported() throws {
    #expect(
      try problems(
        "{ user { id name age score isOn color } users { id } matrix count }",
        [
          "user": [
            "id": 7, "name": ["first": "Ada"], "age": 1.5, "score": "1.5", "isOn": 1,
            "color": "PINK",
          ],
          "users": [nil, ["id": nil], "x"],
          "matrix": [[1, nil], 2, [[3]]],
          "count": nil,
        ])
        == [
          "data.user.id must be ID! (selected at query line 1, column 10), but is the number 7",
          "data.user.name must be String (selected at query line 1, column 13), but is an object",
          "data.user.age must be Int (selected at query line 1, column 18), but is the number 1.5",
          "data.user.score must be Float (selected at query line 1, column 22), but is a string",
          "data.user.isOn must be Boolean (selected at query line 1, column 28), but is the number 1",
          """
          data.user.color must be a value of Color (selected at query line 1, column 33), but "PINK" isn't \
          one
          """,
          "data.users[0] must not be null (selected at query line 1, column 41): it is User!",
          "data.users[1].id must not be null (selected at query line 1, column 49): it is ID!",
          "data.users[2] must be User! (selected at query line 1, column 41), but is a string",
          "data.matrix[0][1] must not be null (selected at query line 1, column 54): it is Int!",
          "data.matrix[1] must be [Int!]! (selected at query line 1, column 54), but is the number 2",
          "data.matrix[2][0] must be Int! (selected at query line 1, column 54), but is a list",
          "data.count must not be null (selected at query line 1, column 61): it is Int!",
        ])
  }

  // GraphQL, sections 3.5.1 and 3.5.2: 32 bits, and finite.
  @Test func numbersOutOfRangeAreReported() throws {
    let numbers = try MockJSON(
      parsing: """
        {"count": 1.0e2,
          "users": [{"age": 2147483648, "score": 1e999}, {"age": -2147483648, "score": 3}]}
        """)
    #expect(
      try problems("{ count users { age score } }", numbers) == [
        "data.users[0].age must be Int (selected at query line 1, column 17), but 2147483648 is out of its range",
        "data.users[0].score must be Float (selected at query line 1, column 21), but 1e999 is out of its range",
      ])
  }

  @Test func objectsAreCheckedByTheirTypenameOrByTheFieldsThatCertainlyApply() throws {
    let search = "{ search { t: __typename ... on User { name } ... on Photo { url } } }"
    let found: MockJSON = [
      ["t": "User", "name": nil], ["t": "Photo", "url": nil], ["t": "Query"],
      ["t": "User", "url": "x"],
    ]
    let nameless = "{ node { id ... on User { name } } one { only ... on User { name } } }"
    let cases: [(query: String, data: MockJSON, expected: [String])] = [
      (
        search, ["search": found],
        [
          "data.search[1].url must not be null (selected at query line 1, column 62): it is String!",
          """
          data.search[2].t must be a type of Result (selected at query line 1, column 3), but "Query" isn't \
          one
          """,
          #"data.search[3] has no "name" (String), selected at query line 1, column 40"#,
          #"data.search[3] has "url", which the query does not select"#,
        ]
      ),
      (
        nameless, ["node": ["name": 1], "one": ["only": 1]],
        [
          #"data.node has no "id" (ID!), selected at query line 1, column 10"#,
          "data.node.name must be String (selected at query line 1, column 27), but is the number 1",
          // Only one type is possible.
          #"data.one has no "name" (String), selected at query line 1, column 61"#,
        ]
      ),
    ]
    for (query, data, expected) in cases { #expect(try problems(query, data) == expected) }
  }

  @Test(arguments: [32, 33]) func anObjectIsComparedWithUpTo32Types(count: Int) throws {
    let types = (1...count).map { "type T\($0) implements Node { id: ID! f\($0): Int }" }
    let schema = "type Query { node: Node } interface Node { id: ID! } " + types.joined()
    let query = "{ node { ... on T1 { f1 } ... on T2 { f2 } } }"
    let fault =
      "data.node doesn't have the fields of any type of Node (selected at query line 1, column 3)"
    let found = try problems(query, ["node": ["f1": 1, "f2": 2]], schema: schema)
    #expect(found == (count == 32 ? [fault] : []))
  }

  @Test func skipAndIncludeAreAppliedIfTheirVariablesAreKnown() throws {
    let query = """
      query ($a: Boolean!, $b: Boolean = true) {
        x: count @skip(if: $a) y: count @include(if: $a) z: count @skip(if: $b)
        w: count @include(if: false) v: count @skip(if: $u) @include(if: false)
      }
      """
    let cases: [(data: MockJSON, variables: MockJSON, expected: [String])] = [
      (
        ["x": 1, "y": 1, "z": 1, "w": 1, "v": 1], ["a": true],
        [
          #"data has "v", which the query does not select"#,
          #"data has "w", which the query does not select"#,
          #"data has "x", which the query does not select"#,
          #"data has "z", which the query does not select"#,
        ]
      ),
      (
        [:], ["a": false, "b": false],
        [
          #"data has no "x" (Int!), selected at query line 2, column 3"#,
          #"data has no "z" (Int!), selected at query line 2, column 52"#,
        ]
      ),
      (["x": 1], [:], []),
      // An explicit null is a value, and no default replaces it (GraphQL, section 6.1.2).
      (["y": 1, "z": 1], ["a": true, "b": nil], []),
    ]
    for (data, variables, expected) in cases {
      #expect(try problems(query, data, variables: variables) == expected, "\(data)")
    }
  }

  @Test func placeholdersOfATemplateAreNotChecked() throws {
    #expect(
      try problems(
        "{ user { id } count }", ["user": ["$ref": "x"], "count": ["$variable": "x"]]) == [])
  }

  @Test func deepResponsesAreValidatedUpTo50Problems() throws {
    var deep: MockJSON = 7
    for _ in 0..<500 { deep = .array([deep]) }
    #expect(
      try problems("{ matrix }", ["matrix": deep]) == [
        "data.matrix[0][0] must be Int! (selected at query line 1, column 3), but is a list"
      ])
    let users = MockJSON.array(Array(repeating: .null, count: 1_000))
    #expect(try problems("{ users { id } }", ["users": users]).count == 51)
  }
}
