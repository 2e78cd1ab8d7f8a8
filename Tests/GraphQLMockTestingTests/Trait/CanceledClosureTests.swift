import Foundation
import GraphQLMock
import TestSupport
import Testing

@testable import GraphQLMockTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A closure that is canceled because its request has ended isn't reported.
@Suite(.onWaitingThreads) struct CanceledClosureTests {
  private static func scope(_ handlers: RequestHandler...) -> TestScope {
    TestScope(
      ScopeOptions(handlers, service: ServiceOptions(), location: .unknown),
      of: RunningTest(module: "Module", testCase: "Suite", "test"))
  }

  /// Sends a request, cancels it once it has arrived, and ends the test, which waits for closures.
  private static func issues(
    of scope: TestScope, within grace: Duration = TestScope.closureGrace
  ) async throws -> [String] {
    let url = try #require(URL(string: "https://example.invalid/graphql"))
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = Data(#"{"query":"query Slow { a }"}"#.utf8)
    let sent = request
    try await scope.run {
      let asking = Task { try await scope.service.respond(to: sent) }
      try await scope.service.waitForRequests(named: "Slow")
      asking.cancel()
      _ = await asking.result
    }
    return await scope.end(within: grace).map(\.message)
  }

  @Test func closureStartingAsItsTestEndsStillRuns() async {
    for _ in 0..<500 {
      let runner = ScopedClosureRunner()
      runner.serve()
      let (begun, begin) = AsyncStream<Void>.makeStream()
      WorkerThreads.shared.run {
        for _ in 0..<50 {
          _ = runner.run {}
          begin.yield()
        }
        begin.finish()
      }
      for await _ in begun { break }
      runner.end()
      for await _ in begun {}
      while runner.runningCount > 0 { await Task.yield() }
    }
  }

  @Test func closureCanceledBeforeItStartsIsCanceledAndRunsOnce() async {
    let runner = ScopedClosureRunner()
    let (results, result) = AsyncStream<Bool>.makeStream()
    let cancel = runner.run {
      // The closure may begin before its task is canceled.
      let hasSlept: Void? = try? await Task.sleep(for: .seconds(60))
      result.yield(hasSlept == nil)
    }
    cancel()
    runner.serve()
    while runner.runningCount > 0 { await Task.yield() }
    runner.end()
    _ = runner.run { result.yield(false) }
    result.finish()
    var found: [Bool] = []
    for await isCanceled in results { found.append(isCanceled) }
    #expect(found == [true])
  }

  @Test func closureReturningLateOnABusyPoolIsNotReported() async throws {
    let scope = Self.scope(
      .query("Slow") { _ in
        try? await Task.sleep(for: .seconds(60))
        try await BusyPool.afterSomeTurns {}.value
        return .data(["a": 1])
      })
    let issues = try await BusyPool.whileComputing {
      try await Self.issues(of: scope, within: .milliseconds(1))
    }
    #expect(issues == [])
  }

  @Test func closureThatThrowsItsCancellationErrorIsNotReported() async throws {
    let scope = Self.scope(
      .query("Slow") { _ in
        try await Task.sleep(for: .seconds(60))
        return .data(["a": 1])
      })
    let issues = try await Self.issues(of: scope)
    #expect(issues == [])
  }
}
