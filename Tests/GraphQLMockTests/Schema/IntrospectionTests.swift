import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.onOwnThreads) struct IntrospectionTests {
  // The expected answers are those of graphql-core; see `scripts/check-schema`.
  @Test(arguments: ["small", "abstract"])
  func describesTheSchema(name: String) throws {
    let vectors = try SchemaVectors.load()
    let system = try ServiceSchema(definitions: #require(vectors.schemas[name])).system
    let expected = try #require(vectors.introspections?[name]?.json.array)
    let found = try vectors.introspections(of: system)
    #expect(found.count == expected.count)
    for (one, other) in zip(found, expected) {
      #expect(one.withoutOrder() == other)
    }
  }

  @Test func canBeReadAgainAsTheSameSchema() throws {
    let vectors = try SchemaVectors.load()
    for text in vectors.schemas.values {
      let system = try ServiceSchema(definitions: text).system
      let answer = try vectors.introspections(of: system)[0]
      let again = try ServiceSchema(introspection: answer.encoded()).system
      let second = try vectors.introspections(of: again)
      #expect(second[0].withoutOrder() == answer.withoutOrder())
    }
  }

  // As graphql-core writes it: a block string has no escapes, so that its value is quoted.
  @Test func tellsADefaultThatIsABlockString() async throws {
    let service = MockGraphQLService(
      schema: try ServiceSchema(
        definitions:
          #"type Query { a(b: String = """say "hi"\#n  now""", c: [Int] = [1, 2]): Int }"#),
      unhandled: .generated)
    let request = try URLRequest.graphQL([
      "query": #"{ __type(name: "Query") { fields { args { defaultValue } } } }"#
    ])
    let body = try await service.makeSession().receive(request).body
    let arguments: MockJSON = [
      ["defaultValue": #""say \"hi\"\nnow""#], ["defaultValue": "[1, 2]"],
    ]
    #expect(
      try MockJSON(parsing: body) == ["data": ["__type": ["fields": [["args": arguments]]]]])
  }

  @Test func theFirstDeprecationOfASchemaIsOne() async throws {
    let service = MockGraphQLService(
      schema: try ServiceSchema(
        definitions: #"type Query { a: Int @deprecated(reason: "b") b: Int }"#),
      unhandled: .generated)
    let request = try URLRequest.graphQL([
      "query": """
      { __type(name: "Query") { fields(includeDeprecated: true) { name isDeprecated } } }
      """
    ])
    let body = try await service.makeSession().receive(request).body
    // GraphQL, section 4.2.3 "The __Field Type".
    let fields: MockJSON = [
      ["name": "a", "isDeprecated": true], ["name": "b", "isDeprecated": false],
    ]
    #expect(try MockJSON(parsing: body) == ["data": ["__type": ["fields": fields]]])
  }

  // What was answered is kept with the schema.
  @Test func isAnsweredAgainByVariablesAndUnderTheHeadOfEachResponse() async throws {
    let schema = try ServiceSchema(
      definitions: #""Ours." schema { query: Query } type Query { a: Int }"#)
    let service = MockGraphQLService(schema: schema, unhandled: .generated)
    let other = MockGraphQLService(.query(.any, .generated.status(203)), schema: schema)
    let (session, second) = (service.makeSession(), other.makeSession())
    func ask(
      _ session: URLSession, _ body: MockJSON
    ) async throws -> (status: Int, data: MockJSON) {
      let received = try await session.receive(.graphQL(body))
      return (received.status, try MockJSON(parsing: received.body)["data"])
    }
    let query: MockJSON = "query ($name: String!) { __type(name: $name) { name kind } }"
    let kinds: [MockJSON] = [
      ["name": "Int", "kind": "SCALAR"], ["name": "Query", "kind": "OBJECT"],
    ]
    for _ in 0..<2 {
      for type in kinds {
        let body: MockJSON = ["query": query, "variables": ["name": type["name"]]]
        #expect(try await ask(session, body) == (200, ["__type": type]))
        #expect(try await ask(second, body) == (203, ["__type": type]))
      }
      let description: MockJSON = ["query": "{ __schema { description } }"]
      #expect(try await ask(session, description) == (200, ["__schema": ["description": "Ours."]]))
    }
    #expect(service.failures.isEmpty)
    #expect(other.failures.isEmpty)
  }

  @Test func fitsTheSchemaAndComesFromAServiceInWhichNothingIsRegistered() async throws {
    let service = MockGraphQLService(
      schema: try ServiceSchema(
        definitions: """
          "What may be asked." type Query { "The time." now(zone: String = "UTC"): String! }
          """), unhandled: .generated)
    let query = """
      { __schema { queryType { name description fields { name description
        args { name defaultValue type { name } } type { kind ofType { name } } } } } now }
      """
    let body = try await RequestValidationTests.send(query, nil, to: service).body
    #expect(
      try MockJSON(parsing: body) == [
        "data": [
          "__schema": [
            "queryType": [
              "name": "Query", "description": "What may be asked.",
              "fields": [
                [
                  "name": "now", "description": "The time.",
                  "args": [
                    ["name": "zone", "defaultValue": "\"UTC\"", "type": ["name": "String"]]
                  ],
                  "type": ["kind": "NON_NULL", "ofType": ["name": "String"]],
                ]
              ],
            ]
          ], "now": "now",
        ]
      ])
    #expect(service.failures == [])
  }

  @Test func isWhatATestStatesOfItAsFarAsItStatesAnything() throws {
    let system = try ServiceSchema(definitions: "type Query { a: Int }").system
    let document = try Document.parse("{ __schema { queryType { name } } }").get()
    let stated: MockJSON = ["__schema": ["queryType": ["name": "Root"]]]
    let data = try AnswerGenerator.data(
      for: document.selectOperation(named: nil).get(), of: document, in: system,
      overrides: ResolvedOverrides([:], in: system), completing: stated
    ).get().data
    #expect(data == stated)
  }
}

extension MockJSON {
  /// The same with lists sorted that have no order (section 4.2), and without the fields of default
  /// values, which the reference implementation fills in.
  fileprivate func withoutOrder(_ name: String = "") -> MockJSON {
    if let elements = array {
      let elements = elements.map { $0.withoutOrder(name) }
      guard ["types", "directives", "possibleTypes", "locations"].contains(name) else {
        return .array(elements)
      }
      return .array(
        elements.sorted {
          ($0.string ?? $0["name"].string ?? "") < ($1.string ?? $1["name"].string ?? "")
        })
    }
    if name == "defaultValue", string?.contains("{") == true { return "{}" }
    guard let object else { return self }
    return .object(
      Dictionary(uniqueKeysWithValues: object.map { ($0.key, $0.value.withoutOrder($0.key)) }))
  }
}
