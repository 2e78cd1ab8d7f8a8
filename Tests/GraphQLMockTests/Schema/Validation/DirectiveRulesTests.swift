import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Rules that only graphql-js 17 has; messages and positions are those of its validation rules and
/// tests.
struct DirectiveRulesTests {
  static let schema = """
    type Query { a: Query list: [Query] } type Mutation { b: A }
    type Subscription { a: Int b: A list: [A] } type A { a: Int b: [Int] list: [A] }
    """
  static let conditions =
    "must not use `@skip` or `@include` directives in the top level selection."

  /// Sends a document, and returns the errors of a service and the warnings of the request.
  private func response(
    to document: String, edition: SpecificationEdition? = nil,
    schema: String? = DirectiveRulesTests.schema,
    _ variables: MockJSON = nil, operationName: MockJSON = nil
  ) async throws -> (errors: [String], warnings: [String]) {
    let service = MockGraphQLService(
      [.operation { _ in .data([:]) }],
      schema: try schema.map { try ServiceSchema(definitions: $0) },
      options: ServiceOptions(edition: edition, responseValidation: .off))
    let request = try URLRequest.graphQL([
      "query": .string(document), "variables": variables, "operationName": operationName,
    ])
    let body = try await service.makeSession().receive(request).body
    let errors = try MockJSON(parsing: body)["errors"].array ?? []
    let received = try #require(service.requests.first)
    let texts = errors.map { error in
      let places = error["locations"].array ?? []
      return "\(error["message"].string ?? "") "
        + places.map { "(\($0["line"]):\($0["column"]))" }.joined()
    }
    return (texts, received.warnings)
  }

  // MARK: Conditions at the root of a subscription (SingleFieldSubscriptionsRule)

  @Test(arguments: [
    ("subscription S { a @skip(if: false) }", #"Subscription "S""#, "(1:20)"),
    ("subscription { a @include(if: true) }", "Anonymous Subscription", "(1:18)"),
    (
      "subscription { ... @skip(if: false) { a } }", "Anonymous Subscription", "(1:20)"
    ),
    (
      "subscription S { ...F } fragment F on Subscription { a @include(if: true) }",
      #"Subscription "S""#, "(1:56)"
    ),
    (
      "subscription S { ...F @include(if: true) } fragment F on Subscription { a @skip(if: false) }",
      #"Subscription "S""#, "(1:23)"
    ),
    (
      "subscription S { a @skip(if: false) @include(if: true) a @include(if: true) }",
      #"Subscription "S""#, "(1:20)(1:58)"
    ),
  ])
  func skipAndIncludeAtTheRootOfASubscriptionAreRefusedBySeptember2026(
    document: String, subject: String, places: String
  ) async throws {
    for schema in [Self.schema, nil] {
      let refused = try await response(to: document, edition: .september2026, schema: schema)
      let taken = try await response(to: document, schema: schema)
      let told = places.replacing(")(", with: ", ")
      #expect(
        [refused.errors, taken.errors, taken.warnings] == [
          ["\(subject) \(Self.conditions) \(places)"], [],
          [
            "\(subject) \(Self.conditions) Services of the September 2026 edition reject it. \(told)"
          ],
        ])
    }
  }

  @Test func skipAndIncludeElsewhereAreAccepted() async throws {
    for document in [
      "subscription { b { a @skip(if: false) } }", "query { a @skip(if: false) { __typename } }",
      "subscription { a ...F } fragment F on Query { a @skip(if: false) }",
    ] {
      let found = try await response(to: document, edition: .september2026)
      #expect(found.errors.filter { $0.contains("@skip") } + found.warnings == [], "\(document)")
    }
  }

  /// graphql-core 3.2.8 skips the rules of subscriptions, too, and reports only that it can't execute one.
  @Test func aSchemaWithoutSubscriptionsHasNoRuleForTheirFields() async throws {
    let found = try await response(
      to: "subscription S { a b }", schema: "type Query { a: Int }")
    #expect(found.errors == ["Schema is not configured to execute subscription operation. (1:1)"])
  }

  @Test func refusedSkipOrIncludeFailsTheTest() async throws {
    let handler = RequestHandler.subscription("S", .data(["a": 1]))
    let service = MockGraphQLService(
      [handler], options: ServiceOptions(edition: .september2026))
    _ = try await RequestValidationTests.send(
      "subscription S($on: Boolean!) { a @skip(if: $on) }", ["on": false], to: service)
    #expect(
      service.failures.map(\.message) == [
        """
        Invalid subscription "S": Subscription "S" \(Self.conditions) (1:35)
          if the test sends it on purpose, add .acceptingInvalidRequests to the handler (\(handler.location))
        """
      ])
  }

  @Test func tableAcceptsDocumentsValidInOneEdition() async throws {
    let folder = try TemporaryFolder([
      "S.json": #"{"data": {"a": 1}}"#, "S.graphql": "subscription S { a @skip(if: false) }",
    ])
    let schema = try ServiceSchema(definitions: Self.schema)
    #expect(FixtureTable(folder: folder.url).check(schema: schema) == [])
  }

  // MARK: Incremental delivery

  static let unique =
    """
    Value for arguments "defer(label:)" and "stream(label:)" must be unique across all \
    Defer/Stream directive usages.
    """

  static func inSubscription(_ directive: String) -> String {
    """
    \(directive) directive not supported on subscription operations. Disable \
    `@\(directive.lowercased())` by setting the `if` argument to `false`.
    """
  }

  // DeferStreamDirectiveLabelRule
  static let labels: [(document: String, variables: MockJSON, errors: [String])] = [
    (
      #"{ a { ... @defer(label: "x") { a { __typename } } ... @defer(label: "x") { __typename } } }"#,
      nil, ["\(unique) (1:11)(1:55)"]
    ),
    (
      #"{ list @stream(label: "x") { __typename } ...F @defer(label: """x""") } fragment F on Query { __typename }"#,
      nil, ["\(unique) (1:8)(1:48)"]
    ),
    (
      "query ($x: String) { ... @defer(label: $x) { __typename } }", ["x": "y"],
      [#"Argument "@defer(label:)" must be a static string. (1:26)"#]
    ),
    (
      "query ($x: String) { list @stream(label: $x) { __typename } }", ["x": "y"],
      [#"Argument "@stream(label:)" must be a static string. (1:27)"#]
    ),
    (
      "{ ... @defer(label: null) { __typename } }", nil,
      [#"Argument "@defer(label:)" must be a static string. (1:7)"#]
    ),
    (#"{ ... @defer(label: "x") { a { ... @defer { __typename } } } }"#, nil, []),
    // Two spellings of "é", which JavaScript distinguishes.
    (
      "{ ... @defer(label: \"\u{E9}\") { a { ... @defer(label: \"e\u{301}\") { __typename } } } }",
      nil, []
    ),
  ]

  // DeferStreamDirectiveOnValidOperationsRule
  static let subscriptions: [(document: String, variables: MockJSON, errors: [String])] = [
    ("subscription { b { ... @defer { a } } }", nil, ["\(inSubscription("Defer")) (1:24)"]),
    (
      "subscription { b { ... @defer(if: true) { a } } }", nil,
      ["\(inSubscription("Defer")) (1:24)"]
    ),
    (
      "subscription { b { ...F } } fragment F on A { list { ...G } } fragment G on A { ... @defer { a } }",
      nil, ["\(inSubscription("Defer")) (1:85)"]
    ),
    (
      "fragment F on A { ... @defer { a } } subscription { b { ...F } }", nil,
      ["\(inSubscription("Defer")) (1:23)"]
    ),
    (
      "subscription { b { list @stream { a } } }", nil, ["\(inSubscription("Stream")) (1:25)"]
    ),
    ("subscription { b { ... @defer(if: false) { a } } }", nil, []),
    ("subscription ($on: Boolean!) { b { ... @defer(if: $on) { a } } }", ["on": true], []),
    (
      "query Q { a { ...F } } fragment F on Query { ... @defer { __typename } } subscription S { a }",
      nil, []
    ),
    // DeferStreamDirectiveOnRootFieldRule, too.
    (
      "subscription { ... @defer { a } }", nil,
      [
        #"Defer directive cannot be used on root subscription type "Subscription". (1:20)"#,
        "\(inSubscription("Defer")) (1:20)",
      ]
    ),
  ]

  // StreamDirectiveOnListFieldRule
  static let lists: [(document: String, variables: MockJSON, errors: [String])] = [
    (
      "{ a @stream { __typename } list @stream { __typename } }", nil,
      [#"Directive "@stream" cannot be used on non-list field "Query.a". (1:5)"#]
    )
  ]

  @Test(arguments: labels + subscriptions + lists)
  func deferAndStreamFollowTheirRulesIfASchemaDefinesThem(
    document: String, variables: MockJSON, errors: [String]
  ) async throws {
    let operation: MockJSON = document.contains("query Q") ? "Q" : nil
    let found = try await response(to: document, variables, operationName: operation)
    // Without a schema the meaning of these directives is unknown.
    let unknown = try await response(
      to: document, schema: nil, variables, operationName: operation)
    #expect([found.errors, unknown.errors] == [errors, []])
  }

  @Test func aNonNullListCanBeStreamed() async throws {
    let schema = "type Query { list: [Query!]! }"
    let found = try await response(to: "{ list @stream { __typename } }", schema: schema)
    #expect(found.errors == [])
  }

  /// Without `initialCount`, it's another directive.
  @Test func streamDefinedByASchemaIsNotCheckedByTheRules() async throws {
    let schema = "directive @stream(label: String) on FIELD type Query { a: Int b: Int }"
    let document = #"{ a @stream(label: "x") b @stream(label: "x") }"#
    #expect(try await response(to: document, schema: schema).errors == [])
  }

  @Test func deferDefinedByASchemaIsNotCheckedByTheRules() async throws {
    let schema = """
      directive @defer(label: String) on FIELD
      type Query { a: Int b: Int } type Subscription { a: Query }
      """
    for document in [
      #"{ a @defer(label: "x") b @defer(label: "x") }"#, "subscription { a { a @defer } }",
    ] {
      #expect(try await response(to: document, schema: schema).errors == [], "\(document)")
    }
  }
}
