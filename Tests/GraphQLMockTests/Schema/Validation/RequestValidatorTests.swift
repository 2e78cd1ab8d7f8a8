import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

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
          service(edition: .september2026), #""x" query Q($a: ID!) { a(a: $a) }"#, nil,
          [#"Variable "$a" of required type "ID!" was not provided."#]
        ),
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

  /// Closures of the test and large texts take time, so they may not delay other requests.
  @Test(arguments: [
    (query: "{ a }", bytes: 4_096, ofVariables: 2, hasChecks: false, isLong: false),
    ("{ a }", 4_097, 2, false, true), ("{ a }", 6, 65_536, false, false),
    ("{ a }", 6, 65_537, false, true), ("{ a }", 6, 2, true, true),
    ("query ($a: Date) { a(on: $a) }", 31, 2, true, true),
  ])
  func largeRequestsAndScalarChecksMayTakeLong(
    query: String, bytes: Int, ofVariables: Int, hasChecks: Bool, isLong: Bool
  ) throws {
    func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
    var schema = try ServiceSchema(definitions: "scalar Date type Query { a(on: Date): Int }")
    if hasChecks { schema = schema.checking(["Date": .string]) }
    let validator = RequestValidator(types: try schema.system, rules: .deployed)
    var request = try URLRequest.graphQL([:])
    request.httpBody = Data(
      """
      {"query": "\(query)\(spaces(bytes - query.utf8.count))", \
      "variables": {\(spaces(ofVariables - 2))}}
      """.utf8)
    let operation = try OperationRequest(request)
    #expect(validator.mayTakeLong(operation) == isLong)
    #expect(validator.errors(in: operation) == [])
    // The verdict on the document is known now, but each request has its own variables.
    let isOfVariables = query.hasPrefix("query") || ofVariables > 2
    #expect(validator.mayTakeLong(operation) == (isLong && isOfVariables))
  }
}
