import Foundation
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What clients send seldom, and what is told of it.
struct SeldomRequestsTests {
  @Test func extensionsAreGivenAsTheyWereSent() throws {
    let request = try URLRequest.graphQL(["query": "{ a }", "extensions": ["k": [1, 2]]])
    let operation = try OperationRequest(request)
    #expect(operation.rawExtensions.map { String(decoding: $0, as: UTF8.self) } == #"{"k":[1,2]}"#)
    let other = try OperationRequest(URLRequest.graphQL(["query": "{ a }"]))
    #expect(other.rawExtensions == nil)
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

  @Test func aQueryItemMayHaveNullInThePlaceOfVariables() throws {
    let request = URLRequest(
      url: .of("https://example.invalid/graphql?query=%7Ba%7D&variables=null&extensions=null"))
    let operation = try OperationRequest(request)
    #expect(operation.variables == [:])
    #expect(operation.rawVariables == Data("null".utf8))
  }

  @Test func aNameWithAnEscapeIsReadAsItIsMeant() async throws {
    let service = MockGraphQLService(
      .query(.any, .data(["a": 1])), options: ServiceOptions(requestChecks: .fail))
    var request = try URLRequest.graphQL(["query": "{ a }"])
    request.httpBody = Data(#"{"qu\u0065ry":"{ a }","od\u0064":{"x":[1]}}"#.utf8)
    request.setValue(
      "application/graphql-response+json, application/json", forHTTPHeaderField: "Accept")
    #expect(try await service.makeSession().receive(request).body == #"{"data":{"a":1}}"#)
    #expect(service.failures.count == 1)
    #expect(service.failures.first?.message.contains(#""odd""#) == true)
  }

  @Test func aBodyThatCannotBeReadIsToldAtAnEndpoint() async throws {
    let url = URL.of("https://example.invalid/graphql")
    let service = MockGraphQLService(options: ServiceOptions(endpoints: [url]))
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    let missing = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    request.httpBodyStream = InputStream(url: missing)
    _ = try? await service.makeSession().receive(request)
    #expect(service.failures.map(\.kind) == [.malformedRequest])
  }

  @Test func anUploadWithABrokenDocumentIsNoPlainRequest() async throws {
    let service = MockGraphQLService()
    var request = URLRequest(url: .of("https://example.invalid/graphql"))
    request.httpMethod = "POST"
    request.setValue("multipart/form-data; boundary=b", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(
      ("--b\r\nContent-Disposition: form-data; name=\"operations\"\r\n\r\n{\"query\":\"{ a\"}\r\n"
        + "--b\r\nContent-Disposition: form-data; name=\"map\"\r\n\r\n{}\r\n--b--\r\n").utf8)
    _ = try? await service.makeSession().receive(request)
    // The words of graphql-js 16.
    #expect(
      service.failures.first?.message.contains("Syntax Error: Expected Name, found <EOF>.") == true)
  }
}
