import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Recording from a real GraphQL service (graphql-core), and replaying when it is gone.
@Suite(
  .enabled(if: Upstream.isAvailable, "needs python3 with graphql-core"), .serialized,
  .timeLimit(.minutes(2)))
struct UpstreamTests {
  static let examples: [(path: String, query: String, variables: MockJSON)] = [
    ("/graphql", "query HeroName($id: ID) { hero(id: $id) { name friend { name } } }", ["id": "7"]),
    ("/graphql", "query HeroName($id: ID) { hero(id: $id) { name friend { name } } }", [:]),
    ("/graphql", "{ heroes { id name } }", nil),
    ("/graphql", "mutation Rename { rename(id: 1, name: \"Ada\") { id name } }", nil),
    ("/graphql", "query Fails { fails }", nil),
    ("/graphql", "query Partial { partial { name secret } }", nil),
    ("/graphql", "query Invalid { unknown }", nil),
    ("/500", "query Broken { heroes { id } }", nil),
    ("/html", "query Down { heroes { id } }", nil),
    ("/gzip", "query Zipped { heroes { id name } }", nil),
    ("/slow", "query Slow { heroes { id } }", nil),
  ]

  static func requests(_ upstream: Upstream) throws -> [URLRequest] {
    try examples.map {
      var request = try URLRequest.graphQL(
        ["query": .string($0.query), "variables": $0.variables], to: upstream.url($0.path))
      request.setValue("Bearer bearer-secret", forHTTPHeaderField: "Authorization")
      return request
    }
  }

  @Test func whatWasRecordedIsReplayedWhenTheServiceIsGone() async throws {
    let folder = try TemporaryFolder()
    let upstream = try Upstream()
    let requests = try Self.requests(upstream)
    let live = MockGraphQLService.recording(.missing, folder.url)
    var answers: [Received] = []
    for request in requests { answers.append(try await live.makeSession().receive(request)) }
    #expect(answers.map(\.status) == [200, 200, 200, 200, 200, 200, 200, 500, 503, 200, 200])
    let first = try folder.files()
    #expect(first.count == Self.examples.count)
    #expect(!first.values.joined().contains("-secret"))

    // Twice recorded: no difference.
    let again = MockGraphQLService.recording(.all, folder.url)
    for request in requests { _ = try await again.makeSession().receive(request) }
    #expect(try folder.files() == first)
    #expect(again.unusedRecordings == [])

    let log = upstream.stop()
    #expect(log.count == 2 * Self.examples.count)
    let replay = MockGraphQLService.recording(.never, folder.url)
    for (request, answer) in zip(requests, answers) {
      let replayed = try await replay.makeSession().receive(request)
      #expect(replayed == answer)
    }
    #expect(replay.failures == [])
    #expect(replay.unusedRecordings == [])
  }

  @Test func aDroppedConnectionIsAnErrorAndNothingIsRecorded() async throws {
    let folder = try TemporaryFolder()
    let upstream = try Upstream()
    let service = MockGraphQLService.recording(.missing, folder.url)
    let request = try URLRequest.graphQL(
      ["query": "{ heroes { id } }"], to: upstream.url("/dropped"))
    await #expect(throws: URLError.self) { try await service.makeSession().data(for: request) }
    #expect(try folder.files().isEmpty)
    _ = upstream.stop()
  }

  @Test func eightProcessesRecordIntoOneFolder() async throws {
    let folder = try TemporaryFolder()
    let upstream = try Upstream()
    let processes = try (0..<8).map { _ in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      process.arguments = ["--testing-library", "swift-testing", "--filter", "RecordingChild"]
      process.environment = ProcessInfo.processInfo.environment.merging([
        RecordingVariable.folder: folder.url.path,
        RecordingVariable.endpoint: upstream.url("/graphql"),
      ]) { $1 }
      process.standardOutput = Pipe()
      process.standardError = Pipe()
      try process.run()
      return process
    }
    for process in processes { process.waitUntilExit() }
    #expect(processes.map(\.terminationStatus) == Array(repeating: 0, count: 8))
    #expect(upstream.stop().count == 8 * 20)
    let files = try folder.files()
    #expect(files.count == 20)
    for (name, text) in files {
      #expect((try? MockJSON(parsing: text))?["recorded"]["version"] == 2, "\(name)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 20)
  }
}

/// How a child process is told what to do.
enum RecordingVariable {
  static let folder = "GRAPHQL_MOCK_TEST_FOLDER"
  static let endpoint = "GRAPHQL_MOCK_TEST_ENDPOINT"
}

/// What each of several processes records; it runs in a child process only.
@Suite(.enabled(if: ProcessInfo.processInfo.environment[RecordingVariable.folder] != nil))
struct RecordingChild {
  @Test func records() async throws {
    let environment = ProcessInfo.processInfo.environment
    let service = MockGraphQLService.recording(
      // Not `missing`: a process that starts late would replay what another has recorded.
      .all, URL(fileURLWithPath: try #require(environment[RecordingVariable.folder])))
    let endpoint = try #require(environment[RecordingVariable.endpoint])
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
  }
}
