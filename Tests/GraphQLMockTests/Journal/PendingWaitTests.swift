import Dispatch
import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What open requests wait for according to the journal, and what is released when they end.
struct PendingWaitTests {
  private static func request(
    _ query: String, timeout: TimeInterval = 60, accept: String? = "application/json"
  ) throws -> URLRequest {
    var request = try URLRequest.graphQL(["query": .string(query)], accept: accept)
    request.timeoutInterval = timeout
    return request
  }

  /// The pending wait of the only request of a service, once there is one.
  private static func wait(
    of request: URLRequest, to service: MockGraphQLService,
    _ act: (MockGraphQLService) async throws -> Void = { _ in }
  ) async throws -> String? {
    let asking = Task { try await service.respond(to: request).body.collect() }
    try await waitUntil { service.requests.first?.waitsFor != nil }
    try await act(service)
    defer { asking.cancel() }
    return service.requests.first?.waitsFor
  }

  @Test func openRequestReportsItsDelayAndClock() async throws {
    let slow = RequestHandler.query("A", .data(["a": 1]).delay(.milliseconds(2_500)))
    let clock = SteppedClock()
    let service = MockGraphQLService(slow, clock: clock)
    let request = try Self.request("query A { a }")
    let asking = Task { try await service.respond(to: request).body.collect() }
    try await clock.waitForDelays()
    var waits: [String?] = service.requests.map(\.waitsFor)
    clock.advance(by: .seconds(2))
    waits += service.requests.map(\.waitsFor)
    clock.advance(by: .seconds(1))
    #expect(try await asking.value == Data(#"{"data":{"a":1}}"#.utf8))
    waits += service.requests.map(\.waitsFor)
    let again = Task { try await service.respond(to: request) }
    try await clock.waitForDelays()
    waits.append(service.requests.last?.waitsFor)
    again.cancel()
    let real = MockGraphQLService(
      .query("A", .data([:]).delay(.seconds(60))).reported(at: slow.location))
    waits.append(try await Self.wait(of: request, to: real))
    let head = "for a delay of 2.5 s on a SteppedClock that was"
    let place = "(\(slow.location))"
    let expected: [String?] = [
      "\(head) never advanced \(place)", "\(head) advanced by only 2 s since \(place)", nil,
      """
      \(head) advanced by 3 s before, and not since: await `waitForDelays()` before you \
      advance it \(place)
      """,
      "for a delay of 60 s \(place)",
    ]
    #expect(waits == expected)
  }

  @Test func openRequestReportsTheNumberOfEvents() async throws {
    let request = try Self.request("subscription T { n }", accept: "text/event-stream")
    let place = CodeLocation(fileID: "M/T.swift", filePath: "/T.swift", line: 7, column: 1)
    var waits: [String?] = []
    func wait(
      _ response: MockResponse, clock: SteppedClock? = nil,
      _ act: (MockGraphQLService) async throws -> Void = { _ in }
    ) async throws {
      let service = MockGraphQLService(
        .subscription("T", response).reported(at: place), clock: clock)
      waits.append(try await Self.wait(of: request, to: service, act))
    }
    let event = MockResponse.data(["n": 1])
    try await wait(.eventsFromTest)
    try await wait(.eventsFromTest.heartbeat(every: .milliseconds(1))) { service in
      for _ in 0..<2 { service.subscriptions.send(event, to: "T") }
    }
    let silent = AsyncStream<MockResponse> { $0.yield(event) }
    try await wait(.events(from: silent)) { service in
      try await waitUntil { service.requests.first?.waitsFor?.contains("none") == false }
    }
    try await wait(.events([event, event, .never]))
    try await wait(.events([event, event, event], every: .seconds(1)), clock: SteppedClock()) {
      $0.clock?.advance(by: .seconds(1))
    }
    try await wait(.events([event, .networkError(.timedOut)], every: .seconds(60)))
    let whole = MockResponse.data(["n": 12_345]).chunked(10, every: .seconds(9))
    let parts = MockGraphQLService(.query("T", whole).reported(at: place))
    waits.append(try await Self.wait(of: Self.request("query T { n }"), to: parts))
    let expected: [String?] = [
      "for the test to send an event or complete the subscription; none was sent (T.swift:7)",
      "for the test to send an event or complete the subscription; 2 were sent (T.swift:7)",
      "for the next event of a sequence; 1 was sent (T.swift:7)",
      "for nothing: the response stays open after 2 events (T.swift:7)",
      """
      for a delay of 1 s before event 2 of 3 on a SteppedClock that was advanced by 1 s before, \
      and not since: await `waitForDelays()` before you advance it (T.swift:7)
      """,
      "for a delay of 60 s before event 1 of 2 (T.swift:7)",
      "for a delay of 9 s before part 2 of 2 (T.swift:7)",
    ]
    #expect(waits == expected)
  }

  /// The preamble of a response in parts isn't a part.
  @Test func openRequestReportsTheNumberOfADeferredPart() async throws {
    let response = MockResponse.data(["n": 1, "b": 2]).deferred(every: .seconds(5))
    let handler = RequestHandler.query("T", response)
    let query = "query T { n ... @defer { b } }"
    func service() -> MockGraphQLService { MockGraphQLService(handler, clock: SteppedClock()) }
    let expected = """
      for a delay of 5 s before part 2 of 2 on a SteppedClock that was never advanced \
      (\(handler.location))
      """
    for accept in [StreamedResponseTests.apollo, "text/event-stream"] {
      let request = try Self.request(query, accept: accept)
      let wait = try await Self.wait(of: request, to: service())
      #expect(wait == expected, "\(accept)")
    }
    let open = service()
    let socket = try await open.openSocket()
    try await socket.subscribe(query)
    try await waitUntil { open.requests.first?.waitsFor != nil }
    #expect(open.requests.first?.waitsFor == expected)
  }

  @Test func openRequestReportsNeverClosuresAndTheRealService() async throws {
    let request = try Self.request("query A { a }")
    let never = RequestHandler.query("A", .never)
    var waits: [String?] = [try await Self.wait(of: request, to: MockGraphQLService(never))]
    let closure = RequestHandler.query("A") { _ in
      try await Task.sleep(for: .seconds(3_600))
      return .data([:])
    }
    let running = try await Self.wait(of: request, to: MockGraphQLService(closure)) { service in
      try await waitUntil { service.requests.first?.waitsFor?.contains("begin") == false }
    }
    waits.append(running)
    let server = try LoopbackServer { _ -> String? in nil }
    var real = request
    real.url = .of("\(server.url)/graphql?apiKey=s3cret-s3cret")
    let passing = MockGraphQLService(unhandled: .passThrough)
    waits.append(try await Self.wait(of: real, to: passing))
    let gate = DispatchSemaphore(value: 0)
    let deciding = MockGraphQLService(
      unhandled: .decide { _, _ in
        gate.wait()
        return .fail
      })
    waits.append(try await Self.wait(of: request, to: deciding))
    gate.signal()
    let expected: [String?] = [
      "for nothing: the response is .never (\(never.location))",
      "for the handler's closure (\(closure.location))",
      """
      for the real service at \(server.url)/graphql?apiKey=<redacted>, which was called \
      because of `.passThrough`
      """,
      "for the closure of `unhandled: .decide`",
    ]
    #expect(waits == expected)
  }

  @Test func requestDescriptionNamesThePendingWait() async throws {
    let never = RequestHandler.query("A", .never)
    let service = MockGraphQLService(never)
    let asking = Task { try await service.respond(to: Self.request("query A { a }")) }
    try await waitUntil { service.requests.first?.waitsFor != nil }
    let open = service.requests[0].description.replacing(/\d+\.\d s/) { _ in "… s" }
    asking.cancel()
    _ = await asking.result
    let ended = service.requests[0]
    let wait = "for nothing: the response is .never (\(never.location))"
    let expected: [String?] = [
      "query \"A\" → open, has waited … s \(wait)",
      "query \"A\" → canceled, while it waited \(wait)", wait,
    ]
    #expect([open, ended.description, ended.waitsFor] == expected)
  }

  /// The message of the client's timeout error.
  private static func timeout(
    of request: URLRequest, to service: MockGraphQLService
  ) async -> String? {
    let error = await #expect(throws: URLError.self) {
      try await service.respond(to: request)
    }
    #expect(error?.code == .timedOut)
    return error?.localizedDescription
  }

  @Test func timeoutNamesThePendingWait() async throws {
    let request = try Self.request("query A { a }", timeout: 0.02)
    let slow = RequestHandler.query("A", .data([:]).delay(.seconds(5)))
    let service = MockGraphQLService(slow)
    var messages: [String?] = [await Self.timeout(of: request, to: service)]
    let descriptions = service.requests.map(\.description)
    let never = MockGraphQLService(.query("A", .never).reported(at: slow.location))
    messages.append(await Self.timeout(of: request, to: never))
    var endless = request
    let body = EndlessBody()
    endless.httpBody = nil
    endless.httpBodyStream = body
    messages.append(await Self.timeout(of: endless, to: service))
    let head = "The client timed out after 0.02 s while the request waited for"
    let expected: [String?] = [
      "\(head) a delay of 5 s (\(slow.location)).",
      "\(head) nothing: the response is .never (\(slow.location)).",
      "\(head) the rest of the body of POST https://example.invalid/graphql.",
    ]
    #expect(messages == expected)
    let unread = service.linesBesideJournal().map { $0.replacing(/\d+\.\d s/) { _ in "… s" } }
    let lines: [String] = [
      "query \"A\" → failed with URLError -1001, while it waited for a delay of 5 s (\(slow.location))",
      "A request has waited … s for the rest of the body of POST https://example.invalid/graphql",
    ]
    #expect(descriptions + unread == lines)
    body.finish()
    // A handler that returns a timeout error itself adds no explanation.
    let failing = MockGraphQLService(.query("A", .networkError(.timedOut)))
    #expect(
      await Self.timeout(of: request, to: failing)?.hasPrefix("The client timed out") == false)
    #expect(failing.requests.map(\.waitsFor) == [nil])
  }

  @Test func openBatchNamesItsFirstUnansweredEntry() async throws {
    let slow = RequestHandler.query("B", .data([:]).delay(.seconds(5)))
    let service = MockGraphQLService(.query("A", .data(["a": 1])), slow)
    var request = try URLRequest.graphQL([["query": "query A { a }"], ["query": "query B { b }"]])
    request.timeoutInterval = 0.02
    #expect(
      await Self.timeout(of: request, to: service) == """
        The client timed out after 0.02 s while the request waited for a delay of 5 s (\(slow.location)).
        """)
    #expect(
      service.requests.map(\.waitsFor) == [nil, "for a delay of 5 s (\(slow.location))"])
    #expect(service.linesBesideJournal() == [])
  }

  @Test func aBatchIsAtWorkIfItsEntryIs() {
    let waits: [PendingWait?] = [
      PendingWait(.decision(of: "a")), PendingWait(.never(after: nil)), nil,
    ]
    #expect(waits.map { wait in PendingWait(.entry { wait }).isAtWork } == [true, false, false])
  }

  @Test func pendingWaitsDoNotRetainTheService() async throws {
    weak var core: ServiceCore?
    do {
      let service = MockGraphQLService(
        .subscription("T", .eventsFromTest),
        .query("A") { _ in
          await Task.yield()
          return .data([:]).delay(.milliseconds(1))
        })
      core = service.core
      service.begin(testName: "T/t()")
      let request = try Self.request("subscription T { n }", accept: "text/event-stream")
      let asking = Task { try await service.respond(to: request).body.collect() }
      try await service.subscriptions.wait(for: "T", within: .seconds(60))
      service.subscriptions.complete("T")
      _ = try await asking.value
      let batch = try URLRequest.graphQL([["query": "query A { a }"], ["query": "query A { a }"]])
      _ = try await service.respond(to: batch).body.collect()
      #expect(service.requests.map(\.waitsFor) == [nil, nil, nil])
    }
    try await waitUntil { core == nil }
  }

  @Test func requestOpenAtTheEndOfATestIsReported() async throws {
    let never = RequestHandler.query("A", .never)
    let service = MockGraphQLService(never, .query("B", .data(["b": 1])))
    _ = try await service.respond(to: Self.request("query B { b }")).body.collect()
    let asking = Task { try await service.respond(to: Self.request("query A { a }")) }
    try await waitUntil { service.requests.last?.waitsFor != nil }
    service.end(test: "T/t()")
    let early = service.requestReport { _ in .whole }.text
    _ = await asking.result
    let report = service.requestReport { _ in .whole }.text
    func normal(_ text: String) -> String {
      text.replacing(/\d+\.\d (ms|s)/) { "… \($0.1)" }
    }
    #expect(
      normal(report) == """
        The requests of this test:
          1. query "B" → 200 {"data":{"b":1}} (… ms)
             answered by query "B" (\(service.requests[0].handler?.description ?? ""))
          2. query "A" → still open at the end, waited … s for nothing: the response is .never
             answered by query "A" (\(never.location))
        """)
    // Independent of how far the ending has progressed.
    #expect(normal(early) == normal(report))
  }
}

/// A body that never ends.
private final class EndlessBody: InputStream {
  private let end = DispatchSemaphore(value: 0)

  init() { super.init(data: Data()) }

  override var streamStatus: Stream.Status { .open }
  override func close() {}
  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
    end.wait()
    return 0
  }

  func finish() { end.signal() }
}
