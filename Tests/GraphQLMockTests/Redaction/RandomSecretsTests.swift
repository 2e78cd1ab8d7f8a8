import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests with secrets of every shape, under every kind of name, at every position.
private struct PlantedSecrets {
  static let names = [
    "password", "newPassword", "passwd", "dbpass", "pwd", "passphrase", "passcode", "userPass",
    "accessToken", "refresh_token", "id-token", "fcmtoken", "githubPat", "clientSecret",
    "webhookSecret", "api_key", "X-Rapidapi-Key", "appKey", "hmacKey", "privateKeyPem",
    "encryptionKey", "sshKey", "pin", "pinCode", "otp", "otpCode", "totpCode", "twoFactorCode",
    "mfaCode", "deviceCode", "verificationCode", "recoveryCode", "backupCode", "sessionId", "sid",
    "session", "auth", "authorization", "authCode", "jwt", "bearer", "signature", "csrf", "cvv",
    "credential", "clientAssertion", "samlAssertion", "codeVerifier", "connectionString",
    "magicLink",
  ]
  static let perRequest = 20

  let documents: [String]
  let variables: [MockJSON]
  let headers: [[String: String]]
  let queries: [String]
  let answers: [String]
  let secrets: [String]

  init(requests: Int) {
    var random = SeededGenerator(seed: 42)
    var all: [String] = []
    func text(_ count: Int, of alphabet: String) -> String {
      let signs = Array(alphabet)
      return String((0..<count).map { _ in signs.randomElement(using: &random) ?? "a" })
    }
    /// - Parameter isInside: Whether the secret is in a container, where digits and words aren't
    ///   secrets.
    func secret(isInside: Bool = false) -> String {
      let hex = "0123456789abcdef"
      let letters = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
      let made =
        switch isInside ? 1 + all.count % 7 : all.count % 9 {
        case 0: text(9, of: "123456789")
        case 1: "7" + text(31, of: hex)
        case 2: "4" + text(23, of: letters) + "-_"
        case 3: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI\(text(12, of: letters)).\(text(16, of: letters))"
        case 4:
          "\(text(8, of: hex))-\(text(4, of: hex))-4\(text(3, of: hex))-8\(text(3, of: hex))-\(text(12, of: hex))"
        case 5: "p4$\(text(7, of: letters))!"
        case 6: "ghp_7" + text(35, of: letters)
        case 7: "https://a.example/reset/7\(text(23, of: letters))"
        default: "w3 \(text(5, of: letters)) 8\(text(5, of: letters))"
        }
      all.append(made)
      return made
    }
    func name() -> String { Self.names[(all.count * 7 + all.count / 50) % Self.names.count] }
    func identifier() -> String { name().replacingOccurrences(of: "-", with: "_") }
    func member() -> (String, MockJSON) { (name(), .string(secret())) }
    func object(_ count: Int) -> MockJSON {
      .object(Dictionary((0..<count).map { _ in member() }) { $1 })
    }
    func encoded(_ text: String) -> String { RandomRequest.encode(text) }
    var parts: ([String], [MockJSON], [[String: String]], [String], [String]) = ([], [], [], [], [])
    for number in 0..<requests {
      let arguments = (0..<2).map { _ in "\(identifier()): \(MockJSON.string(secret()))" }
      parts.0.append(
        """
        mutation Op\(number) { a(\(arguments[0])) b(in: {\(arguments[1]), list: [{\(identifier()): \
        \(MockJSON.string(secret()))}]}) }
        """)
      parts.1.append([
        "number": .number(number), "top": object(2), "list": [["deep": [object(2)]]],
        "tokens": ["ios": .string(secret(isInside: true))],
        "credentials": ["of": ["it": .string(secret(isInside: true))]],
      ])
      parts.2.append([
        "Authorization": "Bearer \(encoded(secret()))", "X-Auth": encoded(secret()),
        "X-Client-Secret": encoded(secret()),
        "Cookie": "theme=dark; sid=\(encoded(secret()))",
      ])
      parts.3.append("\(name())=\(encoded(secret()))&page=2")
      parts.4.append(
        MockJSON.object([
          "data": [
            "a": object(2), "b": ["list": [["deep": object(2)]], "apiKeys": [.string(secret())]],
            "secrets": [["value": .string(secret(isInside: true)), "id": 7]], "kind": "REQUIRED",
          ]
        ]).description)
    }
    (documents, variables, headers, queries, answers) = parts
    secrets = all
  }
}

struct RandomSecretsTests {
  @Test(.onOwnThreads) func noneOfTwoHundredSecretsIsWrittenDownAndEveryRequestIsReplayed()
    async throws
  {
    let planted = PlantedSecrets(requests: 10)
    #expect(planted.secrets.count == 10 * PlantedSecrets.perRequest)
    let folder = try TemporaryFolder()
    let table = folder.url.appendingPathComponent("Planted")
    let server = try LoopbackServer { request in
      let number = (0..<10).first { request.contains("mutation Op\($0) ") } ?? 0
      return .response(
        "200 OK", ["Content-Type: application/json"], body: planted.answers[number])
    }
    let requests = try planted.documents.indices.map { number in
      var request = try RecordingTests.request(
        planted.documents[number], planted.variables[number], to: server,
        headers: planted.headers[number])
      request.url = .of("\(server.url)/graphql?\(planted.queries[number])")
      return request
    }
    let live = MockGraphQLService.recording(.missing, table)
    try await RecordingTests.bodies(requests, from: live)
    var written: [String] = []
    for (name, text) in try folder.files() { written += [name, text] }
    #expect(written.count == 2 * requests.count)
    written.append(String(decoding: live.httpArchive(), as: UTF8.self))
    written += live.requests.map(\.description)
    written.append(live.requestReport { _ in .whole }.text)

    let replay = MockGraphQLService.recording(.never, table)
    for body in try await RecordingTests.bodies(requests.reversed(), from: replay) {
      let data = try MockJSON(parsing: body)["data"]
      let isWhole = data["kind"] == "REQUIRED" && data["secrets"][0]["id"] == 7
      #expect(isWhole && data["a"].object?.count == 2, "\(data)")
    }
    #expect(replay.failures == [])
    // A different request fails, and its message doesn't show the secret either.
    let other = try RecordingTests.request(
      planted.documents[0], planted.variables[1], to: server, headers: planted.headers[1])
    _ = try? await replay.makeSession().receive(other)
    #expect(replay.failures.count == 1)
    written += replay.failures.map(\.message)
    let bytes = Data(written.joined(separator: "\n").utf8)
    for secret in planted.secrets {
      var spellings = RandomRequest.spellings(of: secret)
      spellings.insert(secret.replacing("/", with: "\\/"))
      for spelling in spellings {
        #expect(bytes.range(of: Data(spelling.utf8)) == nil, "\(secret)")
      }
    }
  }
}
