import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The client's timeout restarts with each chunk of a body, as with a real service.
struct IdleTimeoutTests {
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
      let messages: [String?] = [error?.localizedDescription] + service.exchanges.map(\.waitsFor)
      #expect(
        messages
          == ["The client timed out after 0.1 s while the request waited \(message).", message])
      #expect(service.exchanges[0].response?.body.isEmpty == false)
    #endif
  }

  @Test func delegateGetsTheEventsAndThenTheTimeout() async throws {
    let service = MockGraphQLService(
      .http("/slow", .text("0123456789").chunked(4, every: .seconds(60))))
    let log = DelegateLog()
    let session = Self.session(of: service, timeout: 0.1, delegate: log)
    session.dataTask(with: .of("https://a.example/slow")).resume()
    #expect(await log.next(3) == [.head(200), .chunk("0123"), .end(.timedOut)])
    try await waitUntil { service.exchanges.first?.ending != nil }
    #expect(
      service.exchanges[0].waitsFor?.hasPrefix("for a delay of 60 s before part 2 of 3") == true)
  }

  @Test func eachChunkRestartsTheTimeout() async throws {
    let service = MockGraphQLService(
      .http("/slow", .text("0123456789").chunked(2, every: .milliseconds(60))))
    let session = Self.session(of: service, timeout: 0.1)
    let (body, _) = try await session.data(from: .of("https://a.example/slow"))
    #expect(String(decoding: body, as: UTF8.self) == "0123456789")
  }
}
