import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Handwritten bodies with errors, and with null data.
struct HandwrittenErrorTests {
  static let graphQL = "application/graphql-response+json"
  static let json = "application/json"
  static let errors: MockJSON = ["errors": [["message": "No"]]]
  static let body = #"{"errors":[{"message":"No"}]}"#

  static func warning(_ status: Int) -> String {
    """
    The response has errors but no data. As application/graphql-response+json, a service sends \
    that with 4xx or 5xx, not with \(status): set the status, or use .requestError.
    """
  }

  /// "If the GraphQL response does not contain the data entry then the server MUST reply with an
  /// appropriate 4xx or 5xx status code" (GraphQL over HTTP, "Status Codes").
  @Test(
    arguments: [HTTPEdition.deployed, .september2026],
    [
      (MockResponse.json(errors), graphQL, 200, true), (.json(errors), json, 200, false),
      (.json(errors).status(202), graphQL, 202, true),
      (.json(errors).status(403), graphQL, 403, false),
      (.json(errors).header("Content-Type", json), graphQL, 200, false),
      (.fixture("Q"), graphQL, 200, true), (.fixture("Q"), json, 200, false),
    ])
  func aBodyOfErrorsAloneKeepsItsBytesAndItsStatus(
    edition: HTTPEdition, row: (response: MockResponse, accept: String, status: Int, isWarned: Bool)
  ) async throws {
    let folder = try TemporaryFolder(["Q.json": Self.body])
    let service = MockGraphQLService(
      .query("Q", row.response), fixtures: FixtureTable(folder: folder.url),
      options: ServiceOptions(edition: edition))
    let received = try await service.makeSession()
      .receive(.graphQL(["query": "query Q { a }"], accept: row.accept))
    #expect(received.status == row.status)
    #expect(received.body == Self.body)
    #expect(
      service.exchanges.flatMap(\.warnings) == (row.isWarned ? [Self.warning(row.status)] : []))
    #expect(service.failures == [])
  }

  @Test func warningAboutOnlyErrorsFollowsResponseValidation() async throws {
    let service = MockGraphQLService(
      .query("Q", .json(Self.errors)), options: ServiceOptions(responseValidation: .off))
    _ = try await service.makeSession()
      .receive(.graphQL(["query": "query Q { a }"], accept: Self.graphQL))
    #expect(service.exchanges.flatMap(\.warnings) == [])
  }

  /// "both the data entry (even if it is null) and the errors entry".
  @Test(arguments: [MockJSON.null, ["a": nil], ["a": 1]])
  func dataAndErrorsHaveTheStatusOfTheEdition(data: MockJSON) async throws {
    let service = MockGraphQLService(
      .query("Q", .json(["data": data, "errors": [["message": "No"]]])),
      options: ServiceOptions(edition: .september2026))
    let received = try await service.makeSession()
      .receive(.graphQL(["query": "query Q { a }"], accept: Self.graphQL))
    #expect(received.status == 294)
    #expect(received.body == #"{"data":\#(data),"errors":[{"message":"No"}]}"#)
  }

  // MARK: Null data

  static let definitions = """
    type Query { product: Product, name: String! }
    type Product { name: String! }
    """

  /// graphql-core 3.2 answers `{"product": null}` if a resolver of `name` fails, and null if one of
  /// `Query.name` does; a mock may do either.
  @Test(arguments: ["query Q { product { name } }", "query Q { name }"], [false, true])
  func nullDataWithErrorsIsValid(query: String, hasSchema: Bool) async throws {
    for response: MockResponse in [
      .error("No", path: ["product", "name"]), .errors(["No", "Nor"]), .data(nil, errors: ["No"]),
      .json(["data": nil, "errors": [["message": "No"]]]),
    ] {
      let service = MockGraphQLService(
        .query("Q", response),
        schema: hasSchema ? try ServiceSchema(definitions: Self.definitions) : nil,
        options: ServiceOptions(responseValidation: .fail))
      let received = try await service.makeSession().receive(.graphQL(["query": .string(query)]))
      #expect(received.status == 200)
      #expect(received.body.hasPrefix(#"{"data":null,"errors":[{"#))
      #expect(service.exchanges.flatMap(\.warnings) == [])
      #expect(service.failures == [])
    }
  }

  /// "There are no circumstances where the GraphQL specification allows for a response having data as null
  /// without errors being present" (GraphQL over HTTP, "Status Codes").
  @Test(arguments: [
    MockResponse.data(nil), .json(["data": nil]), .json(["data": nil, "errors": []]),
  ]) func nullDataWithoutErrorsWarnsOrFails(response: MockResponse) async throws {
    let request = try URLRequest.graphQL(["query": "query Q { product { name } }"])
    let warned = MockGraphQLService(.query("Q", response))
    #expect(try await warned.makeSession().receive(request).status == 200)
    #expect(
      warned.exchanges.flatMap(\.warnings) == ["data must not be null if there are no errors"])
    let failed = MockGraphQLService(
      .query("Q", response), schema: try ServiceSchema(definitions: Self.definitions))
    await #expect(throws: URLError.self) { try await failed.makeSession().receive(request) }
    #expect(
      failed.failures.map(\.message) == [
        """
        The response can't come from a service with this schema: \
        data must not be null if there are no errors
        """
      ])
  }

  @Test func checkOfATableReportsNullDataWithoutErrors() throws {
    let folder = try TemporaryFolder([
      "A.json": #"{"data":null}"#, "B.json": #"{"data":null,"errors":[{"message":"No"}]}"#,
    ])
    #expect(
      FixtureTable(folder: folder.url).check(documents: ["query A { a } query B { a }"])
        .map(\.description) == [
          "\(folder.url.lastPathComponent)/A.json:1:9: data must not be null if there are no errors"
        ])
  }

  @Test func nullDataWithErrorsIsNotCompleted() async throws {
    let service = MockGraphQLService(
      .query("Q", .error("No").completed), schema: try ServiceSchema(definitions: Self.definitions))
    let received = try await service.makeSession()
      .receive(.graphQL(["query": "query Q { product { name } }"]))
    #expect(received.body == #"{"data":null,"errors":[{"message":"No"}]}"#)
    #expect(service.failures == [])
  }

  // MARK: Literals

  @Test func errorIsAStringLiteral() {
    let field = "price"
    let errors: [MockResponseError] = ["No stock", "No \(field)"]
    #expect(errors == [MockResponseError("No stock"), MockResponseError("No price")])
  }
}
