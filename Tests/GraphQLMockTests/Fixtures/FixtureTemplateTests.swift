import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

struct FixtureTemplateTests {
  static func operation(_ variables: MockJSON) throws -> OperationRequest {
    try OperationRequest(
      .graphQL(["query": "query ($l: [Int], $t: String) { a }", "variables": variables]))
  }

  @Test(.onOwnThreads) func aTemplateMayBeAsLargeAsItsLimit() throws {
    // Each of the five values takes another 16 bytes.
    let text = String(repeating: "a", count: FixtureTemplate.sizeLimit / 4 - 20)
    let template: MockJSON = ["$forEach": "l", "$value": ["$variable": "t"]]
    let fits = try Self.operation(["l": [1, 2, 3, 4], "t": .string(text)])
    #expect(try FixtureTemplate.fill(template, for: fits).array?.count == 4)

    let isTooLong = try Self.operation(["l": [1, 2, 3, 4], "t": .string(text + "a")])
    var nested: MockJSON = ["$variable": "t"]
    for _ in 0..<22 { nested = ["$forEach": "l", "$value": nested] }
    let isShort = try Self.operation([
      "l": [1, 2], "t": .string(String(repeating: "a", count: 9_999)),
    ])
    for (template, operation) in [(template, isTooLong), (nested, isShort)] {
      #expect(throws: FixtureTemplate.FillingError.tooLarge) {
        try FixtureTemplate.fill(template, for: operation)
      }
    }
    #expect(
      FixtureTemplate.FillingError.tooLarge.message(in: nil) == """
        The fixture would be larger than 16777216 bytes with the request's lists filled in.
        """)
  }
}
