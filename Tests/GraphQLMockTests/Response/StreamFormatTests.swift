import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// The stream format that a client gets, and its bytes.
///
/// The `Accept` values are those of the named clients.
struct StreamFormatTests {
  @Test(
    arguments: [
      // Apollo iOS 2.4, queries and subscriptions.
      (
        "multipart/mixed;deferSpec=20220824,application/graphql-response+json,application/json",
        StreamFormat.deferSpec, nil
      ),
      (
        "multipart/mixed;subscriptionSpec=1.0,application/graphql-response+json,application/json",
        nil, .subscriptionSpec
      ),
      (
        #"multipart/mixed;boundary="graphql";subscriptionSpec="1.0",application/json"#, nil,
        .subscriptionSpec
      ),
      // A parameter without a value doesn't affect others.
      ("multipart/mixed;x;deferSpec=20220824,application/json", .deferSpec, nil),
      // Apollo Client 4, which also accepts a whole response.
      ("multipart/mixed;incrementalSpec=v0.2,application/json", nil, nil),
      ("multipart/mixed,application/json", .deferSpec, nil),
      // urql.
      (
        "application/graphql-response+json, application/json, text/event-stream, multipart/mixed",
        .eventStream, .eventStream
      ),
      ("text/event-stream", .eventStream, .eventStream),
      (
        "text/event-stream;q=0.5, multipart/mixed;subscriptionSpec=1.0;q=0.9", .eventStream,
        .subscriptionSpec
      ),
      ("text/event-stream;q=0, application/json", nil, nil),
      // RFC 9110, section 12.5.1: the most specific range, and 0 for "not acceptable".
      ("text/event-stream;q=0, */*", nil, nil),
      ("text/*", nil, .eventStream),
      ("*/*;q=0", nil, nil),
      ("multipart/mixed;q=0, multipart/mixed;deferSpec=20220824", .deferSpec, nil),
      ("multipart/mixed, multipart/mixed;deferSpec=20220824;q=0", nil, nil),
      ("multipart/mixed;q=0.5, application/json", nil, nil),
      ("multipart/mixed;q=0.5, application/json;q=0.5", .deferSpec, nil),
      ("application/json, text/event-stream;q=0.9", nil, .eventStream),
      ("multipart/mixed;deferSpec=20220824, */*;q=0.1", .deferSpec, .eventStream),
      ("multipart/mixed;deferSpec=20230101", nil, nil),
      ("multipart/mixed;subscriptionSpec=2.0, application/json", nil, nil),
      (#"multipart/mixed;subscriptionSpec="1.0""#, nil, .subscriptionSpec),
      (#"text/plain;a="x, text/event-stream""#, nil, nil),
      (#"text/plain;a="\"", text/event-stream"#, .eventStream, .eventStream),
      ("application/json", nil, nil),
      ("*/*", nil, .eventStream),
      (nil, nil, .eventStream),
    ] as [(String?, StreamFormat?, StreamFormat?)])
  func acceptHeaderDecidesTheStreamFormat(
    accept: String?, incremental: StreamFormat?, events: StreamFormat?
  ) {
    let accepted = StreamFormat.Accepted(accept: accept)
    #expect([accepted.incremental, accepted.events] == [incremental, events])
  }

  @Test func acceptWithOnlyEventStreamsIsRecognized() {
    let all: [String?] = [
      "text/event-stream", "text/event-stream, application/json", "text/event-stream, */*", nil,
    ]
    let only = all.filter { StreamFormat.Accepted(accept: $0).isOnlyEventStream }
    #expect(only == ["text/event-stream"])
  }

  private func body(_ format: StreamFormat, _ results: [String]) -> Data {
    results.reduce(format.preamble) { $0 + format.chunk(Data($1.utf8)) } + format.epilogue
  }

  /// The bytes of the samples that Apollo's server and graphql-js give.
  @Test func streamBytesEqualThoseOfDeployedServers() {
    let initial = #"{"data":{"a":1},"hasNext":true}"#
    let part = #"{"incremental":[{"data":{"b":2},"path":[]}],"hasNext":false}"#
    let event = #"{"data":{"n":1}}"#
    let head = "content-type: application/json"
    let utf8Head = "\(head); charset=utf-8"
    let subscription = StreamFormat.subscriptionSpec
    var subscribed = subscription.preamble
    subscribed += subscription.heartbeat ?? Data()
    subscribed += subscription.chunk(Data(event.utf8))
    subscribed += subscription.epilogue
    let found: [Data] = [
      body(.deferSpec, [initial, part]), subscribed, body(.eventStream, [event]),
    ]
    let expected: [String] = [
      "\r\n---\r\n\(utf8Head)\r\n\r\n\(initial)\r\n---\r\n\(utf8Head)\r\n\r\n\(part)\r\n-----\r\n",
      """
      \r\n--graphql\r\n\(head)\r\n\r\n{}\r\n--graphql\r\n\(head)\r\n\r\n{"payload":\(event)}\
      \r\n--graphql--\r\n
      """,
      ":\n\nevent: next\ndata: \(event)\n\nevent: complete\ndata:\n\n",
    ]
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test(arguments: [StreamFormat.deferSpec, .subscriptionSpec])
  func aReaderOfMultipartGetsEachResult(format: StreamFormat) throws {
    let results = [#"{"data":{"a":"--graphql"}}"#, "{\n\"data\" : null}", #"{"data":{"b":"ü"}}"#]
    let whole = body(format, results)
    let reader = try #require(MultipartReader(whole, contentType: format.contentType))
    let isSubscription = format == .subscriptionSpec
    #expect(reader.isClosed && reader.preamble == "")
    #expect(reader.parts.map(\.body) == results.map { isSubscription ? "{\"payload\":\($0)}" : $0 })
    // A part is complete, as clients expect it, once its delimiter has arrived.
    var sofar = format.preamble
    for (index, result) in results.enumerated() {
      sofar += format.chunk(Data(result.utf8))
      let reader = try #require(MultipartReader(sofar, contentType: format.contentType))
      #expect(reader.parts.count == index + 1 && !reader.isClosed)
    }
  }

  @Test func eventStreamReaderGetsResultsWithAnyLineBreaks() {
    let results = [#"{"data":1}"#, "{\"data\":\r\n2}", "{\n\n\"data\":3}"]
    let reader = EventStreamReader(body(.eventStream, results) + Data(":\n\n".utf8))
    #expect(
      reader.events == [
        .init(type: "next", data: #"{"data":1}"#), .init(type: "next", data: "{\"data\":\n2}"),
        .init(type: "next", data: "{\n\n\"data\":3}"), .init(type: "complete", data: ""),
      ])
    #expect(reader.comments == 2)
  }
}
