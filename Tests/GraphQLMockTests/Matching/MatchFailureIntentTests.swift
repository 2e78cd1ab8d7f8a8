import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The miss of a request that isn't GraphQL, has an unknown document, or was sent to another endpoint.
struct MatchFailureIntentTests {
  static let query = #"{"query": "{ a }"}"#

  @Test func missOfAnInvalidQueryNamesTheSyntaxError() async throws {
    let service = MockGraphQLService(.query("Shoes", .data([:])))
    let error = await #expect(throws: URLError.self) {
      try await service.makeSession().data(for: PlainHTTPTests.lookalikes[1])
    }
    // The message is that of graphql-js 16.
    #expect(
      error?.localizedDescription == """
        Unhandled request POST https://api.example.com/search; it isn't a GraphQL request: \
        Syntax Error: Unexpected Name "red".
          error:     1:1
                     1 | red shoes
                       | ^
          add:       .http("/search", method: "POST", .status(200))
          or fix:    the document must parse; `{ x }` is enough, if it was meant as a GraphQL request
        """)
    #expect(service.failures.map(\.kind) == [.unhandledRequest])
  }

  @Test func placeholderForTheDocumentExplainsThatTheQueryMustParse() async throws {
    let more = """

        or add:    .http("/graphql", method: "POST", .status(200)), if it isn't a GraphQL request
      """
    let rows: [(body: MockJSON, error: String, excerpt: String, more: String)] = [
      (
        ["query": "query", "variables": ["id": 7]], #"Expected "{", found <EOF>."#,
        """
        1:6
                     1 | query
                       |      ^
        """, ""
      ),
      (
        ["query": "query"], #"Expected "{", found <EOF>."#,
        """
        1:6
                     1 | query
                       |      ^
        """, more
      ),
      (
        ["query": "stub"], #"Unexpected Name "stub"."#,
        """
        1:1
                     1 | stub
                       | ^
        """, more
      ),
    ]
    for row in rows {
      let service = MockGraphQLService()
      _ = try? await service.makeSession().data(for: .graphQL(row.body))
      #expect(
        service.failures.map(\.message) == [
          """
          Unhandled request POST https://example.invalid/graphql; it isn't a GraphQL request: Syntax Error: \
          \(row.error)
            error:     \(row.excerpt)
            fix:       the document must parse; `{ x }` is enough\(row.more)
          """
        ])
    }
  }

  @Test func missOfAnotherMethodSaysThatTheRequestResemblesGraphQL() async throws {
    let service = MockGraphQLService(.operation(.any, .data([:])))
    _ = try? await service.makeSession().receive(
      PlainHTTPTests.request(
        "PUT", "https://api.example.com/documents/7", body: #"{"query": "{ a }"}"#))
    #expect(
      service.failures.map(\.message) == [
        """
        Unhandled request PUT https://api.example.com/documents/7; it isn't a GraphQL request: \
        PUT isn't a method of GraphQL over HTTP
          error:     PUT isn't a method of GraphQL over HTTP
          add:       .http("/documents/7", method: "PUT", .status(200))
          or fix:    send it by POST, if it was meant as a GraphQL request
        """
      ])
  }

  @Test(arguments: [
    (query, "text/plain", #"The body is JSON, but its Content-Type is "text/plain""#),
    (
      query, "application/octet-stream; x=y",
      #"The body is JSON, but its Content-Type is "application/octet-stream""#
    ),
    (
      query, "application/x-www-form-urlencoded",
      #"The body is JSON, but its Content-Type is "application/x-www-form-urlencoded""#
    ),
    (
      query, "multipart/form-data",
      #"The body is JSON, but its Content-Type is "multipart/form-data""#
    ),
    (
      "[\(query)]", "application/json, text/plain",
      #"The body is JSON, but its Content-Type is "application/json, text/plain""#
    ),
    (
      query, "application/graphql",
      #"The body is JSON, but its Content-Type is "application/graphql""#
    ),
    (#"{"query": 7}"#, "application/json", "Invalid query"),
    (
      UploadFormTests.body([
        UploadFormTests.Part("operations", query), UploadFormTests.Part("map", "{}"),
      ]),
      "multipart/form-data", "The type multipart/form-data has no boundary"
    ),
  ])
  func missNamesWhyTheRequestIsNotGraphQL(
    body: String, type: String, cause: String
  ) async throws {
    let service = MockGraphQLService(.query(.anonymous, .data([:])))
    _ = try? await service.makeSession().receive(
      PlainHTTPTests.request("POST", "https://api.example.com/graphql", body: body, type: type))
    #expect(service.misses.map(\.title) == ["request POST https://api.example.com/graphql"])
    #expect(service.misses.map(\.cause) == ["it isn't a GraphQL request: \(cause)"])
  }

  @Test func missOfCompressedJSONExplainsTheEncoding() async throws {
    let service = MockGraphQLService(.operation(.any, .data([:])))
    let request = RequestFormTests.request(RequestFormTests.compressed, coding: "gzip")
    await #expect(throws: URLError.self) { try await service.makeSession().receive(request) }
    #expect(
      service.failures.map(\.message) == [
        """
        Unhandled request POST \(endpoint); it isn't a GraphQL request: Unsupported Media Type
          error:     The body has the Content-Encoding "gzip"; this mock doesn't support compressed bodies.
          add:       .http("/graphql", method: "POST", .status(200))
          or set:    endpoints:, if it was meant as a GraphQL request
        """
      ])
  }

  @Test(arguments: [
    ("https://example.invalid/graphq1", endpoint, #"path is "/graphq1", expected "/graphql""#),
    ("https://example.invalid/graphql/", endpoint, #"path is "/graphql/", expected "/graphql""#),
    // An encoded delimiter isn't a delimiter (RFC 3986, section 2.2).
    (
      "https://example.invalid/shop%2Fgraphql", "https://example.invalid/shop/graphql",
      #"path is "/shop%2Fgraphql", expected "/shop/graphql""#
    ),
    ("http://example.invalid/graphql", endpoint, #"scheme is "http", expected "https""#),
    (
      "https://staging.invalid/graphql", endpoint,
      #"host is "staging.invalid", expected "example.invalid""#
    ),
    ("https://example.invalid:8443/graphql", endpoint, "port is 8443, expected 443"),
    // The first difference, in the order of a URL.
    ("http://staging.invalid:8443/a", endpoint, #"scheme is "http", expected "https""#),
    ("https://example.invalid:8443/a", endpoint, "port is 8443, expected 443"),
  ])
  func requestToAnotherEndpointIsExplained(
    url: String, endpoint: String, difference: String
  ) async throws {
    let service = MockGraphQLService(.query("Viewer", .data([:])), endpoints: [.of(endpoint)])
    let request = try URLRequest.graphQL(
      ["query": "query Viewer { a }", "variables": ["id": 7]], to: url)
    await #expect(throws: URLError.self) { try await service.makeSession().data(for: request) }
    #expect(
      service.failures.map(\.message) == [
        """
        Unhandled query "Viewer"; it was not sent to the endpoint \(endpoint): \
        the \(difference)
          received:  POST \(url)
          variables: {"id":7}
          fix:       send it to \(endpoint), or add \(url) to the endpoints
        """
      ])
  }

  @Test(arguments: [(nil, nil), ("A", nil), (nil, 2), ("A", 1)] as [(String?, Int?)])
  func unknownDocumentIdentifierIsNamed(name: String?, count: Int?) async throws {
    let texts = (0..<(count ?? 0)).map { ("known\($0)", "query B { b }") }
    let documents = count.map { _ in PersistedDocuments(Dictionary(uniqueKeysWithValues: texts)) }
    let service = MockGraphQLService(options: ServiceOptions(documents: documents))
    var body: MockJSON = ["documentId": "feed-v2", "variables": [:]]
    if let name { body = ["documentId": "feed-v2", "operationName": .string(name)] }
    _ = try? await service.makeSession().data(for: .graphQL(body))
    let cause =
      switch count {
      case 2: "the 2 known documents don't match"
      case 1: "the 1 known document doesn't match"
      default: "no documents are known; set ServiceOptions(documents:)"
      }
    let head =
      name == nil
      ? """
      Unhandled operation with the identifier "feed-v2"; \(cause)
        received:  POST https://example.invalid/graphql
        add:       .operation(.anonymous, .data([:]))
      """
      : """
      Unhandled operation "A"; no handlers are registered
        received:  POST https://example.invalid/graphql
        document:  "feed-v2"; \(cause)
        add:       .operation("A", .data([:]))
      """
    #expect(service.failures.map(\.message) == [head])
  }
}
