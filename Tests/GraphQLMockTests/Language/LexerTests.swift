import Testing

@testable import GraphQLMock

struct LexerTests {
  /// The kind and text of all tokens up to the end or the first error, without the end.
  private func tokens(_ text: String) -> [String] { tokens(Array(text.utf8)) }

  private func tokens(_ bytes: [UInt8]) -> [String] {
    let bytes = ContiguousArray(bytes)
    var lexer = Lexer()
    var result: [String] = []
    while true {
      let token = lexer.next(bytes.span)
      if token.kind == .endOfFile { return result }
      let text = String(decoding: bytes[token.start..<token.end], as: UTF8.self)
      result.append("\(Self.name(token.kind)) \(text)")
      if token.kind.isError { return result }
    }
  }

  private static func name(_ kind: TokenKind) -> String {
    switch kind {
    case .name: "name"
    case .int: "int"
    case .float: "float"
    case .string: "string"
    case .blockString: "block"
    case .unexpectedCharacter: "unexpected"
    case .invalidUTF8: "utf8"
    case .unterminatedString: "unterminated"
    case .invalidCharacterEscape: "escape"
    case .invalidUnicodeEscape: "unicode"
    case .digitAfterZero: "zero"
    case .digitExpected: "digit"
    default: "punctuator"
    }
  }

  private static let punctuators = "! $ & ( ) ... : = @ [ ] { | }".split(separator: " ")
    .map { "punctuator \($0)" }

  // Section 2.1, the grammar of each token.
  @Test(
    arguments: [
      ("! $ & ( ) ... : = @ [ ] { | }", punctuators),
      ("!$&()...:=@[]{|}", punctuators),
      ("...", ["punctuator ..."]),
      ("!!$$&&(())......::==@@[[]]{{||}}", punctuators.flatMap { [$0, $0] }),
      // Section 2.1.7, ignored tokens.
      ("", []),
      (" \t\r\n\n\r,,\u{FEFF}# é😀\u{0}{}\n", []),
      ("#", []),
      ("a#b\rc#d\ne", ["name a", "name c", "name e"]),
      ("         a          b", ["name a", "name b"]),
      ("\u{FEFF}a\u{FEFF}b", ["name a", "name b"]),
      ("a", ["name a"]),
      ("_", ["name _"]),
      ("__a9_Z", ["name __a9_Z"]),
      ("abcdefg abcdefgh abcdefghi", ["name abcdefg", "name abcdefgh", "name abcdefghi"]),
      ("a_23456789_123456", ["name a_23456789_123456"]),
      ("a-1", ["name a", "int -1"]),
      ("a.", ["name a", "unexpected ."]),
      ("é", ["unexpected é"]),
      ("aé", ["name a", "unexpected é"]),
      ("a😀", ["name a", "unexpected 😀"]),
      ("0", ["int 0"]),
      ("-0", ["int -0"]),
      ("10 -12", ["int 10", "int -12"]),
      ("1{", ["int 1", "punctuator {"]),
      ("1\"a\"", ["int 1", "string \"a\""]),
      ("1#c", ["int 1"]),
      ("0.0", ["float 0.0"]),
      ("-1.50", ["float -1.50"]),
      ("1e5 1E5 1e+5 1e-5", ["float 1e5", "float 1E5", "float 1e+5", "float 1e-5"]),
      ("6.0221413e23", ["float 6.0221413e23"]),
      ("0e00", ["float 0e00"]),
      ("01", ["zero 1"]),
      ("-01", ["zero 1"]),
      ("00", ["zero 0"]),
      ("-", ["digit "]),
      ("--1", ["digit -"]),
      ("-a", ["digit a"]),
      ("1.", ["digit "]),
      ("1.a", ["digit a"]),
      ("1..2", ["digit ."]),
      ("1...a", ["digit ."]),
      ("1 ...a", ["int 1", "punctuator ...", "name a"]),
      ("1.0.0", ["digit ."]),
      ("1e", ["digit "]),
      ("1e+", ["digit "]),
      ("1e1.0", ["digit ."]),
      ("1a", ["digit a"]),
      ("1_", ["digit _"]),
      ("0x1", ["digit x"]),
      ("1.5f", ["digit f"]),
      ("+1", ["unexpected +"]),
      (".5", ["unexpected ."]),
      ("..", ["unexpected ."]),
      ("....", ["punctuator ...", "unexpected ."]),
      ("'a'", ["unexpected '"]),
      ("\u{0}", ["unexpected \u{0}"]),
      ("\u{7F}", ["unexpected \u{7F}"]),
      ("\u{A0}", ["unexpected \u{A0}"]),
      (#""""#, ["string \"\""]),
      (#""a b,#{""#, [#"string "a b,#{""#]),
      (#""\"\\\/\b\f\n\r\t""#, [#"string "\"\\\/\b\f\n\r\t""#]),
      (
        #""\u00e9\uD83D\uDE00\u{1F600}\u{0}\u{10FFFF}""#,
        [#"string "\u00e9\uD83D\uDE00\u{1F600}\u{0}\u{10FFFF}""#]
      ),
      ("\"é😀\u{0}\u{FEFF}\t\"", ["string \"é😀\u{0}\u{FEFF}\t\""]),
      ("\"a", ["unterminated "]),
      ("\"a\nb\"", ["unterminated "]),
      ("\"a\rb\"", ["unterminated "]),
      ("\"", ["unterminated "]),
      (#""\x""#, [#"escape \x"#]),
      (#""\é""#, [#"escape \é"#]),
      (#""\"#, [#"escape \"#]),
      (#""\'""#, [#"escape \'"#]),
      (#""\u""#, [#"unicode \u""#]),
      (#""\u12""#, [#"unicode \u12""#]),
      (#""\u12G4""#, [#"unicode \u12G4"#]),
      (#""\uD800""#, [#"unicode \uD800"#]),
      (#""\uDC00""#, [#"unicode \uDC00"#]),
      (#""\uDC00\uDC00""#, [#"unicode \uDC00"#]),
      (#""\uD83Dx""#, [#"unicode \uD83D"#]),
      (#""\uD83D\uD83D""#, [#"unicode \uD83D"#]),
      (#""\uD83D\uDE0""#, [#"unicode \uD83D"#]),
      (#""\uD83D\u{DE00}""#, [#"unicode \uD83D"#]),
      (#""\u{}""#, [#"unicode \u{}"#]),
      (#""\u{D800}""#, [#"unicode \u{D800}"#]),
      (#""\u{110000}""#, [#"unicode \u{110000}"#]),
      (#""\u{12""#, [#"unicode \u{12""#]),
      (#""\u{12 }""#, [#"unicode \u{12 "#]),
      // graphql-js: the value turns negative at the eighth digit, and reading stops there.
      (#""\u{FFFFFFFF}""#, [#"unicode \u{FFFFFFFF"#]),
      (#""\u{00000041}""#, [#"string "\u{00000041}""#]),
      (#""\u{000000041}""#, [#"unicode \u{000000041"#]),
      (#""\U0041""#, [#"escape \U"#]),
      (#""""""""#, [#"block """""""#]),
      ("\"\"\"a\nb\r\"c\\\"\"\"", ["unterminated "]),
      (#""""a\"""b""""#, [#"block """a\"""b""""#]),
      (#""""\u\x""""#, [#"block """\u\x""""#]),
      ("\"\"\"\"\"\"\"\"\"\"\"\"", ["block \"\"\"\"\"\"", "block \"\"\"\"\"\""]),
      ("\"\" \"a\"\"\"", ["string \"\"", "string \"a\"", "string \"\""]),
    ] as [(String, [String])])
  func lexerReadsEveryTokenAndSkipsIgnoredOnes(text: String, expected: [String]) {
    #expect(tokens(text) == expected)
  }

  // Unicode, table 3-7 "Well-Formed UTF-8 Byte Sequences".
  @Test func invalidUTF8IsRejectedAtEveryPosition() {
    let malformed: [[UInt8]] = [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x20], [0xE0, 0x9F, 0xBF],
      [0xE1, 0x80], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xEF, 0xBB], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ]
    let wellFormed: [[UInt8]] = [
      [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80],
      [0xEF, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
    ]
    let places = [("", ""), ("#", ""), ("\"", "\""), ("\"\"\"", "\"\"\""), ("\"\\", "\"")]
    for (before, after) in places {
      for bytes in malformed {
        let last = tokens(Array(before.utf8) + bytes + Array(after.utf8)).last
        #expect(last?.hasPrefix("utf8") == true, "\(before) \(bytes)")
      }
      for bytes in wellFormed {
        let last = tokens(Array(before.utf8) + bytes + Array(after.utf8)).last
        #expect(last?.hasPrefix("utf8") != true, "\(before) \(bytes)")
      }
    }
  }

  @Test func lexerStaysAtTheEnd() {
    let bytes = ContiguousArray("a ".utf8)
    var lexer = Lexer()
    let tokens = (0..<3).map { _ in lexer.next(bytes.span) }
    #expect(tokens == [Token(.name, 0, 1), Token(.endOfFile, 2, 2), Token(.endOfFile, 2, 2)])
  }

  @Test func tokensAreTheSameAtEveryOffset() {
    let text = """
      query Q($aVariableWithALongName: [Int!]! = 10) @d(x: -1.5e3) {
      \tfield(s: "a string # with , more { than } \\u0041 fits", b: \"\"\"block
        string\"\"\") { ...Fragment, ... on T { é
      """
    let expected = tokens(text)
    #expect(expected.count == 39)
    #expect(expected.last == "unexpected é")
    var failures: [Int] = []
    for shift in 0..<130 where tokens(String(repeating: " ", count: shift) + text) != expected {
      failures.append(shift)
    }
    #expect(failures == [])
  }

  @Test func namesOfAnyLengthAreRead() {
    var failures: [Int] = []
    for length in 1..<200 {
      let name = "a" + String(repeating: "9", count: length - 1)
      let expected = ["punctuator {", "name \(name)", "name b", "punctuator }"]
      if tokens("{\(name) b}") != expected || tokens("{ \(name)\nb }") != expected {
        failures.append(length)
      }
      if tokens(name) != ["name \(name)"] { failures.append(length) }
    }
    #expect(failures == [])
  }

  @Test func tokensOfShortStringsAreOrderedAndCoverAllBytes() {
    var failures = 0
    ShortStrings.forEach([], Array("\"\\#\n.a".utf8), [], upTo: 6) { bytes in
      let span = bytes.span
      var lexer = Lexer()
      var position = 0
      while true {
        let token = lexer.next(span)
        if token.start < position || token.end < token.start || token.end > bytes.count {
          failures += 1
        }
        if token.kind == .endOfFile || token.kind.isError { break }
        if token.end == token.start { failures += 1 }
        position = token.end
      }
    }
    #expect(failures == 0)
  }
}
