import Testing

@testable import GraphQLMock

struct StringLiteralTests {
  private func value(_ literal: String) -> String {
    let bytes = ContiguousArray(literal.utf8)
    return String(decoding: StringLiteral.value(bytes.span, 0..<bytes.count), as: UTF8.self)
  }

  // Section 2.9.4, "String Value" semantics.
  @Test(arguments: [
    (#""""#, ""),
    (#""a b""#, "a b"),
    (#""\"\\\/""#, "\"\\/"),
    (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u00E9\u4e2d""#, "Aéé中"),
    (#""\uD83D\uDE00\u{1F600}\u{1f600}""#, "😀😀😀"),
    (#""\u{0}\u{0041}""#, "\0A"),
    (#""é😀""#, "é😀"),
  ])
  func escapesInStringsAreDecoded(literal: String, expected: String) {
    #expect(value(literal).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  // Section 2.9.4, BlockStringValue(rawValue); cases like those of graphql-js, blockString-test.ts.
  @Test(arguments: [
    ("", ""),
    ("a", "a"),
    ("  a  ", "  a  "),
    ("\n  a\n", "a"),
    (
      "\n    Hello,\n      World!\n\n    Yours,\n      GraphQL.\n  ",
      "Hello,\n  World!\n\nYours,\n  GraphQL."
    ),
    ("    first\n    second\n      third", "    first\nsecond\n  third"),
    ("\n\n  a\n\n\n  b\n\n  \n", "a\n\n\nb"),
    ("\n  a\n \n  b", "a\n\nb"),
    ("\n  a\n     \n  b", "a\n   \nb"),
    ("\r\n  a\r  b\n  c\r\n", "a\nb\nc"),
    ("\n\ta\n b", "a\nb"),
    ("\n  a  \n  b\t", "a  \nb\t"),
    (#"\""" \" \\ \n \u0041"#, #"""" \" \\ \n \u0041"#),
    ("\n  \\\"\"\"\n  ", "\"\"\""),
    (" \n\t\n ", ""),
    ("a\n\n", "a"),
    ("\u{A0}a\n\u{A0}b", "\u{A0}a\n\u{A0}b"),
  ])
  func blockStringsLoseCommonIndentationAndOuterBlankLines(
    raw: String, expected: String
  ) {
    #expect(value("\"\"\"\(raw)\"\"\"").unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  private func minimized(_ value: String) -> String {
    var result = ContiguousArray<UInt8>()
    BlockString.append(
      value: ContiguousArray(value.utf8).span, to: &result)
    return String(decoding: result, as: UTF8.self)
  }

  // graphql-js, printBlockString(value, { minimize: true }).
  @Test(arguments: [
    ("", #""""""""#),
    ("a", #""""a""""#),
    (" a", #"""" a""""#),
    ("a\nb", "\"\"\"a\nb\"\"\""),
    ("a\n b", "\"\"\"\na\n b\"\"\""),
    ("a\n\n b", "\"\"\"\na\n\n b\"\"\""),
    ("a\n b\nc", "\"\"\"a\n b\nc\"\"\""),
    ("a\"", "\"\"\"a\"\n\"\"\""),
    ("a\\", "\"\"\"a\\\n\"\"\""),
    ("\"\"\"", #""""\"""""""#),
    ("\"\"\"\"", "\"\"\"\\\"\"\"\"\n\"\"\""),
  ])
  func minimizedBlockStringsBreakLinesOnlyIfNecessary(value: String, expected: String) {
    #expect(minimized(value) == expected)
  }
}
