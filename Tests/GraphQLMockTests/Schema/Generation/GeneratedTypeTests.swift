import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The object types of generated values.
///
/// Each answer is one that section 6.4.3 of the GraphQL specification allows,
/// and among these the one that the article "From a schema" states.
struct GeneratedTypeTests {
  private static let schema = """
    interface Node { id: ID! }
    interface Priced { price: Int! }
    interface Planned { name: String! }
    type Query {
      node(id: ID!): Node search: [Result!]! u: Either plans: [Planned] plan: Planned sure: Planned!
      allPlans: [Planned!]!
    }
    type Mutation { pay: Payload }
    union Result = Shop | Product | Checkout
    union Payload = Failure | Checkout
    union Either = A | B
    interface P { upc: String! }
    type A { upc: String! x: Int }
    type B implements P { upc: String! }
    type Shop implements Node { id: ID! name: String! }
    type Product implements Node & Priced { id: ID! price: Int! upc: String! }
    type Checkout implements Node & Priced { id: ID! price: Int! url: String! }
    type Failure { message: String! }
    """

  private func response(
    _ query: String, _ response: MockResponse? = nil, _ overrides: GeneratedOverrides = [:]
  ) async throws -> (json: MockJSON, failures: [String]) {
    let service = MockGraphQLService(
      schema: try ServiceSchema(definitions: Self.schema), unhandled: .generated(overrides))
    if let response { service.register(.operation(.any, response)) }
    let request = try URLRequest.graphQL(["query": .string(query)])
    let body = try? await service.respond(to: request).body.collect()
    return (try body.map { try MockJSON(parsing: $0) } ?? nil, service.failures.map(\.message))
  }

  static let selections: [(query: String, overrides: GeneratedOverrides, data: MockJSON)] = [
    ("node(id: 5) { ... on Checkout { id url } }", [:], ["node": ["id": "5", "url": "url"]]),
    // A field of all types says nothing, and neither does `__typename`.
    (
      "node(id: 5) { id ... on Node { id } ... on Shop { __typename } ... on Checkout { url } }",
      [:], ["node": ["id": "5", "url": "url"]]
    ),
    ("node(id: 5) { __typename ...on Shop { __typename } }", [:], ["node": ["__typename": "Shop"]]),
    (
      "search { ... on Node { id } ... on Checkout { __typename url } }", [:],
      [
        "search": [
          ["id": "search.0", "__typename": "Checkout", "url": "url"],
          ["id": "search.1", "__typename": "Checkout", "url": "url"],
        ]
      ]
    ),
    (
      "node(id: 5) { __typename ... on Priced { price } }", [:],
      ["node": ["__typename": "Product", "price": 1]]
    ),
    (
      "node(id: 5) { ... on Priced { price ... on Node { ... on Checkout { url } } } }",
      ["Checkout.price": 7], ["node": ["price": 7, "url": "url"]]
    ),
    (
      "node(id: 5) { ... on Product @include(if: false) { upc } ... on Checkout { url } }", [:],
      ["node": ["url": "url"]]
    ),
    // An override prefers its type, but not to a type for which the document selects something.
    (
      "search { ... on Product { upc } ... on Checkout { url } }", ["Checkout.url": "u"],
      ["search": [["url": "u"], ["url": "u"]]]
    ),
    (
      "search { ... on Product { upc } ... on Checkout { url } }", ["Checkout": ["url": "u"]],
      ["search": [["url": "u"], ["url": "u"]]]
    ),
    (
      "node(id: 5) { __typename id }", ["Checkout.id": "7"],
      ["node": ["__typename": "Checkout", "id": "7"]]
    ),
    (
      "node(id: 5) { id ... on Product { upc } }", ["Checkout.id": "7"],
      ["node": ["id": "5", "upc": "upc"]]
    ),
  ]

  @Test(arguments: selections)
  func theTypeIsOneForWhichTheDocumentSelectsAField(
    query: String, overrides: GeneratedOverrides, data: MockJSON
  ) async throws {
    let answer = try await response("{ \(query) }", nil, overrides)
    #expect(answer.json == ["data": data])
    #expect(answer.failures == [])
  }

  @Test func thePayloadOfAMutationHasTheTypeThatTheDocumentSelects() async throws {
    let answer = try await response("mutation { pay { ... on Checkout { url } } }")
    #expect(answer.json == ["data": ["pay": ["url": "url"]]])
  }

  @Test(
    arguments: [
      ("{ u { ... on P { upc } ... on A { x } } }", ["u": ["upc": "1"]], ["u": ["upc": "1"]]),
      (
        "{ u { ... on P { x: upc } ... on A { y: upc } } }", ["u": ["x": "1"]], ["u": ["x": "1"]]
      ),
      (
        "{ search { ... on Checkout { url price } } }", ["search": [[:], ["url": "u"]]],
        ["search": [["url": "url", "price": 1], ["url": "u", "price": 1]]]
      ),
      // The `__typename` that a handler states wins.
      (
        "{ search { __typename ... on Checkout { url } } }", ["search": [["__typename": "Shop"]]],
        ["search": [["__typename": "Shop"]]]
      ),
    ] as [(String, MockJSON, MockJSON)])
  func completedDataHasTheTypeThatSelectsAllOfItsMembers(
    query: String, stated: MockJSON, data: MockJSON
  ) async throws {
    let answer = try await response(query, .data(stated).completed)
    #expect(answer.json == ["data": data])
    #expect(answer.failures == [])
  }

  @Test func anInterfaceWithoutImplementationsIsNull() async throws {
    let answer = try await response("{ plan { name } plans { name } }")
    #expect(answer.json == ["data": ["plan": nil, "plans": [nil, nil]]])
    #expect(answer.failures == [])
  }

  @Test(arguments: ["sure", "allPlans"])
  func anInterfaceWithoutImplementationsThatMustNotBeNullFailsTheTest(field: String) async throws {
    let answer = try await response("{ \(field) { name } }")
    #expect(
      answer.failures == [
        #"No response can be generated: no type implements the interface "Planned", and a value of this type can't be null."#
      ])
  }
}
