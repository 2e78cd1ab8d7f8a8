import Foundation
import GraphQLMock
import TestSupport
import Testing

/// Fixtures as events of a subscription.
struct FixtureEventTests {
  /// `scripts/check-sanitizers` finds a data race here.
  @Test func threadsOfATestSendFixturesToOneSubscription() async throws {
    let folder = try TemporaryFolder(["Ticks.one.json": #"{"data":{"n":1}}"#])
    let service = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
    service.record(Recording(.verify, folder: folder.url))
    let response = try await service.respond(to: SubscriptionTests.request("text/event-stream"))
    try await service.subscriptions.wait(for: "Ticks")
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<20 { service.subscriptions.send(.fixture("Ticks.one"), to: "Ticks") }
    }
    service.subscriptions.complete("Ticks")
    let events = EventStreamReader(try await response.body.collect()).events
    #expect(events.count { $0.data == #"{"data":{"n":1}}"# } == 160)
    #expect(service.failures == [])
  }

  enum EventSource: CaseIterable { case list, sequence, test }

  private func sending(_ event: MockResponse, by source: EventSource) -> MockResponse {
    switch source {
    case .list: .events([event])
    case .test: .eventsFromTest
    case .sequence:
      .events(
        from: AsyncStream {
          $0.yield(event)
          $0.finish()
        })
    }
  }

  /// As outside of events, a fixture may be an error. A request error ends the stream.
  @Test(arguments: EventSource.allCases)
  func aFixtureAsAnEventMayBeAnError(source: EventSource) async throws {
    let folder = try TemporaryFolder([
      "Ticks.lost.json": #"{"request": {}, "response": {"failure": "timedOut"}}"#,
      "Ticks.refused.json": #"{"errors": [{"message": "No"}]}"#,
    ])
    var found: [String] = []
    for name in ["Ticks.lost", "Ticks.refused"] {
      let service = MockGraphQLService(
        .subscription("Ticks", sending(.fixture(name), by: source)),
        fixtures: FixtureTable(folder: folder.url))
      let response = try await service.respond(to: SubscriptionTests.request())
      if source == .test {
        try await service.subscriptions.wait(for: "Ticks")
        service.subscriptions.send(.fixture(name), to: "Ticks")
      }
      do {
        found += try SubscriptionTests.payloads(await response.body.collect()).map(\.description)
      } catch let error as URLError {
        found.append("error \(error.code.rawValue)")
      }
      #expect(service.failures == [])
    }
    #expect(found == ["error -1001", #"{"errors":[{"message":"No"}],"payload":null}"#])
  }

  @Test(arguments: [EventSource.list, .sequence])
  func aFixtureAsAnEventHasItsDelay(source: EventSource) async throws {
    let folder = try TemporaryFolder([
      "Ticks.late.json": #"{"request": {}, "response": {"delay": 5, "body": {"data": {"n": 1}}}}"#
    ])
    let fixture = MockResponse.fixture("Ticks.late")
    for (event, delay) in [(fixture, 5), (fixture.delay(.seconds(2)), 2)] {
      let clock = SteppedClock()
      let service = MockGraphQLService(
        .subscription("Ticks", sending(event, by: source)),
        fixtures: FixtureTable(folder: folder.url), clock: clock)
      let task = Task { try await service.respond(to: SubscriptionTests.request()).body.collect() }
      try await clock.waitForDelays()
      clock.advance(by: .seconds(delay - 1))
      #expect(clock.waitingCount == 1, "\(delay)")
      clock.advance(by: .seconds(1))
      #expect(
        try SubscriptionTests.payloads(await task.value) == [["payload": ["data": ["n": 1]]]],
        "\(delay)")
    }
  }
}
