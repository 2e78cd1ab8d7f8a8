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
    let compact = JSONLayoutTests.compact(body)
    let replayed = try await Self.record(request, folder, .never)
    #expect(replayed.status == live.status && replayed.contentType == live.contentType)
    #expect(replayed.body == body || replayed.body == compact)
    #expect(FixtureTable(folder: folder.url).check(documents: []).filter { $0.line == 0 } == [])
  }

  /// The lines of the second text that differ from those of the first.
  static func changedLines(_ old: String?, _ new: String) -> [String] {
    let before = (old ?? "").components(separatedBy: "\n")
    let after = new.components(separatedBy: "\n")
    guard before.count == after.count else {
      return ["\(before.count) lines, then \(after.count)"]
    }
    return zip(before, after).filter { $0 != $1 }.map(\.1)
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
    box.value = box.value.replacing("2", with: "3")
    _ = try await Self.record(requests[1], folder)
    let after = try folder.files()
    #expect(after.keys == before.keys)
    let changed = after.flatMap { Self.changedLines(before[$0.key], $0.value) }
    #expect(changed == [#"            "n": 3"#])
  }

  static func fileNumber(_ path: String) -> UInt64? {
    var info = stat()
    return stat(path, &info) == 0 ? UInt64(info.st_ino) : nil
  }

  /// The other header field changes with each response.
  @Test func onlyListedHeadersAreRecordedAndAnUnchangedResponseIsNotRewritten() async throws {
    let folder = try TemporaryFolder()
    let server = try Self.server(Box(#"{"data":{"b":1}}"#))
    let request = try RecordingTests.request("query A { b }", to: server)
    _ = try await Self.record(request, folder, headers: ["etag"])
    let (name, text) = try #require(try folder.files().first)
    let headers = try MockJSON(parsing: text)["response"]["headers"].object ?? [:]
    #expect(headers.keys.map { $0.lowercased() }.sorted() == ["content-type", "etag"])
    let path = folder.url.appendingPathComponent(name).path
    // Writing replaces the file by a new one.
    let before = try #require(Self.fileNumber(path))
    _ = try await Self.record(request, folder, headers: ["etag"])
    #expect(Self.fileNumber(path) == before)
    #expect(try folder.files().count == 1)
  }

  @Test func invalidRecordingFormatIsReported() throws {
    let rows: [(file: String, text: String, message: String)] = [
      (
        "A.x", #"{"recorded": {"version": 2, "hash": "new"}, "response": {}}"#,
        """
        1:26: this version of GraphQLMock reads recordings of format 1, but this one has format 2; record it \
        again
        """
      ),
      (
        "A.x", #"{"recorded": {"version": 4}, "response": {}}"#,
        """
        1:26: this version of GraphQLMock reads recordings of format 1, but this one has format 4; record it \
        again
        """
      ),
      (
        "A.x", #"{"recorded": true, "response": {}}"#,
        "1:14: \"recorded\" must be an object, found a boolean"
      ),
      (
        "A.x", #"{"recorded": 1, "response": {}}"#,
        "1:14: \"recorded\" must be an object, found a number"
      ),
      (
        "A.x", #"{"response": {"body": {}, "spacing": "compact"}}"#,
        """
        1:27: unknown key "spacing"; the allowed keys are "status", "headers", "body", \
        "rawJSON", "base64", "file", "failure", "never", "passThrough", "delay"
        """
      ),
      (
        "A.x", #"{"request": {"query": ["{", 5, "}"]}, "response": {"status": 200}}"#,
        #"1:23: "query" must be a string, found an array"#
      ),
      ("A.r1", Self.recording(#"{"parts": 7}"#), #"1:67: "parts" must be a list, found a number"#),
      (
        "A.r1", Self.recording(#"{"parts": [7]}"#), "1:68: a part must be an object, found a number"
      ),
      ("A.r1", Self.recording(#"{"parts": [{"base64": "*"}]}"#), #"1:79: "base64" is not base64"#),
      (
        "A.r1", Self.recording(#"{"parts": [], "open": 1}"#),
        #"1:79: "open" must be true; leave it out otherwise"#
      ),
      (
        "A.r1", Self.recording(#"{"parts": [{"delay": -1}]}"#),
        #"1:78: "delay" must be a number of seconds from 0 to less than 1,000,000"#
      ),
      (
        "A.r1", Self.recording(#"{"parts": [{"x": 1}]}"#),
        #"1:69: unknown key "x"; the allowed keys are "base64", "before", "behind", "body", "delay""#
      ),
    ]
    for (file, text, message) in rows {
      let parent = try TemporaryFolder(["T/\(file).json": text])
      let errors = FixtureTable(folder: parent.url.appendingPathComponent("T")).check()
      #expect(errors.map(\.description) == ["T/\(file).json:\(message)"], "\(file)")
    }
  }

  /// A recording with this response.
  private static func recording(_ response: String) -> String {
    #"{"recorded": {"version": 1}, "request": {}, "response": \#(response)}"#
  }

  @Test func formattingDoesNotChangeRecordings() async throws {
    let folder = try TemporaryFolder(["B.json": #"{"data":{"b":1,"a":2}}"#])
    let server = try Self.server(Box(#"{"data":{"b":1,"a":2}}"#))
    _ = try await Self.record(
      RecordingTests.request("query A { b }", to: server), folder)
    #expect(try FixtureTable.format(folder.url) == ["B.json"])
  }
}
