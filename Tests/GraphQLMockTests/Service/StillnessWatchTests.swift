import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The report, once per test, when requests are open and there was no progress for ten seconds.
struct StillnessWatchTests {
  private let steps = SteppedClock()
  private let told = AsyncStream<String>.makeStream()

  private func service(_ handlers: RequestHandler..., clock: SteppedClock? = nil)
    -> MockGraphQLService
  {
    let service = MockGraphQLService(handlers, clock: clock)
    service.begin(testName: "T/t()")
    service.reportStillness(by: steps) { [told] in told.continuation.yield($0) }
    return service
  }

  private func ask(_ service: MockGraphQLService, _ query: String) throws -> Task<Void, any Error> {
    let request = try URLRequest.graphQL(["query": .string(query)], accept: nil)
    return Task { _ = try await service.respond(to: request).body.collect() }
  }

  private func nextText() async -> String? {
    for await text in told.stream { return text.replacing(/\d+\.\d s\b/) { _ in "… s" } }
    return nil
  }

  @Test func openRequestsAreReportedOnceWhenNothingMoves() async throws {
    let never = RequestHandler.query("A", .never)
    let service = service(never, .query("B", .data(["b": 1])))
    try await ask(service, "query B { b }").value
    // An immediate response starts no timer.
    #expect(steps.waitingCount == 0)
    let first = try ask(service, "query A { a }")
    try await steps.waitForDelays()
    steps.advance(by: .milliseconds(9_999))
    steps.advance(by: .milliseconds(1))
    #expect(
      await nextText() == """
        GraphQLMock: no request has made progress for 10 s in the test T/t(). Still open:
          query "A" has waited … s for nothing: the response is .never (\(never.location))
        """)
    let second = try ask(service, "query A { b }")
    try await service.waitForRequests(named: "A", atLeast: 2)
    try await waitUntil { service.requests(named: "A").allSatisfy { $0.waitsFor != nil } }
    #expect(steps.waitingCount == 0)
    first.cancel()
    second.cancel()
  }

  @Test func requestsThatMakeProgressAreNotReported() async throws {
    let clock = SteppedClock()
    let service = service(
      .query("A", .data([:]).delay(.seconds(60))), .query("B", .data(["b": 1])), clock: clock)
    let open = try ask(service, "query A { a }")
    try await steps.waitForDelays()
    try await ask(service, "query B { b }").value
    steps.advance(by: .seconds(10))
    clock.advance(by: .seconds(1))
    steps.advance(by: .seconds(10))
    #expect(steps.waitingCount == 1)
    clock.advance(by: .seconds(59))
    try await open.value
    steps.advance(by: .seconds(10))
    steps.advance(by: .seconds(10))
    // No request is open, and the next pending request is watched again.
    try await waitUntil { steps.waitingCount == 0 }
    let last = try ask(service, "query A { a }")
    try await steps.waitForDelays()
    try await waitUntil { service.requests.last?.waitsFor != nil }
    // Reaching its delay may count as progress in the first ten seconds.
    steps.advance(by: .seconds(10))
    steps.advance(by: .seconds(10))
    #expect(
      await nextText()?.contains("query \"A\" has waited … s for a delay of 60 s on a ") == true)
    last.cancel()
  }

  @Test func idleSocketsAreReported() async throws {
    let service = service(.query("A", .data(["a": 1])))
    service.sockets.policy = .neverAcknowledge
    let url = URL.of("wss://a.example/graphql")
    let socket = service.sockets.webSocketTask(with: url, protocols: ["graphql-transport-ws"])
    var lines: [[String]] = [service.openLines()]
    socket.resume()
    lines.append(service.openLines())
    try await socket.send(.string(#"{"type":"connection_init"}"#))
    lines.append(service.openLines())
    let head = "The WebSocket to wss://a.example/graphql waits for"
    let last = "\(head) connection_ack: the policy is .neverAcknowledge"
    let expected: [[String]] = [
      ["\(head) the client to resume it"], ["\(head) the client's connection_init"], [last],
    ]
    #expect(lines == expected)
    steps.advance(by: .seconds(10))
    #expect(
      await nextText() == """
        GraphQLMock: no request has made progress for 10 s in the test T/t(). Still open:
          \(last)
        """)
  }

  /// Without this, a request that begins to wait during the check would never be watched.
  @Test func progressDuringACheckStartsTheWatchAgain() async throws {
    let moves = Locked(0)
    let watch = StillnessWatch(
      steps, within: .seconds(10), progress: { moves.withLock { $0 } },
      report: { [told] in
        let isOpen = moves.withLock { $0.next() } > 1
        told.continuation.yield("\(isOpen)")
        return isOpen
      })
    watch.begin()
    steps.advance(by: .seconds(10))
    #expect(await nextText() == "false")
    try await steps.waitForDelays()
    steps.advance(by: .seconds(10))
    #expect(await nextText() == "true")
    #expect(steps.waitingCount == 0)
  }

  @Test func aRequestThatBeginsToWaitDuringAReportStartsNoSecondWatch() async throws {
    let watch = Locked<StillnessWatch?>(nil)
    watch.withLock {
      $0 = StillnessWatch(steps, within: .seconds(10), progress: { 0 }) { [told] in
        watch.withLock { $0 }?.begin()
        told.continuation.yield("")
        return true
      }
    }
    watch.withLock { $0 }?.begin()
    try await steps.waitForDelays()
    steps.advance(by: .seconds(10))
    _ = await nextText()
    #expect(steps.waitingCount == 0)
    watch.withLock { $0 = nil }
  }
}
