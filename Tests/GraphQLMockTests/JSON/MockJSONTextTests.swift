import Foundation
import GraphQLMock
import Testing

struct MockJSONTextTests {
  @Test func indentedTextIsSortedAndHasOneForm() throws {
    let json = try MockJSON(
      parsing: #"{"data":{"list":[1,[],{"b":2.50,"a":null}],"empty":{}},"a":"x"}"#)
    let text = """
      {
        "a": "x",
        "data": {
          "empty": {},
          "list": [
            1,
            [],
            {
              "a": null,
              "b": 2.50
            }
          ]
        }
      }

      """
    let texts = try [json, nil].map {
      try String(decoding: $0.encoded(pretty: true), as: UTF8.self)
    }
    #expect(texts == [text, "null\n"])
    #expect(try MockJSON(parsing: text) == json)
  }

  /// RFC 8259, section 7: quotation mark, reverse solidus and U+0000 to U+001F must be escaped.
  @Test func onlyTheNecessaryEscapesAreWritten() {
    let controls = String(String.UnicodeScalarView((0..<0x20).compactMap(UnicodeScalar.init)))
    #expect(
      MockJSON.string(controls + "\"\\/\u{7F}é\u{2028}😀").description
        == """
        "\\u0000\\u0001\\u0002\\u0003\\u0004\\u0005\\u0006\\u0007\\b\\t\\n\\u000b\\f\\r\\u000e\\u000f\
        \\u0010\\u0011\\u0012\\u0013\\u0014\\u0015\\u0016\\u0017\\u0018\\u0019\\u001a\\u001b\\u001c\\u001d\
        \\u001e\\u001f\\"\\\\/\u{7F}é\u{2028}😀"
        """)
  }

  @Test func swiftValueRoundTrips() throws {
    struct Viewer: Codable, Equatable, Sendable {
      var name: String
      var age: Int?
      var score: Double
      var more: MockJSON
    }
    let more: MockJSON = ["a": [1, nil, "é", 2.5, true]]
    let viewer = Viewer(name: "Ada", age: nil, score: 0.1, more: more)
    let json = MockJSON.value(viewer)
    #expect(json == ["name": "Ada", "score": 0.1, "more": more])
    #expect(try json.decode() == viewer)
    #expect(try json["more"].decode(MockJSON.self) == more)
    #expect(try MockJSON(parsing: "1.50").decode(MockJSON.self).description == "1.50")
    #expect(MockJSON.value(json) == json)
    #expect(throws: DecodingError.self) { try json.decode([Int].self) }
  }

  @Test func codersKeepTheNumbersThatTheyCanRepresent() throws {
    let json = try MockJSON(
      parsing:
        "[0, -9223372036854775808, 18446744073709551615, 0.1, 1e20, 1e300, 1234567890.0987654321]")
    let data = try JSONEncoder().encode(json)
    let read: [MockJSON] = [
      try MockJSON(parsing: data), try JSONDecoder().decode(MockJSON.self, from: data),
    ]
    #expect(read == [json, json])
    let tooLarge = try MockJSON(parsing: "1e400")
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(tooLarge) }
    #expect(MockJSON.value(tooLarge) == tooLarge)
  }
}
