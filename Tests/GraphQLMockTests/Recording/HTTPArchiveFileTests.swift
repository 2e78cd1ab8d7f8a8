import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// Invalid archives, and the entries of valid ones.
struct HTTPArchiveFileTests {
  static let entry = #"{"request":{"url":"https://a.invalid/\#("1")"},"response":{"status":200}}"#

  @Test func aFileThatIsNotAnArchiveIsRefusedWithTheReason() throws {
    let withoutEntries = [
      "[]", "1", "{}", #"{"log":[]}"#, #"{"log":{"entries":{}}}"#, #""log""#,
      #"{"log":{"entries":[]},"log":1}"#, #"{"entries":[]}"#,
      #"{"log":{"entries":[],"entries":1}}"#,
    ]
    var rows: [(text: String, reason: String)] = withoutEntries.map {
      ($0, "it has no \"log.entries\".")
    }
    let invalid = [
      "", #"{"log":{"entries":[1,]}}"#, #"{"log":{"entries":[]}} x"#,
      #"{"log":{"entries":[{]}}"#, #"{"log":{"entries":["\#u{1}"]}}"#,
      #"{"log":{"entries":[nul]}}"#, #"{"log" "entries"}"#, #"{"a":{"log":}}"#,
      #"{"log":{"entries":[]}"#,
    ]
    for text in invalid {
      let error = #expect(throws: JSONSyntaxError.self) { try MockJSON(parsing: text) }
      rows.append((text, try #require(error).description))
    }
    let reason = """
      Invalid JSON at line 1, column 2 (byte 1): expected a member name in quotes or "}", found the end.
      """
    rows.append(("{", reason))
    let folder = try TemporaryFolder()
    for (text, reason) in rows {
      let error = #expect(throws: (any Error).self) {
        try FixtureTable.importHTTPArchive(Data(text.utf8), into: folder.url)
      }
      #expect(error.map { "\($0)" } == "This isn't an HTTP archive: \(reason)", "\(text)")
    }
  }

  /// Chrome writes the values of a repeated field as one, and captures of HTTP/2 list pseudo-headers.
  @Test func headerFieldsOfAnEntryAreSeparateAndHaveTheTypeOfItsBody() throws {
    let json: MockJSON = [
      "request": ["url": "https://a.invalid/"],
      "response": [
        "status": 200, "content": ["mimeType": "text/plain", "text": "a"],
        "headers": [
          ["name": ":status", "value": "200"], ["name": "Set-Cookie", "value": "a=1\nb=2"],
        ],
      ],
    ]
    let fields = try #require(HTTPArchiveEntry(json)).response.headers.map { "\($0): \($1)" }
    #expect(fields == ["Content-Type: text/plain", "Set-Cookie: a=1", "Set-Cookie: b=2"])
  }

  @Test func importReportsProgressByEntry() throws {
    let folder = try TemporaryFolder()
    let text = #"{"log":{"entries":[\#(Self.entry),1,\#(Self.entry)]}}"#
    var told: [[Int]] = []
    let files = try FixtureTable.importHTTPArchive(Data(text.utf8), into: folder.url) {
      told.append([$0, $1])
    }
    #expect(files == [] && told == [[1, 3], [2, 3], [3, 3]])
  }

  @Test func writingANewFileCreatesItsFolderAndNothingElse() throws {
    let folder = try TemporaryFolder()
    let inner = folder.url.appendingPathComponent("a/b")
    let file = inner.appendingPathComponent("c.json")
    for text in ["1", "2"] {
      #expect(try Data(text.utf8).writeNewFile(file) == (text == "1"), "\(text)")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: inner.path) == ["c.json"], "\(text)")
      #expect(try String(contentsOf: file, encoding: .utf8) == "1", "\(text)")
    }
    let link = folder.url.appendingPathComponent("link.json")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: folder.url.appendingPathComponent("missing.json"))
    #expect(try Data("4".utf8).writeNewFile(link))
    #expect(try String(contentsOf: link, encoding: .utf8) == "4")
    #expect(throws: (any Error).self) {
      _ = try Data("3".utf8).writeNewFile(inner.appendingPathComponent("c.json/d"))
    }
  }
}
