import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// What leaves of an answer or a request, case by case: `S` stands for a secret and for what takes its
/// place.
@Suite struct SecretFormsTests {
  /// A body of an answer as it is written down.
  static func written(_ body: String, type: String = "application/json") -> String {
    let redactor = ExchangeRedactor(
      Redaction(), request: nil, operations: [],
      response: ExchangeResponse(
        status: 200, headers: ["Content-Type": type], body: Data(body.utf8)))
    return String(
      decoding: redactor.responseBody(Data(body.utf8), contentType: type), as: UTF8.self)
  }

  static func filled(_ template: String, _ secret: String) -> String {
    template.replacingOccurrences(of: "§", with: secret)
  }

  @Test(arguments: [
    "dbpassword", "confirmpassword", "DBPassword", "apitoken", "mysecret", "fcmtoken",
    "X-Rapidapi-Key",
    "Dd-Application-Key", "userapikey", "appsecret", "webhookSecret", "secretAccessKey",
    "totpSecret",
    "clientsecretkey", "securitytoken", "backendToken", "x_vault_token", "smtppassword",
    "rootpasswd",
    "sessiontoken2", "Ocp-Apim-Subscription-Key", "twofactorsecret", "deploytokens",
  ])
  func aNameCountsByItsEndInAnySpelling(name: String) {
    #expect(SecretNames.contains(name))
    #expect(SecretNames.contains(name.uppercased()))
  }

  @Test(arguments: [
    "pinCode", "timeCode", "licenseKey", "tokenCount", "nextPageToken", "nextpagetoken",
    "secretSanta", "keyword", "spin", "publicKey", "passwordHint", "tokenType", "designToken",
  ])
  func aNameThatEndsInSomethingElseIsNone(name: String) { #expect(!SecretNames.contains(name)) }

  @Test(arguments: [
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "github_pat_11ABCDEFG0abcdefghijkl_mnopqrst",
    "AKIAIOSFODNN7EXAMPLE", "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "xoxb-17653672481-19874698323-pdFZ",
    "AIzaSyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe", "npm_abcdefghijklmnopqrstuvwxyz0123456789",
    "glpat-abcdefghij0123456789", "Bearer 5f1e9c2d7a3b", "Basic YWRhOmh1bnRlcjI=",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----",
  ])
  func aTokenIsKnownByHowItBegins(secret: String) throws {
    let text = try MockJSON.object(["note": .string("use \(secret) here")]).encoded()
    let written = Self.written(String(decoding: text, as: UTF8.self))
    #expect(!written.contains(secret.split(separator: " ").last.map(String.init) ?? secret))
    #expect(written.hasPrefix(#"{"note":"use "#) && written.hasSuffix(#" here"}"#))
    #expect(!written.contains("MIIEow"))
  }

  @Test(arguments: [
    #"{"credentials":{"id":7,"kind":"ROLE","scopes":["read"],"name":"github","since":"2026-01-01"}}"#,
    #"{"secrets":[{"id":"a-7","enabled":true,"count":12,"title":"Deploy key"}]}"#,
    #"{"deleteCredential":{"id":7,"__typename":"Credential"}}"#,
    #"{"apiKeys":[{"id":"key-17","createdAt":"2026-01-01T00:00:00Z","label":"CI 2"}]}"#,
    #"{"tokens":[{"id":"1","symbol":"ETH","decimals":18}]}"#,
    #"{"session":{"user":{"name":"Ada","city":"Oxford-1"}}}"#,
    #"{"token":{"kind":"BEARER","expiresIn":3600}}"#,
  ])
  func aContainerUnderASecretNameIsNoSecret(json: String) { #expect(Self.written(json) == json) }

  @Test(arguments: [
    #"{"accessTokens":[{"value":"§"}]}"#, #"{"tokens":{"ios":"§"}}"#, #"{"apiKeys":["§"]}"#,
    #"{"credentials":{"github":{"login":{"v":"§"}}}}"#, #"{"secrets":[{"key":"§","id":"a-7"}]}"#,
    #"{"deviceTokens":{"list":["§"]}}"#,
  ])
  func whatLooksLikeASecretInAContainerIsOne(template: String) {
    let secret = "tk-5f1e9c2d"
    let replaced = ExchangeRedactorTests.replacement(secret)
    #expect(Self.written(Self.filled(template, secret)) == Self.filled(template, replaced))
  }

  /// Texts that are not quite JSON.
  @Test(arguments: [
    #"{"data":{"login":{"accessToken":"§","#, #"{"data":{"login":{"accessToken":"§"#,
    "{\"a\":1}\n{\"password\":\"§\"}\n{\"b\":2}", "{\"password\":\"§\"}{\"a\":1}",
    "password=§&a=1", "a=1&client_secret=§", "user%5Bpassword%5D=§&a=1",
    #"{"note":"password=§&a=1"}"#, #"{"note":"Authorization: Bearer §"}"#,
    #"{"note":"{\"password\":\"§\"}"}"#, #"{"note":"{\"password\":\"§\""}"#,
    #"{"note":"mutation { login(password: \"§\") { id } }"}"#,
    #"{"note":"mutation { login(password: \"§\") {"}"#,
    "Authorization: Bearer §", "authorization: Basic §\r\nHost: a", "X-Api-Key: §",
    "curl -H 'Authorization: Bearer §' https://a.example/", "Set-Cookie: sid=§; Path=/",
    "password: '§'", "password = \"§\"",
    "https://ada:§@a.example/ is up", "{'password': '§'}", "dbpassword:§",
    "[{\"token\":\"§\"},{\"token\":",
    "data='{\n  \"password\": \"§\"\n}'", "note: 'tis\npassword=§",
    "curl --token=§ --data x", "-password: \"§\"", "2fa_token=§",
    "AuthError(user: \"ada\", token: Optional(\"§\"))",
    "password: Secret(value: \"§\")", "token: Optional(Secret(id: 7, value: \"§\")), a: 1",
    "{:password=>\"§\", :a=>1}", "{\"password\" => \"§\", \"a\" => 1}", "password => '§'",
    "{\"password\"=>§, \"a\"=>1}",
  ])
  func aTextThatIsNotQuiteJSONIsSearchedAsOne(template: String) {
    let secret = "tk5f1e9c2d"
    let written = Self.written(Self.filled(template, secret), type: "text/plain")
    #expect(!written.contains(secret))
    let around = template.components(separatedBy: "§")
    if !template.contains("@") {
      #expect(written.hasPrefix(around[0]) && written.hasSuffix(around[around.count - 1]))
    }
    let asJSON = Self.written(Self.filled(template, secret))
    #expect(!asJSON.contains(secret))
  }

  /// The hash is from the documentation of bcrypt; the second form is that of Argon2 (RFC 9106).
  @Test(arguments: [
    "password=$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy",
    "password: $2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy",
    "password=$argon2id$v=19$m=65536$c29tZXNhbHQ", "password: $argon2id$v=19$m=65536$c29tZXNhbHQ",
    "password=$ecret", "a https://u:p1@h.example:8000/ b", "jdbc:postgresql://u:N9qo@h.example/a",
  ])
  func aHashAndWhatStandsBeforeASchemeHideNoSecret(text: String) {
    let written = Self.written(text, type: "text/plain")
    for secret in ["N9qo", "c29t", "ecret", "p1"] { #expect(!written.contains(secret)) }
  }

  /// A variable of a document is none, nor is what a challenge says (RFC 9110, section 11.6.1).
  @Test(arguments: [
    "login(password: $password, token: $t)", "query A($password: String!) { a }",
    "WWW-Authenticate: Bearer authorization_uri=\"https://a.example/authorize\", error=\"x_7\"",
    "Bearer realm_7=\"a\"",
  ])
  func aVariableAndAChallengeStay(text: String) {
    #expect(Self.written(text, type: "text/plain") == text)
    #expect(SecretRewriter(SecretRules()).header(text, of: "WWW-Authenticate") == text)
  }

  /// RFC 3986, section 2.1: what begins with an escape is a secret all the same.
  @Test func aSecretThatBeginsWithAnEscapeIsFoundInAnyText() throws {
    let operation = try ExchangeRedactorTests.operation(
      "query ($a: String) { b }",
      ["password": "/+5f1e9c2d", "a": "see %2F%2B5f1e9c2d", "n": "\n5f1e9c2e", "otp": "\n5f1e9c2e"])
    let variables = ExchangeRedactor(Redaction(), operation).variables(operation.variables)
    #expect(!variables.description.contains("5f1e9c2"))
  }

  @Test(arguments: [
    #"{"session":{"from":"2026-01-01","to":"2026-01-31","text":"Welcome back","access":"ALL"}}"#,
    #"{"verificationCode":{"to":"ada@a.example","from":"+49 151 1234"},"b":"2026-01-01"}"#,
    #"{"credentials":{"role":"adminUser","from":"2026-01-01T00:00:00Z"}}"#,
  ])
  func whatASecretIsNotStays(json: String) { #expect(Self.written(json) == json) }

  @Test func whoACodeIsSentToStaysAndTheCodeDoesNot() throws {
    let document =
      "mutation { sendVerificationCode(to: \"ada@a.example\") setPassword(to: \"§\") confirmOtp(code: \"§\") }"
    let operation = try ExchangeRedactorTests.operation(Self.filled(document, "hunter"))
    let redactor = ExchangeRedactor(Redaction(), operation)
    #expect(
      redactor.document(operation.document ?? "")
        == Self.filled(document, ExchangeRedactorTests.replacement("hunter")))
  }

  @Test func aDateIsReplacedWhereItIsStatedOnly() throws {
    let operation = try ExchangeRedactorTests.operation(
      "{a}", ["born": "1990-05-17", "since": "1990-05-17", "at": "1990-05-17T00:00:00Z"])
    let redactor = ExchangeRedactor(Redaction(members: ["born", "at"]), operation)
    let variables = redactor.variables(operation.variables)
    #expect(variables["born"] != "1990-05-17" && variables["since"] == "1990-05-17")
  }

  @Test(arguments: [
    "the token is a word, and password: required", "one secret santa", "a basic plan of the bearer",
    "pinCode: 12345678", "tokenCount=12345678", "see nextPageToken=abc-123456",
  ])
  func proseIsNoSecret(text: String) {
    #expect(Self.written(text, type: "text/plain") == text)
  }

  @Test(arguments: [
    ("Access-Control-Allow-Credentials", "true"), ("Proxy-Authenticate", "Basic realm=\"x\""),
  ])
  func fieldsThatSayHowToSendSecretsHoldNone(name: String, value: String) {
    #expect(SecretRewriter(SecretRules()).header(value, of: name) == value)
  }

  @Test func aResponseKeyThatIsAWordStaysWhateverThePasswordIs() throws {
    let operation = try ExchangeRedactorTests.operation(
      "query ($password: String) { admin }", ["password": "admin"])
    let body = Data(#"{"data":{"admin":{"id":1}}}"#.utf8)
    let redactor = ExchangeRedactor(
      Redaction(), request: nil, operations: [operation],
      response: ExchangeResponse(
        status: 200, headers: ["Content-Type": "application/json"], body: body))
    #expect(redactor.responseBody(body, contentType: "application/json") == body)
  }

  @Test func allInsideOfAnArgumentThatIsStatedIsHidden() throws {
    let operation = try ExchangeRedactorTests.operation(
      "mutation ($in: A!) { save(address: $in) }", ["in": ["street": "Main 1"]])
    let redactor = ExchangeRedactor(Redaction(members: ["address"]), operation)
    #expect(redactor.variables(operation.variables)["in"]["street"] != "Main 1")
  }

  /// What is put in the place of the second piece is shorter than it.
  @Test func aSecretThatHasAnEllipsisItselfMayBeCutOffAtBothEnds() {
    var rules = SecretRules()
    rules.known.add(
      ContiguousArray("my note: 0123456789…ABCDEFGHIJKL".utf8), ContiguousArray("<redacted>".utf8))
    #expect(
      MessageRedaction(rules).text("…0123456789…ABCDEFGHIJKL").hasPrefix("…<redacted>"))
  }

  @Test func shortSecretsAreReplacedWhereTheyStandOnly() throws {
    let operation = try ExchangeRedactorTests.operation(
      "query ($a: String) { b }", ["password": "ab", "a": "ab cd", "c": "ab"])
    let variables = ExchangeRedactor(Redaction(), operation).variables(operation.variables)
    #expect(variables["a"] == "ab cd" && variables["c"] == "ab" && variables["password"] != "ab")
  }

  @Test func aPartOfALongerValueIsNoSecret() throws {
    let operation = try ExchangeRedactorTests.operation(
      "query ($a: String) { b }", ["pin": 12_345_678, "a": "1234567890", "b": "x12345678"])
    let variables = ExchangeRedactor(Redaction(), operation).variables(operation.variables)
    #expect(variables["a"] == "1234567890" && variables["b"] == "x12345678")
  }

  /// Pieces of all forms, in any order.
  @Test func whatIsPutTogetherAtRandomIsRewrittenOnce() {
    let pieces = [
      "password", "token", "a", ":", "=", "\"", "'", "\\", "{", "}", "[", "]", "(", ")", ",", " ",
      "\n",
      "$p", "\"\"\"", "#", "tk5f1e9c2d", "-", "1234", "%5D", "%", "&", "https://u:p1@a/", "?", "…",
      "é",
      "Bearer ", "\n-----BEGIN PRIVATE KEY-----", "eyJhbGciOiJub25lIn0.e30.x", "expected ",
      ", got ", " is ",
      "query", "\u{FEFF}", "\r", "cookie: ", ";", ".", "^", "|", "  add: ", ".data(", "credentials",
    ]
    var random = SeededGenerator(seed: 29)
    var rules = SecretRules()
    rules.known.add(
      ContiguousArray("a-tk5f1e9c2d…é".utf8), ContiguousArray("redacted-00000001".utf8))
    rules.known.add(ContiguousArray("tk5f1e9c2d".utf8), ContiguousArray("redacted-00000002".utf8))
    let rewriter = SecretRewriter(rules)
    for _ in 0..<Effort.rounds(100, long: 3_000) {
      let count = Int.random(in: 1...24, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let bytes = ContiguousArray(text.utf8)
      for rewrite in [rewriter.text, rewriter.document] {
        let once = rewrite(bytes)
        #expect(String(bytes: once, encoding: .utf8) != nil)
        if rewrite(once) != once {
          Issue.record(
            "\(text.debugDescription) is \(String(decoding: once, as: UTF8.self).debugDescription), then \(String(decoding: rewrite(once), as: UTF8.self).debugDescription)"
          )
        }
      }
      _ = MessageRedaction(rules).text(text)
      _ = ExchangeRedactorTests.replacement(text)
      for type in [
        "multipart/mixed; boundary=a", "text/event-stream", "application/x-www-form-urlencoded",
      ] {
        _ = Self.written(text, type: type)
      }
    }
  }
}
