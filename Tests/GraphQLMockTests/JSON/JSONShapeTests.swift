import Testing

@testable import GraphQLMock

/// Changes of the shape of a value.
struct JSONShapeTests {
  @Test(
    arguments: [
      (["a": 1], ["a": 2], []),
      (
        ["a": 1, "b": "x"], ["a": "1", "c": 1],
        [
          "b is gone", "c is new", "a was a number, and is now a string",
        ]
      ),
      (["a": nil], ["a": ["b": 1]], []), (["a": ["b": 1]], ["a": nil], []),
      (["l": []], ["l": [["a": 1]]], []), (["l": [["a": 1]]], ["l": []], []),
      (
        ["l": [["a": 1], ["a": nil]]], ["l": [["a": 1], ["a": "x"]]],
        [
          "l[0].a was a number, and is now a number or a string"
        ]
      ),
      (["l": [["a": 1], ["b": 1]]], ["l": [["a": 1]]], []),
      (["l": [["a": 1]]], ["l": ["a"]], ["l[0] was an object, and is now a string"]),
      (
        ["l": [["__typename": "A", "a": 1], ["__typename": "B", "b": 1]]],
        ["l": [["__typename": "B", "b": "x"]]], ["l[0].b was a number, and is now a string"]
      ),
      (
        ["u": ["__typename": "User", "id": 1]], ["u": ["id": "1"]],
        ["u.__typename is gone", "u.id was a number, and is now a string"]
      ),
      (
        ["l": [["id": 1]]], ["l": [["__typename": "User", "id": "1"]]],
        ["l[0].__typename is new", "l[0].id was a number, and is now a string"]
      ),
      (
        ["l": [["__typename": "A", "n": 1], ["__typename": "B", "n": 1]]],
        ["l": [["__typename": "A"], ["__typename": "B"]]], ["l[0].n is gone"]
      ),
      (
        [["__typename": "A", "n": 1], ["__typename": "B", "n": 1]],
        [["__typename": "A", "n": "1"], ["__typename": "B", "n": "1"]],
        ["[0].n was a number, and is now a string"]
      ),
      ([1], ["a": 1], ["the value was an array, and is now an object"]),
    ] as [(MockJSON, MockJSON, [String])])
  func shapeReportsItsChanges(before: MockJSON, after: MockJSON, changes: [String]) {
    #expect(JSONShape(after).changes(since: JSONShape(before), limit: 10) == changes)
    let first = JSONShape(after).changes(since: JSONShape(before), limit: 1)
    #expect(first == Array(changes.prefix(1)))
  }
}
