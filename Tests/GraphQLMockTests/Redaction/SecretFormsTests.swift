import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// The redacted output of responses and requests, case by case.
///
/// `§` marks a secret and its replacement.
struct SecretFormsTests {
  /// A response body as it is written.
  static func written(_ body: String, type: String = "application/json") -> String {
    let redactor = RequestRedactor(
      Redaction(), request: nil, operations: [],
      response: SentResponse(
        status: 200, headers: ["Content-Type": type], body: Data(body.utf8)))
    return String(
      decoding: redactor.responseBody(Data(body.utf8), contentType: type), as: UTF8.self)
  }

  static func filled(_ template: String, _ secret: String) -> String {
    template.replacingOccurrences(of: "§", with: secret)
  }

  @Test(arguments: [
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "github_pat_11ABCDEFG0abcdefghijkl_mnopqrst",
    "AKIAIOSFODNN7EXAMPLE", "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "xoxb-17653672481-19874698323-pdFZ",
    "AIzaSyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe", "npm_abcdefghijklmnopqrstuvwxyz0123456789",
    "glpat-abcdefghij0123456789", "Bearer 5f1e9c2d7a3b", "Basic YWRhOmh1bnRlcjI=",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----",
  ])
  func tokenIsRecognizedByItsPrefix(secret: String) throws {
    let text = try MockJSON.object(["note": .string("use \(secret) here")]).encoded()
    let written = Self.written(String(decoding: text, as: UTF8.self))
    let token = secret.split(separator: " ").last.map(String.init) ?? secret
    #expect(!written.contains(token) && !written.contains("MIIEow"))
    #expect(written.hasPrefix(#"{"note":"use "#) && written.hasSuffix(#" here"}"#))
  }

  @Test func harmlessContentIsKept() {
    #expect(Self.harmless.filter { Self.written($0) != $0 } == [])
    #expect(Self.prose.filter { Self.written($0, type: "text/plain") != $0 } == [])
  }

  /// Containers under the names of secrets, and texts that resemble codes.
  static let harmless = [
    #"{"credentials":{"id":7,"kind":"ROLE","scopes":["read"],"name":"github","since":"2026-01-01"}}"#,
    #"{"secrets":[{"id":"a-7","enabled":true,"count":12,"title":"Deploy key"}]}"#,
    #"{"deleteCredential":{"id":7,"__typename":"Credential"}}"#,
    #"{"apiKeys":[{"id":"key-17","createdAt":"2026-01-01T00:00:00Z","label":"CI 2"}]}"#,
    #"{"tokens":[{"id":"1","symbol":"ETH","decimals":18}]}"#,
    #"{"session":{"user":{"name":"Ada","city":"Oxford-1"}}}"#,
    #"{"token":{"kind":"BEARER","expiresIn":3600}}"#,
    #"{"session":{"from":"2026-01-01","to":"2026-01-31","text":"Welcome back","access":"ALL"}}"#,
    #"{"verificationCode":{"to":"ada@a.example","from":"+49 151 1234"},"b":"2026-01-01"}"#,
    #"{"credentials":{"role":"adminUser","from":"2026-01-01T00:00:00Z"}}"#,
  ]

  static let prose = [
    "the token is a word, and password: required", "one secret santa", "a basic plan of the bearer",
    "pinCode: 12345678", "tokenCount=12345678", "see nextPageToken=abc-123456", "password=hunter2",
    "Authorization: Bearer <your token>", "const password = process.env.PASSWORD",
    "export GITHUB_TOKEN=ghp_your_token_goes_right_here",
  ]

  @Test(arguments: [
    #"{"accessTokens":[{"value":"§"}]}"#, #"{"tokens":{"ios":"§"}}"#, #"{"apiKeys":["§"]}"#,
    #"{"credentials":{"github":{"login":{"v":"§"}}}}"#, #"{"secrets":[{"key":"§","id":"a-7"}]}"#,
    #"{"deviceTokens":{"list":["§"]}}"#,
  ])
  func tokenInsideAContainerIsRedacted(template: String) {
    let secret = "tk-5f1e9c2d"
    let replaced = RequestRedactorTests.replacement(secret)
    #expect(Self.written(Self.filled(template, secret)) == Self.filled(template, replaced))
  }

  @Test func recipientOfACodeIsKeptAndTheCodeIsRedacted() throws {
    let document =
      "mutation { sendVerificationCode(to: \"ada@a.example\") setPassword(to: \"§\") confirmOtp(code: \"§\") }"
    let operation = try RequestRedactorTests.operation(Self.filled(document, "hunter"))
    let redactor = RequestRedactor(Redaction(), operation)
    #expect(
      redactor.document(operation.document ?? "")
        == Self.filled(document, RequestRedactorTests.replacement("hunter")))
  }

  @Test func variablesThatOnlyResembleASecretAreKept() throws {
    typealias Row = (listed: [String], variables: [String: MockJSON], redacted: [String])
    let rows: [Row] = [
      // A date is replaced only under a listed name.
      (
        ["born", "at"],
        ["born": "1990-05-17", "since": "1990-05-17", "at": "1990-05-17T00:00:00Z"], ["at", "born"]
      ),
      // A short secret is replaced only in its place.
      ([], ["password": "ab", "a": "ab cd", "c": "ab"], ["password"]),
      // A number may be a part of a longer value.
      ([], ["pin": 12_345_678, "a": "1234567890", "b": "x12345678"], ["pin"]),
    ]
    for (listed, variables, expected) in rows {
      let operation = try RequestRedactorTests.operation("{a}", .object(variables))
      let redactor = RequestRedactor(Redaction(members: listed), operation)
      let written = redactor.variables(operation.variables)
      #expect(
        variables.keys.filter { written[$0] != variables[$0] }.sorted() == expected, "\(listed)")
    }
  }

  @Test func responseKeyEqualToThePasswordIsKept() throws {
    let operation = try RequestRedactorTests.operation(
      "query ($password: String) { admin }", ["password": "admin"])
    let body = Data(#"{"data":{"admin":{"id":1}}}"#.utf8)
    let redactor = RequestRedactor(
      Redaction(), request: nil, operations: [operation],
      response: SentResponse(
        status: 200, headers: ["Content-Type": "application/json"], body: body))
    #expect(redactor.responseBody(body, contentType: "application/json") == body)
  }

  @Test func everythingInsideAListedArgumentIsRedacted() throws {
    let operation = try RequestRedactorTests.operation(
      "mutation ($in: A!) { save(address: $in) }", ["in": ["street": "Main 1"]])
    let redactor = RequestRedactor(Redaction(members: ["address"]), operation)
    #expect(redactor.variables(operation.variables)["in"]["street"] != "Main 1")
  }

  /// Pieces of all kinds, in any order.
  @Test func redactionOfRandomTextIsIdempotent() {
    let pieces = [
      "password", "token", "a", ":", "=", "\"", "'", "\\", "{", "}", "[", "]", "(", ")", ",", " ",
      "\n",
      "$p", "\"\"\"", "#", "tk5f1e9c2d", "-", "1234", "%5D", "%", "&", "https://u:p1@a/", "?", "…",
      "é",
      "Bearer ", "\n-----BEGIN PRIVATE KEY-----", "eyJhbGciOiJub25lIn0.e30.x",
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
      for rewrite in [{ rewriter.text($0) }, rewriter.document] {
        let once = rewrite(bytes)
        #expect(String(bytes: once, encoding: .utf8) != nil, "\(rewrite)")
        if rewrite(once) != once {
          Issue.record(
            "\(text.debugDescription) is \(String(decoding: once, as: UTF8.self).debugDescription), then \(String(decoding: rewrite(once), as: UTF8.self).debugDescription)"
          )
        }
      }
      _ = RequestRedactorTests.replacement(text)
      for type in [
        "multipart/mixed; boundary=a", "text/event-stream", "application/x-www-form-urlencoded",
      ] {
        _ = Self.written(text, type: type)
      }
    }
  }
}
