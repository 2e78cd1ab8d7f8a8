import Testing

@testable import GraphQLMock

struct JSONDifferenceTests {
  let variables: MockJSON = [
    "input": ["tags": ["x", "y", nil], "count": "7", "odd name": ["a": 1]], "more": true,
  ]

  @Test(
    arguments: [
      (
        ["input": ["tags": ["x", "y", "a"]]], [#"variables.input.tags[2]: expected "a", got null"#]
      ),
      (
        ["input": ["count": 7]],
        [#"variables.input.count: expected 7 (a number), got "7" (a string)"#]
      ),
      (["input": ["count": 8]], [#"variables.input.count: expected 8, got "7""#]),
      (["input": ["tags": ["x"]]], ["variables.input.tags: expected 1 element, got 3"]),
      (["input": ["tags": []]], ["variables.input.tags: expected 0 elements, got 3"]),
      (["input": ["odd name": ["a": 2]]], [#"variables.input["odd name"].a: expected 2, got 1"#]),
      (["input": ["odd name": [:]]], []), (["input": ["odd name": ["a": 1.0]]], []),
      (
        ["input": ["tags": ["x": 1]]],
        [#"variables.input.tags: expected {"x":1}, got ["x","y",null]"#]
      ),
      (
        ["input": nil],
        [
          #"variables.input: expected null, got {"count":"7","odd name":{"a":1},"tags":["x","y",null]}"#
        ]
      ),
      (["absent": nil], []),
      (
        ["absent": 1, "more": "true"],
        [
          "variables.absent: expected 1, got nothing",
          #"variables.more: expected "true" (a string), got true (a boolean)"#,
        ]
      ),
      (
        "null",
        [
          #"variables: expected "null", got {"input":{"count":"7","odd name":{"a":1},"tags":["x","y",null]},"more":true}"#
        ]
      ),
      ([:], []),
    ] as [(MockJSON, [String])])
  func failedSubsetNamesThePaths(expected: MockJSON, messages: [String]) {
    let differences = MockJSON.differences(of: variables, from: expected, at: "variables")
    #expect(differences.map(\.description) == messages)
    #expect(variables.matches(expected) == messages.isEmpty)
  }

  @Test func exactMatchAllowsOnlyAdditionalNulls() {
    let actual: MockJSON = ["a": 1, "b": nil, "c": [["d": 1, "e": nil]], "f": 2]
    #expect(actual.matches(["a": 1, "c": [["d": 1]], "f": 2, "g": nil], .exact))
    let differences = MockJSON.differences(of: actual, from: ["a": 1, "c": [[:]]], .exact)
    #expect(
      differences.map(\.description) == [
        "c[0].d: expected nothing, got 1", "f: expected nothing, got 2",
      ])
    #expect(actual.matches(["a": 1, "c": [[:]]], .subset))
  }

  @Test func valuesThatReadAlikeAreShownWithTheirKind() {
    let pairs: [(MockJSON, MockJSON, String)] = [
      (nil, "null", #"expected null, got "null" (a string)"#),
      ("1.50", .number(1.5), #"expected "1.50", got 1.5"#),
      (false, "false", #"expected false (a boolean), got "false" (a string)"#),
      ("[]", [], #"expected "[]", got []"#),
    ]
    for (expected, actual, message) in pairs {
      #expect(
        MockJSON.differences(of: actual, from: expected).map(\.description) == [message],
        "\(expected)")
    }
  }

  @Test func limitEndsTheSearchForDifferences() {
    let expected = MockJSON.array((0..<100).map { .number($0) })
    let actual = MockJSON.array((0..<100).map { .number($0 + 1) })
    #expect(
      MockJSON.differences(of: actual, from: expected, limit: 2).map(\.description) == [
        "[0]: expected 0, got 1", "[1]: expected 1, got 2",
      ])
    #expect(MockJSON.differences(of: actual, from: expected).count == 100)
  }

  @Test func longValuesAreShortened() {
    let long = MockJSON.string(String(repeating: "é", count: 1_000))
    let many = MockJSON.array((0..<10_000).map { .number($0) })
    #expect(
      MockJSON.differences(of: many, from: long).map(\.description) == [
        "expected \"" + String(repeating: "é", count: 79) + "…, got "
          + "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29…"
      ])
    let family = MockJSON.string(String(repeating: "👨‍👩‍👧‍👦", count: 200))
    #expect(
      MockJSON.differences(of: family, from: nil).map(\.description)[0].utf8.count < 900)
  }

  @Test func pathIsWrittenAsSwiftCode() {
    let path = JSONPath([
      .member("variables"), .member("_a1"), .element(0), .element(12), .member("1a"),
      .member("é"), .member(""), .member("a\"b"), .member("ok"),
    ])
    #expect(path.description == #"variables._a1[0][12]["1a"]["é"][""]["a\"b"].ok"#)
    #expect(JSONPath().description == "")
  }
}
