import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Several processes that record into one folder at once.
@Suite(
  .enabled(if: Upstream.isAvailable, "needs python3 with graphql-core"),
  .onWaitingThreads)
struct SeveralProcessesRecordingTests {
  /// Each process records everything and replays it in order, byte for byte.
  @Test(.startsItselfAgain) func severalProcessesRecordIntoOneFolderAndReplayIt() async throws {
    let number = Effort.rounds(3, long: 8)
    let folder = try TemporaryFolder()
    let upstream = try Upstream()
    let sequence = try RealServiceRecordingTests.sequenceRequests(upstream.url(""))
    _ = try await RealServiceRecordingTests.receive(
      sequence, .all, folder.url.appendingPathComponent("sequence"))
    let codes = try ChildProcess.runSeveral(
      number, ["--testing-library", "swift-testing", "--filter", "RecordingChild"],
      environment: [
        RecordingVariable.folder: folder.url.path,
        RecordingVariable.endpoint: upstream.url(""),
      ])
    #expect(codes == Array(repeating: 0, count: number))
    let count = 20 + RealServiceRecordingTests.examples.count
    #expect(upstream.stop().count == number * count + sequence.count)
    let files = try folder.files()
    #expect(files.count == count + sequence.count)
    for (name, text) in files {
      #expect((try? MockJSON(parsing: text))?["recorded"]["version"] == 1, "\(name)")
    }
    // There are no other files: none is incomplete or has another name.
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.count == count + 1)
  }
}

/// The task of a child process.
enum RecordingVariable {
  static let folder = "GRAPHQL_MOCK_TEST_FOLDER"
  static let endpoint = "GRAPHQL_MOCK_TEST_ENDPOINT"
}

/// The requests that each of several processes records; runs only in a child process.
@Suite(.enabled(if: ProcessInfo.processInfo.environment[RecordingVariable.folder] != nil))
struct RecordingChild {
  @Test func recordsAndReplays() async throws {
    let environment = ProcessInfo.processInfo.environment
    let folder = URL(fileURLWithPath: try #require(environment[RecordingVariable.folder]))
    // Not `missing`: a process that starts late would replay the recordings of another.
    let service = MockGraphQLService.recording(.all, folder)
    let host = try #require(environment[RecordingVariable.endpoint])
    let endpoint = host + "/graphql"
    let requests = try RealServiceRecordingTests.requests(host)
    var live: [Received] = []
    for request in requests { live.append(try await service.makeSession().receive(request)) }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<20 {
        group.addTask {
          let request = try URLRequest.graphQL(
            [
              "query": "query Hero($id: ID) { hero(id: $id) { id name } }",
              "variables": ["id": .number(number)],
            ], to: endpoint)
          return try await service.makeSession().receive(request).status
        }
      }
      for try await status in group { #expect(status == 200) }
    }
    #expect(service.failures == [])
    let replay = MockGraphQLService.recording(.never, folder)
    for (request, answer) in zip(requests, live) {
      #expect(try await replay.makeSession().receive(request) == answer)
    }
    let sequence = try await RealServiceRecordingTests.receive(
      RealServiceRecordingTests.sequenceRequests(host), .never,
      folder.appendingPathComponent("sequence"))
    #expect(sequence.map(\.body) == RealServiceRecordingTests.bodies(1...3))
  }
}
