import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// No work for a response outlives its request: cancellation by the client, the timeout and the end
/// of the service stop delays and closures.
struct CancellationTests {
  static func request(timeout: TimeInterval = 60) throws -> URLRequest {
    var request = try URLRequest.graphQL(["query": "query A { a }"])
    request.timeoutInterval = timeout
    return request
  }

  @Test func randomDelaysRepeatWithTheSameSeed() {
    typealias RandomDelay = MockResponse.RandomDelay
    let range: ClosedRange<Duration> = .milliseconds(10) ... .milliseconds(20)
    let delay = RandomDelay(range: range, seed: 1)
    let draws: [Duration] = (0..<1_000).map { delay.draw($0) }
    let again: [Duration] = (0..<1_000).map { delay.draw($0) }
    #expect(draws == again)
    #expect(Set(draws).count > 900)
    let others: [Duration] = (0..<1_000).map { delay.draw(0, event: $0) }
    #expect(Set(others).count > 900)
    let days = RandomDelay(range: .seconds(-5) ... .seconds(Int.max), seed: 1)
    let long: [Duration] = (0..<200).map { days.draw($0) }
    let allowed: ClosedRange<Duration> = .zero...RandomDelay.limit
    var outside: [Duration] = draws.filter { !range.contains($0) }
    outside += long.filter { !allowed.contains($0) }
    #expect(outside == [])
  }

  /// The first number of SplitMix64 for each seed, as that of Java's `SplittableRandom`.
  @Test(arguments: [(0, 0xE220_A839_7B1D_CDAF), (1_234_567, 6_457_827_717_110_365_317)])
  func randomDelayIsTheUpper53BitsOfSplitMix64(seed: UInt64, bits: UInt64) {
    let delay = MockResponse.RandomDelay(range: .seconds(2) ... .seconds(6), seed: seed)
    let expected = Duration.seconds(2 + 4 * Double(bits >> 11) / 0x1p53)
    #expect(delay.draw(0) == expected)
  }

  @Test func delayAfterAClosureEndsWithItsRequest() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(
      .query("A") { _ in .data([:]).delay(.seconds(3_600)) }, clock: clock)
    let session = service.makeSession()
    let request = try Self.request()
    for _ in 0..<20 {
      let tasks = (0..<50).map { _ in Task { try await session.data(for: request) } }
      try await clock.waitForDelays(atLeast: 50)
      for task in tasks { task.cancel() }
      for task in tasks { _ = await task.result }
      // The client continues before its request has stopped loading.
      try await waitUntil { service.requests.allSatisfy { $0.ending != nil } }
      try await waitUntil { clock.waitingCount == 0 }
    }
    let endings: [ReceivedRequest.Ending?] = service.requests.map(\.ending)
    let expected: [ReceivedRequest.Ending?] = Array(repeating: .cancelled, count: 1_000)
    #expect(endings == expected)
  }

  enum Step: Sendable { case begun, cancelled }

  /// Signals that the closure has started, and that its task was canceled.
  @Sendable static func untilCancelled(_ steps: AsyncStream<Step>.Continuation) async {
    await withTaskCancellationHandler {
      steps.yield(.begun)
      for await _ in AsyncStream<Void>(unfolding: { try? await Task.sleep(for: .seconds(3_600)) }) {
      }
    } onCancel: {
      steps.yield(.cancelled)
    }
  }

  @Test func timeoutCancelsTheHandlerClosure() async throws {
    let (stream, steps) = AsyncStream<Step>.makeStream()
    let hasBegun = Locked(false)
    let service = MockGraphQLService(
      .query("A") { _ in
        hasBegun.withLock { $0 = true }
        await Self.untilCancelled(steps)
        return .data([:])
      })
    // A closure that hasn't started by then isn't called.
    for timeout in [0.01, 0.1, 1, 10] where !hasBegun.withLock({ $0 }) {
      let request = try Self.request(timeout: timeout)
      let error = await #expect(throws: URLError.self) {
        try await service.makeSession().data(for: request)
      }
      #expect(error?.code == .timedOut, "\(timeout)")
    }
    for await step in stream where step == .cancelled { break }
  }

  @Test func endingAServiceCancelsHandlerClosures() async throws {
    let (stream, steps) = AsyncStream<Step>.makeStream()
    var service: MockGraphQLService? = MockGraphQLService(
      .query("A") { _ in
        await Self.untilCancelled(steps)
        return .data([:])
      })
    let session = try #require(service).makeSession()
    let request = try Self.request()
    let task = Task { try await session.data(for: request) }
    // A request begins before its closure, which isn't called after the service has ended.
    for await step in stream where step == .begun { break }
    service = nil
    for await step in stream where step == .cancelled { break }
    let result = await task.result
    #expect(throws: URLError.self) { try result.get() }
  }

  @Test func cancelingATaskEndsItsWaitForDelays() async {
    let clock = SteppedClock()
    let waiting = Task { try await clock.waitForDelays() }
    waiting.cancel()
    let result = await waiting.result
    #expect(throws: CancellationError.self) { try result.get() }
  }

  @Test func workStartedDuringOrAfterItsCancellationDoesNotWait() {
    let during = SteppedClock()
    let call = ServiceCall(ServiceCore(ServiceSettings())) { _ in }
    // Called during the cancellation.
    call.whenReceived { _ in call.whenAnsweredOrCanceled(during.call(after: .seconds(3_600)) {}) }
    call.cancel()
    let after = SteppedClock()
    let pause = Pause(after)
    pause.cancel()
    pause.wait(.seconds(3_600)) {}
    let waiting: [Int] = [during.waitingCount, after.waitingCount]
    #expect(waiting == [0, 0])
  }

  @Test func streamStartingAsItsServiceEndsIsEnded() async throws {
    let core = ServiceCore(ServiceSettings())
    for _ in 0..<1_000 {
      let chunks = ResponseStream(bodyLimit: 0)
      let replies = Locked(0)
      let call = ServiceCall(core) { _ in replies.withLock { $0 += 1 } }
      let others = PendingValue<Void>()
      WorkerThreads.shared.run {
        call.deliver(.stream(RequestOutcome.Streamed(status: 200, headers: [:], chunks: chunks)))
        others.fulfil(())
      }
      call.fail(URLError(.resourceUnavailable))
      _ = await others.value()
      let outcome = "replies: \(replies.withLock { $0 }), stream is over: \(chunks.isOver)"
      try #require(outcome == "replies: 1, stream is over: true")
    }
  }

  @Test func requestOfAnEndedServiceIsNotReportedAsUnhandled() async throws {
    // The service ends while a predicate runs, so that no handler is left when it returns false.
    let (asked, asking) = AsyncStream<Void>.makeStream()
    let goOn = DispatchSemaphore(value: 0)
    let service = MockGraphQLService(
      .query(
        .where { _ in
          asking.yield()
          goOn.wait()
          return false
        }, .data([:])))
    let session = service.makeSession()
    let request = try Self.request()
    let task = Task { try await session.data(for: request) }
    for await _ in asked { break }
    service.end(test: "T")
    goOn.signal()
    let result = await task.result
    let error = #expect(throws: URLError.self) { try result.get() }
    #expect(
      error?.localizedDescription == """
        This request belongs to the test T, which has ended. Let the test await its requests. A client \
        that is `static`, or shared by tests, keeps using the service of the test that made it. In XCTest a \
        scope ends with the closure of `withMockGraphQLService`: put it around `super.invokeTest()`.
        """)
    #expect(service.failures == [])
  }

  @Test func aCanceledRequestThatTheClosureDeclinesIsntCounted() async throws {
    let begun = Locked(false)
    let gate = DispatchSemaphore(value: 0)
    let isFirst = Locked(true)
    let service = MockGraphQLService(
      .query("A") { _ -> MockResponse? in
        guard isFirst.withLock({ exchange(&$0, with: false) }) else { return .data(["a": 1]) }
        begun.withLock { $0 = true }
        gate.wait()
        return nil
      }.once)
    let task = Task { try await service.respond(to: Self.request()) }
    try await waitUntil { begun.withLock { $0 } }
    task.cancel()
    _ = await task.result
    gate.signal()
    let entry = try #require(service.core.registry.all.first)
    try await waitUntil { service.core.registry.useCountIfUsedUp(entry) == nil }
    let body = try await service.respond(to: Self.request()).body.collect()
    #expect(String(decoding: body, as: UTF8.self) == #"{"data":{"a":1}}"#)
  }
}
