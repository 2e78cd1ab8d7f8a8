import Testing

@testable import GraphQLMock

struct MockJSONEqualityTests {
  @Test func equalityIgnoresTheOrderOfMembers() throws {
    let left = try MockJSON(parsing: #"{"b":[1,{"y":2,"x":1}],"a":null}"#)
    let right = try MockJSON(parsing: #"{"a":null,"b":[1.0,{"x":1,"y":2}]}"#)
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
  }

  /// Generated data is written in the order of the selection.
  @Test func equalityIgnoresTheOrderOfWriting() {
    let written = MockJSON(.object(JSONMembers(inOrder: [("b", 1), ("a", [2])])))
    let sorted: MockJSON = ["a": [2], "b": 1]
    #expect(written == sorted)
    #expect(written.hashValue == sorted.hashValue)
    #expect([written["a"], written["b"]] == [[2], 1])
    #expect(
      [written.description, sorted.description] == [#"{"b":1,"a":[2]}"#, #"{"a":[2],"b":1}"#])
  }

  /// A replaced value leaves no trace, not even its depth.
  @Test(arguments: [
    #"{"a":[[1]],"a":2}"#, #"{"b":{"a":{"c":[]},"a":2}}"#, #"{"a":2,"a":[],"a":2}"#,
  ])
  func lastOfDuplicateMembersWins(text: String) throws {
    let inner: MockJSON = ["a": 2]
    let json = try MockJSON(parsing: text)
    let expected: MockJSON = text.contains("b") ? ["b": inner] : inner
    #expect(json == expected)
    #expect(json.hashValue == expected.hashValue)
  }

  @Test func differentValuesAreNeverEqual() {
    let values: [MockJSON] = [
      nil, false, 0, "0", "", [], [:], "null", "false", true, 1, "1", [1, 2], [2, 1], [1],
      // U+00E9 and U+0065 U+0301 are canonically equivalent, but different strings in JSON.
      "\u{E9}", "e\u{301}", ["caf\u{E9}": "\u{E9}"], ["cafe\u{301}": "e\u{301}"],
      .number(Double.nan), .number(Double.infinity),
    ]
    for (index, left) in values.enumerated() {
      for (other, right) in values.enumerated() {
        #expect((left == right) == (index == other), "\(left) and \(right)")
      }
    }
  }

  @Test func canonicallyEquivalentNamesAreDifferentMembers() {
    let both: MockJSON = ["\u{E9}": 1, "e\u{301}": 2]
    let read: MockJSON = [both["\u{E9}"], both["e\u{301}"]]
    #expect(read == [1, 2])
    #expect(both.description == "{\"e\u{301}\":2,\"\u{E9}\":1}")
    // A dictionary of Swift can contain only one of them, which is the last in the order of bytes.
    #expect(both.object == ["\u{E9}": 1])
  }

  @Test func membersAreSortedByBytesAndFound() throws {
    let names = ["b", "a", "é", "Z", "aa", "", "😀", "\u{FFFD}", "a\u{0}", "10", "9"]
    let json = MockJSON.object(
      Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, .number($0)) }))
    #expect(
      json.description
        == #"{"":5,"10":9,"9":10,"Z":3,"a":1,"a\u0000":8,"aa":4,"b":0,"é":2,"\#u{FFFD}":7,"😀":6}"#)
    for (index, name) in names.enumerated() { #expect(json[name].int == index) }
    #expect(json["c"].isNull)
  }
}
