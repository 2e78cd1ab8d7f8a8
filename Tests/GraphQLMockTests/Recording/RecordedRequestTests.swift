import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Recordings of uploads, lost connections and long documents.
struct RecordedRequestTests {
  // MARK: Uploads

  static func upload(_ text: String, to server: LoopbackServer) -> URLRequest {
    var request = RecordingTests.upload(boundary: "b", version: "2.4.0", to: server)
    let body = String(decoding: request.httpBody ?? Data(), as: UTF8.self)
    request.httpBody = Data(body.replacingOccurrences(of: "Alpha", with: text).utf8)
    return request
  }

  static func uploads(_ texts: [String], to server: LoopbackServer) -> [URLRequest] {
    texts.map { upload($0, to: server) }
  }

  /// The numbers that the real service gave to uploads.
  static func numbers(
    _ mode: Recording, _ folder: TemporaryFolder, _ texts: [String], _ server: LoopbackServer
  ) async throws -> [Int?] {
    let service = MockGraphQLService.recording(mode, folder.url)
    let numbers = try await RecordingTests.numbers(uploads(texts, to: server), from: service)
    #expect(service.failures == [] && service.unusedRecordings == [])
    return numbers
  }

  @Test func equalUploadsAreDistinguishedByTheirFiles() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    #expect(try await Self.numbers(.missing, folder, ["A", "B", "A"], server) == [1, 2, 3])
    let rows: [(texts: [String], numbers: [Int?])] = [
      (["A", "B", "A"], [1, 2, 3]), (["B", "A", "A"], [2, 1, 3]),
      (["A", "A", "B", "A"], [1, 3, 2, 3]),
      // Other uploads are answered in turn.
      (["X", "Y"], [1, 2]), (["B", "X"], [2, 1]),
    ]
    for (texts, expected) in rows {
      let replay = MockGraphQLService.recording(.never, folder.url)
      let uploads = Self.uploads(texts, to: server)
      #expect(try await RecordingTests.numbers(uploads, from: replay) == expected, "\(texts)")
    }
    // An upload whose bytes changed finds the only recording, which `missing` keeps.
    let single = try TemporaryFolder()
    #expect(try await Self.numbers(.missing, single, ["A"], server) == [4])
    #expect(try await Self.numbers(.missing, single, ["X"], server) == [4])
    #expect(try single.files().count == 1)
    #expect(server.requests.count == 4)
  }

  @Test func refreshingUploadsInAnotherOrderChangesOnlyTheirResponses() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    _ = try await Self.numbers(.missing, folder, ["A", "B"], server)
    let requests = try folder.files().mapValues { try MockJSON(parsing: $0)["request"] }
    #expect(try await Self.numbers(.all, folder, ["B", "A"], server) == [3, 4])
    #expect(try folder.files().mapValues { try MockJSON(parsing: $0)["request"] } == requests)
    #expect(try await Self.numbers(.never, folder, ["A", "B"], server) == [4, 3])
    // Uploads with other bytes are recorded next to the unused ones.
    #expect(try await Self.numbers(.all, folder, ["C", "A"], server) == [5, 6])
    #expect(try await Self.numbers(.never, folder, ["A", "C"], server) == [6, 5])
    #expect(try folder.files().count == 3)
  }

  @Test func uploadsThatWereRecordedWithoutTheirFilesAnswerInTurnAndAreRefreshedInPlace()
    async throws
  {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    _ = try await Self.numbers(.missing, folder, ["A", "B"], server)
    for (name, text) in try folder.files() {
      let old = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
      var request = old["request"] as? [String: Any] ?? [:]
      request.removeValue(forKey: "files")
      let new = old.merging(["request": request]) { $1 }
      try JSONSerialization.data(withJSONObject: new)
        .write(to: folder.url.appendingPathComponent(name))
    }
    let names = try folder.files().keys
    #expect(try await Self.numbers(.never, folder, ["B", "A"], server) == [1, 2])
    #expect(try await Self.numbers(.all, folder, ["A", "B"], server) == [3, 4])
    #expect(try await Self.numbers(.never, folder, ["B", "A"], server) == [4, 3])
    #expect(try folder.files().keys == names)
  }

  // MARK: Lost connections

  /// Sends a request several times.
  ///
  /// - Returns: The codes of the errors, and nil for each response.
  static func errors(
    _ request: URLRequest, _ service: MockGraphQLService, count: Int = 1
  ) async throws -> [URLError.Code?] {
    var codes: [URLError.Code?] = []
    for _ in 0..<count {
      do {
        _ = try await service.makeSession().receive(request)
        codes.append(nil)
      } catch {
        codes.append(try #require(error as? URLError).code)
      }
    }
    return codes
  }

  /// A server that closes the connection for the first requests.
  static func makeLosingServer(_ count: Int, of data: String = "") throws -> LoopbackServer {
    let counter = Counter()
    return try LoopbackServer { _ in
      counter.next() <= count
        ? data
        : .response(
          "200 OK", ["Content-Type: application/json"], body: #"{"data":{"n":1}}"#)
    }
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"])
  func aLostConnectionIsRecordedAndReplayed(sent: String) async throws {
    let folder = try TemporaryFolder()
    let server = try Self.makeLosingServer(1, of: sent)
    let request = try RecordingTests.request("query A { n }", to: server)
    let live = MockGraphQLService.recording(.missing, folder.url)
    let codes = try await Self.errors(request, live, count: 2)
    #expect(codes.map { $0 == nil } == [false, true])
    #expect(live.failures == [])
    let files = try folder.files().sorted { $0.key.utf8.count < $1.key.utf8.count }.map(\.value)
    #expect(files.count == 2)
    let response = try MockJSON(parsing: try #require(files.first))["response"]
    #expect(response.object?.keys.sorted() == ["failure"])
    let replay = MockGraphQLService.recording(.never, folder.url)
    #expect(try await Self.errors(request, replay, count: 2) == codes)
    #expect(replay.failures == [] && replay.unusedRecordings == [])
    #expect(server.requests.count == 2)
    #expect(FixtureTable(folder: folder.url).check() == [])
    // Once the service is back, its response replaces the failure.
    let again = MockGraphQLService.recording(.all, folder.url)
    #expect(try await Self.errors(request, again) == [nil])
    #expect(try folder.files().count == 2)
    let now = MockGraphQLService.recording(.never, folder.url)
    #expect(try await Self.errors(request, now) == [nil])
  }

  @Test func responseSurvivesALostConnection() async throws {
    let folder = try TemporaryFolder()
    let server = try Self.makeLosingServer(0)
    let request = try RecordingTests.request("query A { n }", to: server)
    let live = MockGraphQLService.recording(.all, folder.url)
    #expect(try await Self.errors(request, live) == [nil])
    let files = try folder.files()
    let gone = try Self.makeLosingServer(1)
    var other = request
    other.url = .of(gone.url + "/graphql")
    let again = MockGraphQLService.recording(.all, folder.url)
    #expect(try await Self.errors(other, again) != [nil])
    #expect(try folder.files() == files)
    #expect(again.unusedRecordings == [])
    let name = try #require(files.keys.first)
    let told =
      "The recording \"\(folder.url.path)/\(name)\" wasn't updated, because the request to the "
    let messages = again.failures.map(\.message)
    #expect(messages.map { $0.hasPrefix(told + "real service failed: ") } == [true], "\(messages)")
  }

  @Test func canceledRequestIsNotRecorded() async throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer { (_: String) -> String? in nil }
    let service = MockGraphQLService.recording(.all, folder.url)
    let session = service.makeSession()
    let request = try RecordingTests.request("query A { n }", to: server)
    let task = Task { try await session.receive(request) }
    try await waitUntil { server.requests.count == 1 }
    task.cancel()
    _ = try? await task.value
    try await waitUntil { server.requests.count == 2 }
    #expect(try folder.files() == [:] && service.failures == [])
  }

  // MARK: Documents

  /// The last line break is CR LF; one line is empty.
  static let document = """
    query A {
      n

      # why
      m(text: \"""
        "a"
        b
      \""")
    }\r

    """

  @Test func documentIsRecordedByLineSoThatOneFieldChangesOneLine() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    let request = try RecordingTests.request(Self.document, to: server)
    try await RecordingTests.receive(request, .missing, folder)
    let text = try #require(try folder.files().values.first)
    #expect(
      text.contains(
        #"""
            "operationName": "A",
            "query": [
              "query A {",
              "  n",
              "",
              "  # why",
              "  m(text: \"\"\"",
              "    \"a\"",
              "    b",
              "  \"\"\")",
              "}\r",
              ""
            ],
        """#))
    #expect(try await RecordingTests.receive(request, .never, folder).status == 200)
    #expect(server.requests.count == 1)

    let changed = Self.document.replacingOccurrences(of: "  n\n", with: "  n: other\n")
    let server2 = try RecordingTests.makeServer()
    let other = try RecordingTests.request(changed, to: server2)
    try await RecordingTests.receive(other, .missing, folder)
    let files = try folder.files().values.map { RecordingFileTests.changedLines(text, $0) }
    #expect(files == [[#"      "  n: other","#]])
  }

  /// Clients differ in whether they send null or nothing for a variable without a value.
  @Test func recordingAnswersARequestWithAndWithoutNullVariables() async throws {
    let server = try RecordingTests.makeServer()
    let requests = try [["id": "7", "in": [:]], ["id": "7", "n": nil, "in": ["n": nil]]].map {
      try RecordingTests.request("query A { n }", $0, to: server)
    }
    for request in requests {
      let folder = try TemporaryFolder()
      let live = try await RecordingTests.receive(request, .missing, folder)
      for request in requests {
        let replayed = try await RecordingTests.receive(request, .never, folder)
        #expect(replayed.body.prefix(15) == live.body.prefix(15))
      }
    }
  }

  /// Handwritten fixtures need only some of the variables, so they aren't found by all of them.
  @Test func handwrittenFixtureAnswersNextToRecordings() async throws {
    let server = try RecordingTests.makeServer()
    let folder = try TemporaryFolder([
      "A.own.json":
        #"{"request": {"variables": {"id": "8"}}, "response": {"body": {"data": {"n": 0}}}}"#
    ])
    let requests = try ["7", "8"].map {
      try RecordingTests.request("query A { n }", ["id": .string($0), "other": 1], to: server)
    }
    let live = try await RecordingTests.receive(requests[0], .missing, folder)
    let replayed = try await RecordingTests.receive(requests[0], .never, folder)
    #expect(replayed.body.prefix(15) == live.body.prefix(15))
    let own = try await RecordingTests.receive(requests[1], .never, folder)
    #expect(own.body == #"{"data":{"n":0}}"#)
  }

  @Test func aDocumentInOneStringIsRead() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    let request = try RecordingTests.request(Self.document, to: server)
    try await RecordingTests.receive(request, .missing, folder)
    let (name, text) = try #require(try folder.files().first)
    var json = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    json["request"] = ["operationName": "A", "query": Self.document]
    let old = try JSONSerialization.data(withJSONObject: json)
    try old.write(to: folder.url.appendingPathComponent(name))
    #expect(try await RecordingTests.receive(request, .never, folder).status == 200)
    #expect(server.requests.count == 1)
    try await RecordingTests.receive(request, .all, folder)
    #expect(try folder.files().mapValues { $0.contains("\"query\": [") } == [name: true])
  }

  @Test func handwrittenTablesAndFilesMayListDocumentLines() async throws {
    let row = """
      {"request": {"query": ["query A {", "  n", "}"]}, "response": {"body": {"data": {"n": 1}}}}
      """
    for (name, text) in [("A.json", row), ("table.json", #"{"rows": [\#(row)]}"#)] {
      let folder = try TemporaryFolder([name: text])
      let table = FixtureTable(folder: folder.url)
      #expect(table.check() == [], "\(name)")
      let service = MockGraphQLService(fixtures: table)
      let known = try URLRequest.graphQL(["query": "query A { n }"])
      let body = try await service.makeSession().receive(known).body
      #expect(body == #"{"data":{"n":1}}"#, "\(name)")
      let other = try URLRequest.graphQL(["query": "query A { m }"])
      await #expect(throws: URLError.self, "\(name)") {
        try await service.makeSession().receive(other)
      }
      let formatted = [try FixtureTable.format(folder.url), try FixtureTable.format(folder.url)]
      #expect(formatted == [[name], []], "\(name)")
      let text = try #require(try folder.files()[name])
      #expect(text.contains("\"query A {\",\n"), "\(text)")
    }
  }
}
