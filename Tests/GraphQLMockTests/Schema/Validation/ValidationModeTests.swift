import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Responses with mistakes are warnings or failures, as `responseValidation` states.
struct ValidationModeTests {
  private static func failures(
    _ response: MockResponse, _ mode: ValidationMode?,
    asking query: String = "query V { viewer { __typename name } }"
  ) async throws -> (failures: [String], warnings: [String]) {
    let service = MockGraphQLService(
      .operation(.any, response), options: ServiceOptions(responseValidation: mode))
    _ = try? await service.makeSession().data(for: .graphQL(["query": .string(query)]))
    return (service.failures.map(\.message), service.requests.flatMap(\.warnings))
  }

  @Test func missingFieldOfAHandlerFailsTheTestIfThatIsStated() async throws {
    let (failures, warnings) = try await Self.failures(.data(["viewer": [:]]), .fail)
    #expect(
      failures == [
        #"The response doesn't match the document of the request: data.viewer has no "name", selected at query line 1, column 31"#
      ])
    #expect(
      warnings == [#"data.viewer has no "__typename", selected at query line 1, column 20"#])
  }

  // GraphQL, section 7.1.2: "errors" is a non-empty list of objects, each with the string "message".
  static let errors: [(errors: MockJSON, isValid: Bool)] = [
    ("boom", false), (nil, false), ([], false), (["boom"], false),
    ([["message": "No"], ["code": 1]], false), ([["message": "No"]], true),
  ]

  @Test(arguments: errors)
  func malformedErrorsAreAWarningOrAFailure(errors: MockJSON, isValid: Bool) async throws {
    let warning =
      #""errors" must be a list of one or more objects with a "message", or be left out, but is \#(errors)"#
    let response = MockResponse.json(["data": ["viewer": nil], "errors": errors])
    let found = try await Self.failures(response, nil)
    #expect(found.warnings == (isValid ? [] : [warning]))
    #expect(found.failures == [])
    let failures = try await Self.failures(response, .fail).failures
    #expect(failures.map { $0.hasSuffix(": \(warning)") } == (isValid ? [] : [true]))
    // A gateway may answer with anything.
    #expect(try await Self.failures(response.status(502), .fail).failures == [])
  }

}
