import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The client's timeout restarts with each chunk of a body, as with a real service.
struct ClientTimeoutTests {
  private static func session(
    of service: MockGraphQLService, timeout: TimeInterval, delegate: (any URLSessionDelegate)? = nil
  ) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    return service.makeSession(configuration: configuration, delegate: delegate)
  }

  private static func request() throws -> URLRequest {
    try .graphQL(["query": "subscription T { n }"], accept: "text/event-stream")
  }

  @Test func asyncCallTimesOutWithTheReasonAfterTheLastEvent() async throws {
    let events = RequestHandler.subscription("T", .events([.data(["n": 1]), .never]))
    let service = MockGraphQLService(events)
    let session = Self.session(of: service, timeout: 0.1)
    let error = await #expect(throws: URLError.self) {
      try await session.data(for: Self.request())
    }
    #expect(error?.code == .timedOut)
    #if canImport(FoundationNetworking)
      let message = "for nothing: the response stays open after 1 event (\(events.location))"
      let messages: [String?] = [error?.localizedDescription] + service.requests.map(\.waitsFor)
      #expect(
        messages
          == ["The client timed out after 0.1 s while the request waited \(message).", message])
      #expect(service.requests[0].response?.body.isEmpty == false)
    #endif
  }

  @Test func timeoutsOfSeveralSessionsApplyToTheirRequests() throws {
    let service = MockGraphQLService()
    var request = try Self.request()
    func timeouts(_ ofSession: TimeInterval) -> [TimeInterval?] {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.timeoutIntervalForRequest = ofSession
      let classes = service.install(in: configuration).protocolClasses ?? []
      let ofService = classes.compactMap { $0 as? MockURLProtocol.Type }
      return ofService.map { request.timeout(in: $0) }
    }
    // 0 is no limit, and the library has none of more than 30 years.
    #expect(
      [0.25, 10, 60, 604_800, 0, 1e12].map(timeouts) == [
        [0.25], [10], [60], [604_800], [1e9], [1e9],
      ])
    request.timeoutInterval = 5
    #expect(timeouts(0.25) == [5])
  }

  @Test func aTimeoutOfZeroOrOfThirtyYearsIsNoLimit() {
    let seconds = [-1, 0, 0.001, 999_999_999, 1e9, .infinity, .nan]
    #expect(seconds.map(ServiceCall.isLimit) == [false, false, true, true, false, false, false])
  }

  /// On Apple platforms, Foundation also measures the time-out, and only stops the request.
  @Test func requestThatFoundationStopsWhenItsTimeIsOverHasTheCause() throws {
    let handler = RequestHandler.query("A", .never)
    let service = MockGraphQLService(handler)
    let request = try URLRequest.graphQL(["query": "query A { a }"])
    // Foundation starts to measure up to 5 % earlier.
    for seconds in [30, 57, 60] {
      service.core.answer(request, body: RequestBody(of: request, task: nil)) { _ in }
        .cancelOrTimeOut(at: .now + .seconds(seconds))
    }
    let message =
      "The client timed out after 60 s while the request waited for nothing: the response is .never "
      + "(\(handler.location))."
    let timeout = ReceivedRequest.Ending.failed(.mock(.timedOut, message: message))
    #expect(service.requests.map(\.ending) == [.cancelled, timeout, timeout])
  }

  @Test func delegateGetsTheEventsAndThenTheTimeout() async throws {
    let service = MockGraphQLService(
      .http("/slow", .text("0123456789").chunked(4, every: .seconds(60))))
    let log = DelegateLog()
    let session = Self.session(of: service, timeout: 0.1, delegate: log)
    session.dataTask(with: .of("https://a.example/slow")).resume()
    #expect(await log.next(3) == [.head(200), .chunk("0123"), .end(.timedOut)])
    try await waitUntil { service.requests.first?.ending != nil }
    #expect(
      service.requests[0].waitsFor?.hasPrefix("for a delay of 60 s before part 2 of 3") == true)
  }

  @Test func eachChunkRestartsTheTimeout() async throws {
    let service = MockGraphQLService(
      .http("/slow", .text("0123456789").chunked(1, every: .milliseconds(100))))
    // Shorter than all chunks, and far longer than one, because a busy machine delays each.
    let session = Self.session(of: service, timeout: 0.8)
    let (body, _) = try await session.data(from: .of("https://a.example/slow"))
    #expect(String(decoding: body, as: UTF8.self) == "0123456789")
  }
}
