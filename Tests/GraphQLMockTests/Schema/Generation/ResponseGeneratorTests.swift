import Testing

@testable import GraphQLMock

struct ResponseGeneratorTests {
  private static let text = """
    scalar DateTime scalar Money
    type Query { viewer: User user(id: ID!): User users(first: Int): [User!]! search: [Result!]!
      node(id: ID!): Node page: Page matrix: [[Color]] post(slug: ID!, draft: Boolean): Post }
    type Mutation { like(postID: ID!, note: String!): Post }
    interface Node { id: ID! }
    type User implements Node { id: ID! name: String! avatar: String friends: [User!]! best: User
      color: Color score: Float age: Int isOn: Boolean born: DateTime owes: Money teamID: ID }
    type Photo implements Node { id: ID! url: String }
    type Post implements Node { id: ID! slug: ID author: User! }
    type Page { pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! endCursor: String }
    union Result = Photo | User
    enum Color { RED GREEN }
    """

  private func response(
    _ query: String, _ overrides: GeneratedOverrides = [:], variables: MockJSON = [:],
    completing partial: MockJSON? = nil
  ) throws -> MockJSON {
    let system = try ServiceSchema(definitions: Self.text).system
    let document = try Document.parse(query).get()
    let operation = try document.selectOperation(named: nil).get()
    return try ResponseGenerator.data(
      for: operation, of: document, in: system, variables: variables,
      overrides: ResolvedOverrides(overrides, in: system), completing: partial
    ).get().data
  }

  @Test func hasValuesOfTheRightTypes() throws {
    #expect(
      try response("{ viewer { __typename name n: name color score age isOn born owes } matrix }")
        == [
          "viewer": [
            "__typename": "User", "name": "name", "n": "name", "color": "RED", "score": 1.5,
            "age": 1, "isOn": true, "born": "2026-01-01T00:00:00Z", "owes": "owes",
          ],
          "matrix": [["RED", "RED"], ["RED", "RED"]],
        ])
  }

  @Test func typeNamesAndErrorsCountAsValues() throws {
    func query(_ field: String) -> String {
      "{ users { \((0..<100).map { "a\($0): \(field)" }.joined(separator: " ")) } }"
    }
    for field in ["__typename", "avatar"] {
      #expect(throws: GenerationError.tooLarge(limit: 200_000), "\(field)") {
        try response(query(field), ["Query.users": .list(2_000), "User.avatar": .error("No.")])
      }
    }
  }

  @Test func hasTheIdThatWasAskedForOrElseOneByTheFieldsThatLeadThere() throws {
    let query = """
      query ($id: ID!) {
        user(id: $id) { id best { id teamID } }
        other: user(id: 7) { best { id } }
        viewer { id friends { id } }
        few: users(first: 1) { id }
        post(slug: "a", draft: false) { id slug author { id } }
      }
      """
    #expect(
      try response(query, ["Query.users": .list(1)], variables: ["id": "7"]) == [
        "user": ["id": "7", "best": ["id": "User:7.best", "teamID": "User:7.best.teamID"]],
        "other": ["best": ["id": "User:7.best"]],
        "viewer": [
          "id": "viewer",
          "friends": [["id": "User:viewer.friends.0"], ["id": "User:viewer.friends.1"]],
        ],
        "few": [["id": "users.0"]],
        "post": ["id": "a", "slug": "a", "author": ["id": "Post:a.author"]],
      ])
    // Neither argument says which object is meant.
    #expect(
      try response("mutation { like(postID: 1, note: \"x\") { id } }") == [
        "like": ["id": "like(note:\"x\",postID:\"1\")"]
      ])
  }

  @Test func hasTheFirstPossibleTypeWhereSeveralAre() throws {
    #expect(
      try response(
        "{ search { __typename ... on User { name } ... on Photo { url } } node(id: 1) { id } }")
        == [
          "search": [
            ["__typename": "Photo", "url": "url"], ["__typename": "Photo", "url": "url"],
          ],
          "node": ["id": "1"],
        ])
    for overrides: GeneratedOverrides in [
      ["Result.__typename": "User"], ["Result": ["__typename": "User"]],
      ["search": [["__typename": "User"], ["__typename": "User"]]],
    ] {
      #expect(
        try response("{ search { __typename ... on User { name } } }", overrides) == [
          "search": [
            ["__typename": "User", "name": "name"], ["__typename": "User", "name": "name"],
          ]
        ])
    }
  }

  @Test func takesTheNearestOverrideByTypeFieldOrPathAndTheLastOfEqualKeys() throws {
    let overrides: GeneratedOverrides = [
      "User.avatar": .null, "DateTime": "2020-02-02T00:00:00Z", "Query.users": .list(3),
      "Color": "GREEN", "User": ["name": "Ada", "age": 36, "score": 0.5],
      "users.age": 40, "users[1].age": 41, "User.score": 1, "User.score": 2, "Node.id": "n",
      "User.isOn": false,
    ]
    let user: MockJSON = [
      "id": "n", "name": "Ada", "avatar": nil, "age": 40, "score": 2, "isOn": false,
      "born": "2020-02-02T00:00:00Z", "color": "GREEN",
    ]
    let second = user.setting("age", to: 41)
    let fields = "{ id name avatar age score isOn born color }"
    #expect(
      try response("{ users \(fields) viewer { age } }", overrides) == [
        "users": [user, second, user], "viewer": ["age": 36],
      ])
  }

  @Test func completesWhatAnOverrideLeavesOut() throws {
    #expect(
      try response(
        "{ viewer { n: name best { name age } } users { name age } }",
        [
          "Query.viewer": ["name": "Ada", "best": ["age": 5]],
          "Query.users": [["name": "Bob"], [:]], "User.color": .string("GREEN"),
        ]) == [
          "viewer": ["n": "Ada", "best": ["name": "name", "age": 5]],
          "users": [["name": "Bob", "age": 1], ["name": "name", "age": 1]],
        ])
  }

  @Test func knowsKeysThatMeanNothing() throws {
    let system = try ServiceSchema(definitions: Self.text).system
    let resolved = ResolvedOverrides(
      [
        "User.nme": "x", "User": .list(2), "viewer.name": "y", "Node.id": "z", "Photo.name": "y",
        "Node.__typename": .absent, "Result.__typename": 5,
      ], in: system)
    #expect(
      resolved.problems == [
        #"the override "Node.__typename" must be the name of a type"#,
        #"the override "Photo.name" matches nothing in the schema"#,
        #"the override "Result.__typename" must be the name of a type"#,
        #"the override "User" must be JSON, because its key isn't a field"#,
        #"the override "User.nme" matches nothing in the schema; nearest is "User.name""#,
      ])
  }

  @Test func completesDataByItsIdsAndKeepsWhatIsNotSelectedSoThatItIsFound() throws {
    let cases: [(query: String, partial: MockJSON, expected: MockJSON)] = [
      (
        "{ viewer { id n: name friends { id name } best { name } } }",
        ["viewer": ["n": "Ada", "friends": [["name": "Bob"], [:]], "best": nil, "typo": 1]],
        [
          "viewer": [
            "id": "viewer", "n": "Ada", "best": nil, "typo": 1,
            "friends": [
              ["id": "User:viewer.friends.0", "name": "Bob"],
              ["id": "User:viewer.friends.1", "name": "Eve"],
            ],
          ]
        ]
      ),
      (
        "{ viewer { id best { id } } }", ["viewer": ["id": "9"]],
        ["viewer": ["id": "9", "best": ["id": "User:9.best"]]]
      ),
    ]
    for (query, partial, expected) in cases {
      #expect(
        try response(query, ["User.name": "Eve"], completing: partial) == expected, "\(query)")
    }
  }

  @Test func isRightByTheSchemaForOperationsThatGraphqlCoreAccepts() throws {
    let vectors = try SchemaVectors.load()
    let schemas = try vectors.schemas.mapValues { try ServiceSchema(definitions: $0).system }
    for asked in vectors.answers {
      let system = try #require(schemas[asked.schema])
      #expect(
        try asked.problems(in: asked.generated(system), system) == [], "\(asked.document)")
    }
  }

  @Test func isNotMadeUpForFieldsThatAreNestedWithoutEnd() throws {
    let endless = "{ viewer { ...F } } fragment F on User { best { ...F } }"
    #expect(throws: GenerationError.tooDeep(limit: 200)) { try response(endless) }
    let wide = "{ viewer { ...F } } fragment F on User { a: friends { ...F } b: friends { ...F } }"
    #expect(throws: GenerationError.self) { try response(wide) }
  }
}
