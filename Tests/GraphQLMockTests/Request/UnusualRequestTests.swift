import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Unusual requests and their errors.
struct UnusualRequestTests {
  @Test func extensionsAreKeptAsSent() throws {
    let request = try URLRequest.graphQL(["query": "{ a }", "extensions": ["k": [1, 2]]])
    let operation = try OperationRequest(request)
    #expect(operation.extensions == ["k": [1, 2]])
    let other = try OperationRequest(URLRequest.graphQL(["query": "{ a }"]))
    #expect(other.extensions == [:])
  }

  @Test func errorsHaveTheirMessageAsALocalizedDescription() throws {
    let error = #expect(throws: MalformedRequestError.self) {
      try OperationRequest(URLRequest.graphQL(["query": "{"]))
    }
    #expect(error?.localizedDescription == error?.description)
    #expect(error?.description.isEmpty == false)
    let list = #expect(throws: PersistedDocuments.ManifestError.self) {
      try PersistedDocuments(manifest: Data("[".utf8))
    }
    #expect(list?.localizedDescription == list?.description)
  }

  @Test func variablesInAQueryItemMayBeNull() throws {
    let request = URLRequest(
      url: .of("https://example.invalid/graphql?query=%7Ba%7D&variables=null&extensions=null"))
    let operation = try OperationRequest(request)
    #expect(operation.variables == [:])
    #expect(operation.rawVariables == Data("null".utf8))
  }

  @Test func escapedMemberNameIsDecoded() async throws {
    let service = MockGraphQLService(.query(.any, .data(["a": 1])))
    var request = try URLRequest.graphQL(["query": "{ a }"])
    request.httpBody = Data(#"{"qu\u0065ry":"{ a }","od\u0064":{"x":[1]}}"#.utf8)
    request.setValue(
      "application/graphql-response+json, application/json", forHTTPHeaderField: "Accept")
    #expect(try await service.makeSession().receive(request).body == #"{"data":{"a":1}}"#)
    #expect(service.failures == [])
  }

  /// A request whose body stream fails.
  private static func brokenRequest() -> URLRequest {
    var request = URLRequest(url: .of("https://example.invalid/avatar"))
    request.httpMethod = "POST"
    request.httpBodyStream = InputStream(url: .of("file:///dev/null/missing"))
    return request
  }

  @Test(arguments: ["", "https://example.invalid/avatar", "https://example.invalid/graphql"])
  func unreadableBodyFailsTheRequest(endpoint: String) async throws {
    let service = MockGraphQLService(
      .http("*", .status(200)), endpoints: endpoint.isEmpty ? [] : [.of(endpoint)],
      unhandled: .respond(.status(200)))
    let fromSession = await #expect(throws: URLError.self) {
      try await service.makeSession().receive(Self.brokenRequest())
    }
    let withoutSession = await #expect(throws: URLError.self) {
      try await service.respond(to: Self.brokenRequest())
    }
    let message = "The body stream of the request failed after 0 bytes"
    for error in [fromSession, withoutSession] {
      #expect(error?.code == .resourceUnavailable)
      #expect(error?.localizedDescription.hasPrefix(message) == true)
    }
    #expect(service.failures.map(\.kind) == [.malformedRequest, .malformedRequest])
    for failure in service.failures {
      #expect(
        failure.message.hasPrefix(
          "Unreadable request POST https://example.invalid/avatar: \(message)"))
    }
    #expect(
      service.exchanges.map(\.ending)
        == [fromSession, withoutSession].map { $0.map(MockExchange.Ending.failed) })
  }

  #if os(macOS) || os(Linux)
    @Test func bodyWithoutATemporaryFolderFailsTheRequest() async {
      // Runs in a separate process, because the environment is shared by all tests.
      await #expect(processExitsWith: .success) {
        setenv("TMPDIR", "/dev/null", 1)
        let service = MockGraphQLService(
          .http("*", .status(200)), options: ServiceOptions(bodyLimit: 10))
        var request = URLRequest(url: .of("https://example.invalid/avatar"))
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: Data("more than ten bytes".utf8))
        let sent = request
        let error = await #expect(throws: URLError.self) {
          try await service.respond(to: sent)
        }
        #expect(error?.code == .resourceUnavailable)
        let message = "The body of the request can't be kept in a temporary file after 0 bytes: "
        #expect(error?.localizedDescription.hasPrefix(message) == true)
        #expect(service.failures.map(\.kind) == [.malformedRequest])
      }
    }
  #endif

  @Test func uploadWithAnInvalidDocumentIsAGraphQLRequest() async throws {
    let service = MockGraphQLService()
    var request = URLRequest(url: .of("https://example.invalid/graphql"))
    request.httpMethod = "POST"
    request.setValue("multipart/form-data; boundary=b", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(
      ("""
      --b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{"query":"{ a"}\r\n\
      --b\r\nContent-Disposition: form-data; name="map"\r\n\r\n{}\r\n--b--\r\n
      """).utf8)
    _ = try? await service.makeSession().receive(request)
    // The words of graphql-js 16.
    #expect(
      service.failures.first?.message.contains("Syntax Error: Expected Name, found <EOF>.") == true)
  }
}
