import Foundation
import GraphQLMock
import TestSupport
import Testing

@testable import GraphQLMockTesting

/// Waits for the requests of an app while others hold the threads that all tasks share.
struct AppWaitTests {
  private let folder: TemporaryFolder
  private let journal: LaunchedApp

  init() throws {
    folder = try TemporaryFolder()
    journal = LaunchedApp(
      folder: folder.url, location: AppFailureTests.options.location, isTemporary: false)
  }

  /// Writes what an app writes that has asked for something.
  private func ask() throws {
    let line =
      #"{"request":{"id":0,"startedAt":1,"operations":[{"query":"query A { a }","variables":{}}]}}"#
    let launch = #"{"launch":{}}"#
    try Data("\(launch)\n\(line)\n".utf8).write(to: folder.url.appendingPathComponent("a.jsonl"))
  }

  @Test func aWaitOutlastsTheQueueThatTheAppIsIn() async throws {
    let found = try await BusyPool.whileComputing {
      BusyPool.afterSomeTurns { try ask() }
      return try await journal.waitForRequests(named: "A", within: .milliseconds(1))
    }
    #expect(found.count == 1)
  }

  @Test func aWaitThatBlocksOutlastsTheQueueThatTheAppIsIn() async throws {
    let found = try await BusyPool.whileComputing {
      let isAsked = BusyPool.afterSomeTurns { try ask() }
      let found = try await withOwnThreads(waits: true) {
        try blockingWait(within: .milliseconds(1)).get()
      }
      try await isAsked.value
      return found
    }
    #expect(found.count == 1)
  }

  /// Waits as a test does that isn't asynchronous.
  private func blockingWait(within limit: Duration) -> Result<[ReceivedRequest], any Error> {
    Result { try journal.waitForRequests(named: "A", within: limit) }
  }

  @Test func waitsThatBlockAllThreadsEndInTime() async throws {
    try Data("{\"launch\":{}}\n".utf8).write(to: folder.url.appendingPathComponent("a.jsonl"))
    let results = await withTaskGroup(of: Result<[ReceivedRequest], any Error>.self) { group in
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
        group.addTask { blockingWait(within: .milliseconds(100)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for result in results {
      let error = #expect(throws: MissingRequestsError.self) { try result.get() }
      #expect(error?.description == "Waited 0.1 seconds for a request for \"A\"; none arrived.")
    }
  }
}
