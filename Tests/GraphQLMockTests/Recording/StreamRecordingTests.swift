import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Recordings of responses that arrive in parts.
struct StreamRecordingTests {
  static func server(_ stream: (type: String, pieces: [String])) throws -> LoopbackServer {
    try LoopbackServer { _ in
      .response("200 OK", ["Content-Type: \(stream.type)"], body: stream.pieces.joined())
    }
  }

  static func request(to server: LoopbackServer, accept: String) throws -> URLRequest {
    try RecordingTests.request(
      "query A { n token ... @defer { b } }", to: server, headers: ["Accept": accept])
  }

  @Test func aRecordingThatCannotBeReadFailsItsOperation() async throws {
    let stream = RecordedStream(
      parts: [ResponseStream.Chunk(delay: .zero, bytes: Data("data: {\n\n".utf8))])
    let service = MockGraphQLService(.operation("A", MockResponse(.parts(stream))))
    let socket = try await service.openSocket()
    try await socket.subscribe("query A { n }")
    #expect(
      try await socket.text()
        == """
        {"id":"1","type":"error","payload":[{"message":"An event of a subscription must be a result, \
        a fixture, or an error, not a recording that can't be read."}]}
        """)
  }

  /// The bytes are those of Apollo Router, of GraphQL over SSE, and of the router's multipart protocol
  /// for subscriptions.
  @Test(arguments: [
    (
      StreamSamples.multipart.pieces,
      [
        #"{"data":{"n":1.50,"token":"server-secret"},"hasNext":true}"#,
        #"{"incremental":[{"data":{"b":2},"path":[]}],"hasNext":false}"#,
      ], "complete"
    ),
    (
      StreamSamples.events.pieces, [#"{"data":{"n":1}}"#, "{\n  \"data\": null}"],
      "complete"
    ),
    (
      [
        "\r\n--graphql", "\r\ncontent-type: application/json\r\n\r\n{}\r\n--graphql",
        "\r\ncontent-type: application/json\r\n\r\n{\"payload\":{\"data\":{\"n\":1}}}\r\n--graphql",
        "\r\n\r\n{\"payload\":null,\"errors\":[{\"message\":\"Gone\"}]}\r\n--graphql", "--\r\n",
      ], [#"{"data":{"n":1}}"#], "error"
    ),
  ])
  func recordingMadeOverHTTPIsReplayedOverAWebSocket(
    pieces: [String], results: [String], end: String
  ) async throws {
    let clock = SteppedClock()
    let stream = RecordedStream(
      parts: pieces.map { ResponseStream.Chunk(delay: .seconds(1), bytes: Data($0.utf8)) })
    let service = MockGraphQLService(
      .operation("A", MockResponse(.parts(stream))), clock: clock)
    let socket = try await service.openSocket()
    try await socket.subscribe("query A { n }")
    try await waitUntil {
      clock.advance(by: .seconds(1))
      return service.requests.first?.ending != nil
    }
    let incoming = try await socket.texts(results.count)
    let expected: [String] = results.map { #"{"id":"1","type":"next","payload":\#($0)}"# }
    #expect(incoming == expected)
    let last = try await MockJSON(parsing: Data(socket.text().utf8))
    #expect(last["type"].string == end && service.failures.isEmpty)
  }

  @Test func streamIsDividedTheSameWhereverChunksAreCutAndOtherBodiesAreNot() throws {
    for (type, pieces) in StreamSamples.all {
      let body = Data(pieces.joined().utf8)
      for cut in 0...body.count {
        var divider = try #require(RecordedStream.Divider(contentType: type))
        var found = divider.append(body.prefix(cut)) + divider.append(body.dropFirst(cut))
        let rest = divider.finish()
        if !rest.isEmpty { found.append(rest) }
        #expect(found.map { String(decoding: $0, as: UTF8.self) } == pieces, "\(type)")
      }
      var divider = try #require(RecordedStream.Divider(contentType: type))
      let count = body.reduce(0) { $0 + divider.append(Data([$1])).count }
      #expect(count == (type == StreamSamples.events.type ? 4 : 3), "\(type)")
    }
    for type in ["application/json", "multipart/mixed", "text/html", ""] {
      #expect(RecordedStream.Divider(contentType: type) == nil, "\(type)")
    }
  }

  /// A line ends with LF, CR LF or CR (HTML, section 9.2.6 "Interpreting an event stream").
  @Test(arguments: ["\n\n", "\r\n\r\n", "\r\r", "\n\r\n"])
  func eventsAreDividedAtEachBlankLine(end: String) throws {
    let events = ["1", "2"].map { Data("data: {\"data\":\($0)}\(end)".utf8) }
    let stream = try #require(
      RecordedStream(events.reduce(Data(), +), contentType: "text/event-stream"))
    #expect(stream.parts.map(\.bytes) == events)
    #expect(stream.results == [["data": 1], ["data": 2]])
  }

  /// A part arrives with its last byte; none of the earlier chunks completes one.
  @Test func partIsDelayedUntilItsLastChunk() {
    var response = SentResponse(
      status: 200, headers: ["Content-Type": "text/event-stream"],
      body: Data("data: 1\n\n:\n\n".utf8))
    response.chunks = [3, 4, 5].enumerated().map {
      ResponseStream.SentChunk(size: $1, delay: .seconds($0 + 1))
    }
    #expect(RecordedStream(response)?.parts.map(\.delay) == [.seconds(6), .zero])
  }

  static func file(
    _ pieces: [String], delays: [Duration], replacing old: String? = nil, isOpen: Bool = false,
    type: String = StreamSamples.multipart.type
  ) throws -> String {
    let stream = RecordedStream(
      parts: zip(pieces, delays).map { ResponseStream.Chunk(delay: $1, bytes: Data($0.utf8)) },
      isOpen: isOpen)
    return try file(stream, replacing: old, type: type)
  }

  private static func file(
    _ stream: RecordedStream, replacing old: String? = nil,
    type: String = StreamSamples.multipart.type
  ) throws -> String {
    let file = RecordingFile(
      head: ["recorded": ["salt": "S", "version": 1], "request": [:]], status: 200,
      headers: ["Content-Type": type], body: stream.body,
      stream: stream)
    let text = try file.text(replacing: old.map { Data($0.utf8) })
    return String(decoding: text, as: UTF8.self)
  }

  static let pieces = [
    "\r\n---", "\r\n\r\n" + #"{"data":{"n":1.50,"createdAt":3}}"# + "\r\n---", "\u{1}--\r\n",
  ]
  static let text = #"""
    {
      "recorded": {
        "salt": "S",
        "version": 1
      },
      "request": {},
      "response": {
        "headers": {
          "Content-Type": "multipart/mixed; boundary=\"-\"; deferSpec=20220824"
        },
        "parts": [
          {
            "before": "\r\n---"
          },
          {
            "before": "\r\n\r\n",
            "behind": "\r\n---",
            "body": {
              "data": {
                "n": 1.50,
                "createdAt": 3
              }
            },
            "delay": 0.12
          },
          {
            "before": "\u0001--\r\n"
          }
        ],
        "status": 200
      }
    }

    """#

  @Test func recordingListsEventsWithTheirDelaysWhichRefreshingKeeps() throws {
    let delays: [Duration] = [.milliseconds(2), .milliseconds(118), .zero]
    #expect(try Self.file(Self.pieces, delays: delays) == Self.text)
    let stream = try #require(try Self.stream(Self.text))
    #expect(stream.parts.map { String(decoding: $0.bytes, as: UTF8.self) } == Self.pieces)
    #expect(stream.parts.map(\.delay) == [.zero, .milliseconds(120), .zero])
    #expect(!stream.isOpen)

    let other: [Duration] = [.zero, .milliseconds(800), .milliseconds(30)]
    #expect(try Self.file(Self.pieces, delays: other, replacing: Self.text) == Self.text)
    // A changed value is one changed line.
    let pieces = Self.pieces.map { $0.replacing("1.50", with: "1.51") }
    let refreshed = try Self.file(pieces, delays: other, replacing: Self.text)
    #expect(refreshed == Self.text.replacing("1.50", with: "1.51"))
    // A delay that no table would read is replaced.
    for delay in ["-1", "1000000", "\"soon\""] {
      let old = Self.text.replacing("0.12", with: delay)
      #expect(try Self.file(Self.pieces, delays: delays, replacing: old) == Self.text, "\(delay)")
    }
  }

  /// Reads a recording of a stream.
  private static func stream(_ text: String) throws -> RecordedStream? {
    let folder = try TemporaryFolder(["A.r1.json": text])
    let fixture = try FixtureTable(folder: folder.url).fixture(named: "A.r1")?.get()
    guard case .parts(let stream)? = fixture?.files.first?.response.content else { return nil }
    return stream
  }

  /// A recording of JSON in 508 arrays is nested 512 deep, as much as a table reads.
  @Test func aPartThatCannotBeJSONInTheRecordingIsTextOrBase64() throws {
    let values: [String] = [508, 509].map { (depth: Int) -> String in
      let (open, close) = (
        String(repeating: "[", count: depth), String(repeating: "]", count: depth)
      )
      return open + close
    }
    let repeated = #"{"a":1,"a":2}"#
    var parts: [Data] = [repeated, values[0], values[1]].map { (value: String) -> Data in
      Data("\r\n\r\n\(value)\r\n---".utf8)
    }
    parts.append(Data([0xFF]))
    let text = try Self.file(
      RecordedStream(parts: parts.map { ResponseStream.Chunk(delay: .zero, bytes: $0) }))
    #expect(try Self.stream(text)?.parts.map(\.bytes) == parts)
    let list = try #require(MockJSON(parsing: text)["response"]["parts"].array)
    let keys = list.map { (part: MockJSON) -> String in
      (part.object ?? [:]).keys.sorted().joined(separator: " ")
    }
    #expect(keys == ["before", "before behind body", "before", "base64"])
  }

  @Test(arguments: StreamSamples.all) func aStreamIsRecordedAndReplayedByteForByte(
    type: String, pieces: [String]
  ) async throws {
    let folder = try TemporaryFolder()
    let server = try Self.server((type, pieces))
    let accept = "\(type.prefix { $0 != ";" })"
    let request = try Self.request(to: server, accept: accept)
    let live = MockGraphQLService.recording(.missing, folder.url)
    var incoming = try await live.makeSession().receive(request)
    #expect(incoming.body == pieces.joined())
    #expect(live.requests.map(\.ending) == [.passedThrough])
    let text = try #require(try folder.files().values.first)
    #expect(try MockJSON(parsing: text)["response"]["parts"].array?.count == pieces.count)
    #expect(!text.contains("server-secret"))
    let replay = MockGraphQLService.recording(.never, folder.url)
    let token = RecordingTests.replacement(of: "server-secret", in: folder)
    incoming.body = incoming.body.replacing("server-secret", with: token)
    #expect(try await replay.makeSession().receive(request) == incoming)
    #expect(incoming.status == 200)
    #expect(replay.failures == [] && replay.unusedRecordings == [])
    // Records again without a change.
    try await RecordingTests.receive(request, .all, folder)
    #expect(try folder.files().values.first == text)
    #expect(server.requests.count == 2)
  }

  @Test func replayKeepsTheDelaysOfTheRecording() async throws {
    let folder = try TemporaryFolder(["A.r1.json": Self.text])
    let clock = SteppedClock()
    let service = MockGraphQLService(clock: clock)
    service.record(Recording(.never, folder: folder.url))
    let response = try await service.respond(to: URLRequest.graphQL(["query": "query A { n }"]))
    var chunks = response.body.makeAsyncIterator()
    #expect(try await chunks.next() == Data("\r\n---".utf8))
    clock.advance(by: .milliseconds(119))
    async let next = chunks.next()
    clock.advance(by: .milliseconds(1))
    #expect(try await next == Data(Self.pieces[1].utf8))
  }

  @Test(arguments: StreamSamples.all) func clientThatAdvancesTheClockAtEachPartGetsAllParts(
    type: String, pieces: [String]
  ) async throws {
    let delays: [Duration] = [.zero] + pieces.dropFirst().map { _ in .seconds(1) }
    let text = try Self.file(pieces, delays: delays, type: type)
    let folder = try TemporaryFolder(["A.r1.json": text])
    let answer = SteppedResponseTests.Answer(
      testDescription: type, query: "query A { n }", response: { .never }, accept: type)
    for _ in 0..<SteppedResponseTests.rounds {
      let clock = SteppedClock()
      let service = MockGraphQLService(clock: clock)
      service.record(Recording(.never, folder: folder.url))
      try await SteppedResponseTests.readAll(of: service, answer, clock)
    }
  }

  @Test func streamRecordedWithoutItsEndStaysOpen() async throws {
    let text = try Self.file(Self.pieces, delays: [.zero, .zero, .zero], isOpen: true)
    let folder = try TemporaryFolder(["A.r1.json": text])
    let service = MockGraphQLService.recording(.never, folder.url)
    let response = try await service.respond(to: URLRequest.graphQL(["query": "query A { n }"]))
    var chunks = response.body.makeAsyncIterator()
    for piece in Self.pieces { #expect(try await chunks.next() == Data(piece.utf8)) }
    #expect(service.requests.map(\.ending) == [nil])
  }

  @Test func batchIsRecordedByEntry() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    let batch: MockJSON = [["query": "query A { n }"], ["query": "query B { n }"]]
    let request = try URLRequest.graphQL(batch, to: server.url + "/graphql")
    let live = MockGraphQLService.recording(.missing, folder.url)
    let body = try await live.makeSession().receive(request).body
    let count = try MockJSON(parsing: body).array?.count
    #expect([count, server.requests.count] == [2, 2])
    #expect(try folder.files().keys.map { String($0.prefix(3)) }.sorted() == ["A.r", "B.r"])
    // In one piece, and one by one.
    let replay = MockGraphQLService.recording(.never, folder.url)
    let single = try URLRequest.graphQL(["query": "query B { n }"], to: server.url)
    let bodies = try await RecordingTests.bodies([request, single], from: replay)
    let token = RecordingTests.replacement(of: "server-secret", in: folder)
    #expect(bodies[0] == body.replacing("server-secret", with: token))
    #expect(bodies[0].contains(bodies[1]))
    #expect(replay.failures == [] && server.requests.count == 2)
  }
}
