import Dispatch
import Foundation
import GraphQLMockTesting
import TestSupport
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The same hanging tests in XCTest, in which a wait for an expectation expires.
final class PlantedXCTestHangs: XCTestCase {
  override func invokeTest() {
    if Mistakes.areEnabled { super.invokeTest() }
  }

  private let slow = RequestHandler.query("Slow", .data(["a": 1]).delay(.seconds(5)))

  func testClockThatIsNotMoved() async throws {
    try await hang(slow, clock: SteppedClock()) { try await ShopApp().send("query Slow { a }") }
  }

  func testClockThatIsMovedTooLittle() async throws {
    let clock = SteppedClock()
    try await hang(slow, clock: clock, steps: 2) {
      try await ShopApp().send("query Slow { a }")
    } meanwhile: {
      try await clock.waitForDelays()
      clock.advance(by: .seconds(2))
    }
  }

  func testSubscriptionThatIsNeverCompleted() async throws {
    try await hang(.subscription("Prices", .eventsFromTest)) {
      try await ShopApp().send(
        "subscription Prices { n }", headers: ["Accept": "text/event-stream"])
    }
  }

  func testSequenceOfEventsThatNeverEnds() async throws {
    let silent = AsyncStream<MockResponse> { _ in }
    try await hang(.subscription("Prices", .events(from: silent))) {
      try await ShopApp().send(
        "subscription Prices { n }", headers: ["Accept": "text/event-stream"])
    }
  }

  func testClosureThatBlocks() async throws {
    let gate = DispatchSemaphore(value: 0)
    defer { gate.signal() }
    let handler = RequestHandler.query("Blocked") { _ in
      gate.wait()
      return .data(["a": 1])
    }
    try await hang(handler) {
      try await ShopApp().send("query Blocked { a }")
    } meanwhile: {
      try await Hang.untilAClosureRuns(in: .current)
    }
  }

  func testResponseThatNeverComes() async throws {
    try await hang(.query("Endless", .never)) { try await ShopApp().send("query Endless { a }") }
  }

  func testBodyOfARequestThatNeverEnds() async throws {
    nonisolated(unsafe) let body = EndlessStream()
    defer { body.finish() }
    try await hang { try await ShopApp().post(body) }
  }

  func testSocketThatIsNotAcknowledged() async throws {
    try await hang {
      let service = MockGraphQLService.current
      service.sockets.policy = .neverAcknowledge
      try await ShopApp.connect(to: service)
    } meanwhile: {
      try await waitUntil { MockGraphQLService.current.sockets.connectionPayloads.count == 1 }
    }
  }

  func testRealServiceThatIsSilent() async throws {
    let server = try LoopbackServer { _ -> String? in nil }
    try await hang(.query("Slow", .passThrough)) {
      try await ShopApp(url: "\(server.url)/graphql").send("query Slow { a }")
    }
  }

  private func hang(
    _ handlers: RequestHandler..., clock: SteppedClock? = nil, steps: Int = 1,
    _ act: @escaping @Sendable () async throws -> Void, meanwhile: () async throws -> Void = {}
  ) async throws {
    try await withMockGraphQLService(clock: clock) {
      MockGraphQLService.current.register(handlers)
      let (hang, isShown) = (Hang(), expectation(description: "the response is shown"))
      Task {
        try await act()
        isShown.fulfill()
      }
      try await meanwhile()
      try await hang.untilTold(steps: steps)
      await fulfillment(of: [isShown], timeout: 0.01)
    }
  }
}
