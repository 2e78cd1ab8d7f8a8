import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Waits, limits and responses while other tests occupy the thread pool.
///
/// The order of turns in the pool's queue decides which step comes first, not time.
struct BusyPoolTests {
  @Test func waitsForRequestsSubscriptionsAndDelaysOutlastAQueuedClient() async throws {
    let clock = SteppedClock()
    let asked = MockGraphQLService(.query("A", .data([:])))
    let subscribed = MockGraphQLService(.subscription("A", .eventsFromTest))
    let delayed = MockGraphQLService(.query("A", .data([:]).delay(.seconds(60))), clock: clock)
    let query = try URLRequest.graphQL(["query": "query A { a }"], accept: nil)
    let subscription = try URLRequest.graphQL(
      ["query": "subscription A { a }"], accept: "text/event-stream")
    let limit = Duration.milliseconds(1)
    let found = try await BusyPool.whileComputing {
      BusyPool.afterSomeTurns { _ = try await asked.respond(to: query) }
      return try await asked.waitForRequests(named: "A", within: limit)
    }
    #expect(found.map { $0.operations.map(\.name) } == [["A"]])
    try await BusyPool.whileComputing {
      BusyPool.afterSomeTurns { _ = try await subscribed.respond(to: subscription).body.collect() }
      try await subscribed.subscriptions.wait(for: "A", within: limit)
    }
    subscribed.subscriptions.complete("A")
    try await BusyPool.whileComputing {
      BusyPool.afterSomeTurns { _ = try await delayed.respond(to: query) }
      try await clock.waitForDelays(within: limit)
    }
    clock.advance(by: .seconds(60))
  }

  @Test func closureStartsBeforeQueuedTasks() async throws {
    let order = Locked<[String]>([])
    let service = MockGraphQLService(
      .query("A") { _ async in
        for _ in 0..<6 { await Task.yield() }
        order.withLock { $0.append("closure") }
        return .data([:])
      })
    let request = try URLRequest.graphQL(["query": "query A { a }"], accept: nil)
    await BusyPool.whileComputing {
      let isAnswered = PendingValue<Void>()
      // Runs on a separate thread, so that only the closure needs the pool.
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

  @Test func progressAfterAQueueIsNotReportedAsAHang() async throws {
    let order = AsyncStream<String>.makeStream()
    let service = MockGraphQLService(
      .query("A", .never),
      .query("B") { _ in
        order.continuation.yield("asked")
        return .data([:])
      })
    service.reportStillness(within: .milliseconds(1)) { _ in order.continuation.yield("told") }
    let first = try URLRequest.graphQL(["query": "query A { a }"], accept: nil)
    let second = try URLRequest.graphQL(["query": "query B { a }"], accept: nil)
    var events = order.stream.makeAsyncIterator()
    await BusyPool.whileComputing {
      BusyPool.afterSomeTurns { _ = try await service.respond(to: second) }
      // Runs on a separate thread, so that the watch starts while the client is queued.
      let open = service.core.answer(first, body: .bytes(first.httpBody ?? Data())) { _ in }
      #expect(await events.next() == "asked")
      #expect(await events.next() == "told")
      open.cancel()
    }
  }

  #if canImport(FoundationNetworking)
    @Test func clientTimeoutOutlastsAQueuedClosure() async throws {
      let service = MockGraphQLService(
        .query("A") { _ in
          try await BusyPool.afterSomeTurns { MockResponse.data(["a": 1]) }.value
        })
      var request = try URLRequest.graphQL(["query": "query A { a }"])
      request.timeoutInterval = 0.001
      let sent = request
      let (body, _) = try await BusyPool.whileComputing {
        try await service.makeSession().data(for: sent)
      }
      #expect(String(decoding: body, as: UTF8.self) == #"{"data":{"a":1}}"#)
    }
  #endif

  @Test func aFailedWaitReportsTheDelaysFoundTheOpenRequestsOrABlockedPool() async throws {
    let clock = SteppedClock()
    let limit = Duration.milliseconds(10)
    let nothing = await #expect(throws: MissingRequestsError.self) {
      try await clock.waitForDelays(atLeast: 2, within: limit)
    }
    let sleep = Task { try await clock.sleep(for: .seconds(1)) }
    try await clock.waitForDelays()
    let single = await #expect(throws: MissingRequestsError.self) {
      try await clock.waitForDelays(atLeast: 2, within: limit)
    }
    let second = Task { try await clock.sleep(for: .seconds(1)) }
    try await clock.waitForDelays(atLeast: 2)
    let two = await #expect(throws: MissingRequestsError.self) {
      try await clock.waitForDelays(atLeast: 3, within: limit)
    }
    clock.advance(by: .seconds(1))
    _ = try await (sleep.value, second.value)
    let service = MockGraphQLService(.query("A", .never), clock: clock)
    let request = try URLRequest.graphQL(["query": "query A { a }"], accept: nil)
    let open = Task { try await service.respond(to: request) }
    try await service.waitForRequests(named: "A")
    let undelayed = await #expect(throws: MissingRequestsError.self) {
      try await clock.waitForDelays(within: limit)
    }
    let unasked = await #expect(throws: MissingRequestsError.self) {
      try await service.waitForRequests(named: "NeverAsked", within: limit)
    }
    open.cancel()
    let blocked = MissingRequestsError(
      "A", count: 1, limit: .seconds(10), ending: .poolIsBlocked, requests: [])
    let received = service.requests[0]
    let many = MissingRequestsError(
      "B", count: 1, limit: .seconds(10), requests: Array(repeating: received, count: 21),
      openCount: 0)
    let incomplete = MissingRequestsError(
      "B", count: 1, limit: .seconds(10), requests: [], openCount: 1)
    let messages: [String?] = [
      nothing?.description, single?.description, two?.description, undelayed?.description,
      unasked?.description, blocked.description,
      many.description.replacing(/(query "A", )+/, with: "…, "), incomplete.description,
    ]
    let expected: [String?] = [
      "Waited 0.01 seconds for 2 delays; none is waiting for the clock.",
      "Waited 0.01 seconds for 2 delays; 1 is waiting for the clock.",
      "Waited 0.01 seconds for 3 delays; 2 are waiting for the clock.",
      """
      Waited 0.01 seconds for a delay; none is waiting for the clock. The client has 1 open request.
      """,
      """
      Waited 0.01 seconds for a request for "NeverAsked"; received: query "A". The client has 1 open request.
      """,
      """
      Stopped waiting for a request for "A", because blocking code occupies the threads that all tasks share: \
      no task of default priority has run for 300 s; none arrived.
      """,
      "Waited 10.0 seconds for a request for \"B\"; received: 1 more, then …, query \"A\".",
      """
      Waited 10.0 seconds for a request for "B"; none is complete. The client has 1 open request.
      """,
    ]
    #expect(messages == expected)
    // XCTest on Linux passes on only the text of a thrown error.
    for message in messages.compactMap({ $0 }) {
      #expect(MissingRequestsError(thrown: "threw error \"\(message)\"") != nil, "\(message)")
    }
    #expect(MissingRequestsError(thrown: "threw error \"URLError\"") == nil)
  }
}
