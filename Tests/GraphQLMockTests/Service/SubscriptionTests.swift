import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Subscriptions over HTTP: canned, produced by a sequence, and sent by the test.
struct SubscriptionTests {
  static let apollo =
    "multipart/mixed;subscriptionSpec=1.0,application/graphql-response+json,application/json"
  static let ticks = "subscription Ticks { n }"

  static func request(_ accept: String? = apollo) throws -> URLRequest {
    try .asking(ticks, accept: accept)
  }

  private func payloads(_ body: Data) throws -> [MockJSON] {
    let reader = try #require(MultipartReader(body, contentType: "boundary=graphql"))
    #expect(reader.isClosed)
    return try reader.parts.map { try MockJSON(parsing: $0.body) }
  }

  @Test func eventsUseTheFormatThatTheClientAccepts() async throws {
    let service = MockGraphQLService(
      .subscription("Ticks", .events([.data(["n": 1]), .error("No two"), .data(["n": 3])])))
    let multipart = try await service.respond(to: Self.request())
    #expect(
      multipart.headers["Content-Type"]
        == "multipart/mixed;boundary=\"graphql\";subscriptionSpec=1.0")
    #expect(
      try payloads(await multipart.body.collect()) == [
        ["payload": ["data": ["n": 1]]],
        ["payload": ["data": nil, "errors": [["message": "No two"]]]],
        ["payload": ["data": ["n": 3]]],
      ])
    for accept in ["text/event-stream", "*/*", nil] {
      let events = try await service.respond(to: Self.request(accept))
      #expect(events.headers["Content-Type"] == "text/event-stream")
      #expect(
        EventStreamReader(try await events.body.collect()).events == [
          .init(type: "next", data: #"{"data":{"n":1}}"#),
          .init(type: "next", data: #"{"data":null,"errors":[{"message":"No two"}]}"#),
          .init(type: "next", data: #"{"data":{"n":3}}"#), .init(type: "complete", data: ""),
        ])
    }
    #expect(service.exchanges.allSatisfy { $0.ending == .answered })
    #expect(service.subscriptions.count(of: "Ticks") == 0)
  }

  @Test func streamBreaksOffAtTheGivenByte() async throws {
    let service = MockGraphQLService(
      .subscription("Ticks", .eventsFromTest.breakingOff(after: 10)))
    let response = try await service.respond(to: Self.request("text/event-stream"))
    try await service.subscriptions.wait(for: "Ticks")
    service.subscriptions.send(.data(["n": 1]), to: "Ticks")
    #expect(service.subscriptions.count(of: "Ticks") == 0)
    var received = Data()
    let error = await #expect(throws: URLError.self) {
      for try await chunk in response.body { received += chunk }
    }
    #expect(error?.code == .networkConnectionLost)
    #expect(String(decoding: received, as: UTF8.self) == ":\n\nevent: ")
  }

  @Test func endingTheServiceBreaksOffAStream() async throws {
    let service = MockGraphQLService(
      .subscription("Ticks", .eventsFromTest.breakingOff(after: 1_000)))
    let response = try await service.respond(to: Self.request("text/event-stream"))
    try await service.subscriptions.wait(for: "Ticks")
    service.end(test: "T")
    let error = await #expect(throws: URLError.self) { try await response.body.collect() }
    #expect(error?.code == .networkConnectionLost)
    try await waitUntil { service.exchanges.allSatisfy { $0.ending != nil } }
    #expect(service.exchanges.map { $0.ending?.error?.code } == [.networkConnectionLost])
  }

  /// Media types are case-insensitive (RFC 9110, section 8.3.1).
  @Test func acceptHeaderOfEventStreamsMatchesInAnyCase() async throws {
    let service = MockGraphQLService(.query("Now", .data(["now": 1])))
    for accept in ["text/event-stream", "Text/Event-Stream", "TEXT/EVENT-STREAM"] {
      var request = try URLRequest.graphQL(["query": "query Now { now }"])
      request.setValue(accept, forHTTPHeaderField: "Accept")
      let body = try await service.respond(to: request).body.collect()
      #expect(
        EventStreamReader(body).events == [
          .init(type: "next", data: #"{"data":{"now":1}}"#), .init(type: "complete", data: ""),
        ])
    }
  }

  @Test func clientThatAcceptsNoStreamFormatGetsAnError() async throws {
    let service = MockGraphQLService(.subscription("Ticks", .events([])))
    let error = await #expect(throws: URLError.self) {
      try await service.respond(to: Self.request("application/json"))
    }
    #expect(
      error?.localizedDescription
        == """
        The events of this subscription can't be sent: the client accepts \
        "application/json", but neither "multipart/mixed;subscriptionSpec=1.0" nor \
        "text/event-stream".
        """)
    #expect(service.failures.map(\.kind) == [.handlerError])
  }

  @Test func eventsFollowTheClockEachAfterItsOwnDelay() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(
      .subscription(
        "Ticks", .events([.data(["n": 1]).delay(.zero), .data(["n": 2])], every: .seconds(9))),
      clock: clock)
    let response = try await service.respond(to: Self.request("text/event-stream"))
    var body = response.body.makeAsyncIterator()
    #expect(try await body.next() == Data(":\n\n".utf8))
    #expect(try await body.next()?.contains(UInt8(ascii: "1")) == true)
    clock.advance(by: .seconds(8))
    #expect(clock.waitingCount == 1)
    clock.advance(by: .seconds(1))
    #expect(try await body.next()?.contains(UInt8(ascii: "2")) == true)
    #expect(try await body.next() == Data("event: complete\ndata:\n\n".utf8))
    #expect(try await body.next() == nil)
  }

  @Test(arguments: [false, true])
  func eventsFollowTheirRandomDelays(areOfASequence: Bool) async throws {
    let clock = SteppedClock()
    let events: [MockResponse] = (1...2).map { number in
      .data(["n": .number(number)]).delay(.seconds(3) ... .seconds(3))
    }
    let list = MockResponse.events(events, every: .seconds(100))
    let sequence = MockResponse.events(
      from: AsyncStream { stream in
        for event in events { stream.yield(event) }
        stream.finish()
      })
    let service = MockGraphQLService(
      .subscription("Ticks", areOfASequence ? sequence : list), clock: clock)
    let response = try await service.respond(to: Self.request("text/event-stream"))
    for _ in events {
      try await clock.waitForDelays()
      clock.advance(by: .seconds(3))
    }
    #expect(
      EventStreamReader(try await response.body.collect()).events.map(\.data) == [
        #"{"data":{"n":1}}"#, #"{"data":{"n":2}}"#, "",
      ])
  }

  @Test func eventsMayEndWithAnErrorOrStayOpen() async throws {
    let service = MockGraphQLService(
      .subscription(
        "Ticks",
        .events([.data(["n": 1]), .streamError("Gone"), .data(["n": 2])]),
        .events([.data(["n": 1]), .networkError(.networkConnectionLost)]),
        .events([.data(["n": 1]), .never])))
    let gone = try await service.respond(to: Self.request())
    #expect(
      try payloads(await gone.body.collect()) == [
        ["payload": ["data": ["n": 1]]], ["payload": nil, "errors": [["message": "Gone"]]],
      ])
    let lost = try await service.respond(to: Self.request())
    let error = await #expect(throws: URLError.self) { try await lost.body.collect() }
    #expect(error?.code == .networkConnectionLost)
    let open = try await service.respond(to: Self.request())
    #expect(service.subscriptions.count(of: "Ticks") == 1)
    service.subscriptions.complete("Ticks")
    #expect(try payloads(await open.body.collect()).count == 1)
    #expect(
      service.exchanges.map(\.ending?.error?.code) == [nil, .networkConnectionLost, nil])
  }

  @Test func asyncSequenceProducesTheEvents() async throws {
    struct Broken: Error {}
    let service = MockGraphQLService(
      .subscription("Ticks") { request in
        .events(
          from: AsyncThrowingStream<MockResponse, any Error> { events in
            events.yield(.data(["n": 1]))
            events.yield(.data(["n": 2]))
            switch request.urlRequest.value(forHTTPHeaderField: "X-End") {
            case "url": events.finish(throwing: URLError(.timedOut))
            case "other": events.finish(throwing: Broken())
            case "wrong": events.yield(.status(404))
            default: events.finish()
            }
          })
      })
    for (end, code) in [
      ("well", nil), ("url", .timedOut), ("other", .cannotParseResponse),
      ("wrong", .cannotParseResponse),
    ] as [(String, URLError.Code?)] {
      var request = try Self.request("text/event-stream")
      request.setValue(end, forHTTPHeaderField: "X-End")
      let response = try await service.respond(to: request)
      var received = Data()
      do {
        for try await chunk in response.body { received += chunk }
        #expect(code == nil)
      } catch let error as URLError {
        #expect(error.code == code)
      }
      let events = EventStreamReader(received).events
      #expect(events.prefix(2).map(\.data) == [#"{"data":{"n":1}}"#, #"{"data":{"n":2}}"#])
      #expect(events.map(\.type).contains("complete") == (code == nil))
    }
    #expect(
      service.failures.map(\.message) == [
        "The handler threw an error: Broken()",
        "An event of a subscription must be a result, a fixture, or an error, not an HTTP response.",
      ])
  }

  @Test func testSendsEventsStepByStep() async throws {
    let service = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
    let first = try await service.respond(to: Self.request("text/event-stream"))
    let second = try await service.respond(to: Self.request())
    try await service.subscriptions.wait(for: "Ticks", atLeast: 2)
    #expect(service.subscriptions.send(.data(["n": 1]), to: "Ticks") == 2)
    #expect(service.subscriptions.send(.data(["n": 2]), to: "Ticks") == 2)
    #expect(service.subscriptions.complete("Ticks") == 2)
    #expect(service.subscriptions.count(of: "Ticks") == 0)
    #expect(
      EventStreamReader(try await first.body.collect()).events.map(\.data) == [
        #"{"data":{"n":1}}"#, #"{"data":{"n":2}}"#, "",
      ])
    #expect(
      try payloads(await second.body.collect())
        == [["payload": ["data": ["n": 1]]], ["payload": ["data": ["n": 2]]]])
    #expect(service.failures.isEmpty)
  }

  @Test func invalidEventIsReportedAndNotSent() async throws {
    let service = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
    let response = try await service.respond(to: Self.request())
    #expect(service.subscriptions.send(.status(404), to: "Ticks") == 0)
    #expect(
      service.failures.map(\.message) == [
        "An event of a subscription must be a result, a fixture, or an error, not an HTTP response."
      ])
    _ = response
  }

  @Test func eventWithoutAnOpenSubscriptionIsAFailure() async throws {
    let service = MockGraphQLService()
    #expect(service.subscriptions.send(.data(["n": 1]), to: "Ticks") == 0)
    service.subscriptions.complete("Ticks")
    service.subscriptions.disconnect(.anonymous)
    #expect(
      service.failures.map(\.message) == [
        """
        An event for the subscription "Ticks" wasn't delivered: none is open. Wait for it with \
        `subscriptions.wait(for: "Ticks")`.
        """,
        """
        The end for the subscription "Ticks" wasn't delivered: none is open. Wait for it with \
        `subscriptions.wait(for: "Ticks")`.
        """,
        """
        A lost connection for the subscription .anonymous wasn't delivered: none is open. Wait for \
        it with `subscriptions.wait(for: .anonymous)`.
        """,
      ])
    await #expect(throws: ExchangeTimeoutError.self) {
      try await service.subscriptions.wait(for: "Ticks", within: .milliseconds(1))
    }
  }

  @Test func theWaitForASubscriptionEndsWhenOneOpens() async throws {
    let service = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
    let waiting = Task { try await service.subscriptions.wait(for: "Ticks") }
    let response = try await service.respond(to: Self.request())
    try await waiting.value
    service.subscriptions.disconnect("Ticks")
    let error = await #expect(throws: URLError.self) { try await response.body.collect() }
    #expect(error?.code == .networkConnectionLost)
  }

  @Test func heartbeatsFollowTheClockUntilTheEnd() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(
      .subscription("Ticks", .eventsFromTest.heartbeat(every: .seconds(5))), clock: clock)
    let response = try await service.respond(to: Self.request())
    for _ in 0..<2 { clock.advance(by: .seconds(5)) }
    service.subscriptions.send(.data(["n": 1]), to: "Ticks")
    clock.advance(by: .seconds(5))
    service.subscriptions.complete("Ticks")
    #expect(clock.waitingCount == 0)
    #expect(
      try payloads(await response.body.collect())
        == [[:], [:], ["payload": ["data": ["n": 1]]], [:]])
  }

  @Test func aSubscriptionEndsWithItsClientOrItsService() async throws {
    var service: MockGraphQLService? = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
    var response: StreamedResponse? = try await service?.respond(to: Self.request())
    #expect(service?.subscriptions.count(of: "Ticks") == 1)
    _ = response
    response = nil
    #expect(service?.subscriptions.count(of: "Ticks") == 0)
    #expect(service?.exchanges.map(\.ending) == [.cancelled])
    let last = try await service?.respond(to: Self.request())
    service = nil
    let error = await #expect(throws: URLError.self) { try await last?.body.collect() }
    #expect(error?.code == .resourceUnavailable)
  }

  @Test func cancelingTheReadingTaskEndsTheSubscription() async throws {
    let service = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
    let response = try await service.respond(to: Self.request())
    let reading = Task { try await response.body.collect() }
    service.subscriptions.send(.data(["n": 1]), to: "Ticks")
    reading.cancel()
    let result = await reading.result
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(service.subscriptions.count(of: "Ticks") == 0)
    #expect(service.exchanges.map(\.ending) == [.cancelled])
  }
}
