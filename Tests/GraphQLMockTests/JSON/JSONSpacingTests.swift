import Foundation
import Testing

@testable import GraphQLMock

/// White space that programs write.
///
/// The texts are those of Python 3's `json.dumps` (with and without
/// `separators=(",", ":")`) and of JavaScript's `JSON.stringify(value, null, 2)`.
@Suite struct JSONSpacingTests {
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

  @Test(arguments: [
    (compact, "compact"), (python, "python"), (indented, "indented"),
    (compact + "\n", "compact-newline"), (python + "\n", "python-newline"),
    (indented + "\n", "indented-newline"), ("[]", "compact"), ("{\n}", nil),
    (#"{"a":1, "b":2}"#, nil), (compact + " ", nil), (" " + compact, nil), ("[\t1]", nil),
  ]) func aSpacingIsRecognised(text: String, name: String?) {
    #expect(JSONSpacing(of: ContiguousArray(text.utf8))?.name == name)
  }

  @Test(arguments: [compact, python, indented, "\n" + indented + "\t\n"])
  func eachSpacingCanBeMadeOfAllOthers(text: String) {
    let bytes = ContiguousArray(text.utf8)
    for (style, expected) in [
      (JSONSpacing.Style.compact, Self.compact), (.python, Self.python),
      (.indented, Self.indented),
    ] {
      #expect(
        String(decoding: JSONSpacing(style).applied(to: bytes), as: UTF8.self) == expected)
    }
  }

  @Test func namesAreReadAsTheyAreWritten() {
    for name in JSONSpacing.allNames { #expect(JSONSpacing(name: name)?.name == name) }
    #expect(JSONSpacing(name: "tabs") == nil)
  }
}
