import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Unusual requests and their errors.
struct BodyErrorTests {
  @Test func extensionsAndNullVariablesAreKeptAsSent() throws {
    let request = try URLRequest.graphQL(["query": "{ a }", "extensions": ["k": [1, 2]]])
    #expect(try OperationRequest(request).extensions == ["k": [1, 2]])
    let other = try OperationRequest(URLRequest.graphQL(["query": "{ a }"]))
    #expect(other.extensions == [:])
    let items = "query=%7Ba%7D&variables=null&extensions=null"
    let operation = try OperationRequest(URLRequest(url: .of("\(endpoint)?\(items)")))
    #expect(operation.variables == [:])
    #expect(operation.rawVariables == Data("null".utf8))
  }

  @Test func errorsHaveTheirMessageAsALocalizedDescription() throws {
    let error = #expect(throws: MalformedRequestError.self) {
      try OperationRequest(URLRequest.graphQL(["query": "{"]))
    }
    let list = #expect(throws: PersistedDocuments.ManifestError.self) {
      try PersistedDocuments(manifest: Data("[".utf8))
    }
    #expect(error?.localizedDescription == error?.description && error?.description != "")
    #expect(list?.localizedDescription == list?.description)
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
    let title = "Unreadable request POST https://example.invalid/avatar: "
    let (failures, requests) = (service.failures, service.requests)
    try #require(failures.count == 2 && requests.count == 2)
    for (index, error) in [fromSession, withoutSession].enumerated() {
      let error = try #require(error)
      #expect(error.code == .resourceUnavailable)
      #expect(error.localizedDescription.hasPrefix(message))
      #expect(failures[index].kind == .malformedRequest)
      #expect(failures[index].message.hasPrefix(title + message))
      #expect(requests[index].ending == .failed(error))
    }
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
