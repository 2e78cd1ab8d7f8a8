import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Of an operation with many recordings, those are read that requests are for.
@Suite(.timeLimit(.minutes(1)), .onOwnThreads) struct SingleRecordingsTests {
  static func query(_ name: String?) -> MockJSON {
    .string("query \(name ?? "")($id: ID, $in: In) { item(id: $id, in: $in) { name } }")
  }

  static func variables(_ number: Int) -> MockJSON {
    switch number % 4 {
    case 0: ["id": .number(number)]
    case 1: ["id": .string("\(number)"), "in": nil]
    case 2: ["in": ["password": .string("secret-\(number)"), "list": [.number(number), nil]]]
    default: ["id": .string("é \(number)"), "in": ["a": .number(number), "b": 1]]
    }
  }

  static func request(_ number: Int, _ name: String?) throws -> URLRequest {
    try .graphQL(["query": query(name), "variables": variables(number)])
  }

  /// A folder with a recording of each request.
  static func recordings(_ count: Int, _ name: String?) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let entries = try (0..<count).map { number -> MockJSON in
      let body = try request(number, name).httpBody ?? Data()
      return [
        "request": [
          "method": "POST", "url": .string(endpoint), "headers": [],
          "postData": [
            "mimeType": "application/json", "text": .string(String(decoding: body, as: UTF8.self)),
          ],
        ],
        "response": [
          "status": 200, "headers": [],
          "content": [
            "mimeType": "application/json", "text": .string(#"{"data":{"item":\#(number)}}"#),
          ],
        ],
      ]
    }
    let archive: MockJSON = ["log": ["entries": .array(entries)]]
    try FixtureTable.importHTTPArchive(archive.encoded(), into: folder.url)
    return folder
  }

  static func answer(_ table: FixtureTable, _ request: URLRequest) throws -> String {
    switch table.answer(to: try OperationRequest(request)) {
    case .success(let answer)?: answer.name
    case .failure(let error)?: "\(error)"
    case nil: "none"
    }
  }

  @Test(arguments: [(70, "Item"), (140, nil)])
  func noOtherIsRead(count: Int, name: String?) throws {
    let folder = try Self.recordings(count, name)
    let request = try Self.request(count - 1, name)
    let expected = try Self.answer(FixtureTable(folder: folder.url), request)
    // The first in order tells the salt.
    let kept = [try #require(try folder.files().keys.min()), expected + ".json"]
    for file in try folder.files().keys where !kept.contains(file) {
      try Data("{".utf8).write(to: folder.url.appendingPathComponent(file))
    }
    let table = FixtureTable(folder: folder.url)
    #expect(try Self.answer(table, request) == expected)
    #expect(table.recordedRow(for: try OperationRequest(request))?.files == [1: kept[1]])
    // A request that was not recorded needs all of them.
    let other = try Self.answer(table, try Self.request(count, name))
    #expect(other.contains(".json:1:"))
  }

  @Test(arguments: ["Item", nil]) func theAnswersAreThoseOfReadingAll(name: String?) throws {
    let folder = try Self.recordings(66, name)
    let file = name ?? "anonymous-query"
    for (row, text) in [
      // Rows of people stand in front of recordings that ask for less.
      "mine": #"{"request":{"variables":{"id":12}},"response":{"body":{"data":{}}}}"#,
      "more": #"{"request":{"variables":{"in":{"a":15,"b":1}}},"response":{"body":{"data":{}}}}"#,
      "a": #"{"request":{"variables":{"id":"21"}},"response":{"body":{"data":{}}}}"#,
      "rest": #"{"request":{},"response":{"body":{"data":{}}}}"#,
    ] {
      try Data(text.utf8).write(to: folder.url.appendingPathComponent("\(file).\(row).json"))
    }
    let all = FixtureTable(folder: folder.url)
    _ = try all.content.rows(of: file).get()
    let single = FixtureTable(folder: folder.url)
    var names: Set<String> = []
    for number in stride(from: 0, to: 72, by: Effort.rounds(6, long: 3)) {
      let request = try Self.request(number, name)
      let answer = try Self.answer(single, request)
      names.insert(answer)
      #expect(try answer == Self.answer(all, request))
      #expect(
        single.recordedRow(for: try OperationRequest(request))?.files
          == all.recordedRow(for: try OperationRequest(request))?.files)
      // Under other names for the same.
      let renamed = try URLRequest.graphQL([
        "query": .string(
          "query \(name ?? "")($n: ID, $in: In) { x: item(id: $n, in: $in) { name } }"),
        "variables": ["n": Self.variables(number)["id"], "in": Self.variables(number)["in"]],
      ])
      let fresh = FixtureTable(folder: folder.url)
      if number % 18 == 0 { #expect(try Self.answer(fresh, renamed) == Self.answer(all, renamed)) }
    }
    #expect(names.count > 10)
  }

  @Test func anotherNameThanThatOfTheRequestIsFoundAsWell() throws {
    let folder = try Self.recordings(70, "Item")
    let request = try Self.request(4, "Item")
    let name = try Self.answer(FixtureTable(folder: folder.url), request)
    let moved = "Item.r01234567"
    try FileManager.default.moveItem(
      at: folder.url.appendingPathComponent(name + ".json"),
      to: folder.url.appendingPathComponent(moved + ".json"))
    #expect(try Self.answer(FixtureTable(folder: folder.url), request) == moved)
  }
}
