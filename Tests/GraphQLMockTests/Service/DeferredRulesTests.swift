import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The parts of a deferred response, and the directives that request them.
struct DeferredRulesTests {
  private static let animals = """
    type Query { animals: [Animal] n: Int ns: [Int] }
    interface Animal { id: ID name: String }
    interface Named { name: String }
    type Human implements Animal & Named { id: ID name: String }
    type Cat implements Animal { id: ID name: String }
    """

  private func parts(
    _ query: String, _ service: MockGraphQLService, accept: String = StreamedAnswerTests.apollo
  ) async throws -> [MockJSON] {
    let response = try await service.respond(to: .asking(query, accept: accept))
    let body = try await response.body.collect()
    guard let type = response.headers["Content-Type"], type.hasPrefix("multipart") else {
      return body.isEmpty ? [] : [try MockJSON(parsing: body)]
    }
    return try #require(MultipartReader(body, contentType: type)).parts
      .map { try MockJSON(parsing: $0.body) }
  }

  // MARK: Which fragments apply

  @Test(arguments: [true, false])
  func deferredFragmentThatDoesNotApplyGetsNoPart(hasSchema: Bool) async throws {
    let schema = hasSchema ? try ServiceSchema(definitions: Self.animals) : nil
    let data: MockJSON = ["animals": [["__typename": "Human", "id": "1"]]]
    let service = MockGraphQLService(.operation(.data(data).deferred), schema: schema)
    let query = #"{ animals { __typename id ... on Cat @defer(label: "d") { id name } } }"#
    #expect(try await parts(query, service) == [["data": data]])
  }

  @Test func typenameMayHaveAnAlias() async throws {
    let schema = try ServiceSchema(definitions: Self.animals)
    let data: MockJSON = ["animals": [["kind": "Human", "id": "1"]]]
    let service = MockGraphQLService(.operation(.data(data).deferred), schema: schema)
    #expect(
      try await parts("{ animals { kind: __typename id ... on Cat @defer { id } } }", service)
        == [["data": data]])
  }

  /// Found with random documents: fields selected only by a fragment that may not apply aren't
  /// missing.
  @Test(arguments: [true, false])
  func fieldsSelectedOnlyByUncertainFragmentsMayBeMissing(hasSchema: Bool) async throws {
    let schema = try ServiceSchema(
      definitions: """
        type Query { a: Animal } interface Animal { friend: Animal id: ID name: String }
        type Cat implements Animal { friend: Animal id: ID name: String }
        type Dog implements Animal { friend: Animal id: ID name: String }
        """)
    let data: MockJSON = ["a": ["friend": ["id": "1"]]]
    let service = MockGraphQLService(
      .operation(.data(data)), schema: hasSchema ? schema : nil)
    let query = "{ a { friend { id } ... on Cat { friend { name } } } }"
    #expect(try await parts(query, service) == [["data": data]])
    #expect(service.exchanges.flatMap(\.warnings) == [])
    _ = try? await parts("{ a { friend { id name } ... on Cat { friend { name } } } }", service)
    #expect(service.exchanges.last?.warnings.isEmpty == hasSchema)
    #expect(service.failures.count == (hasSchema ? 1 : 0))
  }

  /// Without a schema a fragment applies, doesn't apply, or may apply.
  @Test(arguments: [
    // A type name of some object isn't an interface.
    ("{ animals { __typename ... on Cat @defer { id } } }", [1]),
    // Each of several fragments next to `__typename` is on one type.
    ("{ animals { __typename id ... on Human @defer { id } ... on Dog @defer { id } } }", [0]),
    // May apply, because no other selection contains the name.
    ("{ animals { __typename id ... on Human { id } ... on Named @defer { name } } }", [0, 1]),
    // May apply: either all of its fields exist, or not.
    ("{ animals { __typename id ... on Named @defer { name } } }", [0, 1]),
    ("{ animals { __typename id ... on Named @defer { name age } } }", []),
  ])
  func responseAndDocumentDecideWithoutASchema(query: String, expected: [Int]) async throws {
    let animals: [MockJSON] = ["Human", "Cat"].enumerated().map { index, type in
      ["__typename": .string(type), "id": .number(index), "name": "x"]
    }
    let service = MockGraphQLService(
      .operation(.data(["animals": .array(animals)]).deferred),
      options: ServiceOptions(responseValidation: .off))
    let paths = try await parts(query, service).dropFirst().map { $0["incremental"][0]["path"][1] }
    #expect(paths == expected.map { .number($0) })
  }

  @Test func fieldsOfAFragmentThatSeemsNotToApplyAreKept() async throws {
    let data: MockJSON = ["animals": [["__typename": "Human", "id": "1", "name": "x", "age": 7]]]
    let service = MockGraphQLService(
      .operation(.data(data).deferred), options: ServiceOptions(responseValidation: .off))
    let query =
      "{ animals { __typename id ... on Human @defer { age } ... on Named { name } } }"
    #expect(
      try await parts(query, service).first?["data"]
        == ["animals": [["__typename": "Human", "id": "1", "name": "x"]]])
  }

  // MARK: Generated responses, warnings

  @Test func generatedResponseToAnUnhandledRequestIsDeferred() async throws {
    let schema = try ServiceSchema(definitions: "type Query { a: Int b: Int }")
    for policy in [UnhandledPolicy.generated, .generated(["Query.a": 3])] {
      let service = MockGraphQLService(schema: schema, unhandled: policy)
      let parts = try await parts("{ a ... @defer { b } }", service)
      #expect(parts.count == 2)
      #expect(parts.last?["incremental"][0]["data"]["b"].int != nil)
      #expect(try await self.parts("{ a b }", service).first?["data"]["b"].int != nil)
    }
  }

  /// The format of graphql-js 17.0.0-alpha.2, when a non-null field of the outer fragment fails.
  @Test func deferredFragmentsCanFail() async throws {
    let answer = MockResponse.data(["hero": ["name": "R2", "age": 9, "home": ["id": 1, "x": 2]]])
    let service = MockGraphQLService(.query(.any, answer.deferred(error: "No")))
    let query =
      #"{ hero { name ... @defer(label: "f") { age home { id ... @defer { x } } } } }"#
    #expect(
      try await parts(query, service) == [
        ["data": ["hero": ["name": "R2"]], "hasNext": true],
        [
          "incremental": [
            [
              "data": nil, "path": ["hero"], "label": "f",
              "errors": [["message": "No", "path": ["hero", "age"]]],
            ]
          ], "hasNext": false,
        ],
      ])
  }

  /// Items of a stream don't fail, so fragments on them have an object to belong to.
  @Test func deferredFragmentsOfStreamedItemsFailToo() async throws {
    let answer = MockResponse.data(["all": [["id": 1, "name": "x"], ["id": 2, "name": "y"]]])
    let service = MockGraphQLService(.query(.any, answer.deferred(error: "No")))
    let query = "{ all @stream(initialCount: 1) { id ... @defer { name } } }"
    let parts = try await parts(query, service).flatMap { $0["incremental"].array ?? [] }
    #expect(
      parts.map { $0["errors"][0]["path"] } == [["all", 0, "name"], nil, ["all", 1, "name"]])
    #expect(parts.map { $0["items"] } == [nil, [["id": 2]], nil])
  }

  private struct WholeAnswer {
    var query = StreamedAnswerTests.hero
    var response: MockResponse
    var isWarned = false
  }

  private static let wholeAnswers: [WholeAnswer] = {
    let hero = MockResponse.data(["hero": ["name": "R2", "age": 9]])
    let luke = MockResponse.data(["hero": ["__typename": "Human", "name": "Luke"]])
    return [
      WholeAnswer(response: hero, isWarned: true),
      WholeAnswer(response: .data(["hero": nil])),
      WholeAnswer(response: .error("No hero")),
      WholeAnswer(response: .status(503)),
      WholeAnswer(response: hero.status(503)),
      WholeAnswer(
        query: "query Hero { hero { name ... @defer(if: false) { age } } }", response: hero),
      WholeAnswer(
        query: "query Hero { hero { __typename name ... on Droid @defer { age } } }",
        response: luke),
      WholeAnswer(query: "query Hero { hero @defer { name age } }", response: hero),
    ]
  }()

  @Test(arguments: wholeAnswers.indices)
  func wholeResponseWarnsOnlyIfAServiceWouldDeferParts(index: Int) async throws {
    let answer = Self.wholeAnswers[index]
    let service = MockGraphQLService(.query("Hero", answer.response))
    _ = try await parts(answer.query, service)
    let warnings = service.exchanges.flatMap(\.warnings).filter { $0.contains("as a whole") }
    #expect(warnings.isEmpty != answer.isWarned)
  }

  // MARK: Directives

  @Test func schemaNeedNotDefineDeferAndStream() async throws {
    let schema = try ServiceSchema(definitions: Self.animals)
    let data: MockJSON = ["animals": [["id": "1", "name": "x"]], "ns": [1]]
    let service = MockGraphQLService(.operation(.data(data).deferred), schema: schema)
    let query = """
      query ($on: Boolean) { ns @stream(if: $on, label: "s", initialCount: 0)
        animals { id ...N @defer(if: $on, label: "n") } } fragment N on Animal { name }
      """
    #expect(try await parts(query, service).count == 3)
    #expect(service.failures == [])
    // The messages are those of graphql-core with the same definitions.
    let refused = try await parts("{ n @defer ns @stream(from: 1) }", service)
    #expect(
      refused.first?["errors"].array?.map { $0["message"] } == [
        #"Directive "@defer" may not be used on FIELD."#,
        #"Unknown argument "from" on directive "@stream"."#,
      ])
  }

  @Test func deferAndStreamDefinedByASchemaKeepTheirMeaning() async throws {
    let definitions = """
      directive @defer(until: String!) on FIELD
      directive @stream(from: Int) on FIELD
      type Query { n: Int ns: [Int] } type Mutation { n: Int ns: [Int] }
      """
    let schema = try ServiceSchema(definitions: definitions)
    let data: MockJSON = ["n": 1, "ns": [1, 2]]
    let service = MockGraphQLService(.operation(.data(data).deferred), schema: schema)
    for type in ["query", "mutation"] {
      let query = "\(type) { n @defer(until: \"x\") ns @stream(from: 1) }"
      #expect(try await parts(query, service) == [["data": data]])
    }
    #expect(service.failures == [])
    let refused = try await parts("{ n @defer ... @defer(until: \"x\") { n } }", service)
    #expect(
      refused.first?["errors"].array?.map { $0["message"] } == [
        #"Directive "@defer" argument "until" of type "String!" is required, but it was not provided."#,
        #"Directive "@defer" may not be used on INLINE_FRAGMENT."#,
      ])
  }

  @Test func deferOnAFieldWithoutASchemaIsIgnored() async throws {
    let data: MockJSON = ["n": 1]
    let service = MockGraphQLService(.operation(.data(data).deferred))
    for query in ["{ n @defer }", "mutation { n @defer(until: 1) }", "{ ... @stream { n } }"] {
      #expect(try await parts(query, service) == [["data": data]])
    }
    #expect(service.failures == [])
  }

  @Test func typenameAliasInsideAFragmentIsRead() async throws {
    let data: MockJSON = ["animals": [["kind": "Human", "id": "1"]]]
    let service = MockGraphQLService(
      .operation(.data(data).deferred),
      schema: try ServiceSchema(
        definitions: """
          type Query { animals: [Animal] } interface Animal { id: ID }
          type Human implements Animal { id: ID } type Cat implements Animal { id: ID }
          """))
    let query =
      "{ animals { ...K ... on Cat @defer { id } } } fragment K on Animal { kind: __typename id }"
    #expect(try await parts(query, service) == [["data": data]])
  }

  @Test func deeplyNestedDataIsSentAsAWhole() async throws {
    func nested(_ depth: Int) -> MockJSON {
      (0..<depth).reduce(["b": 1]) { inner, _ in ["a": inner] }
    }
    func query(_ depth: Int) -> String {
      String(repeating: "{ a ", count: depth) + "{ ... @defer { b } }"
        + String(repeating: " }", count: depth)
    }
    for (depth, count) in [(63, 2), (64, 1), (500, 1)] {
      let service = MockGraphQLService(.operation(.data(nested(depth)).deferred))
      #expect(try await parts(query(depth), service).count == count)
    }
  }
}
