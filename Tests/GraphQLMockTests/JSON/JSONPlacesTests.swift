import Testing

@testable import GraphQLMock

/// Positions of values in a text.
struct JSONPlacesTests {
  /// The text of the value at a path.
  private static func value(at path: JSONPath, in text: String) -> String? {
    let bytes = ContiguousArray(text.utf8)
    return JSONPlaces(of: path, in: bytes.span).range.map {
      String(decoding: bytes[$0], as: UTF8.self)
    }
  }

  @Test(
    arguments: [
      (JSONPath(), #" {"a":[1, "b"]} "#, #"{"a":[1, "b"]}"#), ("a", #"{"a":7}"#, "7"),
      ("a", #"{"b":{"a":1},"a":"x","c":2}"#, #""x""#), ("a", #"{"a":true,"b":[1]}"#, "true"),
      (JSONPath([.member("a"), .element(1)]), #"{"a":[[1],[2, 3],4]}"#, "[2, 3]"),
      (JSONPath([.member("a"), .element(2)]), #"{"a":[[1],[2, 3],4]}"#, "4"),
      ("b", #"{"a":7}"#, nil), (JSONPath([.member("a"), .element(0)]), #"{"a":7}"#, nil),
    ] as [(JSONPath, String, String?)])
  func pathLocatesExactlyItsValue(path: JSONPath, text: String, value: String?) {
    #expect(Self.value(at: path, in: text) == value)
  }

  @Test func elementsAreThoseOfOneArray() {
    let bytes = ContiguousArray(#"{"a":[{"x":7}],"b":[{"x":8}]}"#.utf8)
    #expect(JSONPlaces(of: "a", in: bytes.span).children.map(\.range) == [6..<13])
  }
}
