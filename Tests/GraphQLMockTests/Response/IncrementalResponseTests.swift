import Foundation
import Testing

@testable import GraphQLMock

/// Payloads of incremental responses.
///
/// The formats are those of graphql-js 17.0.0-alpha.2 (2022) and
/// of the working draft of GraphQL on incremental delivery.
@Suite struct IncrementalResponseTests {
  static let response = IncrementalResponse(
    initial: ["data": ["hero": ["name": "R2"], "list": [1]]],
    parts: [
      .part(path: ["hero"], label: "friends", ["friends": [["name": "Luke"]]]),
      .items(path: ["list", 1], label: "l", [2]).delay(.seconds(1)),
      .items(path: ["list", 2], label: "l", [3, 4]),
      .part(path: ["hero", "friends", 0], ["age": 19]),
    ])

  @Test func theFormatOf2022NamesPathAndLabelWithEachPart() throws {
    let payloads = try Self.response.payloads(.deferSpec)
    #expect(payloads.map(\.delay) == [.zero, .zero, .seconds(1), .zero, .zero])
    #expect(
      payloads.map(\.json) == [
        ["data": ["hero": ["name": "R2"], "list": [1]], "hasNext": true],
        [
          "incremental": [
            ["data": ["friends": [["name": "Luke"]]], "path": ["hero"], "label": "friends"]
          ], "hasNext": true,
        ],
        ["incremental": [["items": [2], "path": ["list", 1], "label": "l"]], "hasNext": true],
        [
          "incremental": [["items": [3, 4], "path": ["list", 2], "label": "l"]], "hasNext": true,
        ],
        [
          "incremental": [["data": ["age": 19], "path": ["hero", "friends", 0]]], "hasNext": false,
        ],
      ])
  }

  @Test func theDraftAnnouncesAPartOnceItsPlaceIsThereAndCompletesItOnce() throws {
    #expect(
      try Self.response.payloads(.incrementalSpec).map(\.json) == [
        [
          "data": ["hero": ["name": "R2"], "list": [1]],
          "pending": [
            ["id": "0", "path": ["hero"], "label": "friends"],
            ["id": "1", "path": ["list"], "label": "l"],
          ], "hasNext": true,
        ],
        [
          "pending": [["id": "2", "path": ["hero", "friends", 0]]],
          "incremental": [["id": "0", "data": ["friends": [["name": "Luke"]]]]],
          "completed": [["id": "0"]], "hasNext": true,
        ],
        ["incremental": [["id": "1", "items": [2]]], "hasNext": true],
        [
          "incremental": [["id": "1", "items": [3, 4]]], "completed": [["id": "1"]],
          "hasNext": true,
        ],
        [
          "incremental": [["id": "2", "data": ["age": 19]]], "completed": [["id": "2"]],
          "hasNext": false,
        ],
      ])
  }

  @Test func anErrorThatTookAllOfAPartCompletesIt() throws {
    let failed = IncrementalResponse(
      initial: ["data": ["hero": [:]]],
      parts: [.part(path: ["hero"], nil, errors: [MockResponseError("Lost", path: ["hero", "x"])])])
    #expect(
      try failed.payloads(.incrementalSpec).last?.json == [
        "completed": [["id": "0", "errors": [["message": "Lost", "path": ["hero", "x"]]]]],
        "hasNext": false,
      ])
    #expect(
      try failed.payloads(.deferSpec).last?.json == [
        "incremental": [
          [
            "data": nil, "path": ["hero"],
            "errors": [["message": "Lost", "path": ["hero", "x"]]],
          ]
        ], "hasNext": false,
      ])
    #expect(
      try failed.whole()
        == ["data": ["hero": [:]], "errors": [["message": "Lost", "path": ["hero", "x"]]]])
  }

  @Test func theWholeHasEachPartInItsPlace() throws {
    #expect(
      try Self.response.whole() == [
        "data": [
          "hero": ["name": "R2", "friends": [["name": "Luke", "age": 19]]], "list": [1, 2, 3, 4],
        ]
      ])
  }

  @Test func withoutPartsThereIsOnePayload() throws {
    let single = IncrementalResponse(initial: ["data": ["a": 1]], parts: [])
    for format in [StreamFormat.deferSpec, .incrementalSpec] {
      #expect(try single.payloads(format).map(\.json) == [["data": ["a": 1], "hasNext": false]])
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
  func aPartWithoutAPlaceIsAnError(part: MockResponsePart, place: String) {
    let response = IncrementalResponse(initial: Self.response.initial, parts: [part])
    for format in [StreamFormat.deferSpec, .incrementalSpec] {
      let error = #expect(throws: ResponseWritingError.self) { try response.payloads(format) }
      #expect(
        error?.description
          == "The part of the response at \"\(place)\" has no place: what was sent before it has no "
          + "object, or no list of that length, there.")
    }
  }
}
