import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Rules of PROTOCOL.md of graphql-ws that only a whole service can show; section titles are in
/// quotation marks.
///
/// `SocketStateMachineTests` has those of the state machine.
struct SocketConnectionTests {
  /// "ConnectionInit": `connectionInitWaitTimeout`, 4408.
  @Test func policySetsTheTimeoutForInitialization() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(clock: clock)
    var policy = MockConnectionPolicy.accept
    policy.initializationTimeout = .seconds(10)
    service.sockets.policy = policy
    let late = service.connectedSocket()
    clock.advance(by: .milliseconds(9_999))
    #expect(late.closeStatus == nil)
    clock.advance(by: .milliseconds(1))
    #expect(late.closingText == "4408 Connection initialisation timeout")
    // "ConnectionAck": a client that initialized in time may wait for the acknowledgment without
    // limit.
    service.sockets.policy = .neverAcknowledge
    let silent = service.connectedSocket()
    try await silent.send(.string(#"{"type":"connection_init","payload":null}"#))
    clock.advance(by: .seconds(3_600))
    #expect(silent.closeStatus == nil)
  }

  @Test func withoutALimitAClientMayInitializeLate() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(clock: clock)
    service.sockets.policy.initializationTimeout = nil
    let socket = service.connectedSocket()
    #expect(clock.waitingCount == 0)
    clock.advance(by: .seconds(3_600))
    try await socket.send(.string(#"{"type":"connection_init"}"#))
    #expect(try await socket.text() == #"{"type":"connection_ack"}"#)
  }

  /// The time limit is that of the policy that decides, which begins before the decision.
  @Test func aDecisionThatIsAnotherClosureNeverAcknowledges() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(clock: clock)
    let (decided, deciding) = AsyncStream<Void>.makeStream()
    service.sockets.policy = .decide { _ in
      deciding.finish()
      return .decide { _ in
        Issue.record("A second closure was called.")
        return .accept
      }
    }
    let socket = service.connectedSocket()
    try await socket.send(.string(#"{"type":"connection_init"}"#))
    for await () in decided {}
    clock.advance(by: .seconds(3_600))
    service.sockets.ping()
    #expect(try await socket.text() == #"{"type":"ping"}"#)
    #expect(socket.closeStatus == nil)
  }

  /// "ConnectionInit": a refusal should be 4403, and may be any other code, such as those of servers
  /// that have failed.
  @Test(arguments: [(4403, "Forbidden"), (4500, "Internal server error"), (4004, "Bad response")])
  func aConnectionIsRefusedWithAnyCode(code: Int, reason: String) async throws {
    let service = MockGraphQLService()
    service.sockets.policy = .refuse(code: code, reason: reason)
    let socket = service.connectedSocket()
    try await socket.send(.string(#"{"type":"connection_init"}"#))
    #expect(socket.closingText == "\(code) \(reason)")
  }

  /// RFC 6455, section 7.4.1: 1005, 1006 and 1015 "MUST NOT be set as a status code in a Close control
  /// frame", 1004 is reserved; section 7.4.2: 0 to 999 "are not used", and 3000 to 4999 are free.
  @Test(arguments: [-1, 0, 999, 1004, 1005, 1006, 1015, 2999, 5000])
  func reservedCloseCodesAreRefused(code: Int) async throws {
    let service = MockGraphQLService()
    let socket = try await service.openSocket()
    service.sockets.close(code: code)
    #expect(socket.closeStatus == nil)
    service.sockets.policy = .refuse(code: code)
    let refused = service.connectedSocket()
    try await refused.send(.string(#"{"type":"connection_init"}"#))
    #expect(refused.closeStatus == 1011)
    let error =
      "\(code) isn't a code of a close frame; it must be 1000 to 1003, 1007 to 1014, or 3000 to 4999."
    #expect(service.failures.map(\.message) == [error, error])
  }

  /// "Subscribe": unique "regardless of the operation type", and closed "immediately", 4409: the
  /// other operations get no messages either.
  @Test(arguments: ["query Slow { a }", "mutation M { m }", "subscription Ticks { n }"])
  func identifierIsInUseByEveryKindOfOperation(document: String) async throws {
    let service = MockGraphQLService(
      .query("Slow", .data(["a": 1]).delay(.seconds(60))), .mutation("M", .never),
      .subscription("Ticks", .eventsFromTest), clock: SteppedClock())
    let socket = try await service.openSocket()
    try await socket.subscribe("subscription Ticks { n }", id: "other")
    try await service.subscriptions.wait(for: "Ticks")
    try await socket.subscribe(document)
    try await socket.subscribe("subscription Ticks { n }")
    #expect(socket.closingText == "4409 Subscriber for 1 already exists")
    #expect(service.subscriptions.count(of: .any) == 0)
    #expect(service.requests.map(\.ending) == [.cancelled, .cancelled])
    await #expect(throws: POSIXError.self) { try await socket.receive() }
  }

  /// "Invalid message", "ConnectionInit" and "Subscribe": the codes of a client's mistakes.
  @Test(arguments: [
    ("{}", 4400, "the client's message has no type"),
    (#"{"type":"connection_init"}"#, 4429, "the client sent connection_init twice"),
    (
      #"{"id":"1","type":"subscribe","payload":{"query":"{ a }"}}"#, 4409,
      "the client used the identifier of an open operation"
    ),
  ])
  func openRequestsOfASocketThatAMistakeClosesHaveAWarning(
    message: String, code: Int, cause: String
  ) async throws {
    let service = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
    let socket = try await service.openSocket()
    try await socket.subscribe("subscription Ticks { n }")
    try await service.subscriptions.wait(for: "Ticks")
    try await socket.send(.string(message))
    #expect(socket.closeStatus == code)
    #expect(service.requests.map(\.warnings) == [["the WebSocket was closed: \(cause)"]])
    // Closing it for another reason isn't a mistake.
    let other = try await service.openSocket()
    try await other.subscribe("subscription Ticks { n }")
    try await service.subscriptions.wait(for: "Ticks")
    service.sockets.close(code: code)
    #expect(service.requests.last?.warnings == [])
  }

  /// "Subscribe": "the server needs only keep track of IDs for as long as the subscription is active".
  @Test func anIdentifierIsFreeAfterAnErrorAndAfterTheEnd() async throws {
    let service = MockGraphQLService(
      .query("A", .requestError("No"), .data(["a": 1])), .subscription("Ticks", .events([])))
    let socket = try await service.openSocket()
    for document in ["query A { a }", "query A { a }", "subscription Ticks { n }", "query A { a }"]
    {
      try await socket.subscribe(document)
      // "Complete": completing a finished operation is ignored.
      try await socket.complete()
    }
    #expect(
      try await socket.texts(6) == [
        #"{"id":"1","type":"error","payload":[{"message":"No"}]}"#,
        #"{"id":"1","type":"next","payload":{"data":{"a":1}}}"#, #"{"id":"1","type":"complete"}"#,
        #"{"id":"1","type":"complete"}"#,
        #"{"id":"1","type":"next","payload":{"data":{"a":1}}}"#, #"{"id":"1","type":"complete"}"#,
      ])
    #expect(socket.closeStatus == nil)
  }

  /// "Complete": "even if the client sent a `Complete` message for a single-result-operation before it
  /// resolved, the result should not be sent".
  @Test func theResultOfAQueryThatTheClientHasCompletedIsNotSent() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(
      .query("Slow", .data(["a": 1]).delay(.seconds(60))), clock: clock)
    let socket = try await service.openSocket()
    try await socket.subscribe("query Slow { a }")
    try await clock.waitForDelays()
    try await socket.complete()
    clock.advance(by: .seconds(60))
    try await socket.send(.string(#"{"type":"ping"}"#))
    #expect(try await socket.text() == #"{"type":"pong"}"#)
    #expect(service.requests.map(\.ending) == [.cancelled])
  }

  /// "Streaming operation": "queries with streaming directives" have several results.
  @Test func aQueryWithDeferredPartsHasSeveralResults() async throws {
    let service = MockGraphQLService(.query("Hero", .data(["name": "R2", "height": 1]).deferred))
    let socket = try await service.openSocket()
    try await socket.subscribe("query Hero { name ... @defer { height } }")
    var types: [String?] = []
    while types.last != "complete" {
      types.append(try await MockJSON(parsing: Data(socket.text().utf8))["type"].string)
    }
    #expect(types == ["next", "next", "complete"])
  }

  /// "Streaming operation": "if not valid, the server sends an `Error` message and deems the operation
  /// complete".
  /// An RFC 6455 message with a part of a JSON text would be malformed.
  @Test func aResponseThatBreaksOffOrComesInChunksHasWholeMessages() async throws {
    let service = MockGraphQLService(
      .query("Chunked", .data(["a": 1]).chunked(3)),
      .query("Cut", .data(["a": 1]).breakingOff(after: 5)),
      .subscription("Ticks", .events([.data(["n": 1]), .data(["n": 2])]).breakingOff(after: 20)))
    let socket = try await service.openSocket()
    try await socket.subscribe("query Chunked { a }")
    #expect(
      try await socket.texts(2) == [
        #"{"id":"1","type":"next","payload":{"data":{"a":1}}}"#, #"{"id":"1","type":"complete"}"#,
      ])
    try await socket.subscribe("subscription Ticks { n }", id: "2")
    #expect(try await socket.text() == #"{"id":"2","type":"next","payload":{"data":{"n":1}}}"#)
    await #expect(throws: (any Error).self) { try await socket.text() }
    let other = try await service.openSocket()
    try await other.subscribe("query Cut { a }", id: "3")
    await #expect(throws: (any Error).self) { try await other.text() }
    #expect(service.failures == [])
  }

  @Test(arguments: [URLError.Code.cannotParseResponse, .resourceUnavailable, .timedOut])
  func aNetworkErrorBreaksTheConnection(_ code: URLError.Code) async throws {
    let service = MockGraphQLService(.query("A", .networkError(code)))
    let socket = try await service.openSocket()
    try await socket.subscribe("query A { a }")
    await #expect(throws: (any Error).self) { try await socket.text() }
    #expect(service.failures == [])
  }

  @Test func anOperationThatIsNotValidIsAnError() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 1])), schema: try ServiceSchema(definitions: "type Query { a: Int }"))
    let socket = try await service.openSocket()
    try await socket.subscribe("query A { b }")
    // The message is that of graphql-js.
    #expect(
      try await MockJSON(parsing: Data(socket.text().utf8)) == [
        "id": "1", "type": "error",
        "payload": [
          [
            "message": "Cannot query field \"b\" on type \"Query\". Did you mean \"a\"?",
            "locations": [["line": 1, "column": 11]],
          ]
        ],
      ])
    try await socket.subscribe("query A { a }")
    #expect(try await socket.texts(2).last == #"{"id":"1","type":"complete"}"#)
  }

  @Test func anonymousSubscriptionsReceiveEvents() async throws {
    let service = MockGraphQLService(.subscription(.any, .eventsFromTest))
    let socket = try await service.openSocket()
    let waiting = Task { try await service.subscriptions.wait(for: .prefix("Pri"), atLeast: 2) }
    try await socket.subscribe("subscription { n }", id: "nameless")
    try await socket.subscribe("subscription Ticks { n }", id: "ticks")
    try await socket.subscribe("subscription Prices { n }", id: "prices")
    try await socket.subscribe("subscription Prizes { n }", id: "prizes")
    try await waiting.value
    let counts: [Int] = [
      service.subscriptions.send(.data(["n": 1]), to: .anonymous),
      service.subscriptions.send(.data(["n": 2]), to: .where { $0.hasPrefix("T") }),
      service.subscriptions.count(of: .any), service.subscriptions.complete(.pattern("Pri[cz]es")),
    ]
    #expect(counts == [1, 1, 4, 2])
    #expect(
      try await socket.texts(4) == [
        #"{"id":"nameless","type":"next","payload":{"data":{"n":1}}}"#,
        #"{"id":"ticks","type":"next","payload":{"data":{"n":2}}}"#,
        #"{"id":"prices","type":"complete"}"#, #"{"id":"prizes","type":"complete"}"#,
      ])
    #expect(service.subscriptions.disconnect(.anonymous) == 1)
    let error = await #expect(throws: MissingRequestsError.self) {
      try await service.subscriptions.wait(for: .anonymous, within: .milliseconds(1))
    }
    #expect(
      error?.description == """
        Waited 0.001 seconds for a request for .anonymous; received: anonymous subscription, \
        subscription "Ticks", subscription "Prices", subscription "Prizes". 0 of them are open \
        subscriptions.
        """)
  }

  @Test func connectionPayloadsAreKeptAfterClosing() async throws {
    let service = MockGraphQLService()
    var sockets: [MockWebSocketTask] = []
    for n in 0..<3 {
      let socket = service.connectedSocket()
      try await socket.send(.string(#"{"type":"connection_init","payload":{"n":\#(n)}}"#))
      sockets.append(socket)
    }
    sockets[1].cancel()
    sockets[0].cancel(code: 1000)
    #expect(service.sockets.connectionPayloads == [["n": 0], ["n": 1], ["n": 2]])
    #expect(service.sockets.count == 1)
  }

  @Test func operationOnASocketIsNotShownAsAPost() async throws {
    let service = MockGraphQLService()
    try await service.openSocket().subscribe("subscription Ticks { n }")
    try await waitUntil { !service.failures.isEmpty }
    let lines = service.failures.map(\.message).joined().split(separator: "\n")
    #expect(
      lines.filter { $0.contains("received:") }
        == ["  received:  a message on the WebSocket wss://example.invalid/subscriptions"])
  }
}
