import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// The grammar of RFC 8259.
///
/// Python's `json` module confirmed which texts are JSON. It differs in three points: it accepts
/// NaN and Infinity and lone surrogates, and refuses a byte order mark.
struct JSONParserTests {
  @Test(
    arguments: [
      // Section 3, values; section 2, white space
      ("null", "null"), (" \t\r\n true \t\r\n ", "true"), ("false", "false"), ("\"\"", "\"\""),
      // Sections 4 and 5
      ("{}", "{}"), ("[ ]", "[]"), ("{ \"b\" : 1 , \"a\" : [ 2 , { } ] }", #"{"a":[2,{}],"b":1}"#),
      (#"{"a":1,"a":2}"#, #"{"a":2}"#), (#"{"a":1,"b":3,"\u0061":2}"#, #"{"a":2,"b":3}"#),
      (#"{"":0}"#, #"{"":0}"#), ("[[[]],[{}]]", "[[[]],[{}]]"),
      // Section 6: numbers keep their spelling
      ("-0", "-0"), ("0.0", "0.0"), ("-0.10e+00", "-0.10e+00"), ("1E400", "1E400"),
      ("[123456789012345678901234567890,1e-7]", "[123456789012345678901234567890,1e-7]"),
      // Section 7
      (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#), (#""\u0041\u00e9\u00E9""#, "\"Aéé\""),
      (#""\ud83d\ude00 😀""#, "\"😀 😀\""), (#""\u0000\u001f\u007f""#, "\"\\u0000\\u001f\u{7F}\""),
      (#""\udbff\udfff\ue000""#, "\"\u{10FFFF}\u{E000}\""),
      (#""\ud7ff\ud800\udc00""#, "\"\u{D7FF}\u{10000}\""),
      ("\"\u{2028}\u{FEFF}\"", "\"\u{2028}\u{FEFF}\""),
      // Section 8.1: a byte order mark may be ignored
      ("\u{FEFF}{}", "{}"),
    ] as [(String, String)])
  func everyKindOfJSONValueIsParsed(text: String, compact: String) throws {
    #expect(try MockJSON(parsing: text).description == compact)
  }

  @Test(
    arguments: [
      // Empty or incomplete
      ("", 0, "expected a value, found the end"),
      ("  ", 2, "expected a value, found the end"),
      ("[", 1, "expected a value or \"]\", found the end"),
      ("[1", 2, "expected \",\" or \"]\", found the end"),
      ("[1,", 3, "expected a value, found the end"),
      ("{", 1, "expected a member name in quotes or \"}\", found the end"),
      ("{\"a", 3, "expected the end of a string, found the end"),
      ("{\"a\"", 4, "expected \":\", found the end"),
      ("{\"a\":", 5, "expected a value, found the end"),
      ("{\"a\":1", 6, "expected \",\" or \"}\", found the end"),
      ("{\"a\":1,", 7, "expected a member name in quotes, found the end"),
      ("tru", 3, "expected the literal true, found the end"),
      ("-", 1, "expected a digit, found the end"),
      ("1.", 2, "expected a digit, found the end"),
      ("1e+", 3, "expected a digit, found the end"),
      ("\"\\", 2, "expected the end of a string, found the end"),
      ("\"\\u00", 5, "expected the end of a string, found the end"),
      ("\"\\ud800", 7, "expected the end of a string, found the end"),
      // Unexpected byte
      ("[1,]", 3, "expected a value, found \"]\""),
      ("[,1]", 1, "expected a value or \"]\", found \",\""),
      ("[1 2]", 3, "expected \",\" or \"]\", found \"2\""),
      ("[1}", 2, "expected \",\" or \"]\", found \"}\""),
      ("{\"a\":1,}", 7, "expected a member name in quotes, found \"}\""),
      ("{a:1}", 1, "expected a member name in quotes or \"}\", found \"a\""),
      ("{'a':1}", 1, "expected a member name in quotes or \"}\", found \"'\""),
      ("{\"a\" 1}", 5, "expected \":\", found \"1\""),
      ("{\"a\":1 \"b\":2}", 7, "expected \",\" or \"}\", found '\"'"),
      ("{\"a\":1]", 6, "expected \",\" or \"}\", found \"]\""),
      ("nul]", 3, "expected the literal null, found \"]\""),
      ("True", 0, "expected a value, found \"T\""),
      ("NaN", 0, "expected a value, found \"N\""),
      ("+1", 0, "expected a value, found \"+\""),
      (".5", 0, "expected a value, found \".\""),
      ("\u{C}1", 0, "expected a value, found byte 0x0C"),
      ("\u{A0}1", 0, "expected a value, found byte 0xC2"),
      ("\u{7F}1", 0, "expected a value, found byte 0x7F"),
      ("// a\n1", 0, "expected a value, found \"/\""),
      // Numbers
      ("01", 1, "\"1\" isn't allowed here in a number"),
      ("-01", 2, "\"1\" isn't allowed here in a number"),
      ("-a", 1, "\"a\" isn't allowed here in a number"),
      ("-Infinity", 1, "\"I\" isn't allowed here in a number"),
      ("1.e5", 2, "\"e\" isn't allowed here in a number"),
      ("1e5.5", 3, "only white space may follow the value, found \".\""),
      ("1.5.5", 3, "only white space may follow the value, found \".\""),
      ("0x10", 1, "only white space may follow the value, found \"x\""),
      ("[-]", 2, "\"]\" isn't allowed here in a number"),
      // Strings
      ("\"a\nb\"", 2, "a string must not contain the control character byte 0x0A unescaped"),
      ("\"\u{0}\"", 1, "a string must not contain the control character byte 0x00 unescaped"),
      ("\"é\\x\"", 3, "invalid escape sequence in a string"),
      ("\"\\U0041\"", 1, "invalid escape sequence in a string"),
      ("\"\\u00g0\"", 1, "invalid escape sequence in a string"),
      ("\"a\\ud800\"", 2, "unpaired UTF-16 surrogate in a string"),
      ("\"a\\udc00\"", 2, "unpaired UTF-16 surrogate in a string"),
      ("\"\\ud800\\n\"", 1, "unpaired UTF-16 surrogate in a string"),
      ("\"\\ud800\\ud800\"", 1, "unpaired UTF-16 surrogate in a string"),
      ("\"\\ud800\\u0041\"", 1, "unpaired UTF-16 surrogate in a string"),
      // After the value
      ("1 2", 2, "only white space may follow the value, found \"2\""),
      ("{}}", 2, "only white space may follow the value, found \"}\""),
      ("null\u{FEFF}", 4, "only white space may follow the value, found byte 0xEF"),
      ("{\"a\":1}#", 7, "only white space may follow the value, found \"#\""),
    ] as [(String, Int, String)])
  func whatIsNotJSONIsRefused(text: String, offset: Int, reason: String) {
    let error = #expect(throws: JSONSyntaxError.self) { try MockJSON(parsing: text) }
    #expect(error.map { "\($0.offset): \($0.reason)" } == "\(offset): \(reason)")
  }

  @Test func theMessageNamesLineColumnAndByte() {
    let rows: [(text: Data, message: String)] = [
      (
        Data("{\r\n  \"a\": \"é😀\",\r  \"b\": }".utf8),
        "Invalid JSON at line 3, column 8 (byte 27): expected a value, found \"}\"."
      ),
      // A byte order mark counts as a column.
      (
        Data("\u{FEFF}x".utf8),
        "Invalid JSON at line 1, column 2 (byte 3): expected a value, found \"x\"."
      ),
      (
        Data([0x22, 0x61, 0xE2, 0x82, 0x22]),
        "Invalid JSON at line 1, column 3 (byte 2): the bytes are not valid UTF-8."
      ),
    ]
    for row in rows {
      let error = #expect(throws: JSONSyntaxError.self) { try MockJSON(parsing: row.text) }
      #expect(error?.description == row.message)
    }
  }

  @Test func nestingIsLimited() throws {
    let deepest = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(try MockJSON(parsing: deepest).description == deepest)
    let error = #expect(throws: JSONSyntaxError.self) {
      try MockJSON(parsing: String(repeating: "[{\"a\":", count: 100_000))
    }
    #expect(
      error.map { "\($0.offset): \($0.reason)" }
        == "1536: arrays and objects are nested more than 512 deep")
  }

  @Test func aRepeatedMemberCanBeAnError() {
    let text = ContiguousArray(#"{"a":{"a":1},"b":[{"a":2}], "\u0061":3}"#.utf8)
    guard case .failure(let error) = JSONParser.parse(text, repeatedMembers: .areErrors) else {
      Issue.record("the second \"a\" was not seen")
      return
    }
    #expect(
      error.description
        == "Invalid JSON at line 1, column 29 (byte 28): the object already has the member \"a\".")
  }

  @Test func repeatedNameIsShownOnOneLineAndShortened() {
    let name = "a\\n" + String(repeating: "b", count: 1_000)
    let text = ContiguousArray("{\"\(name)\":1,\"\(name)\":2}".utf8)
    guard case .failure(let error) = JSONParser.parse(text, repeatedMembers: .areErrors) else {
      Issue.record("the second name was not seen")
      return
    }
    let shown = "a\\n" + String(repeating: "b", count: 78)
    #expect(error.reason == "the object already has the member \"\(shown)\"")
  }

  @Test(.onOwnThreads) func manyMembersOfOneObjectAreReadInTime() {
    // With quadratic cost this took minutes.
    let members = (0..<20_000).map { "\"member\($0)\":\($0)" }
    for (last, isFault) in [("\"last\":0", false), ("\"member7\":0", true)] {
      let text = "{" + (members + [last]).joined(separator: ",") + "}"
      let parsed = JSONParser.parse(ContiguousArray(text.utf8), repeatedMembers: .areErrors)
      let error = if case .failure(let error) = parsed { error } else { nil as JSONSyntaxError? }
      #expect((error != nil) == isFault, "\(last)")
    }
  }
}
