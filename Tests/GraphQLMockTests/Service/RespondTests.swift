import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `respond(to:)` answers like a session of the service.
struct RespondTests {
  static func request(_ query: String = "query A { a }") throws -> URLRequest {
    try URLRequest.graphQL(["query": .string(query)])
  }

  @Test func respondReturnsStatusHeadersAndBodyOfTheHandler() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 1]).status(203).header("X-Cost", "4")))
    let response = try await service.respond(to: Self.request())
    #expect(response.status == 203)
    #expect(
      response.headers == [
        "X-Cost": "4", "Content-Type": "application/json; charset=utf-8",
      ])
    #expect(try await response.body.collect() == Data(#"{"data":{"a":1}}"#.utf8))
    #expect(service.requests.map(\.ending) == [.answered])
  }

  @Test func bodyStreamIsReadAndTheResponseBodyCanBeReadOnce() async throws {
    let service = MockGraphQLService(.query("A", .data([:])))
    var request = try Self.request()
    let body = try #require(request.httpBody)
    request.httpBodyStream = InputStream(data: body)
    let response = try await service.respond(to: request)
    let bodies: [Data] = [try await response.body.collect(), try await response.body.collect()]
    #expect(bodies == [Data(#"{"data":{}}"#.utf8), Data()])
    #expect(service.requests.map(\.urlRequest.httpBody) == [body])
  }

  // The caller may be a queue that all sessions share, which slow work would block.
  @Test(arguments: [(262_144, true), (262_145, false)])
  func aBodyUpTo256KiBIsReadOnTheCallersThread(size: Int, isAtOnce: Bool) async throws {
    var request = try Self.request()
    let length = try #require(request.httpBody?.count)
    request.httpBody? += Data(repeating: UInt8(ascii: " "), count: size - length)
    #expect(
      await Self.isAnsweredAtOnce(request, by: MockGraphQLService(.query("A", .data([:]))))
        == isAtOnce)
  }

  @Test(arguments: [(0, true), (1, false)])
  func aResponseOfUpTo1000ValuesIsValidatedOnTheCallersThread(more: Int, isAtOnce: Bool)
    async throws
  {
    func list(_ count: Int, of element: MockJSON = 1) -> [MockJSON] {
      Array(repeating: element, count: count)
    }
    for elements in [
      // Counting the data and the list itself: 332 lists of two, and a short one.
      list(332, of: [1, 2]) + [.array(list(1 + more))],
      list(500) + [.array(list(497 + more))], list(998 + more),
    ] {
      let service = MockGraphQLService(.query("A", .data(["a": .array(elements)])))
      #expect(
        try await Self.isAnsweredAtOnce(Self.request(), by: service) == isAtOnce, "\(elements)")
    }
  }

  private static func isAnsweredAtOnce(
    _ request: URLRequest, by service: MockGraphQLService
  ) async -> Bool {
    let core = service.core
    return await withCheckedContinuation { continuation in
      let caller = ObjectIdentifier(Thread.current)
      _ = core.answer(request, body: RequestBody(of: request, task: nil)) { _ in
        continuation.resume(returning: ObjectIdentifier(Thread.current) == caller)
      }
    }
  }

  @Test func respondThrowsTheErrorsOfASession() async throws {
    let service = MockGraphQLService(
      .query("A", .networkError(.timedOut)), .query("B") { _ in throw URLError(.badURL) })
    var codes: [URLError.Code?] = []
    for query in ["query A { a }", "query B { b }", "query C { c }"] {
      let error = await #expect(throws: URLError.self) {
        try await service.respond(to: Self.request(query))
      }
      codes.append(error?.code)
    }
    let expected: [URLError.Code?] = [.timedOut, .badURL, .resourceUnavailable]
    #expect(codes == expected)
    #expect(service.requests.map(\.ending?.error?.code) == expected)
    #expect(service.failures.map(\.kind) == [.unhandledRequest])
  }

  @Test func delaysFollowTheClockAndTimeoutsTheRequest() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(
      .query("A", .data([:]).delay(.seconds(5))), .query("B", .never), clock: clock)
    let delayed = Task { try await service.respond(to: Self.request()).body.collect() }
    try await clock.waitForDelays()
    clock.advance(by: .seconds(5))
    #expect(try await delayed.value == Data(#"{"data":{}}"#.utf8))
    var never = try Self.request("query B { b }")
    never.timeoutInterval = 0.01
    let error = await #expect(throws: URLError.self) { try await service.respond(to: never) }
    #expect(error?.code == .timedOut)
  }

  @Test func cancelingTheTaskOrDiscardingTheBodyCancelsTheRequest() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(
      .query("A", .data([:]).delay(.seconds(3_600)), .data([:])), clock: clock)
    let task = Task { try await service.respond(to: Self.request()) }
    try await clock.waitForDelays()
    task.cancel()
    let result = await task.result
    #expect(throws: CancellationError.self) { _ = try result.get() }
    #expect(clock.waitingCount == 0)
    _ = try await service.respond(to: Self.request())
    #expect(service.requests.map(\.ending) == [.cancelled, .cancelled])
  }

  @Test(arguments: [true, false]) func cancelingTheReaderOfABodyCancelsTheRequest(
    isStream: Bool
  ) async throws {
    let service = MockGraphQLService(
      .subscription("S", .eventsFromTest), .query("A", .data(["a": 1])))
    let request =
      try isStream
      ? URLRequest.asking("subscription S { a }", accept: "text/event-stream") : Self.request()
    let body = try await service.respond(to: request).body
    let reading = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await body.collect()
    }
    let result = await reading.result
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(service.requests.map(\.ending) == [.cancelled])
  }

  @Test func aStreamWithoutBytesTimesOutAsInASession() async throws {
    let service = MockGraphQLService(.subscription("S", .eventsFromTest))
    var request = try URLRequest.asking("subscription S { a }", accept: "text/event-stream")
    request.timeoutInterval = 0.05
    let response = try await service.respond(to: request)
    let error = await #expect(throws: URLError.self) { try await response.body.collect() }
    #expect(error?.code == .timedOut)
    #expect(service.requests.map(\.ending?.error?.code) == [.timedOut])
  }

  @Test func aResponseWithoutABodyIsAnsweredWithoutReadingIt() async throws {
    let service = MockGraphQLService(.query("A", .status(204)))
    #expect(try await service.respond(to: Self.request()).status == 204)
    #expect(service.requests.map(\.ending) == [.answered])
    #expect(try await service.respond(to: Self.request()).body.collect() == Data())
    #expect(service.requests.map(\.ending) == [.answered, .answered])
  }
}
