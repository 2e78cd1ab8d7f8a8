import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Handwritten bodies with errors, and with null data.
struct ErrorResponseTests {
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

  /// The status and the body of the response to a query, and then the warnings and failures.
  private static func outcome(
    of service: MockGraphQLService, _ query: String = "query Q { a }", accept: String = graphQL
  ) async throws -> [String] {
    let request = try URLRequest.asking(query, accept: accept)
    let incoming = try await service.makeSession().receive(request)
    let warnings = service.requests.flatMap { $0.warnings }
    let failures = service.failures.map { "failure: \($0)" }
    return ["\(incoming.status) \(incoming.body)"] + warnings + failures
  }

  /// "If the GraphQL response does not contain the data entry then the server MUST reply with an
  /// appropriate 4xx or 5xx status code" (GraphQL over HTTP, "Status Codes").
  @Test(
    arguments: [SpecificationEdition.deployed, .september2026],
    [
      (MockResponse.json(errors), graphQL, 200, true), (.json(errors), json, 200, false),
      (.json(errors).status(202), graphQL, 202, true),
      (.json(errors).status(403), graphQL, 403, false),
      (.json(errors).header("Content-Type", json), graphQL, 200, false),
      (.fixture("Q"), graphQL, 200, true), (.fixture("Q"), json, 200, false),
    ])
  func aBodyOfErrorsAloneKeepsItsBytesAndItsStatusAndWarnsIfValidated(
    edition: SpecificationEdition,
    row: (response: MockResponse, accept: String, status: Int, isWarned: Bool)
  ) async throws {
    let folder = try TemporaryFolder(["Q.json": Self.body])
    for mode: ValidationMode? in [nil, .off] {
      let service = MockGraphQLService(
        .query("Q", row.response), fixtures: FixtureTable(folder: folder.url),
        options: ServiceOptions(edition: edition, responseValidation: mode))
      var expected = ["\(row.status) \(Self.body)"]
      if row.isWarned, mode == nil { expected.append(Self.warning(row.status)) }
      #expect(try await Self.outcome(of: service, accept: row.accept) == expected)
    }
  }

  /// "both the data entry (even if it is null) and the errors entry".
  @Test(arguments: [MockJSON.null, ["a": nil], ["a": 1]])
  func dataAndErrorsHaveTheStatusOfTheEdition(data: MockJSON) async throws {
    let service = MockGraphQLService(
      .query("Q", .json(["data": data, "errors": [["message": "No"]]])),
      options: ServiceOptions(edition: .september2026))
    #expect(
      try await Self.outcome(of: service) == [
        #"294 {"data":\#(data),"errors":[{"message":"No"}]}"#
      ])
  }

  /// The first edition allows `application/json` only with a 2xx status.
  @Test(arguments: [(200, json), (299, json), (300, graphQL), (422, graphQL), (500, graphQL)])
  func requestErrorIsJSONInTheFirstEditionOnlyWithA2xxStatus(status: Int, type: String)
    async throws
  {
    let service = MockGraphQLService(
      .query("Q", .requestError("No").status(status)),
      options: ServiceOptions(edition: .september2026))
    let incoming = try await service.makeSession().receive(
      .asking("query Q { a }", accept: Self.json))
    let expected = Received(
      status: status, contentType: "\(type); charset=utf-8", body: Self.body)
    #expect(incoming == expected)
  }

  // MARK: Null data

  static let definitions = """
    type Query { product: Product, name: String! }
    type Product { name: String! }
    """

  /// graphql-core 3.2 answers `{"product": null}` if a resolver of `Product.name` fails, and null if one of
  /// `Query.name` does.
  @Test(arguments: ["query Q { product { name } }", "query Q { name }"], [false, true])
  func nullDataWithErrorsIsValidAndNotCompleted(query: String, hasSchema: Bool) async throws {
    let field = "price"
    let isNested = query.contains("product")
    let path: MockJSON = isNested ? ["product", "name"] : ["name"]
    var rows: [(response: MockResponse, errors: String)] = [
      (.error("No", path: path), #"{"message":"No","path":\#(path)}"#),
      (.errors(["No", "No \(field)"]), #"{"message":"No"},{"message":"No price"}"#),
      (.data(nil, errors: ["No"]), #"{"message":"No"}"#),
      (.json(["data": nil, "errors": [["message": "No"]]]), #"{"message":"No"}"#),
    ]
    if hasSchema { rows.append((.error("No").completed, #"{"message":"No"}"#)) }
    for (index, row) in rows.enumerated() {
      let service = MockGraphQLService(
        .query("Q", row.response),
        schema: hasSchema ? try ServiceSchema(definitions: Self.definitions) : nil,
        options: ServiceOptions(responseValidation: .fail))
      #expect(
        try await Self.outcome(of: service, query, accept: Self.json) == [
          #"200 {"data":null,"errors":[\#(row.errors)]}"#
        ] + (index == 0 && hasSchema && isNested ? [Self.nullTooFar] : []), "row \(index)")
    }
  }

  static let nullTooFar =
    "data is null, but an error at product.name makes only a nullable field null: use "
    + #".data(["product": nil], errors: …)"#

  /// "There are no circumstances where the GraphQL specification allows for a response having data as null
  /// without errors being present" (GraphQL over HTTP, "Status Codes").
  @Test(arguments: [
    MockResponse.data(nil), .json(["data": nil]), .json(["data": nil, "errors": []]),
  ]) func nullDataWithoutErrorsWarnsOrFails(response: MockResponse) async throws {
    let query = "query Q { product { name } }"
    let warned = try await Self.outcome(
      of: MockGraphQLService(.query("Q", response)), query, accept: Self.json)
    #expect(warned.first?.hasPrefix("200 ") == true, "\(warned)")
    #expect(warned.dropFirst() == ["data must not be null if there are no errors"])
    let failed = MockGraphQLService(
      .query("Q", response), schema: try ServiceSchema(definitions: Self.definitions))
    await #expect(throws: URLError.self) {
      try await Self.outcome(of: failed, query, accept: Self.json)
    }
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
}
