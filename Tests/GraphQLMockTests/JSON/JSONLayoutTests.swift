import Foundation
import Testing

@testable import GraphQLMock

/// White space as programs write it.
///
/// The texts are those of Python 3's `json.dumps` (with and without `separators=(",", ":")`) and of
/// JavaScript's `JSON.stringify(value, null, 2)`.
struct JSONLayoutTests {
  static func compact(_ text: String) -> String {
    String(decoding: JSONLayout.compact.applied(to: ContiguousArray(text.utf8)), as: UTF8.self)
  }

  static let compact = #"{"a":[1,{"b":"x, \"y\": {z}"},[],{}],"c":1.50e+2,"é":"\u00e9"}"#
  static let python = #"{"a": [1, {"b": "x, \"y\": {z}"}, [], {}], "c": 1.50e+2, "é": "\u00e9"}"#
  static let indented = #"""
    {
      "a": [
        1,
        {
          "b": "x, \"y\": {z}"
        },
        [],
        {}
      ],
      "c": 1.50e+2,
      "é": "\u00e9"
    }
    """#

  @Test(arguments: [compact, python, indented, "\n" + indented + "\t\n", "\u{FEFF}" + python])
  func everyLayoutConvertsToEveryOther(text: String) {
    let indented = JSONLayout.indented.applied(to: ContiguousArray(text.utf8))
    let texts: [String] = [Self.compact(text), String(decoding: indented, as: UTF8.self)]
    #expect(texts == [Self.compact, Self.indented])
  }

  @Test func valueInARangeIsConvertedAlone() {
    let text = ContiguousArray(#"{"é": [1, {"b": "c"}], "d": 2}"#.utf8)
    let value = JSONLayout.compact.applied(to: text, 7..<22)
    #expect(String(decoding: value, as: UTF8.self) == #"[1,{"b":"c"}]"#)
  }
}
