import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Recordings of test cases, and of tests that would write the same file.
struct RecordingOwnersTests {
  /// A recording service of a test.
  static func service(
    _ mode: Recording, _ folder: TemporaryFolder, test: String, isUnnamedCase: Bool = false
  ) -> MockGraphQLService {
    let service = MockGraphQLService.recording(mode, folder.url)
    service.begin(testName: test, isUnnamedCase: isUnnamedCase)
    return service
  }

  @Test func eachCaseHasItsOwnRecordings() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    let request = try RecordingTests.request("query A { n }", to: server)
    let cases = ["EMPIRE", "a b", "ä"]
    for mode in [Recording.missing, .never] {
      for (index, name) in cases.enumerated() {
        let service = Self.service(mode, folder, test: "T/hero", isUnnamedCase: true)
        service.useRecordings(forCase: name)
        let incoming = try await service.makeSession().receive(request)
        #expect(incoming.body.hasPrefix(#"{"data":{"n":\#(index + 1),"#))
        #expect(service.failures == [] && service.unusedRecordings == [], "\(name)")
      }
    }
    #expect(server.requests.count == 3)
    let folders = Set(try folder.files().keys.map { String($0.prefix { $0 != "/" }) })
    #expect(folders.count == 3 && folders.contains("EMPIRE"))
    for name in folders {
      let isPlain = name.utf8.allSatisfy { $0 == 0x2D || 0x30...0x39 ~= $0 || $0 | 0x20 > 0x60 }
      #expect(isPlain, "\(name)")
    }
  }

  @Test func casesOfOneServiceReplayTheirOwnSequences() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    let request = try RecordingTests.request("query A { n }", to: server)
    for mode in [Recording.missing, .never] {
      let service = Self.service(mode, folder, test: "T/hero")
      var numbers: [Int?] = []
      for name in ["x", "y"] {
        service.useRecordings(forCase: name)
        numbers += try await RecordingTests.numbers([request, request], from: service)
        #expect(service.unusedRecordings == [], "\(name)")
      }
      #expect(numbers == [1, 2, 3, 4], "\(mode)")
    }
  }

  @Test func anInnerModeRecordsIntoTheFolderOfTheCase() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    let service = Self.service(.never, folder, test: "T/hero")
    service.useRecordings(forCase: "x")
    service.record(Recording(.missing, folder: folder.url))
    _ = try await service.makeSession().receive(
      RecordingTests.request("query A { n }", to: server))
    #expect(try folder.files().keys.map { String($0.prefix(5)) } == ["x/A.r"])
  }

  @Test func fixturesOfTheTableAnswerInACaseAndItsRecordingsDoNot() async throws {
    let folder = try TemporaryFolder(["A.json": #"{"data":{"n":0}}"#])
    let server = try RecordingTests.makeServer()
    let recorded = try RecordingTests.request("query B { n }", to: server)
    try await RecordingTests.receive(recorded, .missing, folder)
    let table = FixtureTable(folder: folder.url)
    let service = MockGraphQLService(fixtures: table, recording: .never)
    service.useRecordings(forCase: "x")
    let session = service.makeSession()
    let request = try RecordingTests.request("query A { n }", to: server)
    #expect(try await session.receive(request).body == #"{"data":{"n":0}}"#)
    await #expect(throws: URLError.self) { try await session.receive(recorded) }
    #expect(service.failures.map(\.kind) == [.unhandledRequest])
  }

  @Test func handlersWinOverTheRecordingOfACase() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    let request = try RecordingTests.request("query A { n }", to: server)
    let live = Self.service(.missing, folder, test: "T/hero")
    live.useRecordings(forCase: "x")
    _ = try await live.makeSession().receive(request)
    let service = Self.service(.never, folder, test: "T/hero")
    service.register(.query("A", .data(["n": 0])).once)
    service.useRecordings(forCase: "x")
    // The configuration that `install` returns is the given one.
    let session = URLSession(configuration: service.install(in: .ephemeral))
    #expect(try await session.receive(request).body == #"{"data":{"n":0}}"#)
    #expect(try await RecordingTests.numbers([request], from: service) == [1])
  }

  @Test(arguments: [
    ("T/a", "T/b", false, "T/a and T/b both record it; give each its own recording."),
    (
      "T/a", "T/a", true,
      """
      several cases of T/a record it; begin each with \
      MockGraphQLService.current.useRecordings(forCase: "…").
      """
    ),
    ("T/a", "T/a", false, nil),
  ]) func overwritingTheRecordingOfAnotherCaseIsReported(
    first: String, second: String, isCase: Bool, end: String?
  ) async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    let request = try RecordingTests.request("query A { n }", to: server)
    for test in [first, second] {
      let service = Self.service(.all, folder, test: test, isUnnamedCase: isCase)
      _ = try await service.makeSession().receive(request)
      let file = try #require(try folder.files().keys.first)
      let message = end.map {
        "The recording \"\(folder.url.path)/\(file)\" now has a different response, because \($0)"
      }
      let isSecond = server.requests.count == 2
      #expect(
        service.failures.map(\.message) == (isSecond ? [message].compactMap { $0 } : []), "\(test)")
    }
  }

  /// Cases that run one after another would replay the recording of the first.
  @Test(arguments: [true, false]) func aCaseAnsweredByTheRecordingOfAnotherCaseIsReported(
    isAnswerNew: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.server { isAnswerNew ? "\($0)" : "1" }
    let request = try RecordingTests.request("query A { n }", to: server)
    var messages: [[String]] = []
    // The next run replays, because everything is recorded.
    for mode in [Recording.missing, .missing, .never] {
      let service = Self.service(mode, folder, test: "T/told", isUnnamedCase: true)
      _ = try await service.makeSession().receive(request)
      messages.append(service.failures.map(\.message))
    }
    let file = try #require(try folder.files().keys.first)
    let message = """
      The recording "\(folder.url.path)/\(file)" now has a different response, because several cases of T/told \
      record it; begin each with MockGraphQLService.current.useRecordings(forCase: "…").
      """
    #expect(messages == [[], isAnswerNew ? [message] : [], []])
    #expect(server.requests.count == 2)
  }

  @Test func unusedRecordingsAreRemovedOnDemand() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    let requests = try ["query A { n }", "query B { n }"].map {
      try RecordingTests.request($0, to: server)
    }
    for request in requests { try await RecordingTests.receive(request, .missing, folder) }
    let replay = MockGraphQLService.recording(.never, folder.url)
    _ = try await replay.makeSession().receive(requests[0])
    // What was replayed before a reset isn't unused.
    replay.reset()
    let removed = try replay.removeUnusedRecordings()
    #expect(removed.count == 1 && removed.allSatisfy { $0.hasPrefix("B.r") })
    #expect(try folder.files().keys.map { String($0.prefix(3)) } == ["A.r"])
  }

  /// The files of a sequence are one row, which is unused as long as one of them exists.
  @Test func removalSkipsFilesThatAreGoneAndListsTheOthersAtTheEnd() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    let request = try RecordingTests.request("query A { n }", to: server)
    try await RecordingTests.bodies([request, request], from: .recording(.missing, folder.url))
    let files = try folder.files().keys.sorted()
    try #require(files.count == 2)
    let replay = MockGraphQLService.recording(.never, folder.url)
    #expect(replay.unusedRecordings.count == 1)
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent(files[0]))
    let removed = try [replay.removeUnusedRecordings(), replay.removeUnusedRecordings()]
    #expect(removed == [[files[1]], []])
    #expect(replay.recordedFiles == ["\(folder.url.path)/\(files[1])"])
    #expect(try folder.files() == [:])
  }

  @Test(.onWaitingThreads) func filesOfKilledProcessesAreRemovedAndThoseOfRunningOnesKept() throws {
    let process = TestProcess.whenFewFilesAreOpen()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["true"]
    try process.run()
    process.waitUntilExit()
    let (gone, own) = (process.processIdentifier, ProcessInfo.processInfo.processIdentifier)
    let others = [".graphql-mock-\(getppid())-a-b", ".graphql-mock-0-a-b", ".graphql-mock-notes"]
    let left = [".graphql-mock-\(gone)-a-b", ".graphql-mock-\(own)-earlier-b"]
    let folder = try TemporaryFolder(
      Dictionary(uniqueKeysWithValues: (others + left).map { ($0, "") }))
    _ = MockGraphQLService.recording(.missing, folder.url)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        == others.sorted())
  }
}
