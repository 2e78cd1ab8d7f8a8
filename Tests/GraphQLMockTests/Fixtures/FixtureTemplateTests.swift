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
}
