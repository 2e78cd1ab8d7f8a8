import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Every error in a fixture file, with its exact message.
struct FixtureFileErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var message: String
    var testDescription: String { text }

    init(_ text: String, _ message: String) {
      self.text = text
      self.message = message
    }
  }

  @Test func errorOfAMissingFolderEscapesControlCharacters() {
    let table = FixtureTable(folder: URL(fileURLWithPath: "/no\u{1B}[31m/Shop\u{1B}[0m"))
    #expect(
      table.check().map(\.description) == [
        #"There is no fixture table "Shop\u{1B}[0m". Searched: /no\u{1B}[31m/Shop\u{1B}[0m"#
      ])
  }

  private static let nested =
    String(repeating: "[", count: 600) + String(repeating: "]", count: 600)

  static let cases: [Case] = [
    Case("", "A.json:1:1: this isn't valid JSON: expected a value, found the end"),
    Case(
      "{\n  \"data\": {,}\n}",
      "A.json:2:12: this isn't valid JSON: expected a member name in quotes or \"}\", found \",\""
    ),
    Case("[]", "A.json:1:1: a fixture must be an object, found an array"),
    Case(
      "{}", "A.json:1:1: this isn't a GraphQL response: it has neither \"data\" nor \"errors\""),
    Case(#"{"data":[]}"#, "A.json:1:9: \"data\" must be an object or null, found an array"),
    Case(#"{"data":null,"errors":{}}"#, "A.json:1:23: \"errors\" must be a list, found an object"),
    Case(
      #"{"data":null,"errors":[]}"#, "A.json:1:23: \"errors\" must not be empty; leave it out"),
    Case(
      "{\n  \"data\": null,\n  \"dota\": 1\n}",
      #"A.json:3:3: unknown key "dota"; the allowed keys are "data", "errors", "extensions""#),
    Case(
      #"{"data":1,"data":2}"#,
      #"A.json:1:11: this isn't valid JSON: the object already has the member "data""#),
    Case(#"{"request":{}}"#, "A.json:1:1: the key \"response\" is missing"),
    Case(
      #"{"request":1,"response":{}}"#, "A.json:1:12: \"request\" must be an object, found a number"),
    Case(#"{"response":null}"#, "A.json:1:13: \"response\" must be an object, found null"),
    Case(
      #"{"response":{},"answer":1}"#,
      #"A.json:1:16: unknown key "answer"; the allowed keys are "recorded", "request", "response""#),
    Case(
      #"{"request":{"name":"A"},"response":{}}"#,
      #"A.json:1:13: unknown key "name"; the allowed keys are "operationName", "query", "variables""#
    ),
    // Only recordings have hashes of uploaded files.
    Case(
      #"{"request":{"files":{}},"response":{}}"#,
      #"A.json:1:13: unknown key "files"; the allowed keys are "operationName", "query", "variables""#
    ),
    Case(
      #"{"request":{"operationName":"B"},"response":{}}"#,
      #"A.json:1:29: the request is for "B", but the file is named after "A""#),
    Case(
      #"{"request":{"operationName":1},"response":{}}"#,
      "A.json:1:29: \"operationName\" must be a string, found a number"),
    Case(
      #"{"request":{"query":{}},"response":{}}"#,
      "A.json:1:21: \"query\" must be a string, found an object"),
    Case(
      #"{"request":{"query":"query B { b }"},"response":{}}"#,
      "A.json:1:21: the query can't be used: Unknown operation named \"A\"."),
    Case(
      #"{"request":{"variables":[]},"response":{}}"#,
      "A.json:1:25: \"variables\" must be an object, found an array"),
    Case(
      #"{"response":{"code":200}}"#,
      """
      A.json:1:14: unknown key "code"; the allowed keys are "status", "headers", "body", \
      "rawJSON", "base64", "file", \
      "failure", "never", "passThrough", "delay"
      """
    ),
    Case(
      #"{"response":{"status":"200"}}"#,
      "A.json:1:23: \"status\" must be a number from 100 to 599, found \"200\""),
    Case(
      #"{"response":{"status":99}}"#,
      "A.json:1:23: \"status\" must be a number from 100 to 599, found 99"),
    Case(
      #"{"response":{"status":600}}"#,
      "A.json:1:23: \"status\" must be a number from 100 to 599, found 600"),
    Case(
      #"{"response":{"headers":[]}}"#, "A.json:1:24: \"headers\" must be an object, found an array"),
    Case(
      #"{"response":{"headers":{"X":1}}}"#,
      "A.json:1:29: the header field \"X\" must be a string, found a number"),
    Case(
      #"{"response":{"delay":-1}}"#,
      "A.json:1:22: \"delay\" must be a number of seconds from 0 to less than 1,000,000"),
    Case(
      #"{"response":{"delay":1000000}}"#,
      "A.json:1:22: \"delay\" must be a number of seconds from 0 to less than 1,000,000"),
    Case(
      #"{"response":{"body":{"data":1}}}"#,
      "A.json:1:29: \"data\" must be an object or null, found a number"),
    Case(
      #"{"response":{"body":{"data":null,"x":1}}}"#,
      #"A.json:1:34: unknown key "x"; the allowed keys are "data", "errors", "extensions""#),
    // The 512th array is inside the object. The limit of nesting isn't a rule of JSON.
    Case(
      #"{"data":\#(nested)}"#,
      "A.json:1:520: arrays and objects are nested more than 512 deep"),
  ]

  @Test(arguments: cases) func errorNamesTheFileThePositionAndTheCause(example: Case) throws {
    let name = try #require(FixtureName(file: "A.json"))
    let fault = #expect(throws: FixtureError.self) {
      try FixtureFile.parse(
        Data(example.text.utf8), name: name, display: "A.json",
        folder: TableFolder(url: URL(fileURLWithPath: "/fixtures")))
    }
    #expect(fault?.description == example.message)
  }

  @Test(arguments: [100, 599]) func theLeastAndTheGreatestStatusAreAllowed(status: Int) throws {
    let name = try #require(FixtureName(file: "A.json"))
    #expect(throws: Never.self) {
      try FixtureFile.parse(
        Data(#"{"response":{"status":\#(status)}}"#.utf8), name: name, display: "A.json",
        folder: TableFolder(url: URL(fileURLWithPath: "/fixtures")))
    }
  }

  @Test(arguments: [
    (
      ["a.json", "A.json"], "T: \"A.json\" and \"a.json\" differ only in upper and lower case"
    ),
    (["A.json", "A.1.json"], "T/A.1.json: this is part of a sequence, but A.json isn't"),
    (
      ["A.1.json", "A.01.json"],
      "T/A.1.json: the position in the sequence is the same as that of A.01.json"
    ),
    (
      ["A.x.json", "A.y.json"],
      "T/A.y.json: the request can't be distinguished from the one in A.x.json"
    ),
    (
      ["A.x.1.json", "A.x.2.json", "A.y.1.json", "A.y.2.json"],
      "T/A.y.1.json: the request can't be distinguished from the one in A.x.1.json"
    ),
  ]) func contradictingFilesAreReported(files: [String], message: String) throws {
    let text = #"{"request":{"variables":{"a":1}},"response":{}}"#
    let parent = try TemporaryFolder()
    let folder = parent.url.appendingPathComponent("T")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in files { try Data(text.utf8).write(to: folder.appendingPathComponent(file)) }
    let content = FixtureContent(name: "T", folder: .success(TableFolder(url: folder)))
    guard case .failure(let fault) = content.rows(of: "A") else {
      Issue.record("no fault was found")
      return
    }
    #expect(fault.description == message)
  }
}
