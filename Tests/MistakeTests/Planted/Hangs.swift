import Dispatch
import Foundation
import GraphQLMockTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tests that hang until their time limits expire, each for another reason.
@Suite(.enabled(if: Mistakes.areEnabled), .alreadyUp) struct PlantedHangs {
  private static let slow = RequestHandler.query("Slow", .data(["a": 1]).delay(.seconds(5)))
  private static let events = ["Accept": "text/event-stream"]

  @Test(.graphQL(slow, clock: SteppedClock())) func clockThatIsNotMoved() async throws {
    try await hang { try await ShopApp().send("query Slow { a }") }
  }

  @Test(.graphQL(slow, clock: SteppedClock())) func clockThatIsMovedTooLittle() async throws {
    let clock = MockGraphQLService.current.clock
    try await hang(steps: 2) {
      try await ShopApp().send("query Slow { a }")
    } meanwhile: {
      try await clock?.waitForDelays()
      clock?.advance(by: .seconds(2))
    }
  }

  @Test(.graphQL(slow, clock: SteppedClock())) func clockThatIsMovedTooEarly() async throws {
    MockGraphQLService.current.clock?.advance(by: .seconds(5))
    try await hang { try await ShopApp().send("query Slow { a }") }
  }

  @Test(
    .graphQL(
      .subscription("Prices", .events([.data(["n": 1]), .data(["n": 2])], every: .seconds(1))),
      clock: SteppedClock())) func eventsOfAClockThatIsNotMoved() async throws
  {
    try await hang { try await ShopApp().send("subscription Prices { n }", headers: Self.events) }
  }

  @Test(.graphQL(.subscription("Prices", .eventsFromTest))) func subscriptionThatIsNeverCompleted()
    async throws
  {
    let subscriptions = MockGraphQLService.current.subscriptions
    try await hang(steps: 2) {
      try await ShopApp().send("subscription Prices { n }", headers: Self.events)
    } meanwhile: {
      try await subscriptions.wait(for: "Prices")
      subscriptions.send(.data(["n": 1]), to: "Prices")
    }
  }

  @Test(
    .graphQL(
      .subscription("Prices") { _ in
        .events(from: AsyncStream<MockResponse> { $0.yield(.data(["n": 1])) })
      })) func sequenceOfEventsThatNeverEnds() async throws
  {
    let service = MockGraphQLService.current
    try await hang(steps: 2) {
      try await ShopApp().send("subscription Prices { n }", headers: Self.events)
    } meanwhile: {
      try await waitUntil { service.requests.first?.waitsFor?.contains("1 was sent") == true }
    }
  }

  @Test(.graphQL(.subscription("Prices", .events([.data(["n": 1]), .never]))))
  func eventsThatStayOpen() async throws {
    try await hang { try await ShopApp().send("subscription Prices { n }", headers: Self.events) }
  }

  private static let gate = DispatchSemaphore(value: 0)

  @Test(
    .graphQL(
      .query("Blocked") { _ in
        gate.wait()
        return .data(["a": 1])
      })) func closureThatBlocks() async throws
  {
    defer { Self.gate.signal() }
    let service = MockGraphQLService.current
    try await hang {
      try await ShopApp().send("query Blocked { a }")
    } meanwhile: {
      try await Hang.untilAClosureRuns(in: service)
    }
  }

  @Test(
    .graphQL(
      .query("Endless") { _ in
        try await Task.sleep(nanoseconds: 600_000_000_000)
        return .data(["a": 1])
      })) func closureThatAwaitsForEver() async throws
  {
    let service = MockGraphQLService.current
    try await hang {
      try await ShopApp().send("query Endless { a }")
    } meanwhile: {
      try await Hang.untilAClosureRuns(in: service)
    }
  }

  @Test(.graphQL(.query("Endless", .never))) func responseThatNeverComes() async throws {
    try await hang { try await ShopApp().send("query Endless { a }") }
  }

  @Test(.graphQL(.viewer)) func bodyOfARequestThatNeverEnds() async throws {
    nonisolated(unsafe) let body = EndlessStream()
    defer { body.finish() }
    try await hang { try await ShopApp().post(body) }
  }

  @Test(.graphQL(.viewer)) func socketThatIsNotAcknowledged() async throws {
    let service = MockGraphQLService.current
    service.sockets.policy = .neverAcknowledge
    try await hang {
      try await ShopApp.connect(to: service)
    } meanwhile: {
      try await waitUntil { service.sockets.connectionPayloads.count == 1 }
    }
  }

  /// A server that accepts requests and never answers.
  static let silent = try? LoopbackServer { _ -> String? in nil }

  @Test(.graphQL(.query("Slow", .passThrough))) func realServiceThatIsSilent() async throws {
    let url = "\(Self.silent?.url ?? "")/graphql"
    try await hang { try await ShopApp(url: url).send("query Slow { a }") }
  }

  /// Waits until the service reports that there is no progress, and is then canceled as by a time
  /// limit.
  private func hang(
    steps: Int = 1, beginning act: @escaping @Sendable () async throws -> Void,
    meanwhile: () async throws -> Void = {}
  ) async throws {
    let hang = Hang()
    async let _: Void = act()
    try await meanwhile()
    try await hang.untilTold(steps: steps)
    withUnsafeCurrentTask { $0?.cancel() }
  }
}

/// Clients that cancel before the response arrives or ends.
@Suite(.enabled(if: Mistakes.areEnabled)) struct PlantedTimeouts {
  private static var hasty: ShopApp {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 0.1
    return ShopApp(session: MockGraphQLService.current.makeSession(configuration: configuration))
  }

  @Test(.graphQL(.query("Slow", .data(["a": 1]).delay(.seconds(5))))) func clientThatGivesUp()
    async throws
  {
    try await Self.hasty.send("query Slow { a }")
  }

  @Test(.graphQL(.subscription("Prices", .events([.data(["n": 1]), .never]))))
  func clientThatWaitsForAnEventInVain() async throws {
    try await Self.hasty.send(
      "subscription Prices { n }", headers: ["Accept": "text/event-stream"])
  }

  @Test(.graphQL(.query("Slow", .passThrough))) func serviceThatCantBeReached() async throws {
    do {
      try await ShopApp(url: "http://127.0.0.1:9/graphql").send("query Slow { a }")
    } catch {
      throw ShopError(text: error.localizedDescription)
    }
  }
}

/// Requests that go to the real service because they aren't recorded; runs only if recording is
/// allowed.
@Suite(.enabled(if: Mistakes.areEnabled && Mistakes.mayRecord), .alreadyUp) struct PlantedRecordings
{
  /// A copy, because a network failure is also recorded.
  private static let files = try? TemporaryFolder([
    "Stale/Viewer.json": """
    {"recorded": {"version": 1},
     "request": {"operationName": "Viewer", "query": "query Viewer { viewer { id name } }"},
     "response": {"status": 200, "body": {"data": {"viewer": {"id": "1", "name": "Ada"}}}}}
    """
  ])
  private static var stale: Recording {
    let folder = files?.url ?? FileManager.default.temporaryDirectory
    return Recording(.missing, folder: folder.appendingPathComponent("Stale"))
  }

  @Test(.graphQL(recording: stale)) func recordingThatIsStale() async throws {
    try await ShopApp(url: "http://127.0.0.1:9/graphql").send(Documents.viewer)
  }

  @Test(.graphQL(recording: stale)) func realServiceThatIsSilentWhileRecording() async throws {
    let hang = Hang()
    let url = "\(PlantedHangs.silent?.url ?? "")/graphql"
    async let _ = ShopApp(url: url).send(Documents.viewer)
    try await hang.untilTold()
    withUnsafeCurrentTask { $0?.cancel() }
  }
}
