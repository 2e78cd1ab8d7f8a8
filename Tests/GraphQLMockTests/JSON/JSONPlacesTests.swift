import Testing

@testable import GraphQLMock

/// Positions of values in a text.
struct JSONPlacesTests {
  /// The text of the value at a path.
  private static func value(at path: JSONPath, in text: String) -> String? {
    let bytes = ContiguousArray(text.utf8)
    return JSONPlaces.ranges(in: bytes) { $0 == path.components }[path].map {
      String(decoding: bytes[$0], as: UTF8.self)
    }
  }

  @Test(
    arguments: [
      (JSONPath(), #" {"a":[1, "b"]} "#, #"{"a":[1, "b"]}"#), ("a", #"{"a":7}"#, "7"),
      ("a", #"{"b":{"a":1},"a":"x","c":2}"#, #""x""#), ("a", #"{"a":true,"b":[1]}"#, "true"),
      (JSONPath([.member("a"), .element(1)]), #"{"a":[[1],[2, 3],4]}"#, "[2, 3]"),
      (JSONPath([.member("a"), .element(2)]), #"{"a":[[1],[2, 3],4]}"#, "4"),
      ("\u{E9}", "{\"\u{E9}\":1,\"e\u{301}\":2}", "1"),
      ("b", #"{"a":7}"#, nil), (JSONPath([.member("a"), .element(0)]), #"{"a":7}"#, nil),
    ] as [(JSONPath, String, String?)])
  func pathLocatesExactlyItsValue(path: JSONPath, text: String, value: String?) {
    #expect(Self.value(at: path, in: text) == value)
  }

  @Test(
    arguments: [
      ("a", false, 6), ("a", true, 2), (JSONPath([.member("a"), .element(1)]), true, 15),
      (JSONPath([.member("a"), .element(7)]), false, 6), ("z", true, 1), (JSONPath(), true, 1),
      ("b", false, 36), ("b", true, 32), (JSONPath([.member("b"), .member("x")]), true, 37),
      (JSONPath([.member("b"), .member("z")]), true, 36),
    ])
  func missingValueHasThePositionOfTheInnermostValueAroundIt(
    path: JSONPath, ofName: Bool, column: Int
  ) {
    let bytes = ContiguousArray(#"{"a":[{"x":7},8],"b":[{"x":8}],"b":{"x":9}}"#.utf8)
    let position = JSONPlaces.position(of: path, ofName: ofName, in: bytes)
    #expect(position.column == column)
  }

  @Test(arguments: [" 7", " true", " \"a\"", " []"]) func aTextOfOneValueHasItsPosition(
    text: String
  ) {
    let position = JSONPlaces.position(of: JSONPath(), in: ContiguousArray(text.utf8))
    #expect(position.column == 2)
  }
}
