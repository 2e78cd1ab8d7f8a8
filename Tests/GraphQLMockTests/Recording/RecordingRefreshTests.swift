import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A service whose tokens change on every run, and the files that refreshing leaves.
struct RecordingRefreshTests {
  /// A service that issues tokens, and accepts only those of the current run.
  final class Shop: @unchecked Sendable {
    private let lock = NSLock()
    private var run = 0
    private(set) lazy var server: LoopbackServer? = try? LoopbackServer { [weak self] request in
      guard let self, let start = request.range(of: "\r\n\r\n"),
        let body = try? MockJSON(parsing: String(request[start.upperBound...]))
      else { return nil }
      return .response(
        "200 OK", ["Content-Type: application/json"],
        body: MockJSON.object(["data": self.data(body)]).description)
    }

    func begin() { lock.withLock { run += 1 } }

    /// A value that contains its number and its run.
    private func handedOut(_ name: String, _ number: Int) -> MockJSON {
      .string("\(name)-\(number)-5f1e\(run)c\(number)d")
    }

    private func data(_ body: MockJSON) -> MockJSON {
      lock.withLock {
        let variables = body["variables"]
        let sent = variables.object?.values.compactMap(\.string).first ?? "start-0-"
        let number = Int(sent.split(separator: "-").dropFirst().first ?? "") ?? 0
        if !sent.hasPrefix("start"), !sent.hasPrefix("pass"), !sent.hasPrefix("page"),
          !sent.contains("5f1e\(run)c")
        {
          return ["stale": true]
        }
        switch body["operationName"].string {
        case "LogIn": return ["accessToken": handedOut("access", 1)]
        case "Renew": return ["accessToken": handedOut("access", number + 1), "n": .number(number)]
        case "Products":
          return ["endCursor": .string("page-\(number + 1)"), "n": .number(number)]
        case "Chat": return ["chatToken": handedOut("chat", number + 1), "n": .number(number)]
        default: return ["n": .number(number)]
        }
      }
    }
  }

  /// Sends thirteen requests like an app, eight of which contain a value from an earlier response.
  ///
  /// - Returns: The numbers in the responses.
  static func use(_ session: URLSession, _ server: LoopbackServer) async throws -> [MockJSON] {
    func ask(_ name: String, _ variables: MockJSON = [:]) async throws -> MockJSON {
      let parameters = variables.object?.keys.map { "$\($0): String" } ?? []
      let arguments = variables.object?.keys.map { "(v: $\($0))" }.joined() ?? ""
      let head = parameters.isEmpty ? name : "\(name)(\(parameters.joined()))"
      let request = try URLRequest.graphQL(
        [
          "query": .string("query \(head) { n\(arguments) endCursor accessToken chatToken }"),
          "operationName": .string(name), "variables": variables,
        ], to: server.url + "/graphql")
      return try MockJSON(parsing: try await session.receive(request).body)["data"]
    }
    var token = try await ask("LogIn", ["password": "pass-0-word"])["accessToken"]
    var numbers: [MockJSON] = []
    for name in ["Renew", "Viewer", "Renew"] {
      let data = try await ask(name, ["accessToken": token])
      numbers.append(data["n"])
      if name == "Renew" { token = data["accessToken"] }
    }
    for (name, variable, member) in [
      ("Products", "after", "endCursor"), ("Chat", "chatToken", "chatToken"),
    ] {
      var variables: MockJSON = [:]
      for _ in 1...4 {
        let data = try await ask(name, variables)
        numbers.append(data["n"])
        variables = [variable: data[member]]
      }
    }
    numbers.append(try await ask("LogOut", ["accessToken": token])["n"])
    return numbers
  }

  static let expected: [MockJSON] = [1, 2, 2, 0, 1, 2, 3, 0, 1, 2, 3, 3]

  static func service(
    _ mode: Recording, _ folder: TemporaryFolder
  ) -> MockGraphQLService {
    let service = MockGraphQLService()
    service.record(Recording(mode, folder: folder.url))
    return service
  }

  /// A copy of a folder, as a new process finds it, without any state of this process.
  static func copy(_ folder: TemporaryFolder) throws -> TemporaryFolder {
    try TemporaryFolder(folder.files())
  }

  @Test(.onOwnThreads) func refreshingAgainAndAgainLeavesOneFileForEachRequest() async throws {
    let refreshes = Effort.rounds(2, long: 5)
    var folder = try TemporaryFolder()
    let shop = Shop()
    let server = try #require(shop.server)
    for _ in 0...refreshes {
      folder = try Self.copy(folder)
      shop.begin()
      let live = RecordingOwnersTests.service(.all, folder, test: "T/a")
      #expect(try await Self.use(live.makeSession(), server) == Self.expected)
      live.deleteUnusedRecordings(hasFailed: false)
      #expect(live.failures == [] && live.unusedRecordings == [])
      #expect(try folder.files().count == 13)
      let replay = Self.service(.never, folder)
      #expect(try await Self.use(replay.makeSession(), server) == Self.expected)
      #expect(replay.failures == [] && replay.unusedRecordings == [])
    }
    #expect(server.requests.count == (1 + refreshes) * 13)
  }

  static func logIn(_ password: String, to server: LoopbackServer) throws -> URLRequest {
    try RecordingTests.request(
      "query LogIn($password: String) { n(p: $password) }", ["password": .string(password)],
      to: server)
  }

  /// The value of `n` in each file.
  static func numbers(_ folder: TemporaryFolder) throws -> [MockJSON] {
    try folder.files().sorted { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }
      .map { try MockJSON(parsing: $0.value)["response"]["body"]["data"]["n"] }
  }

  @Test func unusedRecordingsAreKeptAndListed() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    let hello = try RecordingTests.request("query Hello { n }", ["id": "7"], to: server)
    let live = Self.service(.all, folder)
    try await RecordingTests.bodies([hello, Self.logIn("first-5f1e9c", to: server)], from: live)
    let old = try folder.files()
    let again = Self.service(.all, folder)
    let others = [
      try RecordingTests.request("query Hello { n }", ["id": "8"], to: server),
      try RecordingTests.request("query LogIn { n }", ["password": nil], to: server),
    ]
    try await RecordingTests.bodies(others, from: again)
    #expect(again.unusedRecordings.map { $0 + ".json" } == old.keys.sorted())
    let new = try folder.files()
    #expect(new.count == 4 && new.merging(old) { $1 } == new)
  }

  @Test func onlyModeAllOverwritesDifferingRecordings() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    for mode in [Recording.all, .missing] {
      let live = Self.service(mode, folder)
      _ = try await live.makeSession().receive(
        Self.logIn("word-\(mode.mode.rawValue)-5f1", to: server))
    }
    #expect(try Self.numbers(folder) == [1, 2])
  }

  // MARK: Deleting at the end of a scope

  /// Two recordings of `Hello`, one of them twice, one of `LogIn` and one of `Other`, by an earlier
  /// process.
  private static func recorded(by server: LoopbackServer) async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let live = Self.service(.all, folder)
    let requests = try [
      hello("7", server), hello("7", server), hello("8", server), logIn("first-5f1e9c", to: server),
      RecordingTests.request("query Other { n }", to: server),
    ]
    try await RecordingTests.bodies(requests, from: live)
    #expect(try numbers(folder).count == 5)
    return try copy(folder)
  }

  private static func hello(_ id: String, _ server: LoopbackServer) throws -> URLRequest {
    try RecordingTests.request(
      "query Hello($id: ID) { n(id: $id) }", ["id": .string(id)], to: server)
  }

  private static func sortedNumbers(_ folder: TemporaryFolder) throws -> [Int] {
    try numbers(folder).compactMap(\.int).sorted()
  }

  @Test func refreshDeletesUnusedRecordingsOfItsOperations() async throws {
    let server = try RecordingTests.makeServer()
    let folder = try await Self.recorded(by: server)
    let live = RecordingOwnersTests.service(.all, folder, test: "T/a")
    try await RecordingTests.bodies(
      [Self.hello("7", server), Self.logIn("second-5f1e9c", to: server)], from: live)
    live.deleteUnusedRecordings(hasFailed: false)
    // The recording of the unused operation is kept and listed.
    #expect(try Self.sortedNumbers(folder) == [5, 6, 7])
    #expect(live.unusedRecordings.map { $0.prefix(7) } == ["Other.r"])
    #expect(live.recordedFiles.count == 5)
  }

  @Test(arguments: [true, false])
  func afterAFailureOrOutsideOfAScopeNothingIsDeleted(isInScope: Bool) async throws {
    let server = try RecordingTests.makeServer()
    let folder = try await Self.recorded(by: server)
    let live =
      isInScope
      ? RecordingOwnersTests.service(.all, folder, test: "T/a") : Self.service(.all, folder)
    _ = try await live.makeSession().receive(Self.hello("9", server))
    live.deleteUnusedRecordings(hasFailed: isInScope)
    #expect(try Self.sortedNumbers(folder) == [1, 2, 3, 4, 5, 6])
    // Later scopes of the test don't know about requests that it would have sent.
    let next = RecordingOwnersTests.service(.all, folder, test: "T/a")
    _ = try await next.makeSession().receive(Self.hello("9", server))
    next.deleteUnusedRecordings(hasFailed: false)
    #expect(try Self.sortedNumbers(folder) == [1, 2, 3, 4, 5, 7])
  }

  /// The reasons to delete nothing: another user of the folder, a mode that keeps recordings, files of
  /// another process, or a case of a parameterized test, since a serialized test begins its second case later.
  enum Reason: CaseIterable {
    case test, table, service, app, fixtures, missing, parameterized, changedFiles
  }

  @Test(.onOwnThreads, arguments: Reason.allCases)
  func nothingIsDeletedInASharedFolderByMissingOrByACase(reason: Reason) async throws {
    let server = try RecordingTests.makeServer()
    let folder = try await Self.recorded(by: server)
    var recording = Recording(reason == .missing ? .missing : .all, folder: folder.url)
    switch reason {
    case .test: _ = RecordingOwnersTests.service(.never, folder, test: "T/b")
    case .table:
      let service = MockGraphQLService(fixtures: FixtureTable(folder: folder.url))
      _ = try await service.makeSession().receive(Self.hello("8", server))
    case .service:
      let service = Self.service(.never, folder)
      _ = try await service.makeSession().receive(Self.hello("8", server))
    case .app: _ = try LaunchPlan(recording: recording).launchEnvironment(recordingIn: [:])
    case .fixtures: recording.isShared = true
    case .missing, .parameterized, .changedFiles: break
    }
    let live = MockGraphQLService()
    // A trait states the recording before the test begins.
    let isTrait = reason == .parameterized
    if isTrait { live.record(recording) }
    live.begin(testName: "T/a", isUnnamedCase: isTrait)
    if !isTrait { live.record(recording) }
    _ = try await live.makeSession().receive(Self.hello("9", server))
    // Another process may have written them.
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    for file in files where reason == .changedFiles {
      try FileManager.default.setAttributes(
        [.modificationDate: Date.distantFuture],
        ofItemAtPath: folder.url.appendingPathComponent(file).path)
    }
    live.deleteUnusedRecordings(hasFailed: false)
    #expect(live.failures == [])
    #expect(try Self.sortedNumbers(folder) == [1, 2, 3, 4, 5, 6])
  }

  /// A canceled request doesn't show that its recording is unused.
  @Test func canceledRequestKeepsItsRecording() async throws {
    let server = try RecordingTests.makeServer()
    let folder = try await Self.recorded(by: server)
    let silent = try LoopbackServer { _ -> String? in nil }
    let live = RecordingOwnersTests.service(.all, folder, test: "T/a")
    let request = try Self.hello("8", silent)
    let asking = Task { try await live.respond(to: request) }
    // The request is sent on after its recording has been looked for.
    try await waitUntil { silent.requests.count == 1 }
    asking.cancel()
    _ = await asking.result
    _ = try await live.makeSession().receive(Self.hello("7", server))
    live.deleteUnusedRecordings(hasFailed: false)
    #expect(live.failures == [])
    #expect(try Self.sortedNumbers(folder) == [3, 4, 5, 6])
  }

  @Test func requestsWithTheSameSecretStayTogether() async throws {
    let server = try RecordingTests.makeServer()
    var folder = try TemporaryFolder()
    for run in 0...2 {
      folder = try Self.copy(folder)
      let live = RecordingOwnersTests.service(.all, folder, test: "T/a")
      let requests = try ["a", "b", "a"].map {
        try Self.logIn("\($0)-\(run)-5f1e9c", to: server)
      }
      try await RecordingTests.bodies(requests, from: live)
      live.deleteUnusedRecordings(hasFailed: false)
      #expect(try Self.sortedNumbers(folder) == [1, 2, 3].map { 3 * run + $0 })
      #expect(live.failures == [] && live.unusedRecordings == [])
    }
    let replay = Self.service(.never, folder)
    let requests = try ["b", "a", "a"].map { try Self.logIn("\($0)-2-5f1e9c", to: server) }
    #expect(try await RecordingTests.numbers(requests, from: replay) == [8, 7, 9])
  }

  @Test func refreshNeverDeletesHandwrittenFixtures() async throws {
    let text = #"""
      {"request": {"variables": {"password": "redacted-1a2b3c4d"}}, "response": {"body": {"data": null}}}
      """#
    var folder = try TemporaryFolder(["LogIn.ada.json": text])
    let server = try RecordingTests.makeServer()
    for password in ["a-5f1e9c", "b-5f1e9c"] {
      folder = try Self.copy(folder)
      let live = RecordingOwnersTests.service(.all, folder, test: "T/a")
      _ = try await live.makeSession().receive(Self.logIn(password, to: server))
      live.deleteUnusedRecordings(hasFailed: false)
    }
    let files = try folder.files()
    #expect(files["LogIn.ada.json"] == text && files.count == 2)
  }
}
