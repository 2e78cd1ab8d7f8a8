import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The format of recorded files, and how little of it changes when recording again.
struct RecordingFileTests {
  /// A server that responds with the content of the box.
  private final class Box: @unchecked Sendable {
    private let lock = NSLock()
    private var text: String
    init(_ text: String) { self.text = text }
    var value: String {
      get { lock.withLock { text } }
      set { lock.withLock { text = newValue } }
    }
  }

  private static func server(
    _ box: Box, type: String = "application/json"
  ) throws -> LoopbackServer {
    try LoopbackServer { _ in
      .response(
        "200 OK", ["Content-Type: \(type)", "X-Trace: \(UUID().uuidString)", "ETag: one"],
        body: box.value)
    }
  }

  private static func record(
    _ request: URLRequest, _ folder: TemporaryFolder, _ mode: Recording = .all,
    headers: [String] = []
  ) async throws -> Received {
    let service = MockGraphQLService()
    service.record(Recording(mode, folder: folder.url, headers: headers))
    defer { #expect(service.failures == []) }
    return try await service.makeSession().receive(request)
  }

  private static func onlyFile(_ folder: TemporaryFolder) throws -> String {
    let files = try folder.files()
    #expect(files.count == 1)
    return try #require(files.values.first)
  }

  @Test(arguments: [
    #"{"data":{"z":"Ünï \u00e9 \/ \n","a":[1.50,1e3,-0,[],{}],"m":null}}"#,
    #"{"data": {"z": "x, y: z", "a": [1.50, 1e3, [], {}]}}"#,
    "{\n  \"data\": {\n    \"b\": 1,\n    \"a\": []\n  }\n}",
    "{\"data\":{\"b\":1,\"a\":2}}\n", "{\"data\" : {\"b\":1,\t\"a\":2}}",
    #"{"data":{"a":1,"a":2}}"#, "{\"data\":{}}\r\n", " {\"errors\":[]}",
    "{\"data\":" + String(repeating: "[", count: 510)
      + String(repeating: "]", count: 510) + "}",
  ]) func replaySendsTheSameJSONWithoutWhitespace(body: String) async throws {
    let folder = try TemporaryFolder()
    let server = try Self.server(Box(body))
    let request = try RecordingTests.request("query A { b }", to: server)
    let live = try await Self.record(request, folder)
    #expect(live.body == body)
    let json = try? MockJSON(parsing: body)
    let isStored = json?.object != nil || json?.array != nil
    let compact = JSONLayoutTests.compact(body)
    let replayed = try await Self.record(request, folder, .never)
    #expect(replayed.status == live.status && replayed.contentType == live.contentType)
    #expect(
      replayed.body == body || isStored && replayed.body == compact
    )
    #expect(FixtureTable(folder: folder.url).check(documents: []).filter { $0.line == 0 } == [])
  }

  @Test func oneChangedValueIsOneChangedLineOfOneFile() async throws {
    let folder = try TemporaryFolder()
    let box = Box(#"{"data":{"z":[{"n":1},{"n":2}],"a":"x"}}"#)
    let server = try Self.server(box)
    let requests = try ["query A { b }", "query B { b }"].map {
      try RecordingTests.request($0, ["id": "7"], to: server)
    }
    for request in requests { _ = try await Self.record(request, folder) }
    let before = try folder.files()
    box.value = box.value.replacingOccurrences(of: "2", with: "3")
    _ = try await Self.record(requests[1], folder)
    let after = try folder.files()
    #expect(after.keys == before.keys)
    let changed = try #require(after.first { before[$0.key] != $0.value })
    #expect(after.filter { before[$0.key] != $0.value }.count == 1)
    let lines = zip(
      changed.value.split(separator: "\n"),
      try #require(before[changed.key]).split(separator: "\n"))
    #expect(lines.filter { $0 != $1 }.map { String($0.0) } == ["            \"n\": 3"])
  }

  static func fileNumber(_ path: String) -> UInt64? {
    var info = stat()
    return stat(path, &info) == 0 ? UInt64(info.st_ino) : nil
  }

  @Test func unchangedResponseIsNotRewritten() async throws {
    let folder = try TemporaryFolder()
    let server = try Self.server(Box(#"{"data":{"b":1}}"#))
    let request = try RecordingTests.request("query A { b }", to: server)
    _ = try await Self.record(request, folder)
    let name = try #require(try folder.files().keys.first)
    let path = folder.url.appendingPathComponent(name).path
    // Writing replaces the file by a new one.
    let before = Self.fileNumber(path)
    _ = try await Self.record(request, folder)
    #expect(before != nil && Self.fileNumber(path) == before)
  }

  @Test func onlyListedHeadersAreRecorded() async throws {
    let folder = try TemporaryFolder()
    let server = try Self.server(Box(#"{"data":{"b":1}}"#))
    let request = try RecordingTests.request("query A { b }", to: server)
    _ = try await Self.record(request, folder, headers: ["etag"])
    let headers = try MockJSON(parsing: Self.onlyFile(folder))["response"]["headers"]
    #expect(
      headers.object.map { Set($0.keys.map { $0.lowercased() }) } == ["content-type", "etag"])
  }

  @Test(arguments: [
    (
      #"{"recorded": {"version": 4}, "response": {}}"#,
      """
      T/A.x.json:1:26: this version of GraphQLMock reads recordings of format 3, but this one has format 4; record \
      it again
      """
    ),
    (
      #"{"recorded": true, "response": {}}"#,
      "T/A.x.json:1:14: \"recorded\" must be an object, found a boolean"
    ),
    (
      #"{"recorded": 1, "response": {}}"#,
      "T/A.x.json:1:14: \"recorded\" must be an object, found a number"
    ),
    (
      #"{"response": {"body": {}, "spacing": "compact"}}"#,
      """
      T/A.x.json:1:27: unknown key "spacing"; the allowed keys are "status", "headers", "body", \
      "rawJSON", "base64", "file", "failure", "never", "passThrough", "delay"
      """
    ),
  ]) func invalidRecordingFormatIsReported(text: String, message: String) throws {
    let parent = try TemporaryFolder()
    let folder = parent.url.appendingPathComponent("T")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appendingPathComponent("A.x.json"))
    #expect(FixtureTable(folder: folder).check().map(\.description) == [message])
  }

  @Test func formattingDoesNotChangeRecordings() async throws {
    let folder = try TemporaryFolder(["B.json": #"{"data":{"b":1,"a":2}}"#])
    let server = try Self.server(Box(#"{"data":{"b":1,"a":2}}"#))
    _ = try await Self.record(
      RecordingTests.request("query A { b }", to: server), folder)
    #expect(try FixtureTable.format(folder.url) == ["B.json"])
  }
}
