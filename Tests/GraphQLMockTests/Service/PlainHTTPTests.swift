import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests that resemble GraphQL but aren't, and requests that miss their endpoint.
struct PlainHTTPTests {
  static func request(
    _ method: String = "POST", _ url: String = "https://api.example.com/search",
    body: String? = nil, type: String? = "application/json"
  ) -> URLRequest {
    var request = URLRequest(url: .of(url))
    request.httpMethod = method
    if let body {
      request.httpBody = Data(body.utf8)
      request.setValue(type, forHTTPHeaderField: "Content-Type")
    }
    return request
  }

  static let lookalikes: [URLRequest] = [
    request("GET", "https://api.example.com/search?query=shoes"),
    request(body: #"{"query": "red shoes"}"#),
    request("PUT", body: #"{"query": "red shoes"}"#),
    request(body: #"{"query": 5}"#),
    request(body: #"[{"query": "red shoes"}, {"query": "hats"}]"#),
    request(body: #"{"query": "a", "query": "b"}"#),
    request(body: #"{"query": "#),
    // An identifier of a document, but the service knows no such document.
    request(body: #"{"id": "7", "name": "x"}"#),
    form("query=red+shoes"), form("q=x"), form(""), form("variables=x"),
    // A form without an operation.
    request(
      body: UploadFormTests.body([UploadFormTests.Part("photo", "A")]),
      type: "multipart/form-data; boundary=b"),
  ]

  private static func form(_ body: String) -> URLRequest {
    request(body: body, type: "application/x-www-form-urlencoded")
  }

  @Test(arguments: lookalikes) func nonGraphQLRequestGoesToHTTPHandlersAndThePolicy(
    request: URLRequest
  ) async throws {
    let handled = MockGraphQLService(
      .http("/search", .text("handled")),
      options: ServiceOptions(documents: PersistedQueryLookupTests.documents))
    let policy = MockGraphQLService(
      .query(.any, .data([:])), unhandled: .respond(.text("by policy")))
    for (service, body) in [(handled, "handled"), (policy, "by policy")] {
      #expect(try await service.makeSession().receive(request).body == body, "\(body)")
      #expect(service.failures == [], "\(body)")
      #expect(service.requests.map(\.operations.count) == [0], "\(body)")
    }
  }

  @Test func unhandledInvalidJSONIsAnsweredLikeAService() async throws {
    let service = MockGraphQLService()
    let incoming = try await service.makeSession().receive(Self.request(body: #"{"query": "#))
    #expect(incoming.status == 400)
    #expect(
      service.failures.map(\.message) == [
        """
        Malformed GraphQL request POST https://api.example.com/search: Unparsable JSON body: \
        The request body is not valid JSON at byte 10: expected a value, found the end.
        """
      ])
  }

  @Test func batchWithOneValidDocumentIsGraphQL() async throws {
    let service = MockGraphQLService(.query("A", .data(["a": 1])))
    let incoming = try await service.makeSession().receive(
      Self.request(body: #"[{"query": "query A { a }"}, {"query": "query B { "}]"#))
    #expect(
      try MockJSON(parsing: incoming.body)[1]["errors"][0]["message"]
        == "Syntax Error: Expected Name, found <EOF>.")
    #expect(
      service.failures.map(\.message) == [
        """
        Malformed GraphQL request POST https://api.example.com/search, entry 1 of the batch: \
        Syntax Error: Expected Name, found <EOF>.
        1:11
        1 | query B { \("")
          |           ^
        """
      ])
  }

  // MARK: Endpoints

  @Test func missOfAnotherEndpointNamesTheDifference() async throws {
    let line = #line + 2
    let service = MockGraphQLService(
      .query("A", .data([:])).where(endpoint: .of("https://example.invalid/other")))
    await #expect(throws: URLError.self) {
      try await service.makeSession().data(for: .graphQL(["query": "query A { a }"]))
    }
    #expect(
      service.failures.map(\.message) == [
        """
        Unhandled query "A"; nearest is query "A" (PlainHTTPTests.swift:\(line)): it only handles requests to \
        https://example.invalid/other, but the path is "/graphql", expected "/other"
          received:  POST https://example.invalid/graphql
          add:       .query("A", .data(["a": ""]))
        """
      ])
  }

  @Test func secretInThePathBesideAnEndpointIsHidden() async throws {
    let service = MockGraphQLService(
      .query("Other", .passThrough), endpoints: [.of("https://a.example/graphql")])
    let secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    let request = Self.request(
      "POST", "https://a.example/\(secret)/graphql", body: #"{"query": "query A { a }"}"#)
    _ = try? await service.makeSession().receive(request)
    let miss = try #require(service.misses.first)
    #expect(miss.title == #"query "A""#)
    #expect(
      miss.cause.hasPrefix("it was not sent to the endpoint https://a.example/graphql: "))
    #expect(service.failures.allSatisfy { !$0.message.contains(secret) })
  }

  @Test func brokenTableFileFailsPlainHTTPThatNoOtherHandlerAnswers() async throws {
    let folder = try TemporaryFolder(["Shop/table.json": #"{"rows":[{"request":{"path":"/ping"}"#])
    let service = MockGraphQLService(
      .http("/health", .status(204)),
      fixtures: FixtureTable(folder: folder.url.appendingPathComponent("Shop")),
      unhandled: .passThrough)
    let session = service.makeSession()
    let health = try await session.receive(Self.request("GET", "https://a.example/health"))
    #expect(health.status == 204)
    await #expect(throws: URLError.self) {
      try await session.receive(Self.request("GET", "https://a.example/ping"))
    }
    #expect(
      service.failures.map(\.message) == [
        "Shop/table.json:1:37: this isn't valid JSON: expected \",\" or \"}\", found the end"
      ])
  }
}
