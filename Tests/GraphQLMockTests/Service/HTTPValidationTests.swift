import Foundation
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What services put up with, and clients should not send (GraphQL over HTTP, "Request").
@Suite(.timeLimit(.minutes(1))) struct HTTPValidationTests {
  private static let body =
    #"{"query":"query A($x: X) { a(x: $x) }","ts":1,"variables":{"x":[{}]},"trace":{"id":"7"}}"#

  private func request(
    _ body: String, type: String? = "application/json", accept: String? = "application/json"
  ) -> URLRequest {
    var request = BatchTests.request(body)
    request.setValue(type, forHTTPHeaderField: "Content-Type")
    request.setValue(accept, forHTTPHeaderField: "Accept")
    return request
  }

  private func service(_ mode: ValidationMode?) -> MockGraphQLService {
    MockGraphQLService(
      .query("A", .data(["a": 1])), endpoints: [.of(endpoint)],
      options: ServiceOptions(httpValidation: mode))
  }

  private func send(_ request: URLRequest, to service: MockGraphQLService) async throws -> String {
    let response = try await service.respond(to: request)
    return String(decoding: try await response.body.collect(), as: UTF8.self)
  }

  @Test func isPutUpWithUnlessATestAsks() async throws {
    for mode in [nil, ValidationMode.off] {
      let service = service(mode)
      #expect(
        try await send(request(Self.body, type: nil, accept: nil), to: service)
          == #"{"data":{"a":1}}"#)
      #expect(service.failures == [])
      #expect(service.exchanges.map(\.warnings) == [[]])
    }
  }

  @Test func failsTheTestAndIsAnswered() async throws {
    let service = service(.fail)
    #expect(
      try await send(request(Self.body, type: nil, accept: nil), to: service)
        == #"{"data":{"a":1}}"#)
    #expect(
      service.failures.map(\.message) == [
        """
        query "A" was not sent as GraphQL over HTTP asks of clients:
          it has no Accept, which says what the client reads
          its body has no Content-Type
          its body has members that are no parameters: "trace", "ts"
        """
      ])
    #expect(service.failures.map(\.kind) == [.invalidRequest])
  }

  @Test(arguments: ["text/html", "application/xml;q=0.9, text/plain", "application/json;q=0", ""])
  func nothingThatAClientReadsIsToldWithWhatItAsksFor(accept: String) async throws {
    let service = service(.warn)
    _ = try await send(request(#"{"query":"query A { a }"}"#, accept: accept), to: service)
    #expect(
      service.exchanges.map(\.warnings) == [
        [
          "clients should not send this: its Accept names no media type of GraphQL results, so a "
            + "service may refuse it with 406: \"\(accept)\""
        ]
      ])
  }

  @Test(arguments: [
    "application/graphql-response+json, application/json;q=0.9", "*/*", "application/*",
    "text/html, */*;q=0.1", "text/event-stream", "multipart/mixed;deferSpec=20220824",
    "Application/JSON; charset=utf-8",
  ]) func oneThatAClientReadsIsEnough(accept: String) async throws {
    let service = service(.warn)
    _ = try await send(request(#"{"query":"query A { a }"}"#, accept: accept), to: service)
    #expect(service.exchanges.map(\.warnings) == [[]])
  }

  @Test func warns() async throws {
    let service = service(.warn)
    _ = try await send(request(#"{"query":"query A { a }"}"#, accept: nil), to: service)
    #expect(
      service.exchanges.map(\.warnings) == [
        ["clients should not send this: it has no Accept, which says what the client reads"]
      ])
    #expect(service.failures == [])
  }

  @Test func isLookedForInEachEntryOfABatch() async throws {
    let service = service(.fail)
    _ = try await send(
      request(#"[{"query":"query A { a }"},{"query":"query A { a }","b":{"c":[1,[]]},"d":2}]"#),
      to: service)
    #expect(
      service.failures.map(\.message) == [
        """
        query "A" was not sent as GraphQL over HTTP asks of clients:
          its body has members that are no parameters: "b", "d"
        """
      ])
  }

  @Test func isNotThereInWhatAClientShouldSend() async throws {
    let service = service(.fail)
    for body in [
      #"{"query":"query A { a }","operationName":"A","variables":null,"extensions":{"x":1}}"#,
      #"[{"query":"query A { a }"}]"#,
    ] {
      _ = try await send(request(body), to: service)
    }
    var get = URLRequest(url: .of(endpoint + "?query=query%20A%7Ba%7D"))
    get.setValue("application/json", forHTTPHeaderField: "Accept")
    _ = try await send(get, to: service)
    #expect(service.failures == [])
  }
}
