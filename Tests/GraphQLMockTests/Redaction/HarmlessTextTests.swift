import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Response values under names of secrets, in recordings and their replays.
struct HarmlessTextTests {
  /// Records one response, and returns the data that was written.
  static func recorded(
    _ data: String, schema: String? = nil, query: String = "query A { a }",
    variables: MockJSON = nil, headers: [String: String] = [:], redaction: Redaction = Redaction()
  ) async throws -> (data: MockJSON, text: String) {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer { _ in
      .response(
        "200 OK", ["Content-Type: application/json"], body: #"{"data":\#(data)}"#)
    }
    let schema = try schema.map { try ServiceSchema(definitions: $0) }
    let request = try RecordingTests.request(query, variables, to: server, headers: headers)
    var replayed = ""
    for mode in [Recording.missing, .never] {
      let service = MockGraphQLService(
        schema: schema, options: ServiceOptions(requestValidation: .off))
      service.record(Recording(mode, folder: folder.url, redaction: redaction))
      replayed = try await service.makeSession().receive(request).body
      #expect(service.failures == [], "\(mode)")
    }
    let text = try #require(try folder.files().first).value
    let written = try MockJSON(parsing: text)["response"]["body"]["data"]
    #expect(try MockJSON(parsing: replayed)["data"] == written)
    return (written, text)
  }

  static let harmless: [(String, MockJSON)] = [
    ("auth", "REQUIRED"), ("otp", "SMS"), ("session", "Swift 6 in depth"), ("pin", 4),
    ("signature", "Signed lower right"), ("password", "Passwort"),
    ("password", "Mot de passe oublié ?"),
    ("customerSetPasswordUrl", "https://shop.example/account/set-password"),
    ("passwordLoginMode", "ENABLED"), ("passwordRequirements", "At least 12 characters, one digit"),
    ("isPasswordSet", true), ("sessionTitle", "Keynote"), ("tokenType", "bearer"),
    ("tokenExpiresAt", "2026-11-24T10:00:00Z"), ("session", "2026-11-24"), ("session", "2025-26"),
    ("signatureUrl", "https://cdn.example/a/signature.png"), ("secretQuestion", "First pet?"),
    ("token", "ETH"), ("token", "Wrapped Bitcoin"), ("cookie", "Chocolate Chip"), ("cvv", "match"),
    ("auth", "OAUTH2"), ("auth", "OAuth 2.0"), ("auth", "openIDConnect"),
    ("signature", "HMAC-SHA256"),
    ("signature", "func data(for: URLRequest) async throws -> Data"),
    ("signature", "<p>Kind regards,<br>Ada</p>"), ("session", "Morning (9:00–12:00)"),
    ("session", "10:30"), ("session", "09:30–10:15"), ("session", "89th Legislature"),
    ("pass", "3-Day VIP Pass"), ("pass", 12), ("pinCode", 1001), ("passcode", "required"),
    ("bearer", "Jane Doe"), ("credential", "M.D., Ph.D."), ("apiKey", "sk-***********abcd"),
    ("password", "••••••••"), ("passphrase", "Enter your passphrase"),
    ("secret", "Keep it simple!"),
    ("sid", 42), ("jwt", "disabled"), ("deviceCode", "iPhone"), ("csrf", "enabled"),
    ("recoveryPhrase", "Recovery phrase"), ("session", "WWDC 2026, day 3"),
    ("apiKey", "xxxx-xxxx-xxxx-ab12"), ("password", "correct horse battery staple"),
    ("accessToken", "identifier"), ("mfaCode", "Code aus der App"), ("otp", "パスワードを入力してください"),
    ("session", "ISO27001"), ("session", "Track b1c2 in depth"),
  ]

  @Test func plainWordsUnderSecretNamesAreKeptInResponses() async throws {
    let members = Self.harmless.enumerated().map { index, value in
      MockJSON.object(["place\(index)": .object([value.0: value.1])])
    }
    let (data, _) = try await Self.recorded(MockJSON.object(["a": .array(members)]).description)
    let changed = Self.harmless.enumerated().filter { index, value in
      data["a"][index]["place\(index)"][value.0] != value.1
    }
    #expect(changed.map { "\($1)" } == [])
  }

  @Test func valuesThatLookLikeSecretsAreReplacedInResponses() async throws {
    let secrets: [(String, MockJSON)] = [
      ("otp", "482913"), ("otpCode", 482_913), ("pin", "1234567"), ("cvv", 12_345),
      ("password", "hunter2"), ("password", "Tr0ub4dor&3"), ("password", "Tr0ub***dor9!"),
      ("password", "correct-horse-battery-staple"),
      ("recoveryPhrase", "legal winner thank year wave sausage worth useful"),
      ("deviceCode", "WDJB-MJHT"), ("backupCode", "abcd-1234"),
      ("appPassword", "abcd efgh ijkl mnop"),
      ("otp", "Your code is 482913"), ("verificationCode", "A7K2Q9"), ("pinCode", "123 456"),
      ("accessToken", "5f1e9c2d"), ("session", "wwdc24-10136"), ("apiKey", "Zq9wXe7RtY"),
      ("sessionId", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"), ("token", "ada@example.org"),
      ("resetPasswordUrl", "https://shop.example/reset/8f1e9c2d7a3b4c5d6e7f"),
      ("resetPasswordUrl", "https://shop.example/reset/f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
      ("magicLink", "https://ada:hunter2@shop.example/in"), ("clientSecret", "RaNdOmKeYs"),
      ("signature", "c2lnbmF0dXJlIG9mIGFkYQ=="), ("authorization", "Bearer zqxwv-8f1e9c2d"),
      ("session", "ISO270011"), ("session", "Track b1c2d in depth"),
      // At the limits of the rules.
      ("resetPasswordUrl", "https://shop.example/reset/8f1e9c2d7a3b4c5d"),
      ("token", "abcdefghijklmnopqrstuvwxy"), ("apiKey", "sk-******ab12"),
    ]
    let members = secrets.map { MockJSON.object([$0.0: $0.1]) }
    let (data, text) = try await Self.recorded(MockJSON.object(["a": .array(members)]).description)
    let kept = secrets.enumerated().filter { data["a"][$0][$1.0] == $1.1 }
    #expect(kept.map { "\($1)" } == [])
    #expect(!text.contains("8f1e9c2d") && !text.contains("hunter2"))
  }

  /// In requests a word is also a secret.
  @Test func wordsUnderNamesOfSecretsAreReplacedInRequests() async throws {
    let (_, text) = try await Self.recorded(
      #"{"a":1}"#, query: #"query A($password: String) { a(pin: 1234, passphrase: "swordfish") }"#,
      variables: ["password": "letmein", "pinCode": 4711, "pass": "opensesame"])
    for secret in ["1234", "swordfish", "letmein", "4711", "opensesame"] {
      // The salt and the replacements are random, so they may contain the digits of a secret.
      let whole = try Regex("[^0-9A-Fa-f-]\(secret)[^0-9A-Fa-f-]")
      #expect(!text.contains(whole), "\(secret)")
    }
  }

  @Test func redactedRecordingFitsTheSchema() async throws {
    let (data, _) = try await Self.recorded(
      #"{"shop":{"passwordLoginMode":"ENABLED","auth":"MODE_A1B2C3","token":"MODE_A1B2C4"}}"#,
      schema: """
        type Query { shop: Shop }
        type Shop { passwordLoginMode: Mode! auth: Mode! token: String }
        enum Mode { ENABLED MODE_A1B2C3 }
        """, query: "query A { shop { passwordLoginMode auth token } }")
    let shop = data["shop"]
    #expect([shop["passwordLoginMode"], shop["auth"]] == ["ENABLED", "MODE_A1B2C3"])
    #expect(shop["token"] != "MODE_A1B2C4")
  }

  @Test func onlyLongUnusualSecretsAreReplacedElsewhere() async throws {
    let (data, _) = try await Self.recorded(
      """
      {"session":"Session-1f7a","__typename":"Session-1f7a","cvv":12345,"total":12345,\
      "password":"ada-7!","author":"ada-7!","key":"zq9wXe7R","accessToken":"zq9wXe7R",\
      "t":"Token-5f1e9c2d"}
      """, query: "query A { t: __typename }",
      headers: ["X-Auth": "Token-5f1e9c2d"])
    let kept = ["__typename", "total", "author", "t"].map { data[$0] }
    #expect(kept == ["Session-1f7a", 12345, "ada-7!", "Token-5f1e9c2d"])
    let replaced: [String: MockJSON] = [
      "session": "Session-1f7a", "cvv": 12345, "password": "ada-7!", "key": "zq9wXe7R",
    ]
    #expect(replaced.filter { data[$0.key] == $0.value } == [:])
    #expect(data["key"] == data["accessToken"])
  }

  @Test func textsWithExamplesOfSecretsStay() async throws {
    let texts = [
      "Send `Authorization: Bearer <your token>` with it.", "const password = process.env.PASSWORD",
      "password=hunter2&a=1", "Set GITHUB_TOKEN=ghp_your_token_goes_right_here",
      "token: Optional(abc)",
      #"{"password": "cut of"#, "export AWS_KEY=AKIAXXXXXXXXXXXXXXXX",
    ]
    let json = MockJSON.object(["posts": .array(texts.map { ["body": .string($0)] })])
    let (data, _) = try await Self.recorded(json.description)
    #expect(data["posts"].array?.map { $0["body"].string ?? "" } == texts)
  }

  @Test(arguments: [
    "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", "AKIAQYLPMNHHHFPZAMEZ",
    "gho_16C7e42F292c6912E7710c838347Ae178B4a", "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",
    "whsec_5f1e9c2d7a3b4c5d6e7f8091a2b3c4d5", "dckr_pat_5f1e9c2d7a3b4c5d6e7f80",
    "hf_abcdefGhijklmnopqrstuvwxyzABCDEFGH", "lin_api_5f1e9c2d7a3b4c5d6e7f8091a2b3c4d5e6f7",
    "figd_5f1e9c2d7a3b4c5d6e7f8091a2b3c4d5e6f7", "hvs.CAESIJ5f1e9c2d7a3b4c5d6e7f8091a2b3c4d5e6f7",
    "ya29.a0AfH6SMBx5f1e9c2d7a3b4c5d6e7f8091a2b3c4", "NRAK-5F1E9C2D7A3B4C5D6E7F8091A2B",
    "glsa_5f1e9c2d7a3b4c5d6e7f8091a2b3c4d5_e6f7a8b9",
    "sk-ant-api03-5f1e9c2d7a3b4c5d6e7f8091a2b3c4d5",
    "dop_v1_5f1e9c2d7a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5",
    "xapp-1-A5F1E9C2D-7A3B4C5D6E7F", "rubygems_5f1e9c2d7a3b4c5d6e7f8091a2b3c4d5",
    "key-5f1e9c2d7a3b4c5d6e7f8091a2b3c4d5", "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",
  ])
  func aWellKnownTokenIsReplacedInAnyText(token: String) async throws {
    let (_, text) = try await Self.recorded(
      MockJSON.object(["note": .string("use \(token), please.")]).description)
    let isReplaced = text.contains("use redacted-") && text.contains(", please.")
    #expect(isReplaced && !text.contains(token.suffix(12)), "\(text)")
  }

  // MARK: Earlier rules and short secrets

  /// Applies to recordings made under any rules.
  @Test func recordingRedactedByOtherRulesIsReplayed() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    let variables: MockJSON = [
      "password": "right-1234", "totpCode": "482913", "note": "password=hunter2-x&a=1",
      "passwordLoginMode": "ENABLED",
    ]
    let request = try RecordingTests.request("query A { n }", variables, to: server)
    try await RecordingTests.receive(request, .missing, folder)
    let (name, text) = try #require(try folder.files().first)
    let replaced = { RecordingTests.replacement(of: $0, in: folder) }
    let old =
      text.replacingOccurrences(of: replaced("482913"), with: "482913")
      .replacingOccurrences(of: "hunter2-x", with: replaced("hunter2-x"))
      .replacingOccurrences(of: #""ENABLED""#, with: "\"\(replaced("ENABLED"))\"")
    #expect(old != text && old.contains("482913"))
    try Data(old.utf8).write(to: folder.url.appendingPathComponent(name))
    let replay = MockGraphQLService.recording(.never, folder.url)
    _ = try? await replay.makeSession().receive(request)
    #expect(replay.failures == [])
  }

  /// A code is too short to be searched for in later requests.
  @Test(arguments: [
    ("value", "number"), ("list", "codes"), ("other", "number"),
  ])
  func missOnTheReplacementOfAShortSecretExplainsIt(form: String, name: String) async throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer { request in
      .response(
        "200 OK", ["Content-Type: application/json"],
        body: request.contains("SignIn") ? #"{"data":{"otp":"482913"}}"# : #"{"data":{"ok":true}}"#)
    }
    func ask(_ service: MockGraphQLService, isReplay: Bool) async throws {
      let session = service.makeSession()
      let body = try await session.receive(
        RecordingTests.request("query SignIn { otp }", to: server)
      ).body
      let given = try MockJSON(parsing: body)["data"]["otp"]
      let variables: MockJSON =
        switch form {
        case "list": ["input": ["codes": ["1", given]]]
        case "other": ["number": isReplay ? given : "ada"]
        default: ["number": given]
        }
      _ = try? await session.receive(
        RecordingTests.request("query Confirm { ok }", variables, to: server))
    }
    try await ask(.recording(.missing, folder.url), isReplay: false)
    let replay = MockGraphQLService.recording(.never, folder.url)
    try await ask(replay, isReplay: true)
    let message = try #require(replay.failures.first?.message)
    let advice = """
      "\(name)" is the replacement of a secret from a response, which was too short to be redacted \
      in the recorded request: use Redaction(members: ["\(name)"]) and record it again
      """
    #expect(message.contains(advice) == (form != "other"), "\(message)")
  }

  // MARK: Messages

  /// The client's secrets count as real as soon as any request goes to the real service, or a
  /// recording replaces it.
  @Test(arguments: ["recording", "handler", "closure", "none"])
  func messageRedactsValuesSentToTheRealService(form: String) async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    let service = MockGraphQLService()
    switch form {
    case "recording": service.record(Recording(.never, folder: folder.url))
    case "handler": service.register(.query("Other", .passThrough))
    case "closure":
      service.register(.query("Other") { _ in .passThrough })
      _ = try await service.makeSession().receive(
        RecordingTests.request("query Other { n }", to: server))
    default: break
    }
    service.register(.query("T", variables: ["sessionId": "wwdc24-10136"], .data([:])))
    let line = #line - 1
    _ = try? await service.makeSession().receive(
      .graphQL([
        "query": "query T($sessionId: ID) { n }", "variables": ["sessionId": "wwdc24-10137"],
      ]))
    let got = form == "none" ? "wwdc24-10137" : "<redacted>"
    let cause = """
      nearest is query "T" (HarmlessTextTests.swift:\(line)): variables.sessionId: expected "wwdc24-10136", \
      got "\(got)"
      """
    #expect(service.misses.map(\.cause) == [cause])
  }

  static let invalid: [(String, MockJSON)] = [
    ("mutation A($p: [String]!) { a(password: $p) }", ["p": [4711, 1]]),
    ("mutation A($p: In) { b(in: $p) }", ["p": ["password": 4711]]),
    ("mutation A { a(password: 4711) }", [:]), ("mutation A { b(in: {password: 4711}) }", [:]),
  ]

  /// The real service quotes the invalid value in its message.
  @Test(arguments: invalid)
  func aMessageOfAnInvalidRequestHidesItsSecrets(
    document: String, variables: MockJSON
  ) async throws {
    let schema = try ServiceSchema(
      definitions: """
        type Query { n: Int }
        type Mutation { a(password: [String]): Int b(in: In): Int }
        input In { password: String }
        """)
    for isReal in [true, false] {
      let service = MockGraphQLService(
        .mutation("A", .data([:])), schema: schema)
      if isReal { service.register(.query("Other", .passThrough)) }
      _ = try? await service.makeSession().receive(
        .graphQL(["query": .string(document), "variables": variables]))
      let message = try #require(service.failures.first?.message)
      #expect(!message.contains("4711") && message.contains("Invalid mutation"), "\(message)")
    }
  }
}
