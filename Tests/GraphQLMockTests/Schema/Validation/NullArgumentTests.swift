import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Null for a non-null argument, by way of a nullable variable (GraphQL, sections 5.8.5 and 6.4.1).
///
/// The errors are those of graphql-core 3.2.8, in the words of graphql-js 16, but of the request, not of a field.
struct NullArgumentTests {
  static let schema = """
    input F { n: Int! }
    type Query { need(n: Int!): Int deep(f: F): Int! arr(l: [Int!]!): Int some(n: Int! = 3): U u: U! us: [U]! }
    type U { name: String need(n: Int!): String! }
    """

  static func response(
    _ query: String, _ variables: MockJSON, _ response: MockResponse = .generated,
    _ options: ServiceOptions = ServiceOptions()
  ) async throws -> (MockJSON, MockGraphQLService) {
    let service = MockGraphQLService(
      .operation(.any, response), schema: try ServiceSchema(definitions: schema), options: options)
    let request = try URLRequest.graphQL(["query": .string(query), "variables": variables])
    let body = try await service.respond(to: request).body.collect()
    return (try MockJSON(parsing: body), service)
  }

  static let null = #"Argument "n" of non-null type "Int!" must not be null."#
  static let condition = #"Argument "if" of non-null type "Boolean!" must not be null."#

  @Test(
    arguments: [
      ("query Q($n: Int = 4) { need(n: $n) u { name } }", null, 32),
      (
        "query Q($n: Int = 4) { deep(f: {n: $n}) }", #"Argument "f" has invalid value {n: $n}."#, 32
      ),
      ("query Q($n: Int = 4) { arr(l: [1, $n]) }", #"Argument "l" has invalid value [1, $n]."#, 31),
      ("query Q($n: Int) { some(n: $n) { name } }", null, 28),
      ("query Q($n: Boolean = true) { u @include(if: $n) { name } }", condition, 46),
      ("query Q($n: Boolean = true) { some { ... @skip(if: $n) { name } } }", condition, 52),
      ("query Q($n: Int = 4) { us { need(n: $n) } }", null, 37),
    ] as [(String, String, Int)])
  func nullForANonNullArgumentFailsTheRequest(
    query: String, message: String, column: Int
  ) async throws {
    for response in [MockResponse.generated, .data(["u": ["name": "Ada"]])] {
      let (json, service) = try await Self.response(query, ["n": nil], response)
      #expect(
        json == [
          "errors": [
            [
              "message": .string(message),
              "locations": [["line": 1, "column": .number(column)]],
            ]
          ]
        ])
      #expect(service.failures.map(\.kind) == [.invalidRequest])
    }
  }

  @Test(
    arguments: [
      ("query Q($n: Int = 4) { need(n: $n) }", [:]),
      ("query Q($n: Int) { some(n: $n) { name } }", [:]),
    ] as [(String, MockJSON)])
  func argumentsThatAreNotNullAreNoErrors(
    query: String, variables: MockJSON
  ) async throws {
    let (json, service) = try await Self.response(query, variables)
    #expect(!json.has("errors"))
    #expect(service.failures == [])
  }

  @Test(arguments: [ValidationMode.warn, .off])
  func withoutRequestValidationTheDataIsSent(mode: ValidationMode) async throws {
    let (json, service) = try await Self.response(
      "query Q($n: Int = 4) { need(n: $n) }", ["n": nil], .data(["need": 7]),
      ServiceOptions(requestValidation: mode))
    #expect(json == ["data": ["need": 7]])
    #expect(service.failures == [])
    #expect(
      service.requests.flatMap(\.warnings)
        == (mode == .warn ? ["the request is invalid: \(Self.null) (1:32)"] : []))
  }
}
