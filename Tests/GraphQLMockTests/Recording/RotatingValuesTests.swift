import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A service whose tokens change on every run, and what refreshing leaves.
@Suite(.timeLimit(.minutes(10)), .onOwnThreads) struct RotatingValuesTests {
  /// A service that hands out tokens, and takes those of this run only.
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

    /// A value that tells its number, and the run.
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

  /// What the app does: thirteen requests, eight of which send what an answer handed out.
  /// - Returns: the numbers that the answers have.
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
    _ mode: RecordingMode, _ folder: TemporaryFolder
  ) -> MockGraphQLService {
    let service = MockGraphQLService()
    service.record(Recording(mode, folder: folder.url))
    return service
  }

  @Test func refreshingAgainAndAgainLeavesOneFileForEachRequest() async throws {
    let refreshes = Effort.rounds(2, long: 5)
    let folder = try TemporaryFolder()
    let shop = Shop()
    let server = try #require(shop.server)
    var names: [String] = []
    for refresh in 0...refreshes {
      shop.begin()
      let live = Self.service(.all, folder)
      #expect(try await Self.use(live.makeSession(), server) == Self.expected)
      #expect(live.failures == [] && live.unusedRecordings == [])
      let now = try folder.files().keys.sorted()
      if refresh == 0 { names = now }
      #expect(names.count == 13 && now == names)
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

  /// What `n` is in each file.
  static func numbers(_ folder: TemporaryFolder) throws -> [MockJSON] {
    try folder.files().sorted { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }
      .map { try MockJSON(parsing: $0.value)["response"]["body"]["data"]["n"] }
  }

  @Test func whatNobodyMetAndEqualsNothingStaysAndIsListed() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    let hello = try RecordingTests.request("query Hello { n }", ["id": "7"], to: server)
    let live = Self.service(.all, folder)
    for request in [hello, try Self.logIn("first-5f1e9c", to: server)] {
      _ = try await live.makeSession().receive(request)
    }
    let old = try folder.files()
    let again = Self.service(.all, folder)
    for request in [
      try RecordingTests.request("query Hello { n }", ["id": "8"], to: server),
      try RecordingTests.request("query LogIn { n }", ["password": nil], to: server),
    ] { _ = try await again.makeSession().receive(request) }
    let names = old.keys.sorted()
    #expect(again.unusedRecordings == names.map { String($0.dropLast(5)) })
    let new = try folder.files()
    #expect(new.count == 4 && names.allSatisfy { new[$0] == old[$0] })
  }

  @Test func onlyAllWritesOverWhatDiffers() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    for mode in [RecordingMode.all, .missing] {
      let live = Self.service(mode, folder)
      _ = try await live.makeSession().receive(Self.logIn("word-\(mode)-5f1", to: server))
    }
    #expect(try Self.numbers(folder) == [1, 2])
  }

  /// Has the files of a folder be those of a run an hour ago that took its time.
  private static func age(_ folder: TemporaryFolder) throws {
    let paths = try folder.files().keys.map { folder.url.appendingPathComponent($0).path }
    let dated = try paths.map { path in
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return (path, try #require(attributes[.modificationDate] as? Date))
    }
    for (index, file) in dated.sorted(by: { $0.1 < $1.1 }).enumerated() {
      let date = Date(timeIntervalSinceNow: -3_600 + 5 * Double(index))
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.0)
    }
  }

  @Test(arguments: [false, true])
  func eachOfSeveralIsPairedByItsOrdinalWhateverStaysTheSame(isSlow: Bool) async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    // What each run sends, and the answers in the files then.
    let runs: [([String], [MockJSON])] = [
      (["a-5f1e9c", "b-5f1e9c", "c-5f1e9c"], [1, 2, 3]),
      (["d-5f1e9c", "e-5f1e9c", "f-5f1e9c"], [4, 5, 6]),
      (["d-5f1e9c", "g-5f1e9c", "f-5f1e9c"], [7, 8, 9]),
      // What the first takes is not free for whom it belongs to.
      (["h-5f1e9c", "d-5f1e9c", "f-5f1e9c"], [10, 11, 12]),
      (["f-5f1e9c"], [10, 11, 13]),
      (["i-5f1e9c", "j-5f1e9c", "k-5f1e9c", "l-5f1e9c"], [14, 15, 16, 17]),
    ]
    for (passwords, expected) in runs {
      let live = Self.service(.all, folder)
      for password in passwords {
        _ = try await live.makeSession().receive(Self.logIn(password, to: server))
      }
      #expect(try Self.numbers(folder) == expected)
      if isSlow { try Self.age(folder) }
    }
    let replay = Self.service(.never, folder)
    for (password, number) in [("k-5f1e9c", 16), ("i-5f1e9c", 14)] {
      #expect(
        try await replay.makeSession().receive(Self.logIn(password, to: server)).body
          .hasPrefix(#"{"data":{"n":\#(number),"#))
    }
  }

  @Test func whatAnotherTestOrAServiceBesideHasRecordedIsNotWrittenOver() async throws {
    let server = try RecordingTests.makeServer()
    let shared = try TemporaryFolder()
    for test in ["T/a", "T/b"] {
      let live = RecordingCaseTests.service(.all, shared, test: test)
      _ = try await live.makeSession().receive(Self.logIn("of-\(test)-5f1e", to: server))
      #expect(live.failures == [])
    }
    #expect(try Self.numbers(shared) == [1, 2])
    let cases = try TemporaryFolder()
    for password in ["x-5f1e9c", "y-5f1e9c"] {
      let live = RecordingCaseTests.service(.all, cases, test: "T/cases", isUnnamedCase: true)
      _ = try await live.makeSession().receive(Self.logIn(password, to: server))
      #expect(live.failures == [])
    }
    #expect(try Self.numbers(cases) == [3, 4])

    let folder = try TemporaryFolder()
    let first = Self.service(.all, folder)
    for password in ["a-5f1e9c", "b-5f1e9c"] {
      _ = try await first.makeSession().receive(Self.logIn(password, to: server))
    }
    let both = [Self.service(.all, folder), Self.service(.all, folder)]
    for (service, password) in zip(both, ["c-5f1e9c", "d-5f1e9c"]) {
      _ = try await service.makeSession().receive(Self.logIn(password, to: server))
      // As if the clock of the file system were exact.
      for name in try folder.files().keys {
        let path = folder.url.appendingPathComponent(name).path
        let text = try String(contentsOfFile: path, encoding: .utf8)
        guard text.contains("\"n\": 7") else { continue }
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: 1)], ofItemAtPath: path)
      }
    }
    #expect(try Self.numbers(folder) == [7, 8])
  }

  @Test(arguments: [false, true])
  func repeatsOfAHiddenValueStayTogether(isSlow: Bool) async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    for run in 0...2 {
      let live = Self.service(.all, folder)
      for word in ["a", "b", "a"] {
        _ = try await live.makeSession().receive(Self.logIn("\(word)-\(run)-5f1e9c", to: server))
      }
      #expect(try Self.numbers(folder) == [1, 2, 3].map { .number(3 * run + $0) })
      #expect(live.failures == [] && live.unusedRecordings == [])
      if isSlow { try Self.age(folder) }
    }
    let replay = Self.service(.never, folder)
    for (word, number) in [("b", 8), ("a", 7), ("a", 9)] {
      #expect(
        try await replay.makeSession().receive(Self.logIn("\(word)-2-5f1e9c", to: server)).body
          .hasPrefix(#"{"data":{"n":\#(number),"#))
    }
  }

  @Test func whatAPersonWroteIsNotWrittenOver() async throws {
    let text = #"""
      {"request": {"variables": {"password": "redacted-1a2b3c4d"}}, "response": {"body": {"data": null}}}
      """#
    let folder = try TemporaryFolder(["LogIn.ada.json": text])
    let server = try RecordingTests.makeServer()
    for password in ["a-5f1e9c", "b-5f1e9c"] {
      let live = Self.service(.all, folder)
      _ = try await live.makeSession().receive(Self.logIn(password, to: server))
    }
    #expect(try folder.files()["LogIn.ada.json"] == text)
    #expect(try folder.files().count == 2)
  }
}
