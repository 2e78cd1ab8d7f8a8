import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// Invalid archives, and the entries of valid ones.
struct HTTPArchiveListTests {
  static let entry = #"{"request":{"url":"https://a.invalid/\#("1")"},"response":{"status":200}}"#

  @Test(arguments: [
    "[]", "1", "{}", #"{"log":[]}"#, #"{"log":{"entries":{}}}"#, #""log""#,
    #"{"log":{"entries":[]},"log":1}"#, #"{"entries":[]}"#, #"{"log":{"entries":[],"entries":1}}"#,
  ])
  func archiveWithoutEntriesIsAnError(text: String) {
    #expect(throws: RecordingError.noHAR("it has no \"log.entries\".")) {
      try HTTPArchiveEntry.list(in: Data(text.utf8)).get()
    }
  }

  @Test(arguments: [
    "", "{", #"{"log":{"entries":[1,]}}"#, #"{"log":{"entries":[]}} x"#,
    #"{"log":{"entries":[{]}}"#,
    #"{"log":{"entries":["\#u{1}"]}}"#, #"{"log":{"entries":[nul]}}"#, #"{"log" "entries"}"#,
    #"{"a":{"log":}}"#, #"{"log":{"entries":[]}"#,
  ])
  func archiveWithInvalidJSONReportsTheParserError(text: String) {
    let fault = #expect(throws: RecordingError.self) {
      try HTTPArchiveEntry.list(in: Data(text.utf8)).get()
    }
    let reason = #expect(throws: JSONSyntaxError.self) { try MockJSON(parsing: text) }
    #expect(fault == reason.map { .noHAR($0.description) })
  }

  @Test func importReportsProgressByEntry() throws {
    let folder = try TemporaryFolder()
    let text = #"{"log":{"entries":[\#(Self.entry),1,\#(Self.entry)]}}"#
    var told: [[Int]] = []
    let files = try FixtureTable.importHTTPArchive(Data(text.utf8), into: folder.url) {
      told.append([$0, $1])
    }
    #expect(files == [])
    #expect(told == [[1, 3], [2, 3], [3, 3]])
  }

  @Test func writingANewFileCreatesItsFolderAndNothingElse() throws {
    let folder = try TemporaryFolder()
    let inner = folder.url.appendingPathComponent("a/b")
    for (text, isNew) in [("1", true), ("2", false)] {
      let file = inner.appendingPathComponent("c.json")
      #expect(try Data(text.utf8).writeNewFile(file) == isNew)
      #expect(try FileManager.default.contentsOfDirectory(atPath: inner.path) == ["c.json"])
      #expect(try Data(contentsOf: file) == Data("1".utf8))
    }
    #expect(throws: (any Error).self) {
      _ = try Data("3".utf8).writeNewFile(inner.appendingPathComponent("c.json/d"))
    }
  }
}
