import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Cancellation, and services that end before their requests.
struct RequestLoadTests {
  let request: URLRequest

  init() throws {
    request = try .graphQL(["query": "{ a }"])
  }

  @Test func aCancelledRequestFailsAndItsClosureIsCancelled() async throws {
    let closure = AsyncStream<String>.makeStream()
    let service = MockGraphQLService(
      .query(.any) { _ in
        closure.continuation.yield("started")
        do {
          try await Task.sleep(for: .seconds(60))
        } catch { closure.continuation.yield("cancelled") }
        return .data(["late": true])
      })
    let session = service.makeSession()
    let client = Task { [request] in try await session.data(for: request) }
    var events = closure.stream.makeAsyncIterator()
    #expect(await events.next() == "started")
    client.cancel()
    #expect(await events.next() == "cancelled")
    let result = await client.result
    #expect(throws: URLError.self) { try result.get() }
    #expect(service.requests.map(\.ending) == [.cancelled])
  }

  @Test func requestOfADeallocatedServiceFails() async throws {
    var service: MockGraphQLService? = MockGraphQLService(.query(.any, .data(["a": 1])))
    let session = try #require(service).makeSession()
    service = nil
    let error = await #expect(throws: URLError.self) { try await session.data(for: request) }
    #expect(error?.code == .resourceUnavailable)
    #expect(
      error?.localizedDescription == """
        The MockGraphQLService of this session was deallocated; keep the service as long as the session, for example \
        in a property of the test.
        """)
  }

  @Test(arguments: ["service", "session"])
  func openRequestFailsWhenItsServiceOrSessionEnds(ends: String) async throws {
    var service: MockGraphQLService? = MockGraphQLService(.query(.any, .never))
    let session = try #require(service).makeSession()
    let client = Task { [request] in try await session.data(for: request) }
    try await waitUntil { service?.requests.isEmpty == false }
    if ends == "service" { service = nil } else { session.invalidateAndCancel() }
    let result = await client.result
    let error = #expect(throws: URLError.self) { try result.get() }
    if ends == "service" { #expect(error?.code == .resourceUnavailable) }
  }

  @Test(arguments: ["request", "session"])
  func requestWithoutAResponseTimesOutByItsOwnLimitOrThatOfItsSession(limited: String) async throws
  {
    let service = MockGraphQLService(.query(.any, .never))
    let configuration = URLSessionConfiguration.ephemeral
    var request = request
    if limited == "request" {
      request.timeoutInterval = 0.05
    } else {
      configuration.timeoutIntervalForRequest = 0.05
    }
    service.install(in: configuration)
    let session = URLSession(configuration: configuration)
    let result = await Task { [request] in try await session.data(for: request) }.result
    let error = #expect(throws: URLError.self) { try result.get() }
    #expect(error?.code == .timedOut)
    if limited == "request" {
      #expect(service.requests.map(\.ending?.error?.code) == [.timedOut])
    }
  }

  #if canImport(FoundationNetworking)
    @Test func aDownloadTaskFailsEarlyWithTheReason() async throws {
      let service = MockGraphQLService(.query(.any, .data(["a": 1])))
      let session = service.makeSession()
      let error = await withCheckedContinuation { continuation in
        session.downloadTask(with: request) { _, _, error in
          continuation.resume(returning: error as? URLError)
        }.resume()
      }
      #expect(error?.code == .resourceUnavailable)
      #expect(
        error?.localizedDescription == """
          A download task can't be mocked on this platform, where Foundation crashes on it \
          (swift-corelibs-foundation#3367); use a data task.
          """)
    }
  #endif

  @Test func aDelayedResponseComesAfterItsDelay() async throws {
    let service = MockGraphQLService(.query(.any, .data(["a": 1]).delay(.milliseconds(30))))
    let start = ContinuousClock().now
    _ = try await service.makeSession().data(for: request)
    #expect(start.duration(to: .now) >= .milliseconds(30))
  }
}
