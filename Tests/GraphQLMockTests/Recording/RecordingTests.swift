import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Recording from a server on the loopback interface, and replaying without it.
struct RecordingTests {
  static func makeServer() throws -> LoopbackServer {
    let counter = Counter()
    return try LoopbackServer { _ in
      let json = #"{"data":{"n":\#(counter.next()),"price":1.50,"token":"server-secret"}}"#
      return .response(
        "200 OK",
        [
          "Content-Type: application/json", "X-Kept: yes", "Set-Cookie: id=cookie-secret",
          "Date: now",
        ],
        body: json)
    }
  }

  /// A server whose responses have a value of `n` that depends on their number.
  static func server(_ value: @escaping @Sendable (Int) -> String) throws -> LoopbackServer {
    let counter = Counter()
    return try LoopbackServer { _ in
      .response(
        "200 OK", ["Content-Type: application/json"],
        body: #"{"data":{"n":\#(value(counter.next()))}}"#)
    }
  }

  static func request(
    _ query: String, _ variables: MockJSON = nil, to server: LoopbackServer,
    headers: [String: String] = [:]
  ) throws -> URLRequest {
    var request = try URLRequest.graphQL(
      ["query": .string(query), "variables": variables], to: server.url + "/graphql")
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    return request
  }

  /// The replacement of a secret.
  ///
  /// Tests of redaction check its format.
  static func replacement(of secret: String, in folder: TemporaryFolder) -> String {
    let replacement = SecretReplacement(salt: folder.url.lastPathComponent)
    return String(decoding: replacement.of(ContiguousArray(secret.utf8)), as: UTF8.self)
  }

  /// Sends a request to a new service.
  @discardableResult static func receive(
    _ request: URLRequest, _ mode: Recording, _ folder: TemporaryFolder
  ) async throws -> Received {
    let service = MockGraphQLService.recording(mode, folder.url)
    defer { withExtendedLifetime(service) {} }
    return try await service.makeSession().receive(request)
  }

  /// Sends requests to a service, one after another.
  ///
  /// - Returns: The bodies of the responses.
  @discardableResult static func bodies(
    _ requests: [URLRequest], from service: MockGraphQLService
  ) async throws -> [String] {
    var bodies: [String] = []
    for request in requests {
      bodies.append(try await service.makeSession().receive(request).body)
    }
    return bodies
  }

  /// Sends requests to a service, and returns the value of `n` in each response.
  static func numbers(
    _ requests: [URLRequest], from service: MockGraphQLService
  ) async throws -> [Int?] {
    try await bodies(requests, from: service).map { try MockJSON(parsing: $0)["data"]["n"].int }
  }

  @Test func resetCountsRecordedRequestsFromOneAgain() async throws {
    let folder = try TemporaryFolder()
    let server = try Self.makeServer()
    let request = try Self.request("query A { n }", ["id": "7"], to: server)
    let service = MockGraphQLService.recording(.missing, folder.url)
    _ = try await service.makeSession().receive(request)
    let first = try folder.files().keys
    service.reset()
    _ = try await service.makeSession().receive(request)
    #expect(try folder.files().keys == first)
    #expect(server.requests.count == 2)
  }

  /// Equal secrets in a folder have equal hashes, even if the folder was renamed.
  @Test func aNewRecordingTakesTheSaltOfItsFolder() async throws {
    let server = try Self.makeServer()
    let folder = try TemporaryFolder([
      "B.json": #"{"recorded": {"salt": "Before", "version": 1}, "response": {"body": {}}}"#
    ])
    let service = MockGraphQLService.recording(.missing, folder.url)
    _ = try await service.makeSession().receive(Self.request("query A { n }", to: server))
    let text = try #require(try folder.files().first { $0.key.hasPrefix("A") }).value
    #expect(try MockJSON(parsing: text)["recorded"]["salt"] == "Before")
  }

  @Test func aRecordingReplaysWithoutTheServerInTurn() async throws {
    let folder = try TemporaryFolder()
    let server = try Self.makeServer()
    let queries = ["query A { n }", "query A { n }", "query B($id: ID) { n(id: $id) }", "{ n }"]
    let requests = try queries.map { try Self.request($0, ["id": "7"], to: server) }
    let live = MockGraphQLService.recording(.missing, folder.url)
    let answers = try await Self.bodies(requests, from: live)
    #expect(live.requests.map(\.ending) == Array(repeating: .passedThrough, count: 4))

    let replay = MockGraphQLService.recording(.never, folder.url)
    let replayed = try await Self.bodies(requests, from: replay)
    // A digest of the secret by the algorithm of the package, which no standard defines.
    let token = Self.replacement(of: "server-secret", in: folder)
    #expect(replayed == answers.map { $0.replacing("server-secret", with: token) })
    #expect(server.requests.count == 4)
    #expect(live.failures == [] && replay.unusedRecordings == [])
    #expect(!FixtureTable(folder: folder.url).check().isEmpty)  // "token" is not selected
  }

  @Test func aFixtureOfTheSameNameDoesNotUseARecording() async throws {
    let condition = #""query": "query A { n }""#
    let recorded = try TemporaryFolder([
      "A.r1.json": """
      {"recorded": {"version": 1}, "request": {"operationName": "A", \(condition), "variables": {}},
       "response": {"status": 200, "body": {"data": {"n": 1}}}}
      """
    ])
    let written = try TemporaryFolder([
      "A.r1.json": #"{"request": {\#(condition)}, "response": {"body": {"data": {"n": 2}}}}"#
    ])
    let service = MockGraphQLService.recording(.never, recorded.url)
    service.register(fixtures: FixtureTable(folder: written.url))
    let answer = try await service.makeSession().receive(.graphQL(["query": "query A { n }"]))
    #expect(answer.body == #"{"data":{"n":2}}"#)
    #expect(service.unusedRecordings == ["A.r1"])
  }

  @Test func replayIgnoresKeyOrderFormattingAndClient() async throws {
    let folder = try TemporaryFolder()
    let server = try Self.makeServer()
    let live = MockGraphQLService.recording(.missing, folder.url)
    _ = try await live.makeSession().receive(
      Self.request(
        "query A($a: I, $b: Int) { x(a: $a) y(b: $b) }", ["a": ["p": 1, "q": 2]], to: server))
    let replay = MockGraphQLService.recording(.never, folder.url)
    var request = try Self.request("", to: server)
    request.httpBody = Data(
      #"""
      {"variables":{"b":null,"a":{"q":2,"p":1.0}},"extensions":{"clientLibrary":{"version":"9"}},
       "query":"# another\nquery A($b: Int, $a: I) {\n  y(b: $b)\n  x(a: $a)\n}"}
      """#.utf8)
    #expect(try await replay.makeSession().receive(request).status == 200)
    #expect(server.requests.count == 1)
    // Additional variables make another request instead of a superset of the recorded one.
    let other = try Self.request(
      "query A($a: I, $b: Int) { x(a: $a) y(b: $b) }", ["a": ["p": 1, "q": 2], "b": 3], to: server)
    await #expect(throws: URLError.self) { try await replay.makeSession().receive(other) }
  }

  /// The first spelling of 9.99 is that of Swift, the second that of `JSONSerialization` on Apple's platforms.
  @Test func numbersOfAnotherSpellingReplayAndHaveTheSameName() async throws {
    let server = try Self.makeServer()
    func request(_ a: String, _ b: String) throws -> URLRequest {
      try Self.request(
        "query A($a: Float, $b: Int) { x(a: $a, b: $b, c: 9.99) }",
        ["a": MockJSON(parsing: a), "b": MockJSON(parsing: b)], to: server)
    }
    let folder = try TemporaryFolder()
    var names: [String] = []
    for (a, b) in [("9.99", "-12"), ("9.9900000000000002", "-12.0"), ("999e-2", "-1.2e1")] {
      let folder = try TemporaryFolder()
      try await Self.receive(request(a, b), .missing, folder)
      names += try folder.files().map(\.0)
    }
    // The name that the previous version gave to the first spelling.
    #expect(names == Array(repeating: "A.a-9-99.b--12.r3b49b65f12aa.json", count: 3))
    try await Self.receive(request("9.99", "12"), .missing, folder)
    let count = server.requests.count
    try await Self.receive(request("9.9900000000000002", "12.0"), .missing, folder)
    try await Self.receive(request("999e-2", "12"), .never, folder)
    #expect(server.requests.count == count)
  }

  @Test(arguments: ["query A { n }", "{ n }"])
  func theFileOfAnotherRequestIsNeverOverwritten(query: String) async throws {
    let folder = try TemporaryFolder()
    let server = try Self.makeServer()
    let requests = try ["8", "7"].map {
      try Self.request(query, ["id": .string($0)], to: server)
    }
    try await Self.receive(requests[1], .missing, folder)
    let (name, text) = try #require(try folder.files().first)
    let other = text.replacing(#""id": "7""#, with: #""id": "8""#)
    #expect(other != text)
    try Data(other.utf8).write(to: folder.url.appendingPathComponent(name))
    let service = MockGraphQLService.recording(.missing, folder.url)
    #expect(try await Self.numbers([requests[1]], from: service) == [2])
    let files = try folder.files()
    #expect(files[name] == other && files.count == 2)
    #expect(service.failures == [])
    let replay = MockGraphQLService.recording(.never, folder.url)
    #expect(try await Self.numbers(requests, from: replay) == [1, 2])
  }

  @Test func filesAreReadableAndRecordingTwiceChangesNothing() async throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer { _ in
      .response(
        "200 OK", ["Content-Type: application/json", "Date: \(UUID().uuidString)"],
        body: #"{"data":{"n":1.0}}"#)
    }
    let request = try Self.request("query A { n }", ["id": "7"], to: server)
    for mode in [Recording.missing, .all] {
      let service = MockGraphQLService.recording(mode, folder.url)
      _ = try await service.makeSession().receive(request)
      let files = try folder.files()
      #expect(files.count == 1 && service.unusedRecordings == [], "\(mode)")
      let (name, text) = try #require(files.first)
      #expect(
        name.hasPrefix("A.id-7.r") && name.utf8.count == "A.id-7.r1a2b3c4d.json".utf8.count,
        "\(mode)")
      #expect(
        text == """
          {
            "recorded": {
              "salt": "\(folder.url.lastPathComponent)",
              "version": 1
            },
            "request": {
              "operationName": "A",
              "query": "query A { n }",
              "variables": {
                "id": "7"
              }
            },
            "response": {
              "body": {
                "data": {
                  "n": 1.0
                }
              },
              "headers": {
                "Content-Type": "application/json"
              },
              "status": 200
            }
          }

          """, "\(mode)")
    }
    #expect(server.requests.count == 2)
  }

  @Test func noSecretIsOnDiskAndRedactedRequestsAreReplayed() async throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer { _ in
      .response(
        "200 OK", ["Content-Type: application/json", "Set-Cookie: s=cookie-s3cret"],
        body: """
          {"data":{"echo":"you sent pass-s3cret","session":{"accessToken":"token-s3cret"},\
          "user":{"email":"mail-s3cret@example.com","name":"Ada"}}}
          """)
    }
    let redaction = Redaction(members: ["iban"], paths: ["user.email"], headers: ["X-Device"]) {
      MockJSON.string("closure-s3cret") == $0["note"] ? ["note": "changed"] : $0
    }
    let query = #"mutation SignIn { signIn(name: "ada", password: "inline-s3cret") { echo } }"#
    let variables: MockJSON = [
      "password": "pass-s3cret", "input": ["refresh_token": ["deep-s3cret"]], "iban": "iban-s3cret",
      "user": ["email": "mail-s3cret@example.com"],
    ]
    let headers = [
      "Authorization": "Bearer bearer-s3cret", "X-Api-Key": "key-s3cret",
      "X-Device": "device-s3cret",
    ]
    let request = try Self.request(query, variables, to: server, headers: headers)
    let live = MockGraphQLService.recording(.missing, folder.url, redaction: redaction)
    #expect(try await live.makeSession().receive(request).body.contains("pass-s3cret"))
    let text = try folder.files().values.joined()
    #expect(text.contains("Ada") && !text.contains("-s3cret"))
    let replay = MockGraphQLService.recording(.never, folder.url, redaction: redaction)
    #expect(try await replay.makeSession().receive(request).status == 200)
    #expect(server.requests.count == 1)
  }

  @Test func aChangedDocumentIsReportedAndRecordedInPlace() async throws {
    let folder = try TemporaryFolder()
    let server = try Self.makeServer()
    let before = try Self.request("query A { n }", to: server)
    let after = try Self.request("query A { n price }", to: server)
    try await Self.receive(before, .missing, folder)
    let names = try folder.files().keys
    let replay = MockGraphQLService.recording(.never, folder.url)
    await #expect(throws: URLError.self) { try await replay.makeSession().receive(after) }
    let row = try #require(names.first).replacingOccurrences(of: ".json", with: "")
    let miss = try #require(replay.misses.first)
    #expect(
      miss.cause == """
        nearest is the recording \(folder.url.lastPathComponent)/\(row).json: the client also selects "price"
        """)
    #expect(miss.title == #"query "A""# && miss["received"] == ["POST \(server.url)/graphql"])
    #expect(
      miss["add"] == [
        #".query("A", .data(["n": "", "price": 0]))  // values are guessed from names"#
      ])
    #expect(
      miss["recording"] == ["off, because the mode is .never; the folder is \(folder.url.path)"])
    #expect(miss["record"] == ["GRAPHQL_MOCK_RECORD=missing swift test"])
    #expect(replay.unusedRecordings == [row])
    try await Self.receive(after, .missing, folder)
    let files = try folder.files()
    #expect(files.keys == names)
    #expect(files.values.joined().contains("query A { n price }"))
  }

  /// An upload as Apollo iOS 2.4.0 writes it, without a line break after the closing delimiter.
  static func upload(boundary: String, version: String, to server: LoopbackServer) -> URLRequest {
    var request = URLRequest(url: .of(server.url + "/graphql"))
    request.httpMethod = "POST"
    request.setValue(
      "multipart/form-data; boundary=\(boundary)", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(
      """
      --\(boundary)\r
      Content-Disposition: form-data; name="operations"\r
      \r
      {"extensions":{"clientLibrary":{"name":"apollo-ios","version":"\(version)"}},\
      "operationName":"UploadOneFile","query":"mutation UploadOneFile($file: Upload!) { \
      singleUpload(file: $file) { id } }","variables":{"file":null}}\r
      --\(boundary)\r
      Content-Disposition: form-data; name="map"\r
      \r
      {"0":["variables.file"]}\r
      --\(boundary)\r
      Content-Disposition: form-data; name="0"; filename="a.txt"\r
      Content-Type: text/plain\r
      \r
      Alpha file content.
      \r
      --\(boundary)--
      """.utf8)
    return request
  }

  @Test func anUploadIsReplayedWithAnotherBoundary() async throws {
    let folder = try TemporaryFolder()
    let server = try Self.makeServer()
    let first = Self.upload(boundary: "apollo-ios.boundary.390B27DA", version: "2.4.0", to: server)
    try await Self.receive(first, .missing, folder)
    let second = Self.upload(boundary: "apollo-ios.boundary.F00", version: "3.0.0", to: server)
    #expect(try await Self.receive(second, .never, folder).status == 200)
    #expect(server.requests.count == 1)
    #expect(try folder.files().keys.allSatisfy { $0.hasPrefix("UploadOneFile.r") })
  }

  @Test func environmentOverridesTheRecordingModeAndCIRecordsNothing() {
    let rows: [(Recording, [String: String], Recording.Mode)] = [
      (.missing, [:], .missing), (.missing, ["CI": "true"], .never), (.all, ["CI": "1"], .never),
      (.all, ["CI": "False"], .all), (.all, ["CI": "0"], .all), (.all, ["CI": ""], .all),
      (.never, ["GRAPHQL_MOCK_RECORD": "all"], .all),
      (.never, ["CI": "true", "GRAPHQL_MOCK_RECORD": "missing"], .missing),
      (.all, ["GRAPHQL_MOCK_RECORD": "never"], .never), (.all, ["GRAPHQL_MOCK_RECORD": ""], .all),
    ]
    for (stated, environment, expected) in rows {
      #expect(stated.mode(in: environment) == .success(expected), "\(environment)")
    }
    guard case .failure(let fault) = Recording.all.mode(in: ["GRAPHQL_MOCK_RECORD": "yes"]) else {
      Issue.record("no fault")
      return
    }
    #expect(
      fault.description == """
        GRAPHQL_MOCK_RECORD must be "never", "missing", "all" or "verify", found "yes". Nothing is recorded.
        """)
  }

  @Test func recordedFilesOfAnOuterScopeAreListedAtTheEnd() async throws {
    let server = try Self.makeServer()
    let (outer, inner) = (try TemporaryFolder(), try TemporaryFolder())
    let service = MockGraphQLService.recording(.missing, outer.url)
    try await Self.bodies([Self.request("query Outer { n }", to: server)], from: service)
    service.record(Recording(.missing, folder: inner.url))
    try await Self.bodies([Self.request("query Inner { n }", to: server)], from: service)
    let names = service.recordedFiles.map { URL(fileURLWithPath: $0).lastPathComponent }
    #expect(Set(names.map { $0.prefix { $0 != "." } }) == ["Outer", "Inner"])
  }
}

final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0

  func next() -> Int {
    lock.withLock {
      value += 1
      return value
    }
  }
}
