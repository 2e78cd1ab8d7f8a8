import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The media type of a response by the request's `Accept` (RFC 9110, section 12.5.1; GraphQL over HTTP, "Accept").
struct ResponseMediaTypeTests {
  private static let response = "application/graphql-response+json; charset=utf-8"
  private static let json = "application/json; charset=utf-8"

  @Test(
    arguments: [
      (nil, json), ("*/*", json), ("application/*", json), ("", json),
      ("application/graphql-response+json, application/json", response),
      ("application/json, application/graphql-response+json", json),
      ("application/graphql-response+json, application/json;q=0.9", response),
      ("application/graphql-response+json;q=0.8, application/json;q=0.9", json),
      ("application/graphql-response+json, */*", response),
      ("*/*, application/graphql-response+json", response),
      // The most specific range has the weight of a type.
      ("application/json;q=0, */*", response),
      ("application/json;q=0.5, application/*;q=0.7", response),
      ("application/graphql-response+json;q=0, application/json;q=0.1", json),
      ("*/*, application/graphql-response+json;q=0", json),
      ("APPLICATION/JSON;Q=0, */*", response),
      // A comma in quotes doesn't end a range.
      (#"text/html;a="x, application/graphql-response+json", application/json"#, json),
      (#"text/html;a="\\", application/json;q=0, */*"#, response),
      // None is acceptable, so the service disregards the field.
      ("text/html", json), ("application/json;q=0", json), ("*/*;q=0", json),
      // Invalid weights count as 1.
      ("application/json;q=x, application/graphql-response+json;q=0.9", json),
      ("application/json;q=nan, application/graphql-response+json;q=0.9", json),
      ("application/json;q=-1, application/graphql-response+json;q=0.9", json),
      ("application/json, application/graphql-response+json;q=2", json),
      // The charset of a range doesn't matter, because JSON is always UTF-8 (RFC 8259, section 8.1).
      ("application/json;charset=us-ascii;q=0, */*", response),
    ] as [(String?, String)])
  func mostSpecificRangeDecidesTheMediaType(accept: String?, type: String) async throws {
    let service = MockGraphQLService(.query("A", .data(["a": 1])))
    let incoming = try await service.makeSession().receive(
      .asking("query A { a }", accept: accept))
    #expect(incoming == Received(status: 200, contentType: type, body: #"{"data":{"a":1}}"#))
  }

  @Test(arguments: [
    ("text/event-stream, application/json;q=0", "text/event-stream"),
    ("text/event-stream, ", "text/event-stream"),
    ("multipart/mixed, application/json", "multipart/mixed"),
    ("multipart/mixed;q=0.2, application/json", "application/json"),
    ("multipart/mixed;deferSpec=20230101, application/json", "application/json"),
  ])
  func aDeferredResponseHasTheFormatWithTheGreatestWeight(accept: String, type: String)
    async throws
  {
    let service = MockGraphQLService(.query("A", .data(["a": 1, "b": 2]).deferred))
    let incoming = try await service.makeSession().receive(
      .asking("query A { a ... @defer { b } }", accept: accept))
    #expect(incoming.contentType?.prefix { $0 != ";" } == type[...])
    let warning =
      """
      The document of query "A" has @defer or @stream, but the response was sent as a whole: the \
      client accepts only deferSpec=20230101, which isn't supported.
      """
    #expect(
      service.requests.flatMap(\.warnings) == (accept.contains("20230101") ? [warning] : []))
  }

  @Test func aRefusedEventStreamIsNotSent() async throws {
    let service = MockGraphQLService(.subscription("S", .events([.data(["n": 1])])))
    await #expect(throws: URLError.self) {
      try await service.makeSession().receive(
        .asking("subscription S { n }", accept: "text/event-stream;q=0, */*"))
    }
    #expect(
      service.failures.map(\.message) == [
        """
        The events of this subscription can't be sent: the client accepts "text/event-stream;q=0, */*", \
        but neither "multipart/mixed;subscriptionSpec=1.0" nor "text/event-stream".
        """
      ])
  }
}
