import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Waits, limits and answers while other tests hold the thread pool.
///
/// What must come first is fixed by the order of
/// turns in the pool's queue, not by time.
@Suite(.timeLimit(.minutes(10))) struct BusyPoolTests {
  /// A client that needs seven turns of the thread pool before it does something: each yield takes two.
  private func afterSomeTurns(_ act: @escaping @Sendable () async throws -> Void) {
    Task.detached(priority: .medium) {
      for _ in 0..<3 { await Task.yield() }
      try await act()
    }
  }

  /// Tasks that give other tasks a turn only after some computing, as other tests of a run do.
  private func computing<Value>(_ body: () async throws -> Value) async rethrows -> Value {
    let tasks = (0..<32).map { _ in
      Task.detached(priority: .medium) {
        while !Task.isCancelled {
          let end = ContinuousClock.now + .milliseconds(1)
          while ContinuousClock.now < end {}
          await Task.yield()
        }
      }
    }
    defer { for task in tasks { task.cancel() } }
    return try await body()
  }

  @Test func aWaitOutlastsTheQueueThatTheClientIsIn() async throws {
    let service = MockGraphQLService(.query("A", .data([:])))
    let request = try URLRequest.graphQL(["query": "query A { a }"], accept: nil)
    let found = try await computing {
      afterSomeTurns { _ = try await service.respond(to: request) }
      return try await service.waitForExchanges(named: "A", within: .milliseconds(1))
    }
    #expect(found.map { $0.operations.map(\.name) } == [["A"]])
  }

  @Test func aWaitForSubscriptionsOutlastsTheQueueThatTheClientIsIn() async throws {
    let service = MockGraphQLService(.subscription("A", .eventsFromTest))
    let request = try URLRequest.graphQL(
      ["query": "subscription A { a }"], accept: "text/event-stream")
    try await computing {
      afterSomeTurns { _ = try await service.respond(to: request).body.collect() }
      try await service.subscriptions.wait(for: "A", within: .milliseconds(1))
    }
    service.subscriptions.complete("A")
  }

  @Test func aWaitForDelaysOutlastsTheQueueThatTheClientIsIn() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(
      .query("A", .data([:]).delay(.seconds(60))), clock: clock)
    let request = try URLRequest.graphQL(["query": "query A { a }"], accept: nil)
    try await computing {
      afterSomeTurns { _ = try await service.respond(to: request) }
      try await clock.waitForDelays(within: .milliseconds(1))
    }
    clock.advance(by: .seconds(60))
  }

  @Test func aClosureStartsBeforeTasksThatQueueAlready() async throws {
    let order = Locked<[String]>([])
    let service = MockGraphQLService(
      .query("A") { _ async in
        for _ in 0..<6 { await Task.yield() }
        order.withLock { $0.append("closure") }
        return .data([:])
      })
    let request = try URLRequest.graphQL(["query": "query A { a }"], accept: nil)
    await computing {
      let isAnswered = PendingReply<Void>()
      // On a thread of its own, so that only the closure needs the pool.
      _ = service.core.answer(request, body: .bytes(request.httpBody ?? Data())) { _ in
        isAnswered.fulfil(())
      }
      async let other: Void = Task.detached(priority: .medium) {
        for _ in 0..<3 { await Task.yield() }
        order.withLock { $0.append("other") }
      }.value
      _ = await isAnswered.value()
      await other
    }
    #expect(order.withLock { $0 } == ["closure", "other"])
  }

  @Test func aWaitForDelaysInVainSaysWhatItFound() async throws {
    let clock = SteppedClock()
    let error = await #expect(throws: SteppedClock.WaitTimeoutError.self) {
      try await clock.waitForDelays(2, within: .milliseconds(10))
    }
    #expect(error?.description == "Waited 0.01 seconds for 2 delays; nothing waits for the clock.")
  }

  @Test func aWaitInVainSaysThatTheClientHasOpenRequests() async throws {
    let service = MockGraphQLService(.query("A", .never))
    let request = try URLRequest.graphQL(["query": "query A { a }"], accept: nil)
    let open = Task { try await service.respond(to: request) }
    try await service.waitForExchanges(named: "A")
    let error = await #expect(throws: ExchangeTimeoutError.self) {
      try await service.waitForExchanges(named: "NeverAsked", within: .milliseconds(10))
    }
    #expect(
      error?.description == """
        Waited 0.01 seconds for a request for "NeverAsked"; received: query "A". The client has 1 open request.
        """)
    open.cancel()
  }
}
