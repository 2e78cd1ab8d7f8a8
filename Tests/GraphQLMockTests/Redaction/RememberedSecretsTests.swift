import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Secrets from a response that appear under other names later, and in the logs of other tests.
struct RememberedSecretsTests {
  static let token = "ZqaSTW7d-abcdefgh"

  static func makeServer() throws -> LoopbackServer {
    try LoopbackServer { request in
      let data =
        request.contains("SignIn")
        ? #"{"signIn":{"accessToken":"\#(token)","kind":"ADMIN","count":12345678}}"#
        : #"{"checkout":{"kind":"ADMIN","count":12345678,"note":"ADMIN \#(token)"}}"#
      return .response("200 OK", ["Content-Type: application/json"], body: #"{"data":\#(data)}"#)
    }
  }

  static func checkout(_ id: String, to server: LoopbackServer) throws -> URLRequest {
    try RecordingTests.request(
      "query Checkout($id: ID, $kind: String) { checkout(id: $id, kind: $kind) { kind } }",
      ["id": .string(id), "kind": "ADMIN"], to: server)
  }

  @Test func tokenSentBackUnderAnotherNameIsReplacedAndReplayed() async throws {
    let folder = try TemporaryFolder()
    let server = try Self.makeServer()
    let signIn = try RecordingTests.request(
      "mutation SignIn { signIn { accessToken } }", to: server)
    let live = MockGraphQLService.recording(.missing, folder.url)
    try await RecordingTests.bodies(
      [signIn, Self.checkout(Self.token, to: server)], from: live)
    let files = try folder.files()
    #expect(files.count == 2 && !"\(files)".contains("ZqaSTW"))
    let text = try #require(files.first { $0.key.hasPrefix("Checkout.id.kind-ADMIN.r") }?.value)
    let file = try MockJSON(parsing: text)
    let count = file["response"]["body"]["data"]["checkout"]["count"]
    #expect([file["request"]["variables"]["kind"], count] == ["ADMIN", 12_345_678])
    // Whether the client sends the token or its replacement.
    let replacement = RecordingTests.replacement(of: Self.token, in: folder)
    for id in [Self.token, replacement] {
      let replay = MockGraphQLService.recording(.never, folder.url)
      let body = try await replay.makeSession().receive(Self.checkout(id, to: server)).body
      #expect(body.contains(#""kind":"ADMIN""#), "\(replay.failures) \(body)")
    }
    #expect(server.requests.count == 2)
  }

  @Test(arguments: [MockResponse.data(["b": 1]), .networkError(.timedOut)])
  func archiveHidesAValueThatOnlyALaterRequestShowsToBeASecret(_ later: MockResponse) async throws {
    let service = MockGraphQLService(
      .query("A", .data(["note": .string(Self.token)])), .query("B", later))
    let session = service.makeSession()
    _ = try await session.receive(.graphQL(["query": "query A { note }"]))
    _ = try? await session.receive(
      .graphQL([
        "query": "query B($token: ID) { b(t: $token) }",
        "variables": ["token": .string(Self.token)],
      ]))
    let archive = String(decoding: service.httpArchive(), as: UTF8.self)
    let replacement = SecretReplacement().of(ContiguousArray(Self.token.utf8))
    #expect(!archive.contains(Self.token))
    #expect(archive.contains(#"\"note\":\"\#(String(decoding: replacement, as: UTF8.self))\""#))
  }

  @Test func messageHidesAValueThatOnlyTheRecordedResponseShowsToBeASecret() async throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer { _ in
      .response(
        "200 OK", ["Content-Type: application/json"],
        body: #"{"data":{"renew":{"accessToken":"\#(Self.token)"}}}"#)
    }
    func renew(_ variables: MockJSON) throws -> URLRequest {
      try RecordingTests.request(
        "mutation Renew($of: String, $days: Int) { renew(of: $of, days: $days) { accessToken } }",
        variables, to: server)
    }
    let live = MockGraphQLService.recording(.missing, folder.url)
    _ = try await live.makeSession().receive(renew(["of": .string(Self.token)]))
    #expect(try folder.files().values.allSatisfy { !$0.contains("ZqaSTW") })
    let replay = MockGraphQLService.recording(.never, folder.url)
    let session = replay.makeSession()
    await #expect(throws: URLError.self) {
      try await session.receive(renew(["of": .string(Self.token), "days": 7]))
    }
    let miss = try #require(replay.misses.first)
    let name = try #require(try folder.files().keys.first)
    #expect(
      miss.cause == """
        nearest is the recording \(folder.url.lastPathComponent)/\(name): variables.days: expected nothing, got 7
        """)
    #expect(
      miss.title == #"mutation "Renew""# && miss["received"] == ["POST \(server.url)/graphql"])
    #expect(
      miss["recording"] == ["off, because the mode is .never; the folder is \(folder.url.path)"])
    #expect(miss["record"] == ["GRAPHQL_MOCK_RECORD=missing swift test"])
    #expect(miss["variables"] == [#"{"days":7,"of":"<redacted>"}"#])
    #expect(
      miss["add"] == [
        #".mutation("Renew", variables: ["days": 7], .data(["renew": ["accessToken": ""]]))"#
      ])
    #expect(replay.failures.allSatisfy { !$0.message.contains("ZqaSTW") })
    #expect(!replay.requests.description.contains("ZqaSTW"))
  }

  @Test func requestsThatDifferOnlyInASecretShareOneNumberedName() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    let requests = try (1...5).map {
      try RecordingTests.request(
        "query LogIn($password: String) { n(p: $password) }", ["password": "pass-\($0)-word"],
        to: server)
    }
    let live = MockGraphQLService.recording(.missing, folder.url)
    try await RecordingTests.bodies(requests, from: live)
    #expect(live.failures == [])
    let names = try folder.files().keys.sorted()
    let row = "\(try #require(names.last).dropLast(5))"
    #expect(row.hasPrefix("LogIn.password.r"))
    var expected: [String] = (2...5).map { "\(row).\($0).json" }
    expected.append("\(row).json")
    #expect(names == expected)
    let replay = MockGraphQLService.recording(.never, folder.url)
    let numbers = try await RecordingTests.numbers(requests.reversed(), from: replay)
    #expect(numbers == [5, 4, 3, 2, 1])
    // Records again in place, in any order.
    let again = MockGraphQLService.recording(.all, folder.url)
    try await RecordingTests.bodies(requests.reversed(), from: again)
    #expect(try folder.files().keys.sorted() == names)
  }

  @Test func unreadableFileIsNotOverwritten() async throws {
    let server = try RecordingTests.makeServer()
    let request = try RecordingTests.request("query A { n }", to: server)
    let first = try TemporaryFolder()
    try await RecordingTests.receive(request, .missing, first)
    let name = try #require(try first.files().keys.first)
    let folder = try TemporaryFolder([name: "{ half"])
    try await RecordingTests.receive(request, .all, folder)
    let files = try folder.files()
    #expect(files[name] == "{ half" && files.count == 2)
  }

  @Test(arguments: [
    #"{"name":"Set-Cookie","value":"sid=first-5f1e9c2d"},{"name":"Set-Cookie","value":"b=other-7a3b5d11"}"#,
    #"{"name":"set-cookie","value":"sid=first-5f1e9c2d\nb=other-7a3b5d11"}"#,
  ]) func everyCookieOfAnArchiveIsRedacted(fields: String) throws {
    let archive = """
      {"log": {"entries": [{
        "request": {"method": "POST", "url": "https://a.example/graphql", "headers": [],
          "postData": {"mimeType": "application/json", "text": "{\\"query\\":\\"{ n }\\"}"}},
        "response": {"status": 200, "headers": [\(fields)],
          "content": {"mimeType": "application/json",
            "text": "{\\"data\\":{\\"n\\":\\"first-5f1e9c2d other-7a3b5d11\\"}}"}}}]}}
      """
    let folder = try TemporaryFolder()
    try FixtureTable.importHTTPArchive(Data(archive.utf8), into: folder.url)
    let text = try folder.files().values.joined()
    #expect(text.contains("redacted-") && !text.contains("5f1e9c2d") && !text.contains("7a3b5d11"))
  }

  // MARK: Other output

  static let file = URLRequest(
    url: URL(string: "https://example.invalid/files/\(token)") ?? URL(fileURLWithPath: "/"))

  @Test func tokenFromAResponseIsRedactedInLaterArchivesAndJournals() async throws {
    let service = MockGraphQLService(
      .query("SignIn", .data(["signIn": ["accessToken": .string(Self.token)]])),
      .query("Order", .data(["order": "ADMIN"])), .http("/files/*", .status(204)))
    let requests: [URLRequest] = try [
      .graphQL(["query": "query SignIn { signIn { accessToken } }"]),
      .graphQL([
        "query": "query Order($id: ID) { order(id: $id) }",
        "variables": ["id": .string(Self.token)],
      ]), Self.file,
    ]
    for request in requests { _ = try await service.makeSession().receive(request) }
    let lines = JournalLineTests.journalLines(of: service, Redaction())
    for text in [String(decoding: service.httpArchive(), as: UTF8.self), lines.joined()] {
      #expect(
        text.contains("Order") && text.contains("ADMIN") && text.contains("/files/"), "\(text)")
      #expect(!text.contains("ZqaSTW"), "\(text)")
    }
  }

  @Test func tokenFromTheRealServiceIsRedactedInLaterMessages() async throws {
    let server = try Self.makeServer()
    let service = MockGraphQLService(.query(.any, .passThrough), .mutation(.any, .passThrough))
    _ = try await service.makeSession().receive(
      RecordingTests.request("mutation SignIn { signIn { accessToken } }", to: server))
    _ = try await service.makeSession().receive(Self.checkout(Self.token, to: server))
    _ = try? await service.makeSession().receive(Self.file)
    let report = service.requestReport { _ in .whole }.text
    let described = service.requests.map(\.description).joined()
    for text in [report, described] {
      #expect(text.contains(#"{"id":"<redacted>","kind":"ADMIN"}"#), "\(text)")
      #expect(!text.contains("ZqaSTW"), "\(text)")
    }
    let messages = service.failures.map(\.message)
    #expect(messages.count == 1 && !"\(messages)".contains("ZqaSTW"))
  }

  // MARK: Failures

  /// Names listed by the user, a header's value in a variable, and secrets that the real response
  /// repeats.
  @Test func failureMessagesRedactWhatRecordingsRedact() async throws {
    let folder = try TemporaryFolder()
    let redaction = Redaction(members: ["iban"], paths: ["user.age"])
    let service = MockGraphQLService.recording(.never, folder.url, redaction: redaction)
    let variables: MockJSON = [
      "iban": "DE02-1234-5678", "user": ["age": 47], "copy": "DE02-1234-5678",
      "trace": "h-5f1e9c2d",
      "password": "right-1234", "name": "ada",
    ]
    service.register(
      .query("A", variables: ["iban": "DE99-1111", "user": ["age": 48], "name": "bob"], .data([:])))
    let line = #line - 1
    var request = try URLRequest.graphQL([
      "query": "query A { n }", "variables": variables,
    ])
    request.setValue("h-5f1e9c2d", forHTTPHeaderField: "X-Auth")
    _ = try? await service.makeSession().receive(request)
    let miss = try #require(service.misses.first)
    #expect(
      miss.cause == """
        nearest is query "A" (RememberedSecretsTests.swift:\(line)): variables.iban: expected "DE99-1111", \
        got "<redacted>"
        """)
    #expect(
      miss.title == #"query "A""# && miss["received"] == ["POST https://example.invalid/graphql"])
    #expect(
      miss["recording"] == ["off, because the mode is .never; the folder is \(folder.url.path)"])
    #expect(
      miss["variables"] == [
        """
        {"copy":"<redacted>","iban":"<redacted>","name":"ada","password":"<redacted>","trace":"<redacted>",\
        "user":{"age":"<redacted>"}}
        """
      ])
    #expect(
      miss["nearest"] == [
        #"query "A" (RememberedSecretsTests.swift:\#(line)): the variables differ"#,
        #"variables.iban: expected "DE99-1111", got "<redacted>""#,
        #"variables.user.age: expected 48, got "<redacted>""#,
        #"variables.name: expected "bob", got "ada""#,
      ])
    #expect(
      miss["add"] == [
        """
        .query("A", variables: ["iban": .present, "name": "ada", "user": ["age": .present]], .data(["n": ""]))
        """
      ])
    let described = service.requests.map(\.description).joined()
    let shown = ["DE02", "47", "h-5f1e", "right", #""name":"ada""#].filter(described.contains)
    #expect(shown == [#""name":"ada""#])
    // An archive also uses the rules of the recording.
    service.register(.query("A", .data([:])))
    _ = try? await service.makeSession().receive(request)
    let archive = String(decoding: service.httpArchive(), as: UTF8.self)
    #expect(archive.contains("entries") && archive.contains("ada") && !archive.contains("DE02"))
  }

  @Test func secretsFromTheRealServiceAreRedactedAndThoseOfHandlersAreNot() async throws {
    let folder = try TemporaryFolder()
    let server = try Self.makeServer()
    let live = MockGraphQLService.recording(.missing, folder.url)
    _ = try await live.makeSession().receive(
      RecordingTests.request(
        "mutation SignIn($otherId: ID) { signIn { accessToken } }",
        ["otherId": .string(Self.token)],
        to: server))
    let report = live.requestReport { _ in .whole }.text
    #expect(!report.contains("ZqaSTW") && report.contains(#""kind":"ADMIN""#))
    let mocked = MockGraphQLService(
      .query("A", .data(["token": "stated-5f1e9c", "label": "stated-5f1e9c"])))
    _ = try await mocked.makeSession().receive(.graphQL(["query": "query A { token label }"]))
    #expect(
      mocked.requests.first?.description
        == #"query "A" → 200 {"data":{"label":"stated-5f1e9c","token":"<redacted>"}}"#)
  }

  @Test func missOnARedactedValueExplainsTheReplacement() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    func request(_ token: String) throws -> URLRequest {
      try RecordingTests.request(
        "query A($token: String) { n(t: $token) }", ["token": .string(token)], to: server)
    }
    try await RecordingTests.receive(try request("stated-5f1e9c"), .missing, folder)
    let replay = MockGraphQLService.recording(.never, folder.url)
    _ = try? await replay.makeSession().receive(try request("other-5f1e9c"))
    let message = try #require(replay.failures.first?.message)
    let advice =
      #""token" was redacted in the recording: if it isn't a secret, use Redaction(keep: ["token"]) and record it again"#
    #expect(message.contains(advice) && !message.contains("5f1e9c"), "\(message)")
  }
}
