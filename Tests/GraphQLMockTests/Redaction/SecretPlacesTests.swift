import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Secrets that only the response reveals, and names that only the user knows: in recordings, at
/// replay, and in printed text.
struct SecretPlacesTests {
  static let secret = "tk-5f1e9c2d"

  static func makeServer(
    _ data: String = #"{"a":{"accessToken":"\#(secret)","pin":47114711}}"#
  ) throws -> LoopbackServer {
    try LoopbackServer { _ in
      .response("200 OK", ["Content-Type: application/json"], body: #"{"data":\#(data)}"#)
    }
  }

  /// Records a query and returns its service and the recorded data.
  private func record(
    _ query: String, _ data: String, redaction: Redaction = Redaction()
  ) async throws -> (service: MockGraphQLService, data: MockJSON) {
    let folder = try TemporaryFolder()
    let server = try Self.makeServer(data)
    let service = MockGraphQLService.recording(.missing, folder.url, redaction: redaction)
    _ = try await service.makeSession().receive(RecordingTests.request(query, to: server))
    let file = try MockJSON(parsing: try #require(try folder.files().values.first))
    return (service, file["response"]["body"]["data"])
  }

  static let requests: [(String, MockJSON)] = [
    ("query A($n: Int) { a(n: $n) }", ["n": 47_114_711]),
    ("query A($n: [Int]) { a(n: $n) }", ["n": [47_114_711, 5]]),
    ("query A($s: String) { a(s: $s) }", ["s": "about tk-5f1e9c2d, twice: tk-5f1e9c2d"]),
    ("query A($s: String) { a(s: $s) }", ["s": #"{"q":"id:tk-5f1e9c2d"}"#]),
    ("query A { a(s: \"tk-5f1e9c2d\", n: 47114711) }", [:]),
    ("{ a(s: \"of tk-5f1e9c2d\") }", [:]),
  ]

  /// Each request is recorded without the secret, and answered at replay, where the request
  /// precedes the response that reveals it.
  @Test(.onOwnThreads, arguments: requests)
  func secretKnownOnlyFromTheResponseMatchesAtReplay(document: String, variables: MockJSON)
    async throws
  {
    let folder = try TemporaryFolder()
    let server = try Self.makeServer()
    let request = try RecordingTests.request(document, variables, to: server)
    try await RecordingTests.receive(request, .missing, folder)
    for (name, text) in try folder.files() {
      #expect(!name.contains("5f1e9c2d") && !text.contains("5f1e9c2d"), "\(name)")
    }
    let replay = MockGraphQLService.recording(.never, folder.url)
    let body = try await replay.makeSession().receive(request).body
    #expect(body.hasPrefix(#"{"data":{"a":{"accessToken":"redacted-"#), "\(replay.failures)")
    // No other value is treated as the secret.
    func changed(_ text: String) -> String {
      text.replacingOccurrences(of: "5f1e9c2d", with: "5f1e9c2e")
        .replacingOccurrences(of: "47114711", with: "47114712")
    }
    let other = try RecordingTests.request(
      changed(document), MockJSON(parsing: changed(variables.description)), to: server)
    _ = try? await replay.makeSession().receive(other)
    #expect(replay.failures.count == 1)
  }

  /// A value that is a secret at one position and too short to be searched for at others.
  @Test func shortSecretIsNotReplacedElsewhereAtReplay() async throws {
    let folder = try TemporaryFolder()
    let server = try Self.makeServer()
    let request = try RecordingTests.request(
      "query A($user: String, $password: String) { a(u: $user, p: $password) }",
      ["user": "ada", "password": "ada", "since": "2026-01-01", "pwd": "2026-01-01"], to: server)
    try await RecordingTests.receive(request, .missing, folder)
    let text = try #require(try folder.files().values.first)
    #expect(text.contains(#""user": "ada""#) && text.contains(#""since": "2026-01-01""#))
    let replay = MockGraphQLService.recording(.never, folder.url)
    _ = try await replay.makeSession().receive(request)
    #expect(replay.failures == [])
  }

  @Test func aliasOfAListedFieldIsRedacted() async throws {
    let (service, data) = try await record(
      "query A { x: iban t: token n }", #"{"x":"DE02-1234-5678","t":"shown-5f1e9c","n":7}"#,
      redaction: Redaction(members: ["iban"], keep: ["token"]))
    #expect(data["x"].string?.hasPrefix("redacted-") == true)
    #expect(data["t"] == "shown-5f1e9c" && data["n"] == 7)
    let report = service.requestReport { _ in .whole }.text
    #expect(!report.contains("DE02") && report.contains("shown-5f1e9c"))
  }

  @Test func secretsOfAURLInALongerTextAreReplaced() async throws {
    let (service, data) = try await record(
      "query A { a }",
      """
      {"a":"GET https://a.example/x?access_token=N2KY7-abcdef&n=1 failed, see \
      https://ada:pAssw0rd-9@a.example/docs/a"}
      """)
    #expect(
      data["a"].string?.replacing(/redacted-[0-9a-f]{8}/, with: "R") == """
        GET https://a.example/x?access_token=R&n=1 failed, see https://a.example/docs/a
        """)
    #expect(!service.requests.map(\.description).joined().contains("N2KY7"))
  }

  /// The response key of a secret may be the name of another field elsewhere in the document.
  @Test func aliasEqualToAnotherFieldHidesOnlyApparentSecrets() async throws {
    let (_, data) = try await record(
      "query A { logIn { name: token } me { name } }",
      #"{"logIn":{"name":"shown-5f1e9c"},"me":{"name":"Ada Lovelace"}}"#)
    #expect(data["logIn"]["name"].string?.hasPrefix("redacted-") == true)
    #expect(data["me"]["name"] == "Ada Lovelace")
  }

  /// Passwords may be numbers or words, so they can't be recognized by their form.
  @Test(arguments: ["password", "iban"]) func aliasOfAPasswordHidesEveryFieldOfThatName(
    field: String
  ) async throws {
    let service = MockGraphQLService.recording(
      .never, try TemporaryFolder().url, redaction: Redaction(members: ["iban"]))
    service.register(
      .query("A", .data(["logIn": ["name": "hunter2"], "me": ["name": "ada"]])))
    _ = try await service.makeSession().receive(
      .graphQL(["query": "query A { logIn { name: \(field) } me { name } }"]))
    #expect(!service.requests.map(\.description).joined().contains("hunter"))
  }

  @Test func weakerUseOfAVariableDoesNotShowAPassword() async throws {
    let service = MockGraphQLService(.mutation("M", .data(["signUp": ["id": "1"]])))
    _ = try await service.makeSession().receive(
      .graphQL([
        "query": """
        mutation M($p: String!) { signUp(password: $p, credentials: {confirm: $p}) { id } }
        """,
        "variables": ["p": "sunshine"],
      ]))
    #expect(!service.requests.map(\.description).joined().contains("sunshine"))
  }

  /// Texts of the request that resemble the parts of a proposal.
  @Test func proposedHandlerNeverShowsAPassword() async throws {
    let folder = try TemporaryFolder()
    let service = MockGraphQLService(
      .query("A", variables: ["note": "x", "password": "other-1", "response": 8], .data([:])),
      fixtures: FixtureTable(folder: folder.url))
    _ = try? await service.makeSession().receive(
      .graphQL([
        "query": "query A($a: String, $password: String) { n }",
        "variables": ["note": ".data(", "password": "right-1234", "response": 7],
      ]))
    let message = try #require(service.failures.first?.message)
    #expect(message.contains("  add: ") && message.contains("  or file: "))
    #expect(message.contains(#""password": .present"#), "\(message)")
    let proposals = try #require(message.range(of: "  add: "))
    #expect(!message[proposals.lowerBound...].contains("right-1234"), "\(message)")
  }

  @Test(.onOwnThreads) func variablesTooLongToScanShowNoPassword() throws {
    let operation = try RequestRedactorTests.operation(
      "query A { n }",
      ["a": .string(String(repeating: "x", count: 4_200_000)), "password": "right-1234"])
    #expect(!operation.description.contains("right-1234"))
  }

  @Test func waitErrorUsesTheRedactionRulesOfTheService() async throws {
    let folder = try TemporaryFolder()
    let service = MockGraphQLService.recording(
      .never, folder.url, redaction: Redaction(members: ["iban"], keep: ["token"]))
    service.register(.http(.status(204)))
    _ = try await service.makeSession().data(
      for: URLRequest(url: .of("https://a.example/x?iban=DE02&token=shown")))
    let error = await #expect(throws: MissingRequestsError.self) {
      try await service.waitForRequests(named: "A", atLeast: 1, within: .milliseconds(1))
    }
    #expect(
      error?.description.contains("GET https://a.example/x?iban=<redacted>&token=shown") == true)
  }

  @Test func requestAfterItsTestUsesTheRedactionRulesOfTheService() async throws {
    let folder = try TemporaryFolder()
    // A concurrent test whose scope ends at this moment also takes stray requests.
    for attempt in 1...20 {
      let test = "SecretPlacesTests/\(UUID())"
      var service: MockGraphQLService? = .recording(
        .never, folder.url, redaction: Redaction(members: ["iban"]))
      let session = try #require(service?.makeSession())
      service?.begin(testName: test)
      service?.end(test: test)
      for _ in 0..<2 {
        let url = URL.of("https://a.example/\(test)?iban=DE02")
        _ = try? await session.data(for: URLRequest(url: url))
        service = nil
      }
      let strays = OutOfScopeRequests.shared.take { $0 == test }.map(\.title)
      if strays.count < 2, attempt < 20 { continue }
      let title = "GET https://a.example/\(test)?iban=<redacted>"
      #expect(strays == [title, title])
      break
    }
  }
}
