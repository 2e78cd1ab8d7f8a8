import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests whose bodies can't be read or kept.
struct UnreadableBodyTests {
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

}
