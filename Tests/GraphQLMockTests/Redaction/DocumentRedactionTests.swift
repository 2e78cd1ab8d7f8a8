import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct DocumentRedactionTests {
  /// A document in which each secret is replaced by a short word.
  static func redact(_ text: String, known: [String] = []) -> String {
    var rules = SecretRules(style: .short)
    rules.members = ["iban"]
    rules.paths = [["user", "email"]]
    rules.keep = ["csrftoken"]
    for text in known { rules.known.add(ContiguousArray(text.utf8), ContiguousArray("*".utf8)) }
    return String(
      decoding: SecretRewriter(rules).document(ContiguousArray(text.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    (#"{a(password: "x", o: "y")}"#, #"{a(password: "<redacted>", o: "y")}"#),
    (#"{a(i: {password: "x", o: 1})}"#, #"{a(i: {password: "<redacted>", o: 1})}"#),
    (#"{a(token: ["x", ["y"]])}"#, #"{a(token: ["<redacted>", ["<redacted>"]])}"#),
    (#"{a(l: [{pwd: "x"}, {o: "y"}])}"#, #"{a(l: [{pwd: "<redacted>"}, {o: "y"}])}"#),
    ("{a(password: \"\"\"\n  x\n  y\n\"\"\")}", #"{a(password: """<redacted>""")}"#),
    (#"query ($password: T = "x") {a}"#, #"query ($password: T = "<redacted>") {a}"#),
    (#"query ($password:T="x") {a}"#, #"query ($password:T="<redacted>") {a}"#),
    (
      #"query ($p: T = "x", $o: T = "y") {a(password: $p, o: $o)}"#,
      #"query ($p: T = "<redacted>", $o: T = "y") {a(password: $p, o: $o)}"#
    ),
    (
      "{a(,password,#c\n:#d\r\n,\"x\",,o:\"y\")}",
      "{a(,password,#c\n:#d\r\n,\"<redacted>\",,o:\"y\")}"
    ),
    (
      #"{a(credentials: {key: "x", n: {l: ["y7"], e: E}}, o: "z")}"#,
      #"{a(credentials: {key: "<redacted>", n: {l: ["<redacted>"], e: E}}, o: "z")}"#
    ),
    (
      #"{a @d(token: "x") {password b(pin: true)}}"#,
      #"{a @d(token: "<redacted>") {password b(pin: true)}}"#
    ),
    (
      #"{setPassword(to: "x", name: "y") {id}}"#,
      #"{setPassword(to: "<redacted>", name: "y") {id}}"#
    ),
    (#"{a(i: {key: "password", value: "x"})}"#, #"{a(i: {key: "password", value: "<redacted>"})}"#),
    (
      #"{a(i: {name: "Ada", key: "password", value: "x"})}"#,
      #"{a(i: {name: "Ada", key: "password", value: "<redacted>"})}"#
    ),
    (#"{a(name: "token", value: "x")}"#, #"{a(name: "token", value: "<redacted>")}"#),
    (#"{a(iban: "x", csrfToken: "y")}"#, #"{a(iban: "<redacted>", csrfToken: "y")}"#),
    (
      #"{a(user: {email: "x", name: "y"}, email: "z")}"#,
      #"{a(user: {email: "<redacted>", name: "y"}, email: "z")}"#
    ),
    (#"{a(j: "{\"password\":\"x\"}")}"#, #"{a(j: "{\"password\":\"<redacted>\"}")}"#),
    ("{a #password: x7\n}", "{a #password: x7\n}"),
    (#"{a(pageToken: "x", tokenCount: 5)}"#, #"{a(pageToken: "x", tokenCount: 5)}"#),
    (
      #"fragment F on T {a(password: "x")} {...F @d(sid: "y")}"#,
      #"fragment F on T {a(password: "<redacted>")} {...F @d(sid: "<redacted>")}"#
    ),
  ])
  func onlyLiteralsChange(text: String, expected: String) throws {
    #expect(Self.redact(text) == expected)
    _ = try Document.parse(expected).get()
  }

  @Test func knownSecretsAreHiddenInLiteralsCommentsAndDescriptions() {
    #expect(
      Self.redact(
        "\"\"\"of hunter2-x\"\"\" query hunter2_x { # hunter2-x\n a(b: \"<hunter2-x>\", c: 47114711) }",
        known: ["hunter2-x", "hunter2_x", "47114711"])
        == "\"\"\"of *\"\"\" query hunter2_x { # *\n a(b: \"<*>\", c: 47114711) }")
  }

  @Test func replacementOfANumberIsANumber() throws {
    let text = ContiguousArray("{a(pin: 1234, pin: 12.5)}".utf8)
    let redacted = SecretRewriter(SecretRules()).document(text)
    #expect(redacted != text && !String(decoding: redacted, as: UTF8.self).contains("1234"))
    _ = try Document.parse(redacted).get()
  }

  @Test func variablesAndAliasesOfSecretsAreFound() throws {
    let document = ContiguousArray(
      "mutation ($a: A, $b: B, $c: C) { t: accessToken token(k: 1) u: name login(password: $a, x: $b, i: {pin: [$c]}) }"
        .utf8)
    let found = try SecretRewriter(SecretRules()).parsed(Document.parse(document).get()).found
    let names: [[String]] = [found.variables.keys.sorted(), found.aliases.keys.sorted()]
    #expect(names == [["a", "c"], ["t"]])
  }

  /// The caret keeps its position: a string is replaced by as many stars as it has characters.
  @Test(arguments: [
    (
      #"{ a(password: "hünter2\"") ?"#,
      """
      Syntax Error: Unexpected character: "?".
      1:28
      1 | { a(password: "*********") ?
        |                            ^
      """
    ),
    (
      #"{ login(password "hunter2") # "a"#,
      """
      Syntax Error: Expected ":", found String "*******".
      1:18
      1 | { login(password "*******") #***
        |                  ^
      """
    ),
    (
      "{ a(password: \"hunter2\n b",
      """
      Syntax Error: Unterminated string.
      1:23
      1 | { a(password: "*******
        |                       ^
      2 |  b
      """
    ),
    (
      "{ a(password: \"\"\"\n  hunter2\\\"\"\"\n\"\"\" ?",
      """
      Syntax Error: Unexpected character: "?".
      3:5
      2 | *************
      3 | \"\"\" ?
        |     ^
      """
    ),
    (
      #"{ a(password: "\x41hunter2") ? }"#,
      "Syntax Error: Invalid character escape sequence: \"\\x\".\n1:16"
    ),
    (
      #"{ a(password: "\x41hunter2") }"#,
      "Syntax Error: Invalid character escape sequence: \"\\x\".\n1:16"
    ),
  ])
  func excerptHidesSecretsAndKeepsTheCaretPosition(text: String, expected: String) throws {
    guard case .failure(let error) = Document.parse(text) else {
      Issue.record("It parses.")
      return
    }
    #expect(error.withoutStrings(of: ContiguousArray(text.utf8)).description == expected)
  }

  @Test func redactingDeepValuesAndLongStringsAndNamesIsLinear() {
    // Quadratic cost would take minutes.
    let depth = 250
    let opening = String(repeating: "[{a:", count: depth)
    let closing = String(repeating: "}\"y\"]", count: depth)
    let deep = ContiguousArray("{a(x: \(opening)1\(closing))}".utf8)
    let log = RedactionLog()
    let redacted = SecretRewriter(SecretRules(), log).document(deep)
    #expect(redacted == deep && log.places.isEmpty && log.path.isEmpty)
    let name = String(repeating: "e", count: 20_000)
    let value = String(repeating: "ey", count: 50_000)
    let text = "{ \(name)(x: \"\(value)\", password: \"hunter2\") "
    #expect(Self.redact(text + "}").hasSuffix("password: \"<redacted>\") }"))
    #expect(Self.redact(text + "?").hasSuffix("password: \"*******\") ?"))
  }
}
