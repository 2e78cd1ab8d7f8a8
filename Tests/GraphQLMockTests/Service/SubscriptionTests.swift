import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

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

  static func payloads(_ body: Data) throws -> [MockJSON] {
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
      try Self.payloads(await multipart.body.collect()) == [
        ["payload": ["data": ["n": 1]]],
        ["payload": ["data": nil, "errors": [["message": "No two"]]]],
        ["payload": ["data": ["n": 3]]],
      ])
    let expected: [EventStreamReader.Event] = [
      .init(type: "next", data: #"{"data":{"n":1}}"#),
      .init(type: "next", data: #"{"data":null,"errors":[{"message":"No two"}]}"#),
      .init(type: "next", data: #"{"data":{"n":3}}"#), .init(type: "complete", data: ""),
    ]
    for accept in ["text/event-stream", "*/*", nil] {
      let events = try await service.respond(to: Self.request(accept))
      #expect(events.headers["Content-Type"] == "text/event-stream", "\(accept)")
      #expect(EventStreamReader(try await events.body.collect()).events == expected, "\(accept)")
    }
    #expect(service.requests.allSatisfy { $0.ending == .answered })
    #expect(service.subscriptions.count(of: "Ticks") == 0)
  }

  @Test func streamBreaksOffAtTheGivenByte() async throws {
    let service = MockGraphQLService(
      .subscription("Ticks", .eventsFromTest.breakingOff(after: 10)))
    let response = try await service.respond(to: Self.request("text/event-stream"))
    try await service.subscriptions.wait(for: "Ticks")
    service.subscriptions.send(.data(["n": 1]), to: "Ticks")
    #expect(service.subscriptions.count(of: "Ticks") == 0)
    let (incoming, error) = try await response.bodyUntilError()
    #expect(error?.code == .networkConnectionLost)
    #expect(String(decoding: incoming, as: UTF8.self) == ":\n\nevent: ")
  }

  @Test func endingTheServiceBreaksOffAStream() async throws {
    let service = MockGraphQLService(
      .subscription("Ticks", .eventsFromTest.breakingOff(after: 1_000)))
    let response = try await service.respond(to: Self.request("text/event-stream"))
    try await service.subscriptions.wait(for: "Ticks")
    service.end(test: "T")
    let error = await #expect(throws: URLError.self) { try await response.body.collect() }
    #expect(error?.code == .networkConnectionLost)
    try await waitUntil { service.requests.allSatisfy { $0.ending != nil } }
    #expect(service.requests.map { $0.ending?.error?.code } == [.networkConnectionLost])
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
    var chunks: [String] = []
    for _ in 0..<2 {
      chunks.append(String(decoding: try await body.next() ?? Data(), as: UTF8.self))
    }
    clock.advance(by: .seconds(8))
    #expect(clock.waitingCount == 1)
    clock.advance(by: .seconds(1))
    while let chunk = try await body.next() {
      chunks.append(String(decoding: chunk, as: UTF8.self))
    }
    let expected: [String] = [
      ":\n\n", "event: next\ndata: {\"data\":{\"n\":1}}\n\n",
      "event: next\ndata: {\"data\":{\"n\":2}}\n\n", "event: complete\ndata:\n\n",
    ]
    #expect(chunks == expected)
  }

  /// Responses with these statuses have no body (RFC 9110, section 6.4.1).
  @Test(arguments: [103, 204, 304]) func noEventsAreSentWithAStatusThatHasNoBody(status: Int)
    async throws
  {
    let recorded = RecordedStream(
      parts: [ResponseStream.Chunk(delay: .zero, bytes: Data("data: {}\n\n".utf8))])
    for response in [MockResponse.events([.data(["n": 1])]), MockResponse(.parts(recorded))] {
      let service = MockGraphQLService(.subscription("Ticks", response.status(status)))
      let sent = try await service.respond(to: Self.request())
      #expect(sent.status == status)
      #expect(try await sent.body.collect() == Data())
      let warning = "The status \(status) has no body, so no events are sent."
      #expect(service.requests.map(\.warnings) == [[warning]])
      #expect(service.failures == [])
    }
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
      try Self.payloads(await gone.body.collect()) == [
        ["payload": ["data": ["n": 1]]], ["payload": nil, "errors": [["message": "Gone"]]],
      ])
    let lost = try await service.respond(to: Self.request())
    let error = await #expect(throws: URLError.self) { try await lost.body.collect() }
    #expect(error?.code == .networkConnectionLost)
    let open = try await service.respond(to: Self.request())
    #expect(service.subscriptions.count(of: "Ticks") == 1)
    service.subscriptions.complete("Ticks")
    #expect(try Self.payloads(await open.body.collect()).count == 1)
    #expect(
      service.requests.map(\.ending?.error?.code) == [nil, .networkConnectionLost, nil])
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
    let rows: [(end: String, code: URLError.Code?)] = [
      ("well", nil), ("url", .timedOut), ("other", .cannotParseResponse),
      ("wrong", .cannotParseResponse),
    ]
    for (end, code) in rows {
      var request = try Self.request("text/event-stream")
      request.setValue(end, forHTTPHeaderField: "X-End")
      let response = try await service.respond(to: request)
      let (incoming, error) = try await response.bodyUntilError()
      #expect(error?.code == code, "\(end)")
      let events = EventStreamReader(incoming).events
      #expect(
        events.prefix(2).map(\.data) == [#"{"data":{"n":1}}"#, #"{"data":{"n":2}}"#], "\(end)")
      #expect(events.map(\.type).contains("complete") == (code == nil), "\(end)")
    }
    #expect(
      service.failures.map(\.message) == [
        "The handler threw an error: Broken()",
        "Event 3: An event of a subscription must be a result, a fixture, or an error, not an HTTP response.",
      ])
  }

  @Test func testSendsEventsStepByStepExceptInvalidOnes() async throws {
    let service = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
    let subscriptions = service.subscriptions
    let first = try await service.respond(to: Self.request("text/event-stream"))
    var counts: [Int] = [subscriptions.send(.status(404), to: "Ticks")]
    let second = try await service.respond(to: Self.request())
    try await subscriptions.wait(for: "Ticks", atLeast: 2)
    for n in 1...2 { counts.append(subscriptions.send(.data(["n": .number(n)]), to: "Ticks")) }
    counts += [subscriptions.complete("Ticks"), subscriptions.count(of: "Ticks")]
    #expect(counts == [0, 2, 2, 2, 0])
    let events = EventStreamReader(try await first.body.collect()).events
    #expect(events.map(\.data) == [#"{"data":{"n":1}}"#, #"{"data":{"n":2}}"#, ""])
    let expected: [MockJSON] = [["payload": ["data": ["n": 1]]], ["payload": ["data": ["n": 2]]]]
    #expect(try Self.payloads(await second.body.collect()) == expected)
    let message =
      "An event of a subscription must be a result, a fixture, or an error, not an HTTP response."
    #expect(service.failures.map(\.message) == [message])
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
    await #expect(throws: MissingRequestsError.self) {
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
      try Self.payloads(await response.body.collect())
        == [[:], [:], ["payload": ["data": ["n": 1]]], [:]])
  }

  @Test func aSubscriptionEndsWithItsClientOrItsService() async throws {
    var service: MockGraphQLService? = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
    var counts: [Int?] = []
    func count() { counts.append(service?.subscriptions.count(of: "Ticks")) }
    var response: StreamedResponse? = try await service?.respond(to: Self.request())
    count()
    _ = response
    response = nil
    count()
    let read = try await service?.respond(to: Self.request())
    let reading = Task { try await read?.body.collect() }
    service?.subscriptions.send(.data(["n": 1]), to: "Ticks")
    reading.cancel()
    let result = await reading.result
    #expect(throws: CancellationError.self) { try result.get() }
    count()
    #expect(counts == [1, 0, 0])
    #expect(service?.requests.map(\.ending) == [.cancelled, .cancelled])
    let last = try await service?.respond(to: Self.request())
    service = nil
    let error = await #expect(throws: URLError.self) { try await last?.body.collect() }
    #expect(error?.code == .resourceUnavailable)
  }

  private static func received(_ response: MockResponse, count: Int = 1) async throws -> (
    bodies: [String], failures: [String]
  ) {
    let service = MockGraphQLService(.subscription("Ticks", response))
    var bodies: [String] = []
    for _ in 0..<count {
      let outcome = try await service.respond(to: Self.request("text/event-stream"))
      var body = Data()
      do { for try await chunk in outcome.body { body += chunk } } catch {}
      bodies.append(EventStreamReader(body).events.map(\.data).joined(separator: "|"))
    }
    return (bodies, service.failures.map(\.message))
  }

  @Test func aStreamThatWasReadFailsTheNextSubscription() async throws {
    let stream = AsyncStream<MockResponse> {
      $0.yield(.data(["n": 1]))
      $0.finish()
    }
    let found = try await Self.received(.events(from: stream), count: 2)
    #expect(found.bodies == [#"{"data":{"n":1}}|"#, ""])
    #expect(
      found.failures == [
        """
        The stream of `.events(from:)` was already read for an earlier request. Make a new one for each request, in a \
        closure: `.subscription("Name") { _ in .events(from: stream()) }`.
        """
      ])
  }

  @Test func eventsBeforeABadOneAreSent() async throws {
    let bad = MockResponse.fixture("Nope")
    let listed = try await Self.received(.events([.data(["n": 1]), bad, .data(["n": 3])]))
    let stream = AsyncStream<MockResponse> {
      for event in [.data(["n": 1]), bad] { $0.yield(event) }
      $0.finish()
    }
    let streamed = try await Self.received(.events(from: stream))
    for found in [listed, streamed] {
      #expect(found.bodies == [#"{"data":{"n":1}}"#])
      #expect(
        found.failures.map { $0.prefix(40) } == ["Event 2: There is no fixture \"Nope\": the"])
    }
  }

  @Test func eventsForAQueryAreNamed() async throws {
    let service = MockGraphQLService(.query(.anonymous, .events([.data(["a": 1])])))
    _ = try? await service.makeSession().data(for: .graphQL(["query": "{ a }"]))
    #expect(
      service.failures.map(\.message) == [
        "`.events` is for subscriptions, but this is a query, whose client accepts only one result: use `.data`."
      ])
  }

  @Test func eventForAnUnknownNameSuggestsOrListsTheOpenSubscriptions() async throws {
    let service = MockGraphQLService(
      .subscription("Prices", .eventsFromTest), .subscription(.any, .eventsFromTest))
    let socket = try await service.openSocket()
    try await socket.subscribe("subscription Prices { n }", id: "1")
    try await service.subscriptions.wait(for: "Prices")
    service.subscriptions.send(.data(["n": 1]), to: "Price")
    try await socket.subscribe("subscription { n }", id: "2")
    try await service.subscriptions.wait(for: .any, atLeast: 2)
    service.subscriptions.send(.data(["n": 1]), to: "Notifications")
    #expect(
      service.failures.map(\.message) == [
        #"An event for the subscription "Price" wasn't delivered: "Prices" is open."#,
        """
        An event for the subscription "Notifications" wasn't delivered: these are open: "Prices", one without a \
        name. Wait for it with `subscriptions.wait(for: "Notifications")`.
        """,
      ])
  }

  /// A service with an open subscription for each room, on one socket.
  private static func chat(rooms: [Int]) async throws -> (MockGraphQLService, MockWebSocketTask) {
    let service = MockGraphQLService(.subscription("MessageAdded", .eventsFromTest))
    let socket = try await service.openSocket()
    for room in rooms {
      try await socket.subscribe(
        "subscription MessageAdded($room: Int = 1, $token: String) { message(room: $room, token: $token) }",
        id: "\(room)",
        variables: room == 1 ? [:] : ["room": .number(room), "token": "t0psecret-value"])
    }
    try await service.subscriptions.wait(for: "MessageAdded", atLeast: rooms.count)
    return (service, socket)
  }

  /// A default value of the document counts, as in a handler's condition.
  @Test func variablesSelectOneOfSeveralOpenSubscriptions() async throws {
    let (service, socket) = try await Self.chat(rooms: [1, 2, 3, 4])
    let subscriptions = service.subscriptions
    try await subscriptions.wait(for: "MessageAdded", variables: ["room": 2])
    #expect(subscriptions.count(of: "MessageAdded", variables: ["room": 1]) == 1)
    #expect(subscriptions.count(of: .any, variables: .where { $0["room"].int ?? 0 > 1 }) == 3)
    let event = MockResponse.data(["message": "Hi"])
    #expect(subscriptions.send(event, to: "MessageAdded", variables: ["room": 1]) == 1)
    #expect(subscriptions.complete("MessageAdded", variables: ["room": 2]) == 1)
    var received: [String] = []
    for _ in 0..<2 {
      let message = try MockJSON(parsing: try await socket.text())
      received.append("\(message["type"].string ?? "") \(message["id"].string ?? "")")
    }
    #expect(received == ["next 1", "complete 2"])
    #expect(subscriptions.count(of: "MessageAdded") == 3)
    // The subscriptions of one socket lose their connection together.
    #expect(subscriptions.disconnect("MessageAdded", variables: ["room": 3]) == 1)
    #expect(service.failures.map(\.message) == [])
  }

  @Test func variablesOfNoOpenSubscriptionAreAFailureThatListsTheOpenOnes() async throws {
    let (service, socket) = try await Self.chat(rooms: [1, 2])
    service.subscriptions.send(.data(["message": "Hi"]), to: "MessageAdded", variables: ["room": 3])
    service.subscriptions.complete("MessageAded", variables: ["room": 1])
    #expect(
      service.failures.map(\.message) == [
        """
        An event for the subscription "MessageAdded" with the variables {"room":3} wasn't delivered: these are open: \
        subscription "MessageAdded", subscription "MessageAdded" {"room":2,"token":"<redacted>"}. Wait for it with \
        `subscriptions.wait(for: "MessageAdded", variables: …)`.
        """,
        """
        The end for the subscription "MessageAded" with the variables {"room":1} wasn't delivered: "MessageAdded" is open.
        """,
      ])
    await #expect {
      try await service.subscriptions.wait(
        for: "MessageAdded", variables: ["room": 3], within: .milliseconds(1))
    } throws: {
      "\($0)" == """
        Waited 0.001 seconds for a request for "MessageAdded"; received: subscription "MessageAdded", \
        subscription "MessageAdded". The client has 2 open requests. 0 of them are open subscriptions with the \
        variables {"room":3}; these are open: subscription "MessageAdded", \
        subscription "MessageAdded" {"room":2,"token":"<redacted>"}.
        """
    }
    withExtendedLifetime(socket) {}
  }
}
