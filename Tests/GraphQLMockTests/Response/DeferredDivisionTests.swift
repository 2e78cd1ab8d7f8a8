import Foundation
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

  @Test func aDeferredSpreadOnEachElementOfAListHasTheirPaths() throws {
    let divided = try divide(
      "query { all { id ...Rest @defer } } fragment Rest on Node { name: title }",
      ["all": [["id": 1, "name": "a"], ["id": 2, "name": "b"]]])
    #expect(divided.initial == ["data": ["all": [["id": 1], ["id": 2]]]])
    #expect(divided.parts.map(\.path) == [["all", 0], ["all", 1]])
    #expect(divided.parts.map(\.content) == [.data(["name": "a"]), .data(["name": "b"])])
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

  @Test func otherDirectivesDoNotDefer() throws {
    let data: MockJSON = ["a": 1, "b": 2]
    let included = try divide("{ a ... @include(if: true) { b } }", data)
    #expect(included.initial == ["data": data])
    #expect(included.parts.isEmpty)
    let both = try divide("{ a ... @include(if: true) @defer(label: \"f\") { b } }", data)
    #expect(both.initial == ["data": ["a": 1]])
    #expect(both.parts.map(\.label) == ["f"])
  }

  @Test func nestedDeferredFragmentsFollowTheirParents() throws {
    let divided = try divide(
      "{ a ... @defer(label: \"1\") { b { c ... @defer(label: \"2\") { d } } ... @defer(label: \"3\") { e } } }",
      ["a": 1, "b": ["c": 2, "d": 3], "e": 4])
    #expect(divided.initial == ["data": ["a": 1]])
    #expect(divided.parts.map(\.label) == ["1", "2", "3"])
    #expect(
      divided.parts.map(\.content) == [.data(["b": ["c": 2]]), .data(["d": 3]), .data(["e": 4])])
    #expect(try divided.whole() == ["data": ["a": 1, "b": ["c": 2, "d": 3], "e": 4]])
  }

  /// The format of 2022 repeats all fields of a fragment in its part, as graphql-js 17.0.0-alpha.2
  /// does.
  @Test func formatOf2022RepeatsFieldsThatWereSent() throws {
    let query =
      "{ hero { name ... @defer { name best { id } age } } ... @defer { hero { best { id } } } }"
    let data: MockJSON = ["hero": ["name": "R2", "age": 9, "best": ["id": 1]]]
    let repeated = try divide(query, data)
    #expect(
      repeated.parts.map(\.content) == [
        .data(["name": "R2", "age": 9, "best": ["id": 1]]), .data(["hero": ["best": ["id": 1]]]),
      ])
    #expect(try repeated.whole() == ["data": data])
  }

  @Test func aStreamedListStartsWithItsInitialCount() throws {
    let divided = try divide(
      #"{ all @stream(initialCount: 1, label: "s") { id ... @defer { name } } }"#,
      ["all": [["id": 1, "name": "a"], ["id": 2, "name": "b"], ["id": 3, "name": "c"]]])
    #expect(divided.initial == ["data": ["all": [["id": 1]]]])
    #expect(
      divided.parts.map(\.path) == [
        ["all", 0], ["all", 1], ["all", 1], ["all", 2], ["all", 2],
      ])
    #expect(divided.parts.map(\.label) == [nil, "s", nil, "s", nil])
    #expect(try divided.whole()["data"]["all"][2] == ["id": 3, "name": "c"])
  }

  @Test func deferredFragmentOfAnotherTypeSendsNothing() throws {
    let divided = try divide(
      "{ n { __typename ... on Dog @defer { bark } ... on Cat @defer { meow } } }",
      ["n": ["__typename": "Cat", "meow": "m"]])
    #expect(divided.parts.map(\.content) == [.data(["meow": "m"])])
  }

  @Test func unselectedMembersAreNotSent() throws {
    let divided = try divide(
      "{ a { b } ... @defer { a { c } } }", ["a": ["b": 1, "c": 2, "d": 3], "extra": 3])
    #expect(divided.initial == ["data": ["a": ["b": 1]]])
    #expect(divided.parts.map(\.content) == [.data(["a": ["c": 2]])])
  }

  @Test func errorIsSentWithItsPart() throws {
    let divided = try divide(
      "{ a ... @defer { b { c } } }", ["a": nil, "b": ["c": nil]],
      errors: [["message": "A", "path": ["a"]], ["message": "C", "path": ["b", "c"]]])
    #expect(divided.initial == ["data": ["a": nil], "errors": [["message": "A", "path": ["a"]]]])
    #expect(divided.parts.map { $0.errors.map(\.message) } == [["C"]])
  }

  @Test func recursiveFragmentsTerminate() throws {
    let divided = try divide(
      "{ ...A @defer } fragment A on Q { a ...A @defer ...B } fragment B on Q { b ...A ...B }",
      ["a": 1, "b": 2])
    #expect(try divided.whole() == ["data": ["a": 1, "b": 2]])
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

  @Test func deeplyNestedFragmentsTerminate() throws {
    let depth = 200
    let query =
      String(repeating: "{ a ... @defer ", count: depth) + "{ b }"
      + String(repeating: " }", count: depth)
    let divided = try divide(query, ["a": 1, "b": 2])
    #expect(try divided.whole() == ["data": ["a": 1, "b": 2]])
  }
}
