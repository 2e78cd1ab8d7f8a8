import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Responses in parts and body faults, as `respond(to:)` returns them.
struct StreamedResponseTests {
  static let apollo =
    "multipart/mixed;deferSpec=20220824,application/graphql-response+json,application/json"
  static let draft = "multipart/mixed;incrementalSpec=v0.2,application/json"
  static let hero = "query Hero { hero { name ... @defer(label: \"f\") { age } } }"

  private static let event = ":\n\nevent: next\ndata: {}\n\nevent: complete\ndata:\n\n"

  private func chunks(_ response: StreamedResponse) async throws -> [String] {
    var chunks: [String] = []
    for try await chunk in response.body { chunks.append(String(decoding: chunk, as: UTF8.self)) }
    return chunks
  }

  private func parts(_ response: StreamedResponse) async throws -> [MockJSON] {
    let body = try await response.body.collect()
    let reader = try #require(
      MultipartReader(body, contentType: response.headers["Content-Type"] ?? ""))
    #expect(reader.isClosed)
    return try reader.parts.map { try MockJSON(parsing: $0.body) }
  }

  @Test func incrementalAndDividedResponsesUseTheFormatThatTheClientAccepts() async throws {
    let incremental = MockResponse.incremental(
      ["hero": ["name": "R2"]], then: [.part(path: ["hero"], label: "f", ["age": 9])])
    let divided = MockResponse.data(["hero": ["name": "R2", "age": 9]]).deferred
    let expected: [MockJSON] = [
      ["data": ["hero": ["name": "R2"]], "hasNext": true],
      ["incremental": [["data": ["age": 9], "path": ["hero"], "label": "f"]], "hasNext": false],
    ]
    for (what, response) in [("incremental", incremental), ("divided", divided)] {
      let service = MockGraphQLService(.query("Hero", response))
      let apollo = try await service.respond(to: .asking(Self.hero, accept: Self.apollo))
      #expect(
        apollo.headers["Content-Type"] == "multipart/mixed; boundary=\"-\"; deferSpec=20220824",
        "\(what)")
      #expect(try await parts(apollo) == expected, "\(what)")
      // The later format isn't supported: its clients get the whole response.
      for accept in [Self.draft, "application/json"] {
        let plain = try await service.respond(to: .asking(Self.hero, accept: accept))
        let body = String(decoding: try await plain.body.collect(), as: UTF8.self)
        #expect(body == #"{"data":{"hero":{"age":9,"name":"R2"}}}"#, "\(what), \(accept)")
      }
      let endings = service.requests.map(\.ending)
      #expect(endings == [.answered, .answered, .answered], "\(what)")
      #expect(service.requests.first?.response?.body.isEmpty == false, "\(what)")
    }
  }

  @Test func wholeResponseToADeferringClientIsAWarning() async throws {
    let data: MockJSON = ["hero": ["name": "R2", "age": 9]]
    let service = MockGraphQLService(.query("Hero", .data(data)))
    for accept in [Self.apollo, Self.draft, "*/*"] {
      let response = try await service.respond(to: .asking(Self.hero, accept: accept))
      _ = try await response.body.collect()
    }
    let head =
      """
      The document of query "Hero" has @defer or @stream, but the response was sent as a whole:
      """
    let warnings: [[String]] = [
      ["\(head) use .deferred or .incremental, or Apollo leaves the fragment pending."],
      ["\(head) the client accepts only incrementalSpec=v0.2, which isn't supported."], [],
    ]
    #expect(service.requests.map(\.warnings) == warnings)
    // A document that defers nothing gets the response of a service that supports `@defer`.
    let dividing = MockGraphQLService(.query("Hero", .data(data).deferred))
    var types: [String?] = []
    for query in [Self.hero, "query Hero { hero { name age } }"] {
      let response = try await dividing.respond(to: .asking(query, accept: Self.apollo))
      types.append(response.headers["Content-Type"])
      _ = try await response.body.collect()
    }
    let expected: [String?] = [
      "multipart/mixed; boundary=\"-\"; deferSpec=20220824",
      "application/graphql-response+json; charset=utf-8",
    ]
    #expect(types == expected)
    #expect(dividing.requests.map(\.warnings) == [[], []])
  }

  @Test func partsFollowTheClock() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(
      .query("Hero", .data(["hero": ["name": "R2", "age": 9]]).deferred(every: .seconds(2))),
      clock: clock)
    let response = try await service.respond(to: .asking(Self.hero, accept: Self.apollo))
    var body = response.body.makeAsyncIterator()
    #expect(try await body.next() == Data("\r\n---".utf8))
    #expect(try await body.next()?.isEmpty == false)
    try await clock.waitForDelays()
    #expect(service.requests.first?.ending == nil)
    clock.advance(by: .seconds(2))
    let last = try await body.next()
    #expect(String(decoding: last ?? Data(), as: UTF8.self).hasSuffix("\r\n-----\r\n"))
    #expect(try await body.next() == nil)
    #expect(service.requests.first?.ending == .answered)
  }

  @Test func aSecondTaskThatReadsABodyMeanwhileGetsAnError() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(
      .query("A", .data(["a": 1]).chunked(4, 12, every: .seconds(1))), clock: clock)
    let response = try await service.respond(to: .asking("query A { a }", accept: nil))
    var body = response.body.makeAsyncIterator()
    #expect(try await body.next() == Data(#"{"da"#.utf8))
    // No chunk comes until the clock moves, so both tasks read at once, in any order.
    let read = try await withThrowingTaskGroup(of: String.self) { tasks in
      for _ in 1...2 {
        tasks.addTask {
          var body = response.body.makeAsyncIterator()
          do {
            return String(decoding: try await body.next() ?? Data(), as: UTF8.self)
          } catch {
            return error.localizedDescription
          }
        }
      }
      let second = try await tasks.next()
      try await clock.waitForDelays()
      clock.advance(by: .seconds(1))
      return [second, try await tasks.next()]
    }
    #expect(read == ["Another task is reading the body of this response.", #"ta":{"a":1}}"#])
    #expect(try await body.next() == nil)
  }

  @Test func partWithAnUnknownPathFailsTheRequest() async throws {
    let service = MockGraphQLService(
      .query("Hero", .incremental(["hero": nil], then: [.part(path: ["hero"], ["age": 9])])))
    for accept in [Self.apollo, "application/json"] {
      let error = await #expect(throws: URLError.self) {
        try await service.respond(to: .asking(Self.hero, accept: accept))
      }
      #expect(error?.code == .cannotParseResponse, "\(accept)")
    }
    #expect(service.failures.map(\.kind) == [.handlerError, .handlerError])
  }

  @Test func aClientOfEventStreamsGetsAPlainResponseAsEvents() async throws {
    let handler = RequestHandler.query("A", .data(["a": 1]))
    let service = MockGraphQLService([handler], endpoints: [.of(endpoint)])
    let other = MockGraphQLService(handler)
    // Media types are case-insensitive (RFC 9110, section 8.3.1).
    let rows: [(service: MockGraphQLService, accept: String)] = [
      (service, "text/event-stream"), (other, "Text/Event-Stream"), (other, "TEXT/EVENT-STREAM"),
    ]
    for (service, accept) in rows {
      let response = try await service.respond(to: .asking("query A { a }", accept: accept))
      #expect(response.headers["Content-Type"] == "text/event-stream", "\(accept)")
      let events: [EventStreamReader.Event] = [
        .init(type: "next", data: #"{"data":{"a":1}}"#), .init(type: "complete", data: ""),
      ]
      #expect(EventStreamReader(try await response.body.collect()).events == events, "\(accept)")
    }
    // GraphQL over SSE: request errors are also sent as events.
    let refused = try await service.respond(to: .asking("query {", accept: "text/event-stream"))
    #expect(refused.status == 200)
    let events = EventStreamReader(try await refused.body.collect()).events
    #expect(events.map(\.type) == ["next", "complete"])
    #expect(events.first?.data.contains("Syntax Error") == true)
  }

  @Test(arguments: [(299, 200, "text/event-stream"), (300, 300, "application/json")])
  func onlyAStatusOfSuccessIsSentAsEvents(stated: Int, status: Int, type: String) async throws {
    let service = MockGraphQLService(.query("A", .data(["a": 1]).status(stated)))
    let response = try await service.respond(
      to: .asking("query A { a }", accept: "text/event-stream"))
    #expect(response.status == status)
    #expect(response.headers["Content-Type"]?.hasPrefix(type) == true)
  }

  /// `data` of an event is an execution result (GraphQL over SSE), and 204 tells a client to stop (HTML, section 9.2).
  @Test(
    arguments: [
      (MockResponse.status(103), 103, nil, ""), (.status(200), 200, nil, ""),
      (.status(204), 204, nil, ""),
      (.data([:]).status(204), 204, "application/json; charset=utf-8", ""),
      (
        .text(": hi\n\n", contentType: "text/event-stream"), 200, "text/event-stream", ": hi\n\n"
      ),
      (.text("<p>\r\n"), 200, "text/plain; charset=utf-8", "<p>\r\n"),
      (.bytes(Data("\r".utf8), contentType: "image/png"), 200, "image/png", "\r"),
      (
        .rawJSON("{}"), 200, "text/event-stream", event
      ),
    ] as [(MockResponse, Int, String?, String)])
  func whatIsNoResultIsSentAsGivenToAClientOfEventStreams(
    stated: MockResponse, status: Int, type: String?, body: String
  ) async throws {
    let service = MockGraphQLService(.query("A", stated))
    let response = try await service.respond(
      to: .asking("query A { a }", accept: "text/event-stream"))
    #expect(response.status == status && response.headers["Content-Type"] == type)
    #expect(String(decoding: try await response.body.collect(), as: UTF8.self) == body)
  }

  @Test(
    arguments: [
      ("A.json", nil, "text/event-stream", event), ("A.png", "image/png", "image/png", "{}"),
      ("A.txt", nil, "application/octet-stream", "{}"),
    ] as [(String, String?, String, String)])
  func onlyAFileOfJSONIsSentAsEvents(
    name: String, stated: String?, type: String, expected: String
  ) async throws {
    let folder = try TemporaryFolder([name: "{}"])
    let path = folder.url.appendingPathComponent(name).path
    let file = MockResponse.file(path, contentType: stated)
    let service = MockGraphQLService(.query("A", file))
    let response = try await service.respond(
      to: .asking("query A { a }", accept: "text/event-stream"))
    #expect(response.headers["Content-Type"] == type)
    #expect(String(decoding: try await response.body.collect(), as: UTF8.self) == expected)
  }

  // MARK: Faults

  @Test func bodyBreaksOffAfterTheGivenBytes() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 1]).breakingOff(after: 5)),
      .query("B", .data(["b": 1]).breakingOff(after: 500, with: .timedOut)))
    var texts: [String] = []
    var codes: [URLError.Code?] = []
    for query in ["query A { a }", "query B { b }"] {
      let response = try await service.respond(to: .asking(query, accept: nil))
      let (incoming, error) = try await response.bodyUntilError()
      texts.append(String(decoding: incoming, as: UTF8.self))
      codes.append(error?.code)
    }
    #expect(texts == [#"{"dat"#, #"{"data":{"b":1}}"#])
    let expected: [URLError.Code?] = [.networkConnectionLost, .timedOut]
    #expect(codes == expected)
    #expect(service.requests.map(\.ending?.error?.code) == expected)
    #expect(service.requests.map(\.response?.bodyLength) == [5, 16])
  }

  @Test func bodyIsSentInDelayedChunks() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(
      .query("A", .data(["a": 1]).chunked(4, 1, 6, every: .seconds(1))), clock: clock)
    let response = try await service.respond(to: .asking("query A { a }", accept: nil))
    let reading = Task { try await chunks(response) }
    for _ in 0..<3 {
      try await clock.waitForDelays()
      clock.advance(by: .seconds(1))
    }
    #expect(try await reading.value == [#"{"da"#, "t", #"a":{"a"#, #"":1}}"#])
  }

  @Test func wrongContentLengthIsSentAsGiven() async throws {
    let service = MockGraphQLService(.query("A", .data(["a": "b"]).header("Content-Length", "3")))
    let response = try await service.respond(to: .asking("query A { a }", accept: nil))
    #expect(response.headers["Content-Length"] == "3")
    #expect(try await response.body.collect() == Data(#"{"data":{"a":"b"}}"#.utf8))
  }

  @Test func wrongBoundaryAndTruncatedPartAreSentAsGiven() async throws {
    let service = MockGraphQLService(
      .query(
        "Hero",
        .data(["hero": ["name": "R2", "age": 9]]).deferred
          .header("Content-Type", "multipart/mixed; boundary=wrong; deferSpec=20220824"),
        .data(["hero": ["name": "R2", "age": 9]]).deferred.breakingOff(after: 80)))
    let wrong = try await service.respond(to: .asking(Self.hero, accept: Self.apollo))
    let contentType = try #require(wrong.headers["Content-Type"])
    #expect(MultipartReader(try await wrong.body.collect(), contentType: contentType) == nil)
    let broken = try await service.respond(to: .asking(Self.hero, accept: Self.apollo))
    let (incoming, error) = try await broken.bodyUntilError()
    #expect(error != nil)
    #expect(incoming.count == 80)
    let type = try #require(broken.headers["Content-Type"])
    #expect(MultipartReader(incoming, contentType: type)?.isClosed == false)
  }
}
