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
  @Test(arguments: [("!?!?!?!?", false), ("!?!?a?!?", true), ("abcd", true)])
  func onlySecretsWithALetterOrDigitAreSearched(secret: String, isSearched: Bool) {
    var known = KnownSecrets()
    known.add(ContiguousArray(secret.utf8), ContiguousArray("*".utf8))
    #expect((known[ContiguousArray(secret.utf8)] != nil) == isSearched)
  }

  /// A recording has only the replacement of a secret, so each text is replaced and looked up. The limit keeps the cost
  /// of long texts linear.
  @Test(arguments: [(512, true), (513, false)])
  func recordedSecretOfAtMost512BytesIsFoundInAText(count: Int, isFound: Bool) {
    let secret = ContiguousArray((0..<count).map { UInt8(ascii: $0.isMultiple(of: 2) ? "k" : "-") })
    var rules = SecretRules()
    rules.recorded = [rules.style.of(secret)]
    let text = "of ".utf8 + secret + ", and".utf8
    let expected = "of ".utf8 + rules.style.of(secret) + ", and".utf8
    #expect(SecretRewriter(rules).search(text) == (isFound ? expected : text))
  }

  @Test func longerOfAKnownAndARememberedSecretIsReplaced() {
    func bytes(_ text: String) -> ByteText { ContiguousArray(text.utf8) }
    let remembered = RememberedSecrets()
    var rules = SecretRules(style: .short)
    rules.remembered = remembered
    for (secret, isRemembered) in [
      ("ab1-", false), ("ab1-x", true), ("cd1-x", false), ("cd1-", true),
    ] {
      if isRemembered {
        remembered.known.withLock { $0.add(bytes(secret), bytes("remembered")) }
      } else {
        rules.known.add(bytes(secret), bytes("known"))
      }
    }
    rules.known.add(bytes("ef-1"), bytes("known"))
    remembered.known.withLock { $0.add(bytes("ef-1"), bytes("remembered")) }
    let shown = SecretRewriter(rules).search(bytes("ab1-x cd1-x ef-1"))
    #expect(String(decoding: shown, as: UTF8.self) == "remembered known known")
  }

  @Test func recordedSecretIsFoundUnlessItIsShortOrAWordOrADate() throws {
    let style = SecretReplacement()
    let texts = ["ada", "adam", "Secret", "2026-01-01"]
    let operation = try RequestRedactorTests.operation(
      "{ a }", ["list": .array(texts.map { .string($0) })])
    let request = RedactedRequest(
      operation, Redaction(), replaced: Set(texts.map { style.of(ContiguousArray($0.utf8)) }))
    let adam = MockJSON.string(RequestRedactorTests.replacement("adam"))
    #expect(request.variables(style)[1] == ["list": ["ada", adam, "Secret", "2026-01-01"]])
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
      // A match isn't preceded or followed by a letter or digit, unless it begins or ends with another sign.
      ("ék9x2m4q7 k9x2m4q7é k9x2m4q7", ["k9x2m4q7"], "ék9x2m4q7 k9x2m4q7é *"),
      ("a-k9x2m4q7-b", ["-k9x2m4q7-"], "a*b"), ("xk9x2m4q7", ["k9x2m4q7"], "xk9x2m4q7"),
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
