import Testing

@testable import GraphQLMock

struct JSONRedactionTests {
  /// A text in which each secret is replaced by a short word.
  static func redact(
    _ text: String, members: Set<String> = [], keep: Set<String> = [], paths: [[String]] = []
  ) -> String? {
    var rules = SecretRules(style: .short)
    rules.members = members
    rules.keep = keep
    rules.paths = paths
    return SecretRewriter(rules).json(ContiguousArray(text.utf8), SecretScope(rules))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    (#"{"password":"x","a":"y"}"#, #"{"password":"<redacted>","a":"y"}"#),
    // Order, spacing, escapes and number spellings are kept.
    (
      "{ \"b\" : 1.50,\n\t\"tok\\u0065n\":\"x\" , \"a\":\"\\u0041\" }",
      "{ \"b\" : 1.50,\n\t\"tok\\u0065n\":\"<redacted>\" , \"a\":\"\\u0041\" }"
    ),
    (#"{"tokenCount":7,"cookiesAccepted":true}"#, #"{"tokenCount":7,"cookiesAccepted":true}"#),
    (#"{"secretSanta":{"name":"Ada"}}"#, #"{"secretSanta":{"name":"Ada"}}"#),
    (#"{"tokens":[{"id":"1","value":"ETH"}]}"#, #"{"tokens":[{"id":"1","value":"ETH"}]}"#),
    (#"{"tokens":["a",["b"]]}"#, #"{"tokens":["<redacted>",["<redacted>"]]}"#),
    (
      #"{"tokens":{"access":"a7","expiresIn":5}}"#,
      #"{"tokens":{"access":"<redacted>","expiresIn":5}}"#
    ),
    (
      #"{"credentials":{"key":"a","n":{"l":["b7"]},"expiration":"2026-01-01"}}"#,
      #"{"credentials":{"key":"<redacted>","n":{"l":["<redacted>"]},"expiration":"2026-01-01"}}"#
    ),
    (
      #"{"token":null,"session":true,"password":""}"#,
      #"{"token":null,"session":true,"password":""}"#
    ),
    (#"{"pin":1234,"otp":"5","token":7}"#, #"{"pin":"<redacted>","otp":"<redacted>","token":7}"#),
    (#"{"j":"{\"password\":\"x\"}"}"#, #"{"j":"{\"password\":\"<redacted>\"}"}"#),
    (
      #"{"u":"https://a.example/é?access_token=x"}"#,
      #"{"u":"https://a.example/é?access_token=<redacted>"}"#
    ),
    (
      #"{"u":"https://u:p@a.example/b?access_token=x&y=1#z"}"#,
      #"{"u":"https://a.example/b?access_token=<redacted>&y=1#z"}"#
    ),
    (
      #"{"__typename":"Token","token":"x","n":{"__typename":"x"}}"#,
      #"{"__typename":"Token","token":"<redacted>","n":{"__typename":"x"}}"#
    ),
    (#"{"u":" https://a.example/?x= \t"}"#, #"{"u":" https://a.example/?x= \t"}"#),
    (
      #"["see eyJhbGciOiJub25lIn0.e30.x!"]"#, #"["see <redacted>!"]"#
    ),
    (#"[[],{},{"a":[{}]}]"#, #"[[],{},{"a":[{}]}]"#),
    (#""text""#, #""text""#),
  ])
  func onlySecretsChange(text: String, expected: String) { #expect(Self.redact(text) == expected) }

  @Test func optionsOverrideTheDefaultRedactionRules() {
    #expect(
      Self.redact(
        #"{"IBAN":"a","token":"b","n":{"iban":5,"x":{"iban":{"y":true,"z":"c"}}}}"#,
        members: ["iban"], keep: ["token"])
          == """
          {"IBAN":"<redacted>","token":"b","n":{"iban":"<redacted>","x":\
          {"iban":{"y":true,"z":"<redacted>"}}}}
          """)
    #expect(
      Self.redact(
        #"{"user":[{"email":"a","n":1},{"email":[2]}],"email":"b","x":{"user":{"email":"c"}}}"#,
        paths: [["user", "email"]])
          == """
          {"user":[{"email":"<redacted>","n":1},{"email":["<redacted>"]}],"email":"b",\
          "x":{"user":{"email":"c"}}}
          """)
  }

  @Test func invalidJSONIsNotRedactedAsJSON() {
    for text in ["{", "", #"{"password":"x""#, "password"] { #expect(Self.redact(text) == nil) }
  }

  @Test(arguments: ["7712345", "[7712345]", #"{"a":7712345}"#])
  func statedNumberIsReplacedAlsoWithoutAnObject(text: String) {
    var rules = SecretRules(style: .short)
    rules.values = StatedSecrets(["7712345"], .short)
    let redacted = SecretRewriter(rules).json(ContiguousArray(text.utf8), SecretScope(rules))
    let expected = text.replacing("7712345", with: #""<redacted>""#)
    #expect(redacted.map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  /// Deep JSON would otherwise take quadratic time.
  @Test(arguments: [64, 65]) func pathOfAReplacementHasAtMost64Components(count: Int) {
    let log = RedactionLog()
    var value: MockJSON = ["pin": 1234]
    for _ in 1..<count { value = ["a": value] }
    _ = SecretRewriter(SecretRules(), log).value(value, SecretScope(SecretRules()))
    let names = Array(repeating: "a", count: count - 1) + ["pin"]
    let path = names.prefix(64).joined(separator: ".") + (count > 64 ? "…" : "")
    #expect(log.places == [RedactionLog.RedactedPlace(path: path, reason: .name)])
  }

  @Test func replacementsAreListedByPathWithoutValues() {
    let log = RedactionLog()
    var rules = SecretRules()
    rules.members = ["iban"]
    _ = SecretRewriter(rules, log).value(
      [
        "a": [["password": "p-secret"]], "credentials": ["k": "k5ecret-7"], "iban": "i-secret",
        "t": "eyJhbGciOiJub25lIn0.e30.x", "u": "https://a.example/?sid=s-secret",
      ], SecretScope(rules))
    #expect(
      log.places.map { "\($0.path) \($0.reason)" } == [
        "a[0].password name", "credentials.k inside", "iban stated", "t shape", "u.sid name",
      ])
  }

  @Test func nestedURLsAndDeepValuesDoNotOverflowTheStack() {
    let urls = String(repeating: "https://a.example/?u=", count: 2_000)
    #expect(Self.redact("\"\(urls)&sid=x\"")?.hasSuffix("&sid=<redacted>\"") == true)
    let text = String(repeating: #"{"a":["#, count: 256) + String(repeating: "]}", count: 256)
    #expect(Self.redact(text) == text)
    var json: MockJSON = ["password": "x"]
    for _ in 0..<5_000 { json = [json] }
    #expect(SecretRewriter(SecretRules()).value(json, SecretScope()) == .string("<redacted>"))
  }
}
