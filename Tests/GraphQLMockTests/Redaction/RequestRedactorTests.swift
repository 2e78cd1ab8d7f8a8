import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct RequestRedactorTests {
  static func operation(
    _ query: String, _ variables: MockJSON = [:], headers: [String: String] = [:]
  ) throws -> OperationRequest {
    var request = try URLRequest.graphQL(["query": .string(query), "variables": variables])
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    return try OperationRequest(request)
  }

  static func replacement(_ text: String) -> String {
    String(decoding: SecretReplacement().of(ContiguousArray(text.utf8)), as: UTF8.self)
  }

  static func numberReplacement(_ number: String) throws -> MockJSON {
    try MockJSON(parsing: Data(SecretReplacement().of(number: ContiguousArray(number.utf8))))
  }

  @Test func variableIsRedactedIfTheDocumentUsesItAsASecret() throws {
    let operation = try Self.operation(
      "mutation ($p: P!, $n: N) { signIn(password: $p, name: $n) { t: accessToken name } }",
      ["p": "hunter2-p", "n": "ada"])
    let json: MockJSON = ["data": ["signIn": ["t": "token-0f-ada", "name": "ada"]]]
    let body = Data(#"{"data":{"signIn":{"t":"token-0f-ada","name":"ada"}}}"#.utf8)
    let redactor = RequestRedactor(Redaction(), operation).answered(
      SentResponse(
        status: 200, headers: ["Content-Type": "application/json"], body: body))
    let token: MockJSON = .string(Self.replacement("token-0f-ada"))
    #expect(redactor.response(json) == ["data": ["signIn": ["t": token, "name": "ada"]]])
    let log = RedactionLog()
    let variables = redactor.variables(operation.variables, log)
    #expect(variables == ["p": .string(Self.replacement("hunter2-p")), "n": "ada"])
    _ = redactor.responseBody(body, contentType: "application/json", log)
    #expect(
      log.places == [
        RedactionLog.RedactedPlace(path: "request.variables.p", reason: .name),
        RedactionLog.RedactedPlace(path: "response.body.data.signIn.t", reason: .name),
      ])
  }

  /// A cookie is searched for elsewhere if it has eight characters and a digit, and isn't words or
  /// a number.
  @Test(arguments: [
    ("midnight", false), ("1234567", false), ("12345678", false), ("midn1gh", false),
    ("midn1ght", true),
    ("midnight-midnight", false),
    ("m1dnight-midnight", true),
    // Words have at most 24 letters.
    ("abcdefghijklmnopqrstuvwx-1", false), ("abcdefghijklmnopqrstuvwxy-1", true),
  ])
  func cookieThatMayBeASettingIsKeptElsewhere(value: String, isSecret: Bool) throws {
    let operation = try Self.operation(
      "query ($a: String) { b }", ["a": .string(value)], headers: ["Cookie": "theme=\(value)"])
    let redactor = RequestRedactor(Redaction(), operation)
    let expected = isSecret ? Self.replacement(value) : value
    #expect(redactor.variables(operation.variables) == ["a": .string(expected)])
  }

  /// The credentials of a scheme may consist of words, unlike a cookie. One word may be equal to other values by chance.
  @Test(arguments: [
    ("Bearer", "my-secret-nine", true), ("Token", "my.secret.nine", true),
    ("Bearer", "midnight", false), ("Bearer", "my-word", false),
    ("Unknown", "my-secret-nine", false),
  ])
  func credentialsOfSeveralWordsAreRedactedElsewhere(
    scheme: String, words: String, isSecret: Bool
  ) throws {
    let operation = try Self.operation(
      "query ($a: String) { b }", ["a": .string(words)],
      headers: ["Authorization": "\(scheme) \(words)"])
    let redactor = RequestRedactor(Redaction(), operation)
    let expected = isSecret ? Self.replacement(words) : words
    #expect(redactor.variables(operation.variables) == ["a": .string(expected)])
  }

  @Test func variableOfASecretIsRedactedBesideARequestWithoutADocument() throws {
    let document = "mutation ($p: String) { signIn(password: $p) }"
    let hashed = try OperationRequest(.graphQL(["documentId": "7"]))
    let operation = try Self.operation(document, ["p": "Tr0ub4dor"])
    let redactor = RequestRedactor(Redaction(), request: nil, operations: [hashed, operation])
    #expect(
      redactor.variables(operation.variables) == ["p": .string(Self.replacement("Tr0ub4dor"))])
  }

  /// Variables with several uses, or with a use and a name that differ in strictness.
  static let uses: [(document: String, value: MockJSON, isSecret: Bool)] = [
    ("{ a(password: $p, credentials: {confirm: $p}) }", "sunshine", true),
    ("{ a(credentials: {confirm: $p}, password: $p) }", "sunshine", true),
    ("{ a(credentials: {confirm: $p}) }", "sunshine", false),
    ("{ verify(pin: $p) start(session: $p) }", 471_147, true),
    ("{ start(session: $p) verify(pin: $p) }", 471_147, true),
    ("{ start(session: $p) }", 471_147, false),
    ("{ start(session: $p) pay(iban: $p) }", 471_147, true),
    ("{ pay(iban: $p) start(session: $p) }", 471_147, true),
    ("{ a(credentials: {value: $pin}) }", 471_147, true),
    ("{ a(credentials: {pw: $password}) }", "sunshine", true),
    // The members of `credentials` may be secrets at any depth, those of `session` only with certain names.
    ("{ a(session: $p, credentials: $p) }", ["a": ["b": "sunsh1ne-9"]], true),
    ("{ a(credentials: $p, session: $p) }", ["a": ["b": "sunsh1ne-9"]], true),
    ("{ a(session: $p) }", ["a": ["b": "sunsh1ne-9"]], false),
    // The user's `keep` lists the name of the variable or of one argument.
    ("{ a(password: $theme) }", "sunshine", false),
    ("{ a(theme: $p, password: $p) b(theme: $p) }", "sunshine", true),
    ("{ a(theme: $p) }", "sunsh1ne-9", false),
  ]

  @Test(arguments: uses) func strictestOfAllUsesAndTheNameDecidesAboutAVariable(
    document: String, value: MockJSON, isSecret: Bool
  ) throws {
    let name = try #require(document.firstMatch(of: /\$(\w+)/)).1
    let operation = try Self.operation("query ($\(name): T) \(document)", [String(name): value])
    let redactor = RequestRedactor(Redaction(members: ["iban"], keep: ["theme"]), operation)
    let hidden: MockJSON =
      value == 471_147
      ? try Self.numberReplacement("471147")
      : value == "sunshine"
        ? .string(Self.replacement("sunshine"))
        : ["a": ["b": .string(Self.replacement("sunsh1ne-9"))]]
    #expect(redactor.variables(operation.variables) == [String(name): isSecret ? hidden : value])
  }

  /// Clients give variables of different operations the same name.
  @Test func strictestUseInABatchDecidesAboutAVariable() throws {
    let lax = try Self.operation("query ($p: T) { a(credentials: {confirm: $p}) }")
    let strict = try Self.operation("query ($p: T = \"sunshine\") { a(password: $p) }")
    for operations in [[lax, strict], [strict, lax]] {
      let redactor = RequestRedactor(Redaction(), request: nil, operations: operations)
      #expect(
        redactor.variables(["p": "moonlight"]) == ["p": .string(Self.replacement("moonlight"))])
      #expect(redactor.secrets == [ContiguousArray("sunshine".utf8)])
    }
  }

  @Test(arguments: [
    ("{ t: pin b { t: session } }", "t"), ("{ t: session b { t: pin } }", "t"),
    ("{ pin: session }", "pin"),
  ]) func strictestOfAllFieldsAndTheNameDecidesAboutAnAlias(
    document: String, alias: String
  ) throws {
    let body = Data(#"{"data":{"\#(alias)":471147}}"#.utf8)
    let response = SentResponse(
      status: 200, headers: ["Content-Type": "application/json"], body: body)
    let redactor = RequestRedactor(Redaction(), try Self.operation(document)).answered(response)
    let hidden = try Self.numberReplacement("471147")
    #expect(try redactor.response(MockJSON(parsing: body)) == ["data": [alias: hidden]])
  }

  @Test func secretFoundInOnePlaceIsRedactedInAllOthers() throws {
    let operation = try Self.operation(
      "{ a(x: \"of l1teral-1\", password: \"l1teral-1\") }",
      ["y": "h3ader-1", "z": "b4sic-pass-1"],
      headers: ["X-Auth": "h3ader-1", "Authorization": "Basic YWRhOmI0c2ljLXBhc3MtMQ=="])
    let redactor = RequestRedactor(Redaction(), operation)
    #expect(
      redactor.value("l1teral-1 h3ader-1 b4sic-pass-1")
        == ["l1teral-1", "h3ader-1", "b4sic-pass-1"].map(Self.replacement).joined(separator: " "))
    #expect(
      redactor.variables(operation.variables)
        == [
          "y": .string(Self.replacement("h3ader-1")),
          "z": .string(Self.replacement("b4sic-pass-1")),
        ])
  }

  /// RFC 3986, section 3.2.1: `+` is a plain character in user information.
  @Test func passwordInAURLIsRedactedEverywhere() throws {
    let redactor = RequestRedactor(
      Redaction(), request: nil, operations: [],
      response: SentResponse(
        status: 302, headers: ["Location": "https://ada:hunter+two%21@a.example/"], body: Data()))
    #expect(redactor.value("said hunter+two!") == "said \(Self.replacement("hunter+two!"))")
  }

  @Test func emptyItemsOfAURLAreKept() throws {
    let redactor = RequestRedactor(Redaction(), request: nil, operations: [])
    let text = "https://a.example/?a=1&&b=2&"
    #expect(redactor.url(try #require(URL(string: text))) == text)
  }

  /// URL Standard, section 5.1: `+` is a space in the query of a URL.
  @Test func tokenAfterAPlusInAURLIsRedacted() throws {
    let redactor = RequestRedactor(Redaction(), request: nil, operations: [])
    let url = try #require(URL(string: "https://a.example/?note=Bearer+5f1e9c2d7a3b"))
    let token = Self.replacement("5f1e9c2d7a3b")
    #expect(redactor.url(url) == "https://a.example/?note=Bearer%20\(token)")
  }

  @Test func redactedHeadersKeepTheirForm() {
    let redactor = RequestRedactor(
      Redaction(headers: ["X-Device"], keep: ["X-Session", "theme"]), request: nil, operations: [])
    let r = Self.replacement
    #expect(
      redactor.headers([
        "Authorization": "Bearer abcd", "X-Device": "d", "X-Session": "kept",
        "Cookie": "theme=dark; sid=abcd", "X-Page-Token": "p", "Accept": "a/b",
        "Set-Cookie":
          "sid=abcd; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Secure, b=cd; Max-Age=5",
        "Location": "https://u:p@a.example/cb?code=1&access_token=abcd#id_token=abcd&n=1",
        "X-Any": "Bearer abcd", "WWW-Authenticate": "Bearer realm=\"x\"",
        "Proxy-Authenticate": "Basic realm=\"x\"", "Access-Control-Allow-Credentials": "true",
        "X-Hint": "say password=abcd", "Content-Location": "/a?token=abcd",
        "Referer": "/b?sid=abcd",
        "set-cookie":
          "__Host-a=b; path=/; domain=a.example; samesite=Lax; secure=1; httponly=1; partitioned=1; priority=High; version=1",
      ]) == [
        "Authorization": "Bearer \(r("abcd"))", "X-Device": r("d"), "X-Session": "kept",
        "Cookie": "theme=dark; sid=\(r("abcd"))", "X-Page-Token": "p", "Accept": "a/b",
        "Set-Cookie":
          "sid=\(r("abcd")); Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Secure, b=\(r("cd")); Max-Age=5",
        "Location":
          "https://a.example/cb?code=1&access_token=\(r("abcd"))#id_token=\(r("abcd"))&n=1",
        "X-Any": "Bearer \(r("abcd"))", "WWW-Authenticate": "Bearer realm=\"x\"",
        "Proxy-Authenticate": "Basic realm=\"x\"", "Access-Control-Allow-Credentials": "true",
        "X-Hint": "say password=abcd", "Content-Location": "/a?token=\(r("abcd"))",
        "Referer": "/b?sid=\(r("abcd"))",
        "set-cookie":
          "__Host-a=\(r("b")); path=/; domain=a.example; samesite=Lax; secure=1; httponly=1; partitioned=1; priority=High; version=1",
      ])
  }

  @Test(arguments: [
    (
      "multipart/mixed; boundary=b",
      "pre\r\n--b\r\nContent-Type: application/json\r\n\r\n{\"token\":\"S\"}\r\n--b\r\n\r\n{\"a\":1}\r\n--b--\r\n"
    ),
    (
      "multipart/form-data; boundary=\"b\"",
      "--b\nContent-Disposition: form-data; name=\"password\"\n\nS\n--b\nContent-Disposition: form-data; name=\"x\"\n\nS S\n--b--"
    ),
    (
      "multipart/form-data; boundary=b",
      "--b\r\nContent-Disposition: attachment; name=\"password\"\r\n\r\nS\r\n--b--\r\n"
    ),
    (
      "multipart/form-data; boundary=b",
      "--b\r\nContent-Disposition: form-data; name=\"password\"\r\nS"
    ),
    (
      "multipart/form-data; boundary=b",
      "--b--\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nS\r\n--b--\r\n"
    ),
    ("text/event-stream", "event: next\ndata: {\"a\":\ndata:   {\"sid\":\"S\"}}\n\n: S\ndata:S\n"),
    ("text/event-stream", "data: {\"sid\":\"S\"}\r\n\r\ndata: x"),
    ("text/event-stream", "event: next\rdata: {\"sid\":\rdata:\"S\"}\r\rdata: x"),
    ("text/event-stream", "\u{FEFF}data: {\"sid\":\"S\"}\n\n: S\n"),
    ("application/x-www-form-urlencoded", "a=b&user%5Bpassword%5D=S&c=S"),
    ("application/graphql", "{ a(password: \"S\", b: \"S\") }"),
    ("text/html", "<input name=q value=x> token=x"),
    ("application/json", "{\"a\" : \"S\",\n \"token\": \"S\"}\n"),
  ])
  func multipartBodyIsRedactedByPart(type: String, template: String) {
    let secret = "s3cret-0f-part-1"
    let body = Data(template.replacingOccurrences(of: "S", with: secret).utf8)
    let redactor = RequestRedactor(
      Redaction(), request: nil, operations: [],
      response: SentResponse(status: 200, headers: ["Content-Type": type], body: body))
    let redacted = redactor.responseBody(body, contentType: type)
    #expect(
      String(decoding: redacted, as: UTF8.self)
        == template.replacingOccurrences(of: "S", with: Self.replacement(secret)))
  }

  /// Foundation sends such a body as a form.
  @Test func requestBodyWithoutAContentTypeIsRedactedAsAForm() {
    let redactor = RequestRedactor(Redaction(), request: nil, operations: [])
    let body = Data("a=b&password=ab".utf8)
    #expect(
      redactor.requestBody(body, contentType: nil)
        == Data("a=b&password=\(Self.replacement("ab"))".utf8))
    #expect(redactor.responseBody(body, contentType: nil) == body)
  }

  /// RFC 6265, section 3, says not to fold these fields, but clients do.
  @Test(arguments: [
    "a=S; Path=/, sid=S, b=S; HttpOnly", "a=S; Path=/, sid=S,S; HttpOnly", "a=S, b=S,c=S",
    "a=S; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b=S",
  ]) func everyCookieOfFoldedFieldsIsRedacted(template: String) {
    let secret = "cookie-of-somebody-1"
    let redactor = RequestRedactor(Redaction(), request: nil, operations: [])
    let value = template.replacingOccurrences(of: "S", with: secret)
    let redacted = redactor.headers(["Set-Cookie": value])["Set-Cookie"] ?? value
    #expect(!redacted.contains(secret))
    #expect(redacted.contains("; Path=/") == template.contains("; Path=/"))
    #expect(redacted.contains("21 Oct 2026 07:28:00 GMT") == template.contains("21 Oct"))
  }

  /// A listed path begins at the data of each result, which may be inside messages of a protocol,
  /// and at the variables of each request of a batch, and nowhere further inside.
  @Test(arguments: [
    (#"{"payload":{"data":{"user":{"email":"S"}}}}"#, true, true),
    (#"{"id":"1","type":"next","payload":{"data":{"user":{"email":"S"}}}}"#, true, true),
    (#"{"variables":{"user":{"email":"S"}}}"#, false, true),
    // Incremental data may be at any path, so the last name decides.
    (#"{"incremental":[{"data":{"email":"S"},"path":["user"]}],"hasNext":false}"#, true, true),
    (#"{"data":{"email":"S"},"path":["user"],"hasNext":false}"#, true, true),
    (#"{"data":{"email":"S"}}"#, true, false),
    (#"[{"variables":{}},{"variables":{"user":{"email":"S"}}}]"#, false, true),
    (#"{"extensions":{"user":[{"email":"S"}]}}"#, false, true),
    (#"{"a":{"variables":{"user":{"email":"S"}}}}"#, false, false),
    (#"{"a":[{"variables":{"user":{"email":"S"}}}]}"#, false, false),
    (#"[[{"variables":{"user":{"email":"S"}}}]]"#, false, false),
    (#"[{"a":{"variables":{"user":{"email":"S"}}}}]"#, false, false),
  ])
  func redactionPathStartsAtDataOrVariables(
    template: String, isResponse: Bool, isSecret: Bool
  ) {
    let body = Data(template.replacingOccurrences(of: "S", with: "ada-of-1843").utf8)
    let type = "application/json"
    let response = SentResponse(status: 200, headers: ["Content-Type": type], body: body)
    let redactor = RequestRedactor(
      Redaction(paths: ["user.email"]), request: nil, operations: [],
      response: isResponse ? response : nil)
    let redacted =
      isResponse
      ? redactor.responseBody(body, contentType: type)
      : redactor.requestBody(body, contentType: type)
    let shown = isSecret ? Self.replacement("ada-of-1843") : "ada-of-1843"
    #expect(
      String(decoding: redacted, as: UTF8.self)
        == template.replacingOccurrences(of: "S", with: shown))
  }

  @Test func recordedVariablesMatchTheSecretAndItsReplacement() throws {
    let recorded: MockJSON = ["password": .string(Self.replacement("hunter2")), "n": 1]
    func matches(_ variables: MockJSON) throws -> Bool {
      RedactedRequest(try Self.operation("{a}", variables), Redaction())
        .hasVariables(recorded, SecretReplacement())
    }
    let matching: [MockJSON] = [["password": "hunter2", "n": 1], recorded]
    let others: [MockJSON] = [["password": "hunter3", "n": 1], ["password": "hunter2", "n": 2]]
    #expect(try (matching + others).filter(matches) == matching)
  }

  @Test func eachTableHasItsOwnReplacements() throws {
    let operation = try Self.operation("{a}", ["password": "hunter2"])
    let values = ["a", "b", "a"].map {
      RequestRedactor(Redaction().replacing(by: SecretReplacement(salt: $0)), operation)
        .variables(operation.variables)
    }
    #expect(values[0] == values[2] && values[0] != values[1])
  }

  @Test func customRedactionRunsLast() throws {
    let redaction = Redaction { json in
      json["id"].isNull ? json : ["id": "fixed"]
    }
    let operation = try Self.operation("{a}", ["id": "5"])
    let redactor = RequestRedactor(redaction, operation)
    let redacted: [MockJSON] = [
      redactor.variables(operation.variables), redactor.response(["id": 1]),
      redactor.response(["a": 1]),
    ]
    #expect(redacted == [["id": "fixed"], ["id": "fixed"], ["a": 1]])
  }
}
