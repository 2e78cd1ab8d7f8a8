import Foundation
import GraphQLMock
import TestSupport
import Testing

/// Values of the app's types, without a service.
struct ServiceSchemaValuesTests {
  private static let definitions = """
    scalar DateTime
    type Query { hero(episode: Episode = JEDI): Character! droid(id: ID!): Droid feed(after: String): [Droid!]! }
    enum Episode { JEDI EMPIRE }
    interface Character { id: ID! name: String! }
    type Droid implements Character { id: ID! name: String! primaryFunction: String builtAt: DateTime friends: [Character] }
    """

  struct Response: Decodable, Equatable {
    struct Droid: Decodable, Equatable {
      let id: String
      let name: String
      let primaryFunction: String?
      let builtAt: Date
    }

    let droid: Droid
  }

  @Test func aValueOfATypeIsTheDataOfItsDocument() throws {
    let schema = try ServiceSchema(definitions: Self.definitions)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    let value = try schema.value(
      of: Response.self,
      for:
        "query D($id: ID!) { droid(id: $id) { id name primary_function: primaryFunction built_at: builtAt } }",
      ["Droid.name": "R2-D2", "droid.primary_function": nil, "DateTime": "1977-05-25T00:00:00Z"],
      variables: ["id": 7], decoder: decoder)
    let droid = Response.Droid(
      id: "7", name: "R2-D2", primaryFunction: nil,
      builtAt: Date(timeIntervalSince1970: 233_366_400))
    #expect(value == Response(droid: droid))
    let name: MockJSON = try schema.value(for: "{ hero { name } }")
    #expect(name == ["hero": ["name": "name"]])
  }

  @Test(
    arguments: [
      ("{ hero { __typename id name ... on Droid { friends { id name } } } }", [:]),
      (
        "query Q($after: String) { feed(after: $after) { id ...F @include(if: true) } } fragment F on Droid { name }",
        ["after": "x"]
      ),
      ("query Q($e: Episode = EMPIRE) { hero(episode: $e) { id ... @defer { name } } }", [:]),
    ] as [(String, MockJSON)])
  func aServiceGeneratesTheSameData(document: String, variables: MockJSON) async throws {
    let schema = try ServiceSchema(definitions: Self.definitions)
    let overrides: GeneratedOverrides = ["Droid.name": "R2-D2", "Query.feed": .list(3)]
    let service = MockGraphQLService(schema: schema, unhandled: .generated(overrides))
    let body: MockJSON = ["query": .string(document), "variables": variables]
    let response = try await service.respond(to: .graphQL(body)).body.collect()
    let data: MockJSON = try schema.value(for: document, overrides, variables: variables)
    #expect(try MockJSON(parsing: response) == ["data": data])
  }

  @Test func aSchemaFileIsFoundNearTheCaller() throws {
    let schema: ServiceSchema = "shop.graphqls"
    let value: MockJSON = try schema.value(for: "{ __typename }")
    #expect(value == ["__typename": "Query"])
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let document: String
    var overrides: GeneratedOverrides = [:]
    var variables: MockJSON = [:]
    let message: String
  }

  // The messages of invalid documents and variables are those of graphql-js.
  static let mistakes = [
    Mistake(
      testDescription: "syntax", document: "{ hero {",
      message: "Syntax Error: Expected Name, found <EOF>. (1:9)"),
    Mistake(
      testDescription: "several operations",
      document: "query A { hero { id } } query B { hero { id } }",
      message: "Must provide operation name if query contains multiple operations."),
    Mistake(
      testDescription: "two fields", document: "{ hero { nam ids } }",
      message: """
        Cannot query field "nam" on type "Character". Did you mean "name"? (1:10)
          Cannot query field "ids" on type "Character". Did you mean "id"? (1:14)
        """),
    Mistake(
      testDescription: "variable", document: "query ($id: ID!) { droid(id: $id) { id } }",
      message: #"Variable "$id" of required type "ID!" was not provided. (1:8)"#),
    // A service only warns of it, but here it's a mistake of the caller.
    Mistake(
      testDescription: "variable that isn't declared", document: "{ hero { name } }",
      variables: ["id": 1],
      message:
        #"The operation does not declare these variables, so they have no effect: "$id""#),
    Mistake(
      testDescription: "override of a field", document: "{ hero { name } }",
      overrides: ["Droid.nam": "R2-D2"],
      message: #"the override "Droid.nam" matches nothing in the schema; nearest is "Droid.name""#),
    Mistake(
      testDescription: "value of another type", document: "{ droid(id: 1) { name } }",
      overrides: ["Droid.name": 5],
      message:
        "data.droid.name must be String! (selected at query line 1, column 18), but is the number 5"
    ),
    Mistake(
      testDescription: "null of a non-null type", document: "{ droid(id: 1) { name } }",
      overrides: ["Droid.name": .null],
      message:
        "data.droid.name must not be null (selected at query line 1, column 18): it is String!"),
    Mistake(
      testDescription: "override of a type", document: "{ hero { name } }",
      overrides: ["Wookiee.name": "Chewbacca"],
      message: #"the override "Wookiee.name" names no type of the schema, so it has no effect"#),
    Mistake(
      testDescription: "override of a path", document: "{ hero { name } }",
      overrides: ["hero.nam": "R2-D2"],
      message: """
        the override "hero.nam" matched nothing: "nam" is neither a response key of a request nor a field of \
        Character; nearest is "name"
        """),
  ]

  @Test(arguments: mistakes) func aMistakeIsNamed(mistake: Mistake) throws {
    let schema = try ServiceSchema(definitions: Self.definitions)
    let error = #expect(throws: (any Error).self) {
      try schema.value(
        of: MockJSON.self, for: mistake.document, mistake.overrides, variables: mistake.variables)
    }
    #expect(error?.localizedDescription == "No response can be generated: \(mistake.message)")
  }

  /// The edition of September 2026 rejects it, and earlier ones don't.
  @Test func warningAboutADocumentIsNotAnError() throws {
    let schema = try ServiceSchema(
      definitions: "type Query { a: Int } type Subscription { n: Int }")
    let document = "subscription S($x: Boolean! = true) { n @include(if: $x) }"
    #expect(try schema.value(of: MockJSON.self, for: document) == ["n": 1])
  }

  @Test func theErrorsOfSchemaAndDecoderAreThrown() throws {
    #expect(throws: ServiceSchemaError.self) {
      try ServiceSchema.named("missing.graphqls").value(of: MockJSON.self, for: "{ a }")
    }
    let schema = try ServiceSchema(definitions: Self.definitions)
    #expect(throws: DecodingError.self) {
      try schema.value(of: Response.self, for: "{ hero { name } }")
    }
  }
}
