import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Two requests never share a response because a secret was removed.
struct RecordingSecretsTests {
  /// A service that issues a token, rotates it, and returns the data of its owner.
  static func makeServer() throws -> LoopbackServer {
    try LoopbackServer { request in
      let data =
        if request.contains("SignIn") {
          #"{"signIn":{"accessToken":"tok-first-5f1e"}}"#
        } else if request.contains("Rotate") {
          #"{"rotate":{"accessToken":"tok-second-9c2d"}}"#
        } else if request.contains("tok-second-9c2d") {
          #"{"viewer":{"name":"after"}}"#
        } else {
          #"{"viewer":{"name":"before"}}"#
        }
      return .response(
        "200 OK", ["Content-Type: application/json"], body: #"{"data":\#(data)}"#)
    }
  }

  static func ask(
    _ service: MockGraphQLService, _ endpoint: String, _ query: String, _ variables: MockJSON
  ) async throws -> MockJSON {
    let request = try URLRequest.graphQL(
      ["query": .string(query), "variables": variables], to: endpoint)
    return try await MockJSON(parsing: service.makeSession().receive(request).body)["data"]
  }

  /// Logs in, uses the token, rotates it, and uses the new one.
  ///
  /// - Parameter token: A token to start with instead of the one in the response.
  /// - Returns: The names in the responses.
  static func walk(
    _ service: MockGraphQLService, _ endpoint: String, tokens: [MockJSON] = []
  ) async throws -> [MockJSON] {
    let signIn =
      "mutation SignIn($password: String) { signIn(password: $password) { accessToken } }"
    let viewer = "query Viewer($accessToken: ID) { viewer(accessToken: $accessToken) { name } }"
    let rotate =
      "mutation Rotate($accessToken: ID) { rotate(accessToken: $accessToken) { accessToken } }"
    var answer = try await ask(service, endpoint, signIn, ["password": "pass-1"])
    let first = tokens.first ?? answer["signIn"]["accessToken"]
    let before = try await ask(service, endpoint, viewer, ["accessToken": first])
    answer = try await ask(service, endpoint, rotate, ["accessToken": first])
    let second = tokens.last ?? answer["rotate"]["accessToken"]
    let after = try await ask(service, endpoint, viewer, ["accessToken": second])
    return [before["viewer"]["name"], after["viewer"]["name"]]
  }

  @Test(.startsItselfAgain, .onWaitingThreads)
  func parallelProcessesRecordRotatingTokens() async throws {
    let number = Effort.rounds(3, long: 8)
    let folder = try TemporaryFolder()
    let server = try Self.makeServer()
    let codes = try ChildProcess.runSeveral(
      number, ["--testing-library", "swift-testing", "--filter", "SecretsChild"],
      environment: [
        RecordingVariable.secrets: folder.url.path, RecordingVariable.endpoint: server.url,
      ])
    #expect(codes == Array(repeating: 0, count: number))
    #expect(server.requests.count == 4 * number)
    let files = try folder.files()
    #expect(files.count == 4)
    for (name, text) in files {
      let written = ["pass-1", "tok-first", "tok-second"].filter { (name + text).contains($0) }
      #expect(written == [], "\(name)")
    }
    // Whether the client sends the replacement from a replayed response, or the token itself.
    for tokens: [MockJSON] in [[], ["tok-first-5f1e", "tok-second-9c2d"]] {
      let replay = MockGraphQLService.recording(.never, folder.url)
      #expect(try await Self.walk(replay, server.url, tokens: tokens) == ["before", "after"])
      #expect(replay.failures == [], "\(tokens)")
    }
    #expect(server.requests.count == 4 * number)
  }

  /// A header field is listed if it is recorded, which the last one isn't.
  @Test func replacedSecretsAreListedWithoutTheirValues() async throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer { _ in
      .response(
        "200 OK",
        [
          "Content-Type: application/json", "Set-Cookie: sid=cookie-5f1e9c",
          "X-Auth: a-7f1e9c2d", "X-Api-Key: k-7f1e9c2d",
        ],
        body: """
          {"data":{"signIn":{"accessToken":"tok-5f1e","echo":"inl1ne-secret-7",\
          "hint":"use ghp_16C7e42F292c6912E7710c838347Ae17, please",\
          "bot":"110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw9 is ours",\
          "refreshToken":{"raw":"tok-6a2b9c1e"}}}}
          """)
    }
    let request = try RecordingTests.request(
      #"mutation SignIn { signIn(password: "inl1ne-secret-7") { accessToken echo } }"#,
      ["otp": "pass-1", "note": "at 9, password=in-a-text-3"], to: server,
      headers: ["Authorization": "Bearer bearer-secret"])
    let service = MockGraphQLService()
    service.record(Recording(.missing, folder: folder.url, headers: ["Set-Cookie", "X-Auth"]))
    _ = try await service.makeSession().receive(request)
    let file = try MockJSON(parsing: try #require(try folder.files().values.first))
    #expect(
      file["redacted"] == [
        "request.query.password": "name", "request.variables.otp": "name",
        "response.body.data.signIn.accessToken": "name",
        "response.body.data.signIn.echo": "value",
        "response.body.data.signIn.hint": "shape", "response.body.data.signIn.bot": "shape",
        "response.body.data.signIn.refreshToken.raw": "inside",
        "response.headers.Set-Cookie.sid": "name", "response.headers.X-Auth": "name",
      ])
  }

  @Test func requestsWithEqualReplacementsOfSecretsAreRecordedInOrderWithAWarning() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    // Replacements of digits have 20 bits; the salt is the folder's name.
    var seen: [String: String] = [:]
    var pair: (String, String)?
    for number in 0..<20_000 where pair == nil {
      let secret = "\(100_000 + number)"
      if let other = seen.updateValue(
        secret, forKey: RecordingTests.replacement(of: secret, in: folder))
      {
        pair = (other, secret)
      }
    }
    let (first, second) = try #require(pair)
    let requests = try [first, second].map {
      try RecordingTests.request("query A { n }", ["password": .string($0)], to: server)
    }
    let live = MockGraphQLService.recording(.missing, folder.url)
    try await RecordingTests.bodies(requests, from: live)
    #expect(
      Self.warnings(of: live) == [
        [],
        [
          """
          The request differs from an earlier one only in its redacted secrets: its \
          response is recorded and replayed as number 2 of A.
          """
        ],
      ])
    #expect(try folder.files().count == 2)
    let replay = MockGraphQLService.recording(.never, folder.url)
    #expect(try await RecordingTests.numbers(requests, from: replay) == [1, 2])
  }

  /// The warnings of each request, except about undeclared variables and cookies.
  static func warnings(of service: MockGraphQLService) -> [[String]] {
    service.requests.map { received in
      received.warnings.filter {
        !$0.hasPrefix("The operation does not declare")
          && !$0.hasPrefix("The session doesn't store")
      }
    }
  }

  /// The first 16 bits of the digests of the number and the string are equal, and so are those of
  /// the replacements of the two passwords in a table of that name.
  @Test func requestsThatDifferInOneValueHaveTheirOwnAnswersInAnyOrder() async throws {
    let logIn = "query LogIn($password: String) { n(p: $password) }"
    let pairs: [[(query: String, variables: MockJSON)]] = [
      [("query Q { n }", ["a": 52670]), ("query Q { n }", ["a": "52670"])],
      [(logIn, ["password": "password-271"]), (logIn, ["password": "password-296"])],
      [
        (#"query A { n(password: "pass-one-1") }"#, nil),
        (#"query A { n(password: "pass-two-2") }"#, nil),
      ],
    ]
    for pair in pairs {
      let folder = try TemporaryFolder()
      let table = folder.url.appendingPathComponent("Logins")
      let server = try RecordingTests.makeServer()
      let requests = try pair.map {
        try RecordingTests.request($0.query, $0.variables, to: server)
      }
      let live = MockGraphQLService.recording(.missing, table)
      try await RecordingTests.bodies(requests, from: live)
      #expect(Self.warnings(of: live) == [[], []], "\(pair)")
      #expect(try folder.files().count == 2, "\(pair)")
      let replay = MockGraphQLService.recording(.never, table)
      let numbers = try await RecordingTests.numbers(requests.reversed(), from: replay)
      #expect(numbers == [2, 1] && replay.unusedRecordings == [], "\(pair)")
    }
  }
}

extension RecordingVariable {
  static let secrets = "GRAPHQL_MOCK_TEST_SECRETS"
}

/// The requests that each of several processes records; runs only in a child process.
@Suite(.enabled(if: ProcessInfo.processInfo.environment[RecordingVariable.secrets] != nil))
struct SecretsChild {
  @Test func records() async throws {
    let environment = ProcessInfo.processInfo.environment
    let folder = URL(fileURLWithPath: try #require(environment[RecordingVariable.secrets]))
    let service = MockGraphQLService.recording(.all, folder)
    let endpoint = try #require(environment[RecordingVariable.endpoint])
    #expect(try await RecordingSecretsTests.walk(service, endpoint) == ["before", "after"])
    #expect(service.failures == [])
  }
}
