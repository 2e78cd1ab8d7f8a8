import Foundation
import Testing

@testable import GraphQLMock

struct GraphQLSyntaxErrorTests {
  private func error(_ text: String) throws -> GraphQLSyntaxError {
    try error(Array(text.utf8))
  }

  private func error(_ bytes: [UInt8]) throws -> GraphQLSyntaxError {
    guard case .failure(let error) = Document.parse(ContiguousArray(bytes)) else {
      throw Missing()
    }
    return error
  }

  private struct Missing: Error {}

  // The first lines are those of graphql-js 16 if it has one for the case.
  @Test(
    arguments: [
      (
        "{\n  ?",
        """
        Syntax Error: Unexpected character: "?".
        2:3
        1 | {
        2 |   ?
          |   ^
        """
      ),
      (
        "{\n  hero {\n    name(a: 01)\n  }\n}\n",
        """
        Syntax Error: Invalid number, unexpected digit after 0: "1".
        3:14
        2 |   hero {
        3 |     name(a: 01)
          |              ^
        4 |   }
        """
      ),
      (
        "",
        """
        Syntax Error: Unexpected <EOF>.
        1:1
        1 |
          | ^
        """
      ),
      (
        "{ hero",
        """
        Syntax Error: Expected Name, found <EOF>.
        1:7
        1 | { hero
          |       ^
        """
      ),
      (
        "query Q($a: Int! { a }",
        """
        Syntax Error: Expected "$", found "{".
        1:18
        1 | query Q($a: Int! { a }
          |                  ^
        """
      ),
      // Only the first error is reported, as in graphql-core 3.2.8.
      (
        "{ ... @a(b:) { c } }",
        """
        Syntax Error: Unexpected ")".
        1:12
        1 | { ... @a(b:) { c } }
          |            ^
        """
      ),
      (
        "fragment on on on { on }",
        """
        Syntax Error: Unexpected Name "on".
        1:10
        1 | fragment on on on { on }
          |          ^
        """
      ),
      (
        "{ a(b: \"\"\"x\ny\"\"\" \"c\") }",
        """
        Syntax Error: Expected Name, found String "c".
        2:6
        1 | { a(b: \"\"\"x
        2 | y\"\"\" "c") }
          |      ^
        """
      ),
      (
        "{ a }\r\n{ b \u{1}",
        """
        Syntax Error: Unexpected character: U+0001.
        2:5
        1 | { a }
        2 | { b \u{20}
          |     ^
        """
      ),
      (
        "{ \"😀é\" }",
        """
        Syntax Error: Expected Name, found String "😀é".
        1:3
        1 | { "😀é" }
          |   ^
        """
      ),
      (
        "# 😀é\n{ a(s: \"😀é\" ?) }",
        """
        Syntax Error: Unexpected character: "?".
        2:13
        1 | # 😀é
        2 | { a(s: "😀é" ?) }
          |             ^
        """
      ),
      (
        "{a(b:'c')}",
        """
        Syntax Error: Unexpected single quote character ('), did you mean to use a double quote (")?
        1:6
        1 | {a(b:'c')}
          |      ^
        """
      ),
      (
        #"{a(b:"\q")}"#,
        #"""
        Syntax Error: Invalid character escape sequence: "\q".
        1:7
        1 | {a(b:"\q")}
          |       ^
        """#
      ),
      (
        #"{a(b:"\uD800")}"#,
        #"""
        Syntax Error: Invalid Unicode escape sequence: "\uD800".
        1:7
        1 | {a(b:"\uD800")}
          |       ^
        """#
      ),
      (
        "{a(b:\"c\n",
        """
        Syntax Error: Unterminated string.
        1:8
        1 | {a(b:"c
          |        ^
        2 |
        """
      ),
      (
        "{a(b:1.)}",
        """
        Syntax Error: Invalid number, expected digit but got: ")".
        1:8
        1 | {a(b:1.)}
          |        ^
        """
      ),
      (
        "{a(b:-",
        """
        Syntax Error: Invalid number, expected digit but got: <EOF>.
        1:7
        1 | {a(b:-
          |       ^
        """
      ),
      (
        "query($a:Int=[$b]){a}",
        """
        Syntax Error: Unexpected variable "$b" in constant value.
        1:15
        1 | query($a:Int=[$b]){a}
          |               ^
        """
      ),
      (
        "\n?",
        """
        Syntax Error: Unexpected character: "?".
        2:1
        1 |
        2 | ?
          | ^
        """
      ),
      (
        "{ a }\r{ b\u{7F}",
        """
        Syntax Error: Unexpected character: U+007F.
        2:4
        1 | { a }
        2 | { b\u{20}
          |    ^
        """
      ),
      // Line numbers are padded.
      (
        String(repeating: "\n", count: 8) + "{\n?\n}",
        """
        Syntax Error: Unexpected character: "?".
        10:1
         9 | {
        10 | ?
           | ^
        11 | }
        """
      ),
      (
        "enum E {\n  true\n}",
        """
        Syntax Error: Name "true" is reserved and cannot be used for an enum value.
        2:3
        1 | enum E {
        2 |   true
          |   ^
        3 | }
        """
      ),
      // The wording of graphql-js 17, which allows descriptions of executable definitions.
      (
        "\"x\" { a }",
        """
        Syntax Error: Unexpected description, descriptions are not supported on shorthand queries.
        1:1
        1 | "x" { a }
          | ^
        """
      ),
      (
        "\"x\" extend type T @a",
        """
        Syntax Error: Unexpected description, descriptions are supported only on definitions.
        1:1
        1 | "x" extend type T @a
          | ^
        """
      ),
      (
        String(repeating: "a", count: 9) + " " + String(repeating: "\n", count: 9) + "x",
        """
        Syntax Error: Unexpected Name "aaaaaaaaa".
        1:1
        1 | aaaaaaaaa\u{20}
          | ^
        2 |
        """
      ),
    ])
  func sayWhatAndWhereAndShowIt(text: String, expected: String) throws {
    #expect(try error(text).description == expected)
  }

  // GraphQL, sections 2.9, 2.12 and 3: values in a type system have no variables. Message and
  // position are those of graphql-core 3.2.8.
  @Test(arguments: [
    "schema @d(e: $f) { query: Q }", "extend schema @d(e: $f)", "scalar S @d(e: $f)",
    "extend scalar S @d(e: $f)", "type T @d(e: $f)", "extend type T @d(e: $f)",
    "type T @a @d(e: [$f])",
    "type T { a: Int @d(e: $f) }", "type T { a(b: Int @d(e: $f)): Int }",
    "type T { a(b: Int = $f): Int }", "type T { a(b: Int = {c: $f}): Int }",
    "interface I @d(e: $f)",
    "extend interface I @d(e: $f)", "interface I { a(b: Int = $f): Int }", "union U @d(e: $f) = T",
    "extend union U @d(e: $f)", "enum E @d(e: $f) { A }", "extend enum E @d(e: $f)",
    "enum E { A @d(e: $f) }", "input I @d(e: $f)", "extend input I @d(e: $f)",
    "input I { a: Int @d(e: $f) }", "input I { a: Int = $f }",
    "directive @x(a: Int @d(e: $f)) on FIELD", "directive @x(a: Int = $f) on FIELD",
    "query ($a: Int @d(e: $f)) { a }", "query ($a: Int = $f) { a }",
  ])
  func syntaxErrorPointsAtAVariableInAConstant(text: String) throws {
    let error = try error(text)
    let variable = try #require(text.firstRange(of: "$f"))
    let column = text.distance(from: text.startIndex, to: variable.lowerBound) + 1
    #expect(
      "\(error.line):\(error.column) \(error.message)"
        == #"1:\#(column) Syntax Error: Unexpected variable "$f" in constant value."#)
  }

  @Test func syntaxErrorNamesTheInvalidByte() throws {
    let expected = """
      Syntax Error: Invalid UTF-8: unexpected byte 0xFF.
      1:4
      1 | { a\u{FFFD} }
        |    ^
      """
    #expect(try error([0x7B, 0x20, 0x61, 0xFF, 0x20, 0x7D]).description == expected)
    #expect(try error([0xC3]).reason == .invalidUTF8(byte: 0xC3))
    // The position is that of the byte after the backslash.
    #expect(try error(Array("{a(b:\"\\".utf8) + [0xFE]).reason == .invalidUTF8(byte: 0xFE))
    let afterANumber = try error(Array("{ a(b: 1".utf8) + [0xFF] + Array(") }".utf8))
    #expect(afterANumber.reason == .invalidUTF8(byte: 0xFF))
    #expect("\(afterANumber.line):\(afterANumber.column)" == "1:9")
  }

  @Test func excerptCutsLongLinesAroundTheCaret() throws {
    let fields = String(repeating: "field ", count: 1000)
    let expected = """
      Syntax Error: Unexpected character: "?".
      1:6003
      1 | …eld field field field field field field ? field field field field field field fi…
        |                                          ^
      """
    let actual = try error("{ \(fields)? \(fields)}").description
    #expect(actual == expected)
    let above = try error("{ \(fields)\n?\n\(fields)}")
    #expect(
      above.excerpt == """
        1 | { field field field field field field field field field field field field field …
        2 | ?
          | ^
        3 | field field field field field field field field field field field field field fi…
        """)
  }

  @Test func excerptShows40CharactersOnEachSideHoweverManyBytesTheyHave() throws {
    func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    let error = try error("{ a(s: \"\(repeated("😀", 100))\") ? \(repeated("é", 100)) }")
    #expect(
      error.excerpt == """
        1 | …\(repeated("😀", 37))") ? \(repeated("é", 38))…
          |\(repeated(" ", 42))^
        """)
  }

  @Test func syntaxErrorMessageIsShortAndOnOneLine() throws {
    let value = String(repeating: "é", count: 10_000)
    let long = try error("{ \"\(value)\" }")
    // graphql-js 16 includes the tab itself.
    let tab = try error("{ a(b: \"x\\\t\") }")
    let messages: [String] = [long.message, tab.message]
    #expect(
      messages == [
        "Syntax Error: Expected Name, found String \"\(value.prefix(60))…\".",
        #"Syntax Error: Invalid character escape sequence: "\U+0009"."#,
      ])
    #expect(long.description.utf8.count < 500)
  }

  @Test(arguments: [(60, ""), (61, "…")])
  func syntaxErrorShows60CharactersOfAToken(count: Int, end: String) throws {
    let message = try error("{ a } \(String(repeating: "b", count: count))").message
    let shown = String(repeating: "b", count: 60) + end
    #expect(message == "Syntax Error: Unexpected Name \"\(shown)\".")
  }

  @Test func syntaxErrorHasMessageReasonAndPosition() throws {
    let error = try error("{\n  a b: }")
    #expect(
      "\(error.line):\(error.column) \(error.message)"
        == "2:8 Syntax Error: Expected Name, found \"}\".")
    #expect(error.reason == .expected("Name", found: "\"}\""))
    #expect(error.localizedDescription == error.description)
  }
}
