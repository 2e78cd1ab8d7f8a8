import TestSupport
import Testing

@testable import GraphQLMock

/// Payloads of incremental responses.
///
/// The format is that of graphql-js 17.0.0-alpha.2 (2022).
struct IncrementalResponseTests {
  static let response = IncrementalResponse(
    initial: ["data": ["hero": ["name": "R2"], "list": [1]]],
    parts: [
      .part(path: ["hero"], label: "friends", ["friends": [["name": "Luke"]]]),
      .items(path: ["list", 1], label: "l", [2]).delay(.seconds(1)),
      .items(path: ["list", 2], label: "l", [3, 4]),
      .part(path: ["hero", "friends", 0], ["age": 19]),
    ])

  @Test func formatOf2022HasPathAndLabelInEachPart() throws {
    let payloads = try Self.response.payloads()
    #expect(payloads.map(\.delay) == [.zero, .zero, .seconds(1), .zero, .zero])
    let first: MockJSON = ["friends": [["name": "Luke"]]]
    let expected: [MockJSON] = [
      ["data": ["hero": ["name": "R2"], "list": [1]], "hasNext": true],
      ["incremental": [["data": first, "path": ["hero"], "label": "friends"]], "hasNext": true],
      ["incremental": [["items": [2], "path": ["list", 1], "label": "l"]], "hasNext": true],
      ["incremental": [["items": [3, 4], "path": ["list", 2], "label": "l"]], "hasNext": true],
      ["incremental": [["data": ["age": 19], "path": ["hero", "friends", 0]]], "hasNext": false],
    ]
    #expect(payloads.map(\.json) == expected)
    let single = IncrementalResponse(initial: ["data": ["a": 1]], parts: [])
    #expect(try single.payloads().map(\.json) == [["data": ["a": 1], "hasNext": false]])
  }

  @Test func partWithoutDataHasItsErrors() throws {
    let error: MockJSON = ["message": "Lost", "path": ["hero", "x"]]
    let failed = IncrementalResponse(
      initial: ["data": ["hero": [:]]],
      parts: [.part(path: ["hero"], nil, errors: [MockResponseError("Lost", path: ["hero", "x"])])])
    let part: MockJSON = ["data": nil, "path": ["hero"], "errors": [error]]
    #expect(try failed.payloads().last?.json == ["incremental": [part], "hasNext": false])
    #expect(try failed.whole() == ["data": ["hero": [:]], "errors": [error]])
  }

  @Test func wholeResponseHasEachPartAtItsPath() throws {
    #expect(
      try Self.response.whole() == [
        "data": [
          "hero": ["name": "R2", "friends": [["name": "Luke", "age": 19]]], "list": [1, 2, 3, 4],
        ]
      ])
  }

  /// Apollo Client 4 assigns the extensions of each part to those before them (`defer20220824.ts`).
  @Test func wholeResponseHasTheExtensionsOfAllParts() throws {
    let response = IncrementalResponse(
      initial: ["data": ["hero": [:], "list": []], "extensions": ["cost": 1, "id": 7]],
      parts: [
        .part(path: ["hero"], ["a": 1], extensions: ["cost": 2]),
        .items(path: ["list", 0], [1], extensions: ["trace": ["x": 1]]),
        .items(path: ["list", 1], [2], extensions: ["trace": ["y": 1]]),
        .part(path: "hero", ["b": 1]),
      ])
    #expect(
      try response.whole() == [
        "data": ["hero": ["a": 1, "b": 1], "list": [1, 2]],
        "extensions": ["cost": 2, "id": 7, "trace": ["y": 1]],
      ])
  }

  /// Apollo Client 4 merges the elements of lists, too (`DeepMerger`).
  @Test func listsOfTheSameLengthAreMergedAndOthersReplaced() throws {
    let response = IncrementalResponse(
      initial: ["data": ["same": [["a": 1], ["a": 2]], "longer": [1], "leaf": nil]],
      parts: [
        .part(["same": [["b": 3], ["b": 4]], "longer": [2, 3], "leaf": ["c": 5]])
      ])
    #expect(
      try response.whole()["data"] == [
        "same": [["a": 1, "b": 3], ["a": 2, "b": 4]], "longer": [2, 3], "leaf": ["c": 5],
      ])
  }

  @Test func treeCoversValuesWithFewerMembersAndEqualLists() {
    let tree = ResponseTree(["a": [1, ["b": 2, "c": 3]], "d": nil])
    let covered: [MockJSON] = [["a": [1, ["c": 3]]], ["d": nil], [:]]
    let others: [MockJSON] = [
      ["a": [1]], ["a": [1, ["c": 3], 4]], ["a": [1, ["c": 4]]], ["a": nil], ["d": 1], ["e": nil],
      nil,
    ]
    #expect((covered + others).filter(tree.covers) == covered)
  }

  /// Nothing of a null object is sent later (GraphQL, working draft, "Incremental Delivery").
  @Test func partOfANullObjectIsAnErrorEvenWithoutData() {
    let response = IncrementalResponse(
      initial: ["data": ["hero": nil]], parts: [.part(path: ["hero"], nil)])
    #expect(throws: ResponseWritingError.partWithoutPlace(path: JSONPath([.member("hero")]))) {
      try response.payloads()
    }
  }

  @Test(
    arguments: [
      (.part(path: ["villain"], ["a": 1]), "villain"),
      (.part(path: ["list"], ["a": 1]), "list"),
      (.part(path: ["hero", "friends", 3], ["a": 1]), "hero.friends[3]"),
      (.items(path: ["list", 3], [1]), "list[3]"),
      (.items(path: ["hero", 0], [1]), "hero[0]"),
      (.items(path: [], [1]), ""),
      (.part(path: ["hero"], 7), "hero"),
    ] as [(MockResponsePart, String)])
  func partWithAnUnknownPathIsAnError(part: MockResponsePart, place: String) {
    let response = IncrementalResponse(initial: Self.response.initial, parts: [part])
    let error = #expect(throws: ResponseWritingError.self) { try response.payloads() }
    #expect(
      error?.description
        == """
        The part of the response at "\(place)" can't be placed: the parts before it have no \
        object, or no list of that length, at this path.
        """)
  }

  /// The test's JSON may be 512 levels deep, and a thread's stack as small as 512 KiB.
  @Test func deepDataIsSentOnASmallStack() async throws {
    let data = (0..<500).reduce(["x": 1] as MockJSON) { inner, number in
      number.isMultiple(of: 2) ? ["a": inner] : [inner]
    }
    let response = IncrementalResponse(
      initial: ["data": ["b": [:], "c": data]],
      parts: [.part(path: ["b"], ["c": data]), .part(path: [], ["c": data])])
    let (payloads, whole) = try await onSmallStack {
      (try response.payloads().map(\.json), try response.whole())
    }
    #expect(
      payloads == [
        ["data": ["b": [:], "c": data], "hasNext": true],
        ["incremental": [["path": ["b"], "data": ["c": data]]], "hasNext": true],
        ["incremental": [["path": [], "data": ["c": data]]], "hasNext": false],
      ])
    #expect(whole == ["data": ["b": ["c": data], "c": data]])
  }
}
