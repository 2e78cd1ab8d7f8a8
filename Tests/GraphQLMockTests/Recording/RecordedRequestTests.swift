import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Recordings of uploads, lost connections and long documents.
@Suite(.onOwnThreads) struct RecordedRequestTests {
  // MARK: Uploads

  static func upload(_ text: String, to server: LoopbackServer) -> URLRequest {
    var request = RecordingTests.upload(boundary: "b", version: "2.4.0", to: server)
    let body = String(decoding: request.httpBody ?? Data(), as: UTF8.self)
    request.httpBody = Data(body.replacingOccurrences(of: "Alpha", with: text).utf8)
    return request
  }

  /// The numbers that the real service gave to uploads.
  static func numbers(
    _ mode: Recording, _ folder: TemporaryFolder, _ texts: [String], _ server: LoopbackServer
  ) async throws -> [MockJSON] {
    let service = MockGraphQLService.recording(mode, folder.url)
    var numbers: [MockJSON] = []
    for text in texts {
      let body = try await service.makeSession().receive(upload(text, to: server)).body
      numbers.append(try MockJSON(parsing: body)["data"]["n"])
    }
    #expect(service.failures == [] && service.unusedRecordings == [])
    return numbers
  }

  @Test func equalUploadsAreDistinguishedByTheirFiles() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    #expect(try await Self.numbers(.missing, folder, ["A", "B", "A"], server) == [1, 2, 3])
    let rows: [([String], [MockJSON])] = [
      (["A", "B", "A"], [1, 2, 3]), (["B", "A", "A"], [2, 1, 3]),
      (["A", "A", "B", "A"], [1, 3, 2, 3]),
      // Other uploads are answered in turn.
      (["X", "Y"], [1, 2]), (["B", "X"], [2, 1]),
    ]
    for (texts, expected) in rows {
      let service = MockGraphQLService.recording(.never, folder.url)
      for (text, number) in zip(texts, expected) {
        let body = try await service.makeSession().receive(Self.upload(text, to: server)).body
        #expect(try MockJSON(parsing: body)["data"]["n"] == number, "\(texts)")
      }
    }
    #expect(server.requests.count == 3)
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

  @Test func anUploadWhoseBytesChangedFindsItsOnlyRow() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    _ = try await Self.numbers(.missing, folder, ["A"], server)
    #expect(try await Self.numbers(.missing, folder, ["X"], server) == [1])
    #expect(try folder.files().count == 1)
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
    let names = try folder.files().keys.sorted()
    #expect(try await Self.numbers(.never, folder, ["B", "A"], server) == [1, 2])
    #expect(try await Self.numbers(.all, folder, ["A", "B"], server) == [3, 4])
    #expect(try await Self.numbers(.never, folder, ["B", "A"], server) == [4, 3])
    #expect(try folder.files().keys.sorted() == names)
  }

  // MARK: Lost connections

  static func error(
    _ request: URLRequest, _ service: MockGraphQLService
  ) async throws -> URLError.Code? {
    do {
      _ = try await service.makeSession().receive(request)
      return nil
    } catch {
      return try #require(error as? URLError).code
    }
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
    let code = try #require(try await Self.error(request, live))
    #expect(try await Self.error(request, live) == nil)
    #expect(live.failures == [])
    let files = try folder.files().sorted { $0.key.utf8.count < $1.key.utf8.count }.map(\.value)
    #expect(files.count == 2)
    let response = try MockJSON(parsing: try #require(files.first))["response"]
    #expect(response.object?.keys.sorted() == ["failure"])
    let replay = MockGraphQLService.recording(.never, folder.url)
    #expect(try await Self.error(request, replay) == code)
    #expect(try await Self.error(request, replay) == nil)
    #expect(replay.failures == [] && replay.unusedRecordings == [])
    #expect(server.requests.count == 2)
    #expect(FixtureTable(folder: folder.url).check() == [])
    // Once the service is back, its response replaces the failure.
    let again = MockGraphQLService.recording(.all, folder.url)
    #expect(try await Self.error(request, again) == nil)
    #expect(try folder.files().count == 2)
    let now = MockGraphQLService.recording(.never, folder.url)
    #expect(try await Self.error(request, now) == nil)
  }

  @Test func responseSurvivesALostConnection() async throws {
    let folder = try TemporaryFolder()
    let server = try Self.makeLosingServer(0)
    let request = try RecordingTests.request("query A { n }", to: server)
    let live = MockGraphQLService.recording(.all, folder.url)
    #expect(try await Self.error(request, live) == nil)
    let files = try folder.files()
    let gone = try Self.makeLosingServer(1)
    var other = request
    other.url = .of(gone.url + "/graphql")
    let again = MockGraphQLService.recording(.all, folder.url)
    #expect(try await Self.error(other, again) != nil)
    #expect(try folder.files() == files)
    #expect(again.unusedRecordings == [])
    let name = try #require(files.keys.first)
    let told =
      "The recording \"\(folder.url.path)/\(name)\" wasn't updated, because the request to the "
    #expect(again.failures.count == 1)
    #expect(again.failures.first?.message.hasPrefix(told + "real service failed: ") == true)
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
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let now = try #require(try folder.files().values.first)
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == now.count)
    #expect(zip(lines, now).filter { $0 != $1 }.map(\.1) == [#"      "  n: other","#])
    #expect(try folder.files().count == 1)
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
    let request = #"{"query": ["query A {", "  n", "}"]}"#
    let folder = try TemporaryFolder([
      "A.json": #"{"request": \#(request), "response": {"body": {"data": {"n": 1}}}}"#
    ])
    let rows = try TemporaryFolder([
      "table.json": #"""
      {"rows": [{"request": \#(request), "response": {"body": {"data": {"n": 2}}}}]}
      """#
    ])
    for (folder, n) in [(folder, 1), (rows, 2)] {
      let table = FixtureTable(folder: folder.url)
      #expect(table.check() == [])
      let service = MockGraphQLService(fixtures: table)
      for (query, status) in [("query A { n }", 200), ("query A { m }", nil)] {
        let received = try? await service.makeSession()
          .receive(.graphQL(["query": .string(query)]))
        #expect(received?.status == status)
        if status != nil { #expect(received?.body == #"{"data":{"n":\#(n)}}"#) }
      }
      #expect(try FixtureTable.format(folder.url).count == 1)
      #expect(try FixtureTable.format(folder.url) == [])
      #expect(try folder.files().values.first?.contains("\"query A {\",\n") == true)
    }
  }

  @Test func documentLineThatIsNotAStringIsAnError() throws {
    let folder = try TemporaryFolder([
      "A.x.json": #"{"request": {"query": ["{", 5, "}"]}, "response": {"status": 200}}"#
    ])
    #expect(
      FixtureTable(folder: folder.url).check().map(\.description) == [
        "\(folder.url.lastPathComponent)/A.x.json:1:23: \"query\" must be a string, found an array"
      ])
  }
}
