import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Each fact about a document is computed once, and never confused with that of another.
@Suite(.onOwnThreads) struct RequestValidatorTests {
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
    _ schema: ServiceSchema? = nil, edition: HTTPEdition = .deployed
  ) -> MockGraphQLService {
    let handlers: [RequestHandler] = [.operation { _ in .data(["a": 1]) }]
    return MockGraphQLService(
      handlers, schema: schema, options: ServiceOptions(edition: edition))
  }

  @Test func cachedVerdictDependsOnTheSchema() async throws {
    let services = try ["type Query { a: Int }", "type Query { b: Int }"].map {
      service(try ServiceSchema(definitions: $0))
    }
    for _ in 0..<2 {
      #expect(try await messages("{ a }", to: services[0]) == [])
      // The message is that of graphql-js 16; graphql-core 3.2 has single quotes.
      #expect(
        try await messages("{ a }", to: services[1])
          == [#"Cannot query field "a" on type "Query". Did you mean "b"?"#])
    }
  }

  @Test func cachedVerdictDependsOnTheEdition() async throws {
    for _ in 0..<2 {
      #expect(try await messages(#""x" query Q { a }"#, to: service(edition: .september2026)) == [])
      #expect(
        try await messages(#""x" query Q { a }"#, to: service()) == [
          "Syntax Error: Unexpected description, descriptions are supported only on definitions."
        ])
    }
  }

  @Test func cachedVariablesDependOnTheOperation() async throws {
    let query = "query A($a: String) { a(a: $a) } query B($a: Int) { a(a: $a) } query C { a }"
    let service = service()
    for _ in 0..<2 {
      #expect(try await messages(query, ["a": "x"], operationName: "A", to: service) == [])
      #expect(try await messages(query, ["a": "x"], operationName: "C", to: service) == [])
      #expect(
        try await messages(query, ["a": "x"], operationName: "B", to: service) == [
          #"Variable "$a" got invalid value "x"; Int cannot represent non-integer value: "x""#
        ])
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
