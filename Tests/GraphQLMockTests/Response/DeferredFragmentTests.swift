import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The parts of a deferred response, and the directives that request them.
struct DeferredFragmentTests {
  private static let animals = """
    type Query { animals: [Animal] n: Int ns: [Int] }
    interface Animal { id: ID name: String }
    interface Named { name: String }
    type Human implements Animal & Named { id: ID name: String }
    type Cat implements Animal { id: ID name: String }
    """

  private func parts(
    _ query: String, _ service: MockGraphQLService, accept: String = StreamedResponseTests.apollo
  ) async throws -> [MockJSON] {
    let response = try await service.respond(to: .asking(query, accept: accept))
    let body = try await response.body.collect()
    guard let type = response.headers["Content-Type"], type.hasPrefix("multipart") else {
      return body.isEmpty ? [] : [try MockJSON(parsing: body)]
    }
    return try #require(MultipartReader(body, contentType: type)).parts
      .map { try MockJSON(parsing: $0.body) }
  }

  /// RFC 9110, section 15.3.5: a 204 has no body.
  @Test(arguments: [
    MockResponse.data(["n": 1, "ns": [1]]).deferred,
    .incremental(["n": 1], then: [.part(["ns": [1]])]),
  ]) func aStatusWithoutABodyHasNoParts(response: MockResponse) async throws {
    let service = MockGraphQLService(.operation(response.status(204)))
    let query = "{ n ... @defer { ns } }"
    #expect(try await parts(query, service) == [])
    #expect(service.requests.map { $0.response?.status } == [204])
    let warning = "The status 204 has no body, so 25 bytes aren't sent."
    #expect(service.requests.map(\.warnings) == [[warning]])
  }

  // MARK: Which fragments apply

  /// The response has the type name under its name or an alias, which a fragment may select.
  @Test(arguments: [
    (
      "__typename", true,
      #"{ animals { __typename id ... on Cat @defer(label: "d") { id name } } }"#
    ),
    (
      "__typename", false,
      #"{ animals { __typename id ... on Cat @defer(label: "d") { id name } } }"#
    ),
    ("kind", true, "{ animals { kind: __typename id ... on Cat @defer { id } } }"),
    (
      "kind", true,
      "{ animals { ...K ... on Cat @defer { id } } } fragment K on Animal { kind: __typename id }"
    ),
  ])
  func deferredFragmentThatDoesNotApplyGetsNoPart(
    typeKey: String, hasSchema: Bool, query: String
  ) async throws {
    let schema = hasSchema ? try ServiceSchema(definitions: Self.animals) : nil
    let data: MockJSON = ["animals": [.object([typeKey: "Human", "id": "1"])]]
    let service = MockGraphQLService(.operation(.data(data).deferred), schema: schema)
    #expect(try await parts(query, service) == [["data": data]])
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
    _ = try? await parts("{ a { friend { id name } ... on Cat { friend { name } } } }", service)
    let warnings = service.requests.map(\.warnings)
    #expect(warnings.map(\.isEmpty) == [true, hasSchema], "\(warnings)")
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
      let deferred = try await parts("{ a ... @defer { b } }", service)
      let whole = try await parts("{ a b }", service)
      let numbers: [Int?] = [
        deferred.last?["incremental"][0]["data"]["b"].int, whole.first?["data"]["b"].int,
      ]
      let counts: [Int] = [deferred.count, numbers.compactMap { $0 }.count]
      #expect(counts == [2, 2], "\(deferred), \(whole)")
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
    let kinds: [[MockJSON]] = parts.map { [$0["errors"][0]["path"], $0["items"]] }
    let expected: [[MockJSON]] = [
      [["all", 0, "name"], nil], [nil, [["id": 2]]], [["all", 1, "name"], nil],
    ]
    #expect(kinds == expected)
  }

  private static let wholeResponses: [(query: String, response: MockResponse, isWarned: Bool)] = {
    let query = StreamedResponseTests.hero
    let hero = MockResponse.data(["hero": ["name": "R2", "age": 9]])
    let luke = MockResponse.data(["hero": ["__typename": "Human", "name": "Luke"]])
    return [
      (query, hero, true),
      (query, .data(["hero": nil]), false),
      (query, .error("No hero"), false),
      (query, .status(503), false),
      (query, hero.status(503), false),
      ("query Hero { hero { name ... @defer(if: false) { age } } }", hero, false),
      ("query Hero { hero { __typename name ... on Droid @defer { age } } }", luke, false),
      ("query Hero { hero @defer { name age } }", hero, false),
    ]
  }()

  @Test(arguments: wholeResponses.indices)
  func wholeResponseWarnsOnlyIfAServiceWouldDeferParts(index: Int) async throws {
    let answer = Self.wholeResponses[index]
    let service = MockGraphQLService(.query("Hero", answer.response))
    _ = try await parts(answer.query, service)
    let warnings = service.requests.flatMap(\.warnings).filter { $0.contains("as a whole") }
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

  @Test func deferAndStreamOfASchemaOrOnAFieldWithoutASchemaDivideNothing() async throws {
    let definitions = """
      directive @defer(until: String!) on FIELD
      directive @stream(from: Int) on FIELD
      type Query { n: Int ns: [Int] } type Mutation { n: Int ns: [Int] }
      """
    let schema = try ServiceSchema(definitions: definitions)
    func service(_ data: MockJSON, _ schema: ServiceSchema?) -> MockGraphQLService {
      MockGraphQLService(.operation(.data(data).deferred), schema: schema)
    }
    let (list, number): (MockJSON, MockJSON) = (["n": 1, "ns": [1, 2]], ["n": 1])
    let rows: [(query: String, data: MockJSON, schema: ServiceSchema?)] = [
      ("query { n @defer(until: \"x\") ns @stream(from: 1) }", list, schema),
      ("mutation { n @defer(until: \"x\") ns @stream(from: 1) }", list, schema),
      ("{ n @defer }", number, nil), ("mutation { n @defer(until: 1) }", number, nil),
      ("{ ... @stream { n } }", number, nil),
    ]
    for (query, data, schema) in rows {
      let service = service(data, schema)
      #expect(try await parts(query, service) == [["data": data]], "\(query)")
      #expect(service.failures == [], "\(query)")
    }
    let refused = try await parts(
      "{ n @defer ... @defer(until: \"x\") { n } }", service(list, schema))
    #expect(
      refused.first?["errors"].array?.map { $0["message"] } == [
        #"Directive "@defer" argument "until" of type "String!" is required, but it was not provided."#,
        #"Directive "@defer" may not be used on INLINE_FRAGMENT."#,
      ])
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
      #expect(try await parts(query(depth), service).count == count, "\(depth)")
    }
  }
}
