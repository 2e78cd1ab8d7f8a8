import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Responses given by field names, and the selection that closures can read.
struct FieldResponseTests {
  static func response(
    _ response: MockResponse, to query: String, _ variables: MockJSON = nil,
    schema: ServiceSchema? = nil
  ) async throws -> (body: String, failures: [String]) {
    let service = MockGraphQLService(.operation(response), schema: schema)
    let request = try URLRequest.graphQL(["query": .string(query), "variables": variables])
    let body = try? await service.makeSession().receive(request).body
    return (body ?? "", service.failures.map(\.message))
  }

  static let data: MockJSON = [
    "hero": ["name": "Luke", "height": 1.72, "__typename": "Human", "home": ["name": "Tatooine"]],
    "heroes": [["name": "A", "id": 1], nil], "secret": "kept back",
  ]

  @Test(arguments: [
    ("{ a1: hero(id: 7) { a2: name } }", #"{"data":{"a1":{"a2":"Luke"}}}"#),
    ("{ lost hero { lost name } }", #"{"data":{"hero":{"lost":null,"name":"Luke"},"lost":null}}"#),
    (
      "{ hero { name name home { n: name } } }",
      #"{"data":{"hero":{"home":{"n":"Tatooine"},"name":"Luke"}}}"#
    ),
    (
      "{ x: heroes { y: name } y: hero { h: height } }",
      #"{"data":{"x":[{"y":"A"},null],"y":{"h":1.72}}}"#
    ),
    (
      "{ a: hero { name } ...F } fragment F on Query { a: hero { height } }",
      #"{"data":{"a":{"height":1.72,"name":"Luke"}}}"#
    ),
    (
      "{ hero { ... on Human { n: name } ... @skip(if: true) { height } t: __typename } }",
      #"{"data":{"hero":{"n":"Luke","t":"Human"}}}"#
    ),
    (
      "query ($s: Boolean = true) { hero { name @skip(if: $s) height @include(if: $s) } }",
      #"{"data":{"hero":{"height":1.72}}}"#
    ),
  ]) func fieldsUseTheResponseKeysOfTheRequest(query: String, body: String) async throws {
    #expect(try await Self.response(.data(fields: Self.data), to: query) == (body, []))
  }

  // graphql-core: execute(…, {"a": 1, "b": 2}) has the data {"b": 2}.
  @Test func lastOfTwoFragmentsWithTheSameNameWins() async throws {
    let query = "{ ...F } fragment F on Query { a } fragment F on Query { b }"
    let request = try OperationRequest(URLRequest.graphQL(["query": .string(query)]))
    #expect(request.selection.map(\.name) == ["b"])
    let service = MockGraphQLService(
      .operation(.data(["b": 2])).where(rootField: "a"), .operation(.data(["a": 1])),
      options: ServiceOptions(requestValidation: .off))
    _ = try await service.makeSession().receive(URLRequest.graphQL(["query": .string(query)]))
    #expect(
      service.requests.map(\.warnings) == [
        [#"data has "a", which the query does not select"#]
      ])
  }

  @Test func fieldsThatTheDataDoesNotHoldAreNullAndListedInAWarning() async throws {
    let query = "{ hero { n: name age } heroes { id size } lost ... on Planet { orbit } }"
    func warnings(_ response: MockResponse) async throws -> [String] {
      let service = MockGraphQLService(.operation(response))
      let request = try URLRequest.graphQL(["query": .string(query)])
      let body = try await service.makeSession().receive(request).body
      #expect(
        body == """
          {"data":{"hero":{"age":null,"n":"Luke"},"heroes":[{"id":1,"size":null},null],"lost":null}}
          """)
      return service.requests.flatMap(\.warnings)
    }
    let found: [[String]] = [
      try await warnings(.data(fields: Self.data)),
      try await warnings(.data(fields: Self.data, warnsOfMissing: false)),
    ]
    let warning = #"the data doesn't contain "hero.age", "heroes.size", "lost": sent as null"#
    #expect(found == [[warning], []])
  }

  private static let animals = """
    type Query { animals: [Animal] dog: Dog }
    interface Animal { id: ID }
    interface Pet { name: String }
    interface Warm { heat: Int }
    type Dog implements Animal & Pet & Warm { id: ID name: String heat: Int }
    type Human implements Animal & Warm { id: ID heat: Int }
    """

  private static let characters = """
    type Query { hero: Character }
    interface Character { name: String }
    type Human implements Character { name: String height: Float }
    type Droid implements Character { name: String }
    """

  private static let human: MockJSON = [
    "animals": [["__typename": "Human", "id": "1", "heat": 37]]
  ]

  // GraphQL, section 6.3.2: a fragment in a fragment is collected if both of them apply.
  @Test(
    arguments: [
      (
        "{ hero { ... on Droid { d: name } ... on Character { c: name } ... on Human { h: name } } }",
        data, characters, #"{"data":{"hero":{"c":"Luke","h":"Luke"}}}"#
      ),
      (
        "{ animals { ... on Pet { ... on Warm { heat } } ... on Warm { ... on Animal { id } } } }",
        human, animals, #"{"data":{"animals":[{"id":"1"}]}}"#
      ),
      // A fragment that doesn't apply at its first spread applies at its second.
      (
        "{ animals { ... on Pet { ...W } ...W } } fragment W on Warm { heat }", human, animals,
        #"{"data":{"animals":[{"heat":37}]}}"#
      ),
      // A fragment on the type of a field applies without a type name.
      (
        "{ ...Q } fragment Q on Query { dog { ...D } animals { id } } fragment D on Dog { id name }",
        ["dog": ["id": "1"]], animals,
        #"{"data":{"animals":null,"dog":{"id":"1","name":null}}}"#
      ),
    ] as [(String, MockJSON, String, String)])
  func fieldIsIncludedIfAllFragmentsAroundItApplyBySchema(
    query: String, data: MockJSON, definitions: String, body: String
  ) async throws {
    let schema = try ServiceSchema(definitions: definitions)
    #expect(
      try await Self.response(.data(fields: data), to: query, schema: schema) == (body, []))
  }

  private static let dog: MockJSON = [
    "__typename": "Query",
    "pets": [["__typename": "Dog", "age": 7, "owner": ["__typename": "Human"]]],
  ]

  // Apollo's executor throws `missingValue` if a nullable field of an applying fragment is missing.
  @Test(
    arguments: [
      (
        "{ pets { __typename ...P ... on Cat { purrs } } } fragment P on Pet { name owner { id } }",
        dog,
        #"{"data":{"pets":[{"__typename":"Dog","name":null,"owner":{"id":null},"purrs":null}]}}"#
      ),
      // Of two fragments with the same key, the one for which the data has a value is used, in either
      // order.
      (
        "{ pets { n: __typename ... on Cat { a: purrs } ... on Dog { a: age } } }", dog,
        #"{"data":{"pets":[{"a":7,"n":"Dog"}]}}"#
      ),
      (
        "{ pets { ... on Pet { a: age } ... on Cat { a: purrs } } }", dog,
        #"{"data":{"pets":[{"a":7}]}}"#
      ),
      (
        "{ ... on A { pets { ... on Pet { a: age } } } ... on B { pets { ... on Cat { a: purrs } } } }",
        dog, #"{"data":{"pets":[{"a":7}]}}"#
      ),
      // An object has the type `Cat`, so it isn't an interface, and the fragment doesn't apply to a dog.
      (
        "{ pets { __typename ... on Cat { purrs } } }",
        ["pets": [["__typename": "Dog"], ["__typename": "Cat"]]],
        #"{"data":{"pets":[{"__typename":"Dog"},{"__typename":"Cat","purrs":null}]}}"#
      ),
    ] as [(String, MockJSON, String)])
  func fieldIsNullWithoutASchemaUnlessItsFragmentIsKnownNotToApply(
    query: String, data: MockJSON, body: String
  ) async throws {
    #expect(try await Self.response(.data(fields: data), to: query) == (body, []))
  }

  @Test func dataOfAnotherTypeThanTheRootTypeFailsTheRequestAtItsHandler() async throws {
    let dog: MockJSON = ["__typename": "Dog", "name": "Rex"]
    let message = """
      The data is of type "Dog", but the root type of the operation is "Query".
      """
    let schema = try ServiceSchema(definitions: "type Query { pets: [String] }")
    let answers: [(MockResponse, ServiceSchema?)] = [
      (.data(fields: dog).rootType("Query"), nil), (.data(fields: dog), schema),
      (.data(fields: dog).completed, schema), (.json(["data": dog]).rootType("Query"), nil),
    ]
    for (answer, schema) in answers {
      let service = MockGraphQLService(.query("A", answer), schema: schema)
      let line = #line - 1
      let request = try URLRequest.graphQL(["query": "query A { pets }"])
      await #expect(throws: URLError.self) {
        try await service.makeSession().receive(request)
      }
      let failures = service.failures.map { "\($0.handler?.line ?? 0): \($0.message)" }
      #expect(failures == ["\(line): \(message)"])
    }
    let query: MockJSON = ["__typename": "Query", "pets": nil]
    #expect(
      try await Self.response(.data(fields: query).rootType("Query"), to: "{ pets }")
        == (#"{"data":{"pets":null}}"#, []))
  }

  @Test(arguments: [false, true])
  func anEventOfAnotherTypeThanTheRootTypeIsReported(isSequence: Bool) async throws {
    let events: [MockResponse] = [
      .data(fields: ["__typename": "Subscription", "n": 1]), .data(fields: ["__typename": "Dog"]),
    ]
    let sequence = AsyncStream { continuation in
      for event in events { continuation.yield(event) }
      continuation.finish()
    }
    let response = isSequence ? MockResponse.events(from: sequence) : .events(events)
    let service = MockGraphQLService(.subscription("S", response.rootType("Subscription")))
    var request = try URLRequest.graphQL(["query": "subscription S { n }"])
    request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
    _ = try? await service.makeSession().receive(request)
    #expect(
      service.failures.map(\.message) == [
        #"Event 2: The data is of type "Dog", but the root type of the operation is "Subscription"."#
      ])
  }

  @Test(arguments: [
    MockResponse.rawJSON(#"{"data":{}}"#), .text("{}"), .file("a.json"), .events([.data([:])]),
  ]) func completingOrDividingAResponseWithoutDataFailsTheRequest(response: MockResponse)
    async throws
  {
    for (change, name) in [(response.completed, "completed"), (response.deferred, "deferred")] {
      let service = MockGraphQLService(.query("A", change))
      await #expect(throws: URLError.self) {
        try await service.makeSession().receive(.graphQL(["query": "query A { a }"]))
      }
      #expect(
        service.failures.map(\.message) == [
          """
          `.\(name)` can't change bytes, a file or events: write it after a response with data, \
          such as `.data`.
          """
        ])
    }
  }

  @Test func missingNonNullFieldIsNamedOrCompletedIfItIsSelected() async throws {
    let schema = try ServiceSchema(
      definitions: "type Query { hero: Hero } type Hero { name: String! age: Int! size: Float }")
    let (_, failures) = try await Self.response(
      .data(fields: ["hero": ["age": 7]]), to: "{ hero { n: name age } }", schema: schema)
    #expect(
      failures == [
        """
        The response can't come from a service with this schema: data.hero.n must not be null \
        (selected at query line 1, column 10): it is String!
        """
      ])
    #expect(
      try await Self.response(
        .data(fields: ["hero": ["age": 7, "size": 2], "secret": 1]).completed,
        to: "{ h: hero { n: name a: age } }", schema: schema)
        == (#"{"data":{"h":{"n":"name","a":7}}}"#, []))
  }

  @Test func firstRequestOfAHandshakeHasItsNameAndVariables() async throws {
    let service = MockGraphQLService(.query("A", .data(["a": 1])))
    let hash = String(repeating: "ab", count: 32)
    let extensions: MockJSON = ["persistedQuery": ["version": 1, "sha256Hash": .string(hash)]]
    let request = try URLRequest.graphQL([
      "operationName": "A", "variables": ["id": 7], "extensions": extensions,
    ])
    _ = try await service.makeSession().receive(request)
    let operations: [[MockJSON]] = service.requests.flatMap(\.operations).map {
      [$0.name.map { .string($0) } ?? nil, $0.variables, $0.extensions]
    }
    #expect(operations == [["A", ["id": 7], extensions]])
    // The client sends the document in a second request, which is the one that counts.
    let counted = service.requests(named: "A").map(\.description)
    let unexpected: [String] = counted + service.failures.map(\.message)
    #expect(unexpected == [])
  }

  @Test func aRequestWithoutAKnownDocumentIsReported() async throws {
    let service = MockGraphQLService(
      .query("A", .data(fields: Self.data)),
      options: ServiceOptions(persistedQueries: .matchByName))
    let request = try URLRequest.graphQL([
      "operationName": "A", "extensions": ["persistedQuery": ["version": 1, "sha256Hash": "ab"]],
    ])
    _ = try? await service.makeSession().receive(request)
    #expect(
      service.failures.map(\.message) == [
        "The data is given by field names, but the document of the request is unknown."
      ])
  }

  @Test(.onOwnThreads) func fragmentsThatSelectExponentiallyManyValuesAreRefused() async throws {
    let fragments = (0..<40).map {
      "fragment F\($0) on T { l { i } a: n { ...F\($0 + 1) } b: n { ...F\($0 + 1) } }"
    }.joined()
    // Most values are in lists, which cost less than selection sets.
    let list = MockJSON.array(Array(repeating: ["i": 1], count: 200))
    var data: MockJSON = ["n": 1]
    for _ in 0..<50 { data = ["n": data, "l": list] }
    let (_, failures) = try await Self.response(
      .data(fields: data), to: "{ ...F0 } \(fragments) fragment F40 on T { n }")
    #expect(failures == ["The response would have more than 200000 values."])
  }

  @Test func closureGetsResponseKeysAliasesAndArguments() throws {
    let request = try OperationRequest(
      URLRequest.graphQL([
        "query": """
        query ($id: ID, $n: Int = 3, $gone: Int) {
          a1: hero(id: $id, list: [$n, 4], in: {x: $gone, y: RED}, gone: $gone) { name }
          ... on Query { a1: hero { height } }
          ...F @include(if: false)
          friends { ... on Human { name } ... on Droid { name } name }
        }
        fragment F on Query { never }
        """, "variables": ["id": "7"],
      ]))
    let selection = request.selection
    func json(_ text: String?) -> MockJSON { text.map { .string($0) } ?? nil }
    let fields: [[MockJSON]] = selection.map { field in
      [
        .string(field.responseKey), json(field.alias), .string(field.name),
        json(field.typeCondition), field.arguments,
      ]
    }
    let expected: [[MockJSON]] = [
      ["a1", "a1", "hero", nil, ["id": "7", "list": [3, 4], "in": ["y": "RED"]]],
      ["a1", "a1", "hero", "Query", [:]],
      ["friends", nil, "friends", nil, [:]],
    ]
    #expect(fields == expected)
    let inner: [[String?]] = [
      selection[0].selection.map { $0.name }, selection[2].selection.map { $0.typeCondition },
    ]
    #expect(inner == [["name"], ["Human", "Droid", nil]])
  }

  @Test func aTypeConditionInsideOfAnEqualOneMakesNoDifference() throws {
    let request = try OperationRequest(
      .graphQL(["query": "{ n { ... on Human { ... on Human { a { b } } a { c } } } }"]))
    let fields = request.selection[0].selection
    #expect(fields.map(\.name) == ["a"])
    #expect(fields[0].selection.map(\.name) == ["b", "c"])
  }
}
