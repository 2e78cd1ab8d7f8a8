import TestSupport
import Testing

@testable import GraphQLMock

struct SecretRewriterTests {
  @Test func escapesAreDecodedInAnyCase() {
    let text = PercentEncoding.decode(Array("%5b%5B%aF+%zz%2".utf8), isForm: false)
    #expect(Array(text) == Array("[[".utf8) + [0xAF] + Array("+%zz%2".utf8))
  }

  /// A text as it is shown to a person.
  static func shown(
    _ text: String, isDocument: Bool = false, known: [String] = []
  ) -> String {
    var rules = SecretRules(style: .short)
    for text in known { rules.known.add(ContiguousArray(text.utf8), ContiguousArray("*".utf8)) }
    let rewriter = SecretRewriter(rules)
    let bytes = ContiguousArray(text.utf8)
    return String(
      decoding: isDocument ? rewriter.document(bytes) : rewriter.text(bytes), as: UTF8.self)
  }

  /// Every text would contain it, and it has no run of letters and digits to search for.
  @Test(arguments: [("!?!?!?!?", 0), ("!?!?a?!?", 1), ("abcd", 1)])
  func onlySecretsWithEnoughLettersAndDigitsAreSearched(secret: String, count: Int) {
    var known = KnownSecrets()
    known.add(ContiguousArray(secret.utf8), ContiguousArray("*".utf8))
    #expect(known.count == count)
  }

  @Test(arguments: [
    (#"{ a(password "x", o: "\"y") b("#, #"{ a(password "*", o: "***") b("#),
    ("{a(password: \"\"\"\nx\n é\"\"\" ?", "{a(password: \"\"\"\n*\n**\"\"\" ?"),
    ("{ a # \"x\"\n (b: \"y", "{ a #****\n (b: \"*"),
    ("query($token: String) { ?", "query($token: String) { ?"),
  ])
  func stringsOfAnInvalidDocumentAreRedacted(text: String, expected: String) {
    #expect(Self.shown(text, isDocument: true) == expected)
    #expect(Self.shown(expected, isDocument: true) == expected)
  }

  @Test func knownSecretIsRedactedEverywhere() {
    let rows: [(text: String, known: [String], expected: String)] = [
      ("x hunter2-hunter2 y", ["hunter2-hunter2"], "x * y"),
      ("<hunter2-hunter2%20", ["hunter2-hunter2"], "<*%20"),
      ("xhunter2-hunter2", ["hunter2-hunter2"], "xhunter2-hunter2"),
      // Only whole values count: 4711 isn't part of 147110.
      ("147110 4711. pin4711", ["4711"], "147110 *. pin4711"),
      // The longer of two secrets is replaced.
      ("hunter2-ab", ["hunter2-", "hunter2-ab"], "*"),
      ("hunter2-abx", ["hunter2-abcd", "hunter2-"], "*abx"),
      // A token may directly follow another.
      ("hunter2-ab eyJhbGciOiJub25lIn0.e30.x", ["hunter2-ab"], "* <redacted>"),
      // RFC 7468, section 3: a private key ends after the dashes of its last line.
      (
        "a -----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----, b", [],
        "a <redacted>, b"
      ),
    ]
    for (text, known, expected) in rows { #expect(Self.shown(text, known: known) == expected) }
  }

  @Test(
    .onOwnThreads,
    arguments: [
      "ey", "a", "a.", "password:", "\"", "password=a", "[", "password:[",
      "\\\\", "ab", "a#", "\\\\a", "pin#", "$a:", "A(", "is ", "sk-ey",
    ])
  func redactingALongTextIsLinear(piece: String) {
    // Quadratic cost would take minutes.
    let text = String(repeating: piece, count: 2_000)
    let known = [String(repeating: piece, count: 500) + "x", String(repeating: "a", count: 500)]
    let shown = [
      Self.shown(text, known: known), Self.shown(text, isDocument: true, known: known),
      Self.shown("password:[" + text, known: known),
    ]
    #expect(!shown.contains(""))
  }
}
