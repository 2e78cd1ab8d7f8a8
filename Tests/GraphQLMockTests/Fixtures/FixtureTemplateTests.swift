import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct FixtureTemplateTests {
  @Test func aTemplateIsReplacedByAValueOfTheRequest() throws {
    let operation = try OperationRequest(
      .graphQL([
        "query": "query ($l: [Int], $t: String) { a }",
        "variables": ["l": [1, ["m": ["$variable": "t"]]], "o": nil],
      ]))
    let template: MockJSON = [
      "all": ["$variable": "l"], "some": [["$variable": "l.1.m"], ["$variable": "l.2"]],
      "absent": ["$variable": "t"], "null": ["$variable": "o.x"], "plain": ["l": 1],
    ]
    // A variable that looks like a template isn't filled in.
    #expect(
      try FixtureTemplate.fill(template, for: operation) == [
        "all": [1, ["m": ["$variable": "t"]]], "some": [["$variable": "t"], nil],
        "absent": nil, "null": nil, "plain": ["l": 1],
      ])
  }

  /// A fixture may be 512 levels deep, and a thread's stack as small as 512 KiB.
  @Test func deepTemplateIsReadOnASmallStack() async throws {
    let (open, close) = (
      String(repeating: #"{"a":["#, count: 250), String(repeating: "]}", count: 250)
    )
    let folder = try TemporaryFolder([
      "A.json": "{\"data\":\(open){\"$x\":1}\(close)}", "B.json": "{\"data\":\(open)1\(close)}",
    ])
    let table = FixtureTable(folder: folder.url)
    let errors: [String] = try await onSmallStack { table.check().map(\.description) }
    let message = #"unknown template "$x"; a template has the only member "$variable""#
    #expect(errors == ["\(folder.url.lastPathComponent)/A.json:1:1510: \(message)"])
  }

  /// `scripts/check-small-stacks` runs this test on stacks of 512 KiB.
  @Test func deepTemplateOfATableIsFilledIn() async throws {
    let (open, close) = (
      String(repeating: #"{"a":["#, count: 250), String(repeating: "]}", count: 250)
    )
    let folder = try TemporaryFolder([
      "table.json":
        #"{"rows":[{"request":{"operationName":"A"},"response":{"body":{"data":\#(open){"$variable":"v"}\#(close)}}}]}"#
    ])
    let service = MockGraphQLService(fixtures: FixtureTable(folder: folder.url))
    let response = try await service.respond(
      to: .graphQL(["query": "query A($v: Int) { a(v: $v) }", "variables": ["v": 7]]))
    let body = try await response.body.collect()
    #expect(String(decoding: body, as: UTF8.self) == #"{"data":\#(open)7\#(close)}"#)
  }
}
