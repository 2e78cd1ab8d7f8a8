import TestSupport
import Testing

@testable import GraphQLMock

@Suite(.onOwnThreads) struct SecretTextTests {
  @Test func escapesAreUndoneWhateverTheirCase() {
    let text = PercentEncoding.decode(Array("%5b%5B%aF+%zz%2".utf8), isForm: false)
    #expect(Array(text) == Array("[[".utf8) + [0xAF] + Array("+%zz%2".utf8))
  }

  /// What a text is as a person is shown it.
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

  @Test(arguments: [
    ("password=hunter2&x=1", "password=<redacted>&x=1"),
    ("pwd=1234", "pwd=<redacted>"), (#"{"pwd"=>hunter2, "a"=>1}"#, #"{"pwd"=><redacted>, "a"=>1}"#),
    (#"{"password": "cut of"#, #"{"password": "<redacted>"#),
    (#"{\"password\":\"a\",\"c\":1}"#, #"{\"password\":\"<redacted>\",\"c\":1}"#),
    (#"{"tokens": ["a", "b"], "c": "d"}"#, #"{"tokens": ["<redacted>", "<redacted>"], "c": "d"}"#),
    (
      #"{"credentials": {"key": "a"}, "c": "d""#,
      #"{"credentials": {"key": "<redacted>"}, "c": "d""#
    ),
    ("Authorization: Bearer abc, x", "Authorization: <redacted>, x"),
    ("token: true, token: 5, tokenCount: five", "token: true, token: 5, tokenCount: five"),
    // The name of a member may have quotes in it.
    (
      #"credentials={"a\": b": "hunter2", "c": "d"}"#,
      #"credentials={"a\": b": "<redacted>", "c": "d"}"#
    ),
    ("password:", "password:"), ("password", "password"), ("password: ", "password: "),
    ("a password is required", "a password is required"),
    // RFC 7468, section 3: a key ends behind the dashes of its last line.
    (
      "a -----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----, b",
      "a <redacted>, b"
    ),
  ])
  func whatStandsBehindASecretNameIsHidden(text: String, expected: String) {
    #expect(Self.shown(text) == expected)
  }

  /// As graphql-js words it.
  @Test(arguments: 0...9) func aNumberOfAMessageIsHiddenWhateverItBeginsWith(digit: Int) {
    #expect(
      Self.shown("Variable \"$password\" got invalid value \(digit)23456; Expected a word.")
        == "Variable \"$password\" got invalid value \"<redacted>\"; Expected a word.")
  }

  /// It would be found in every text, and there is no run of letters and digits to find it by.
  @Test(arguments: [("!?!?!?!?", 0), ("!?!?a?!?", 1), ("abc", 0), ("abcd", 1)])
  func aSecretIsFoundByItsLettersAndDigits(secret: String, count: Int) {
    var known = KnownSecrets()
    known.add(ContiguousArray(secret.utf8), ContiguousArray("*".utf8))
    #expect(known.count == count)
  }

  /// A message is cut off at an ellipsis; eight characters of a secret are enough to know it by.
  @Test(arguments: [
    ("no 8f1e9c2d…", "no *…"), ("no 8f1e9c2…", "no 8f1e9c2…"), ("…2d7a3b4c5 and", "…* and"),
    ("…d7a3b4c5 and", "…* and"), ("…7a3b4c5 and", "…7a3b4c5 and"), ("8f1e9c2d", "*"),
  ])
  func aPieceOfASecretIsHiddenWhereATextIsCutOff(text: String, expected: String) {
    var known = KnownSecrets()
    known.add(ContiguousArray("8f1e9c2d7a3b4c5".utf8), ContiguousArray("*".utf8))
    let shown = KnownSecrets.Pieces(of: known)
      .hidingCut(ContiguousArray(text.utf8), with: ContiguousArray("*".utf8))
    #expect(String(decoding: shown, as: UTF8.self) == expected)
  }

  @Test(arguments: [
    (
      #"{ a(password #c"# + "\n" + #" : , "x"  o: 1) ("#,
      #"{ a(password #c"# + "\n" + #" : , "<redacted>"  o: 1) ("#
    ),
    (#"{ a(password "x")"#, #"{ a(password "<redacted>")"#),
    (#"query($token: [T!] = ["a"], $x: T"#, #"query($token: [T!] = ["<redacted>"], $x: T"#),
    (#"{a(bio: "abc, password: "hunter2"#, #"{a(bio: "abc, password: "<redacted>"#),
    (#"{a(password: hunter2"#, #"{a(password: <redacted>"#),
    ("{ token: accessToken ?", "{ token: accessToken ?"),
    ("query($token: String) { ?", "query($token: String) { ?"),
    (#"{a(pin: 1234, n: 5) ?"#, #"{a(pin: "<redacted>", n: 5) ?"#),
    ("{a(password: \"\"\"\nx\n  y\"\"\"", "{a(password: \"\"\"<redacted>\"\"\""),
    (
      "{a(password: \"\"\"x\"\"\", pin: 1234) ?",
      "{a(password: \"\"\"<redacted>\"\"\", pin: \"<redacted>\") ?"
    ),
    ("{a(password: \"\"\"x\"\"\"", "{a(password: \"\"\"<redacted>\"\"\""),
    ("{a(password: \"\"\"x\"\" y", "{a(password: \"\"\"<redacted>"),
    // A block string goes on behind escaped quotes.
    (
      "{a(password: \"\"\"x \\\"\"\" y\"\"\", b: 1) ?",
      "{a(password: \"\"\"<redacted>\"\"\", b: 1) ?"
    ),
  ])
  func aBrokenDocumentShowsNoLiteralBehindASecretName(text: String, expected: String) {
    #expect(Self.shown(text, isDocument: true) == expected)
  }

  @Test func aKnownSecretIsHiddenWhereverItStands() {
    #expect(Self.shown("x hunter2-hunter2 y", known: ["hunter2-hunter2"]) == "x * y")
    #expect(Self.shown("<hunter2-hunter2%20", known: ["hunter2-hunter2"]) == "<*%20")
    #expect(Self.shown("xhunter2-hunter2", known: ["hunter2-hunter2"]) == "xhunter2-hunter2")
    // It counts as a whole: 4711 is no part of 147110.
    #expect(Self.shown("147110 4711. pin4711", known: ["4711"]) == "147110 *. pin4711")
    // Of two the longer one.
    #expect(Self.shown("hunter2-ab", known: ["hunter2-", "hunter2-ab"]) == "*")
    #expect(Self.shown("hunter2-abx", known: ["hunter2-abcd", "hunter2-"]) == "*abx")
    // A token may stand right behind one.
    #expect(
      Self.shown("hunter2-ab eyJhbGciOiJub25lIn0.e30.x", known: ["hunter2-ab"]) == "* <redacted>")
  }

  @Test func theBeginningOfASecretThatAMessageCutOffIsHidden() {
    var rules = SecretRules(style: .short)
    rules.known.add(ContiguousArray("hunter2-of-ada-7".utf8), ContiguousArray("*".utf8))
    let message = MessageRedaction(rules)
    #expect(message.text("got hunter2-of-a…") == "got <redacted>…")
    #expect(message.text("got hunter2-of-a") == "got <redacted>")
    #expect(message.text("got …r2-of-ada-7\" at") == "got …<redacted>\" at")
    #expect(message.text("…2-of-ada-…") == "…<redacted>…")
    #expect(message.text("got hunter2") == "got hunter2")
  }

  @Test(arguments: [
    "ey", "a", "a.", "password:", "\"", "password=a", "[", "password:[",
    "\\\\", "ab", "a#", "\\\\a", "pin#", "$a:", "A(", "is ", "sk-ey",
  ])
  func aLongTextCostsWhatItsLengthSays(piece: String) {
    // Quadratic cost would take minutes.
    let text = String(repeating: piece, count: 2_000)
    let known = [String(repeating: piece, count: 500) + "x", String(repeating: "a", count: 500)]
    #expect(!Self.shown(text, known: known).isEmpty)
    #expect(!Self.shown(text, isDocument: true, known: known).isEmpty)
    #expect(!Self.shown("password:[" + text, known: known).isEmpty)
  }
}
