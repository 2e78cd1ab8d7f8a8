import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Each fact about a document is computed once, and never confused with that of another.
struct RequestValidatorTests {
  /// Sends a document, and returns the errors that a service finds.
  private func messages(
    _ query: String, _ variables: MockJSON = nil, operationName: String? = nil,
    to service: MockGraphQLService
  ) async throws -> [String] {
    let request = try URLRequest.graphQL([
      "query": .string(query), "variables": variables,
      "operationName": operationName.map { .string($0) } ?? nil,
    ])
    let json = try MockJSON(parsing: try await service.makeSession().receive(request).body)
    return (json["errors"].array ?? []).compactMap { $0["message"].string }
  }

  private func service(
    _ schema: ServiceSchema? = nil, edition: SpecificationEdition = .deployed
  ) -> MockGraphQLService {
    let handlers: [RequestHandler] = [.operation { _ in .data(["a": 1]) }]
    return MockGraphQLService(
      handlers, schema: schema, options: ServiceOptions(edition: edition))
  }

  /// A list in a custom scalar has no item type, so a variable in it has no expected type (GraphQL, section 5.8.5).
  ///
  /// graphql-js 16 refuses it, because it takes the scalar for the item type.
  @Test(arguments: [
    ("near(loc: [$lat, 2])", []), ("near(loc: {a: [$lat]})", []), ("near(loc: [[$lat]])", []),
    (
      "near(ids: [$lat])",
      [#"Variable "$lat" of type "Float" used in position expecting type "Int"."#]
    ),
    (
      "near(loc: $lat)",
      [#"Variable "$lat" of type "Float" used in position expecting type "Loc"."#]
    ),
  ])
  func variableInAListOfACustomScalarIsValid(field: String, errors: [String]) async throws {
    let service = service(
      try ServiceSchema(
        definitions: "scalar Loc type Query { near(loc: Loc, ids: [Int]): Int a: Int }"))
    let found = try await messages(
      "query A($lat: Float) { a: \(field) }", ["lat": 1.5], to: service)
    #expect(found == errors)
  }

  @Test func cachedVerdictsDependOnSchemaEditionAndOperation() async throws {
    let first = service(try ServiceSchema(definitions: "type Query { a: Int }"))
    let second = service(try ServiceSchema(definitions: "type Query { b: Int }"))
    let untyped = service()
    let described = #""x" query Q { a }"#
    let query = "query A($a: String) { a(a: $a) } query B($a: Int) { a(a: $a) } query C { a }"
    for _ in 0..<2 {
      let cases: [(MockGraphQLService, query: String, operation: String?, expected: [String])] = [
        (first, "{ a }", nil, []),
        // The message is that of graphql-js 16; graphql-core 3.2 has single quotes.
        (second, "{ a }", nil, [#"Cannot query field "a" on type "Query". Did you mean "b"?"#]),
        (service(edition: .september2026), described, nil, []),
        (
          service(), described, nil,
          ["Syntax Error: Unexpected description, descriptions are supported only on definitions."]
        ),
        (untyped, query, "A", []), (untyped, query, "C", []),
        (
          untyped, query, "B",
          [#"Variable "$a" got invalid value "x"; Int cannot represent non-integer value: "x""#]
        ),
      ]
      for (service, query, name, expected) in cases {
        let variables: MockJSON = name == nil ? nil : ["a": "x"]
        let found = try await messages(query, variables, operationName: name, to: service)
        #expect(found == expected, "\(query) \(name ?? "")")
      }
    }
  }

  @Test func documentIsValidatedOnceForAllServices() async throws {
    var counts: [Int] = []
    // Documents of other tests may empty the cache between two requests, which is unlikely to happen each time.
    while counts.count < 20, !counts.contains(1) {
      let count = Locked(0)
      let check = ScalarCheck { _ in
        count.withLock { $0 += 1 }
        return nil
      }
      let schema = try ServiceSchema(definitions: "scalar Date type Query { a(on: Date): Int }")
        .checking(["Date": check])
      for _ in 0..<3 { #expect(try await messages("{ a(on: 1) }", to: service(schema)) == []) }
      counts.append(count.withLock { $0 })
    }
    #expect(counts.last == 1)
  }
}
