import Testing

@testable import GraphQLMock

/// Whole responses divided by the directives of the document (GraphQL, working draft, "Incremental
/// Delivery").
struct DeferredDivisionTests {
  private func divide(
    _ query: String, _ data: MockJSON, variables: MockJSON = [:], errors: [MockJSON] = []
  ) throws -> IncrementalResponse {
    let outcome = DocumentCache(countLimit: 0).outcome(
      for: ContiguousArray(query.utf8), operationName: nil)
    return DeferredDivision.divide(
      errors.isEmpty ? ["data": data] : ["data": data, "errors": .array(errors)],
      by: try outcome.get(), variables: variables, interval: .milliseconds(5))
  }

  private static let cases:
    [(query: String, data: MockJSON, initial: MockJSON, parts: [MockJSON])] = [
      // A deferred spread on each element of a list.
      (
        "query { all { id ...Rest @defer } } fragment Rest on Node { name: title }",
        ["all": [["id": 1, "name": "a"], ["id": 2, "name": "b"]]],
        ["all": [["id": 1], ["id": 2]]],
        [
          ["path": ["all", 0], "data": ["name": "a"]],
          ["path": ["all", 1], "data": ["name": "b"]],
        ]
      ),
      // Nested fragments follow their parents.
      (
        """
        { a ... @defer(label: "1") {
          b { c ... @defer(label: "2") { d } } ... @defer(label: "3") { e } } }
        """,
        ["a": 1, "b": ["c": 2, "d": 3], "e": 4], ["a": 1],
        [
          ["path": [], "label": "1", "data": ["b": ["c": 2]]],
          ["path": ["b"], "label": "2", "data": ["d": 3]],
          ["path": [], "label": "3", "data": ["e": 4]],
        ]
      ),
      // The format of 2022 repeats all fields of a fragment in its part, as graphql-js 17.0.0-alpha.2 does.
      (
        "{ hero { name ... @defer { name best { id } age } } ... @defer { hero { best { id } } } }",
        ["hero": ["name": "R2", "age": 9, "best": ["id": 1]]], ["hero": ["name": "R2"]],
        [
          ["path": ["hero"], "data": ["name": "R2", "age": 9, "best": ["id": 1]]],
          ["path": [], "data": ["hero": ["best": ["id": 1]]]],
        ]
      ),
      // A streamed list starts with its initial count.
      (
        #"{ all @stream(initialCount: 1, label: "s") { id ... @defer { name } } }"#,
        ["all": [["id": 1, "name": "a"], ["id": 2, "name": "b"], ["id": 3, "name": "c"]]],
        ["all": [["id": 1]]],
        [
          ["path": ["all", 0], "data": ["name": "a"]],
          ["path": ["all", 1], "label": "s", "items": [["id": 2]]],
          ["path": ["all", 1], "data": ["name": "b"]],
          ["path": ["all", 2], "label": "s", "items": [["id": 3]]],
          ["path": ["all", 2], "data": ["name": "c"]],
        ]
      ),
      // A fragment on another type sends nothing.
      (
        "{ n { __typename ... on Dog @defer { bark } ... on Cat @defer { meow } } }",
        ["n": ["__typename": "Cat", "meow": "m"]], ["n": ["__typename": "Cat"]],
        [["path": ["n"], "data": ["meow": "m"]]]
      ),
      // A fragment applies if the data has its fields, without `__typename`, which test data often leaves out.
      (
        "{ n { id ... on Dog @defer { __typename bark } ... on Cat @defer { __typename meow } } }",
        ["n": ["id": 1, "bark": "b"]], ["n": ["id": 1]],
        [["path": ["n"], "data": ["bark": "b"]]]
      ),
      // A type without fragments may have the interface that a fragment names.
      (
        "{ hero { __typename f ... on Droid @defer { f } } }",
        ["hero": ["__typename": "R2", "f": 1]], ["hero": ["__typename": "R2", "f": 1]],
        [["path": ["hero"], "data": ["f": 1]]]
      ),
      // Other directives don't defer.
      ("{ a ... @include(if: true) { b } }", ["a": 1, "b": 2], ["a": 1, "b": 2], []),
      (
        #"{ a ... @include(if: true) @defer(label: "f") { b } }"#, ["a": 1, "b": 2], ["a": 1],
        [["path": [], "label": "f", "data": ["b": 2]]]
      ),
    ]

  @Test(arguments: cases.indices)
  func eachPartHasThePathLabelAndDataOfItsFragmentOrItem(index: Int) throws {
    let (query, data, initial, parts) = Self.cases[index]
    let divided = try divide(query, data)
    #expect(divided.initial == ["data": initial], "\(query)")
    #expect(divided.parts.map { .object($0.members) } == parts, "\(query)")
    #expect(try divided.whole() == ["data": data], "\(query)")
  }

  @Test(
    arguments: [
      ("if: false", [:], true), ("if: true", [:], false), ("if: $on", ["on": false], true),
      ("if: $on", ["on": true], false), ("if: $on", [:], false), ("label: \"x\"", [:], false),
    ] as [(String, MockJSON, Bool)])
  func falseIfArgumentDisablesDefer(argument: String, variables: MockJSON, isWhole: Bool) throws {
    let divided = try divide(
      "query ($on: Boolean) { a ... @defer(\(argument)) { b } }", ["a": 1, "b": 2],
      variables: variables)
    #expect(divided.parts.isEmpty == isWhole)
    #expect(try divided.whole() == ["data": ["a": 1, "b": 2]])
  }

  @Test func unselectedMembersAreNotSent() throws {
    let divided = try divide(
      "{ a { b } ... @defer { a { c } } }", ["a": ["b": 1, "c": 2, "d": 3], "extra": 3])
    #expect(divided.initial == ["data": ["a": ["b": 1]]])
    #expect(divided.parts.map(\.content) == [.data(["a": ["c": 2]])])
  }

  /// Swift treats the letter K and the Kelvin sign (U+212A) as equal.
  @Test func memberIsComparedWithResponseKeysByItsBytes() throws {
    let data: MockJSON = ["K": 1, "b": 2, "\u{212A}": 3]
    let first = try divide("{ K ... @defer { b } }", data)
    #expect(first.initial == ["data": ["K": 1]])
    let later = try divide("{ b ... @defer { K } }", ["b": 2, "\u{212A}": 3])
    #expect(later.initial == ["data": ["b": 2]])
    #expect(later.parts.map(\.content) == [])
  }

  @Test func errorIsSentWithItsPart() throws {
    let divided = try divide(
      "{ a ... @defer { b { c } } }", ["a": nil, "b": ["c": nil]],
      errors: [["message": "A", "path": ["a"]], ["message": "C", "path": ["b", "c"]]])
    #expect(divided.initial == ["data": ["a": nil], "errors": [["message": "A", "path": ["a"]]]])
    #expect(divided.parts.map { $0.errors.map(\.message) } == [["C"]])
  }

  @Test func recursiveAndDeeplyNestedFragmentsTerminate() throws {
    let open = String(repeating: "{ a ... @defer ", count: 200)
    let close = String(repeating: " }", count: 200)
    for query in [
      "{ ...A @defer } fragment A on Q { a ...A @defer ...B } fragment B on Q { b ...A ...B }",
      "\(open){ b }\(close)",
    ] {
      let divided = try divide(query, ["a": 1, "b": 2])
      #expect(try divided.whole() == ["data": ["a": 1, "b": 2]], "\(query)")
    }
  }

  @Test func fragmentsAreDeferred32DeepAndSentWithTheirParentBeyond() throws {
    var query = "{ a33 }"
    var data: MockJSON = ["a33": 33]
    for depth in (1...32).reversed() {
      query = "{ a\(depth) ... @defer \(query) }"
      data = data.setting("a\(depth)", to: .number(depth))
    }
    let divided = try divide("{ ... @defer \(query) }", data)
    #expect(divided.initial == ["data": [:]])
    #expect(divided.parts.count == 32)
    #expect(divided.parts.last?.content == .data(["a32": 32, "a33": 33]))
  }

  /// The two fragments count, too.
  @Test func whatFollows100000PartsIsSentAtOnce() throws {
    let data: MockJSON = ["a": .array((0..<99_998).map { .number($0) }), "b": [1, 2]]
    let divided = try divide("{ ... @defer { a @stream } ... @defer { b @stream } }", data)
    #expect(divided.parts.count == 100_000)
    #expect(divided.parts.last?.content == .data(["b": [1, 2]]))
  }
}
