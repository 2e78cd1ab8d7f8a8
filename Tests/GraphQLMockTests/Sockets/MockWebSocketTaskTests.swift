import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension MockGraphQLService {
  /// A socket that is connected, but not yet initialized.
  func connectedSocket() -> MockWebSocketTask {
    let socket = sockets.webSocketTask(with: socketURL, protocols: ["graphql-transport-ws"])
    socket.resume()
    return socket
  }
}

extension MockWebSocketTask {
  /// The code and the reason of the closing, such as "4403 Forbidden", or an empty text.
  var closingText: String {
    var text = closeStatus.map { "\($0)" } ?? ""
    if let closeReason { text += " " + String(decoding: closeReason, as: UTF8.self) }
    return text
  }
}

/// Sockets in the process, as a client uses them.
struct MockWebSocketTaskTests {
  @Test func queriesAndMutationsHaveOneResult() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 1])), .mutation("M", .requestError("No")),
      .query("F", .data(["f": nil], errors: [MockResponseError("Lost", path: ["f"])])))
    let socket = try await service.openSocket()
    #expect(socket.subprotocol == "graphql-transport-ws")
    #expect(socket.state == .running)
    var texts: [String] = []
    for (id, document, count) in [
      ("1", "query A { a }", 2), ("2", "mutation M { m }", 1), ("3", "query F { f }", 2),
    ] {
      try await socket.subscribe(document, id: id)
      texts += try await socket.texts(count)
    }
    #expect(
      texts == [
        #"{"id":"1","type":"next","payload":{"data":{"a":1}}}"#, #"{"id":"1","type":"complete"}"#,
        #"{"id":"2","type":"error","payload":[{"message":"No"}]}"#,
        #"{"id":"3","type":"next","payload":{"data":{"f":null},"errors":[{"message":"Lost","path":["f"]}]}}"#,
        #"{"id":"3","type":"complete"}"#,
      ])
    #expect(service.requests.map(\.operation.name) == ["A", "M", "F"])
    #expect(service.requests.allSatisfy { $0.ending == .answered })
  }

  @Test func aClientThatCompletesEndsItsRequest() async throws {
    let service = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
    let socket = try await service.openSocket()
    try await socket.subscribe("subscription Ticks { n }")
    try await service.subscriptions.wait(for: "Ticks")
    try await socket.send(.string(#"{"id":"1","type":"complete"}"#))
    #expect(service.subscriptions.count(of: "Ticks") == 0)
    #expect(service.requests.map(\.ending) == [.cancelled])
    try await socket.send(.data(Data(#"{"type":"ping"}"#.utf8)))
    #expect(try await socket.text() == #"{"type":"pong"}"#)
  }

  @Test func protocolViolationClosesTheSocket() async throws {
    let service = MockGraphQLService()
    let socket = service.sockets.webSocketTask(with: socketURL, protocols: ["graphql-transport-ws"])
    try await socket.subscribe("{ a }")
    #expect(socket.closeStatus == nil && socket.state == .suspended)
    socket.resume()
    #expect(socket.state == .completed)
    #expect(socket.closingText == "4401 Unauthorized")
    await #expect(throws: POSIXError.self) { try await socket.receive() }
    await #expect(throws: POSIXError.self) { try await socket.send(.string("{}")) }
    let other = service.sockets.webSocketTask(with: socketURL, protocols: ["mqtt"])
    other.resume()
    #expect(other.closeStatus == 4406)
    #expect(service.sockets.count == 0)
  }

  @Test func unhandledOperationIsAnErrorMessageAndAFailure() async throws {
    let service = MockGraphQLService()
    let socket = try await service.openSocket()
    try await socket.subscribe("subscription Ticks { n }")
    let message = try MockJSON(parsing: try await socket.text())
    #expect(message["id"] == "1" && message["type"] == "error")
    #expect(service.failures.map(\.kind) == [.unhandledRequest])
    #expect(message["payload"][0]["message"].string == service.failures.first?.message)
    #expect(service.misses.map(\.title) == [#"subscription "Ticks""#])
    try await socket.subscribe("subscription {", id: "2")
    #expect(try await socket.text().contains("Syntax Error"))
    #expect(socket.closeStatus == nil)
  }

  @Test func policyAcceptsOrRefusesConnections() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(clock: clock)
    service.sockets.policy = .decide { payload in
      payload["token"].string == "good" ? .accept(payload: ["user": 1]) : .refuse()
    }
    let accepted = service.connectedSocket()
    try await accepted.send(.string(#"{"type":"connection_init","payload":{"token":"good"}}"#))
    #expect(try await accepted.text() == #"{"type":"connection_ack","payload":{"user":1}}"#)
    let refused = service.connectedSocket()
    try await refused.send(.string(#"{"type":"connection_init","payload":{"token":"bad"}}"#))
    await #expect(throws: POSIXError.self) { try await refused.receive() }
    service.sockets.policy = .neverAcknowledge
    let silent = service.connectedSocket()
    clock.advance(by: .seconds(3))
    #expect([accepted, refused, silent].map(\.closeStatus) == [nil, 4403, 4408])
    #expect(clock.waitingCount == 0)
  }

  @Test func aPayloadThatIsNotJSONIsNotSent() async throws {
    let service = MockGraphQLService()
    let open = try await service.openSocket()
    service.sockets.ping(payload: ["n": .number(Double.nan)])
    service.sockets.ping()
    #expect(try await open.text() == #"{"type":"ping"}"#)
    service.sockets.policy = .accept(payload: ["n": .number(Double.infinity)])
    let socket = service.connectedSocket()
    try await socket.send(.string(#"{"type":"connection_init"}"#))
    await #expect(throws: POSIXError.self) { try await socket.receive() }
    #expect(socket.closeStatus == 1011)
    #expect(
      service.failures.map(\.message) == [
        "The payload of `sockets.ping` can't be sent: A value can't be encoded as JSON: nan is not a JSON number.",
        "The payload of `.accept` can't be sent: A value can't be encoded as JSON: inf is not a JSON number.",
      ])
  }

  @Test func pingsAreAnsweredUnlessThePolicyIgnoresThem() async throws {
    let service = MockGraphQLService()
    let answered = try await service.openSocket()
    await withCheckedContinuation { continuation in
      answered.sendPing { error in
        #expect(error == nil)
        continuation.resume()
      }
    }
    var deaf = MockConnectionPolicy.accept
    deaf.answersPings = false
    for policy: MockConnectionPolicy in [deaf, .decide { [deaf] _ in deaf }] {
      service.sockets.policy = policy
      let missed = try await service.openSocket()
      let error: (any Error)? = await withCheckedContinuation { continuation in
        missed.sendPing { continuation.resume(returning: $0) }
        service.sockets.disconnect()
      }
      #expect((error as? URLError)?.code == .networkConnectionLost)
      #expect(missed.closeStatus == 1006)
    }
  }

  /// As with Foundation's task, a handler may request the next message and take a lock of its
  /// caller.
  @Test func completionHandlersAreCalledAsynchronously() async throws {
    let service = MockGraphQLService(.query("A", .data(["a": 1])))
    let socket = try await service.openSocket()
    try await socket.subscribe("query A { a }")
    // Makes a message available immediately.
    try await service.waitForRequests(named: "A")
    let isInside: [Bool] = await [
      Self.isCalledInside { done in
        socket.send(.string(#"{"type":"ping"}"#)) { _ in done() }
      },
      Self.isCalledInside { done in socket.receive { _ in done() } },
      Self.isCalledInside { done in socket.sendPing { _ in done() } },
    ]
    #expect(isInside == [false, false, false])
  }

  /// Whether a handler is called on the stack of the call that receives it.
  private static func isCalledInside(
    _ call: @Sendable (_ done: @escaping @Sendable () -> Void) -> Void
  ) async -> Bool {
    let key = "isCalling"
    @Sendable func isCalling() -> Bool { Thread.current.threadDictionary[key] != nil }
    func inside(_ continuation: CheckedContinuation<Bool, Never>) {
      Thread.current.threadDictionary[key] = true
      call { continuation.resume(returning: isCalling()) }
      Thread.current.threadDictionary[key] = nil
    }
    return await withCheckedContinuation { inside($0) }
  }

  @Test func theTestClosesDropsAndPings() async throws {
    let service = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
    let socket = try await service.openSocket()
    service.sockets.ping(payload: ["n": 1])
    #expect(try await socket.text() == #"{"type":"ping","payload":{"n":1}}"#)
    try await socket.subscribe("subscription Ticks { n }")
    try await service.subscriptions.wait(for: "Ticks")
    service.subscriptions.send(.data(["n": 1]), to: "Ticks")
    service.sockets.close(code: 4403, reason: "Forbidden")
    // Messages that arrived before the close can still be received.
    #expect(try await socket.text().contains("next"))
    await #expect(throws: POSIXError.self) { try await socket.receive() }
    #expect(socket.closeStatus == 4403)
    #expect(service.requests.map(\.ending) == [.cancelled])
    #expect(service.sockets.connectionPayloads == [["token": "t"]])
    let dropped = try await service.openSocket()
    try await dropped.subscribe("subscription Ticks { n }")
    try await service.subscriptions.wait(for: "Ticks")
    service.subscriptions.disconnect("Ticks")
    let error = await #expect(throws: URLError.self) { try await dropped.receive() }
    #expect(error?.code == .networkConnectionLost)
  }

  /// `MockSockets.connectionPayloads`: "Only the last 1,000 payloads of closed sockets are kept."
  @Test func payloadsOfClosedSocketsAreKeptUpToTheirLimit() async throws {
    let service = MockGraphQLService()
    let open = service.connectedSocket()
    for number in 0...2_002 {
      let socket = number == 0 ? open : service.connectedSocket()
      try await socket.send(
        .string(#"{"type":"connection_init","payload":{"n":\#(number)}}"#))
      if number > 0 { socket.cancel() }
    }
    #expect(
      service.sockets.connectionPayloads == ([0] + (1_003...2_002)).map { ["n": .number($0)] })
  }

  @Test func aPingIsNotSentToASocketThatIsNotResumed() async throws {
    let service = MockGraphQLService()
    let socket = service.sockets.webSocketTask(
      with: socketURL, protocols: ["graphql-transport-ws"])
    service.sockets.ping()
    socket.resume()
    service.sockets.ping(payload: ["n": 2])
    #expect(try await socket.text() == #"{"type":"ping","payload":{"n":2}}"#)
  }

  @Test func anEventWithoutMembersIsAResultAndAHeartbeatIsAPing() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(
      .subscription("Ticks", .eventsFromTest.heartbeat(every: .seconds(5))), clock: clock)
    let socket = try await service.openSocket()
    try await socket.subscribe("subscription Ticks { n }")
    try await service.subscriptions.wait(for: "Ticks")
    service.subscriptions.send(.json([:]), to: "Ticks")
    clock.advance(by: .seconds(5))
    #expect(
      try await socket.texts(2) == [
        #"{"id":"1","type":"next","payload":{}}"#, #"{"type":"ping"}"#,
      ])
  }

  @Test func callsThatWaitGetTheMessagesInTheirOrderAndAllGetTheEnd() async throws {
    let service = MockGraphQLService()
    let socket = try await service.openSocket()
    let (results, result) = AsyncStream<String>.makeStream()
    for number in 1...4 {
      socket.receive { received in
        let text =
          switch received {
          case .success(.string(let text)): text
          default: "closed"
          }
        result.yield("\(number) \(text)")
      }
    }
    for number in 1...2 { service.sockets.ping(payload: ["n": .number(number)]) }
    service.sockets.close(code: 4499)
    var found: [String] = []
    for await text in results.prefix(4) { found.append(text) }
    #expect(
      found == [
        #"1 {"type":"ping","payload":{"n":1}}"#, #"2 {"type":"ping","payload":{"n":2}}"#,
        "3 closed", "4 closed",
      ])
  }

  @Test func aCancelledReceiveLosesNoMessage() async throws {
    let service = MockGraphQLService()
    let socket = try await service.openSocket()
    let waiting = Task { try await socket.receive() }
    waiting.cancel()
    let result = await waiting.result
    #expect(throws: CancellationError.self) { try result.get() }
    service.sockets.ping()
    #expect(try await socket.text() == #"{"type":"ping"}"#)
  }

  @Test func olderProtocolIsSupported() async throws {
    let service = MockGraphQLService(.subscription("Ticks", .events([.data(["n": 1])])))
    var request = URLRequest(url: socketURL)
    request.setValue("graphql-ws", forHTTPHeaderField: "Sec-WebSocket-Protocol")
    request.setValue("Bearer x", forHTTPHeaderField: "Authorization")
    let socket = service.sockets.webSocketTask(with: request)
    socket.resume()
    try await socket.send(.string(#"{"type":"connection_init","payload":{}}"#))
    var texts = [try await socket.text()]
    try await socket.send(
      .string(#"{"id":"1","type":"start","payload":{"query":"subscription Ticks { n }"}}"#))
    texts += try await socket.texts(2)
    #expect(
      texts == [
        #"{"type":"connection_ack"}"#, #"{"id":"1","type":"data","payload":{"data":{"n":1}}}"#,
        #"{"id":"1","type":"complete"}"#,
      ])
    let sent = try #require(service.requests.first?.urlRequest)
    #expect(sent.url?.absoluteString == "https://example.invalid/subscriptions")
    let fields = ["Authorization", "Sec-WebSocket-Protocol"]
    #expect(fields.map { sent.value(forHTTPHeaderField: $0) } == ["Bearer x", nil])
  }

  /// src/server.ts of subscriptions-transport-ws sends back any identifier, acknowledges each
  /// `connection_init`, completes an operation whose identifier is used again, and has no time limit.
  @Test func olderProtocolIsAsForgivingAsItsReferenceServer() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(
      .subscription("Ticks", .eventsFromTest), .query("A", .data(["a": 1])), clock: clock)
    let socket = service.sockets.webSocketTask(with: socketURL, protocols: ["graphql-ws"])
    socket.resume()
    clock.advance(by: .seconds(60))
    for message in [
      #"{"type":"connection_init"}"#, #"{"type":"connection_init"}"#,
      #"{"id":7,"type":"start","payload":{"query":"subscription Ticks { n }"}}"#,
      #"{"id":7,"type":"start","payload":{"query":"query A { a }"}}"#,
      #"{"id":"1","type":"subscribe","payload":{"query":"query A { a }"}}"#,
    ] {
      try await socket.send(.string(message))
    }
    #expect(
      try await Set(socket.texts(6)) == [
        #"{"type":"connection_ack"}"#, #"{"id":7,"type":"complete"}"#,
        #"{"id":7,"type":"data","payload":{"data":{"a":1}}}"#,
        """
        {"type":"connection_error","payload":{"message":"graphql-ws has no \\"subscribe\\", which the \
        client sent"}}
        """,
      ])
    #expect(
      service.openLines().last == """
        The WebSocket to wss://example.invalid/subscriptions waits for the client to begin an operation; \
        graphql-ws has no "subscribe", which the client sent
        """)
    #expect(socket.closeStatus == nil)
  }

  /// RFC 6455, section 4.2.2: the service chooses one of the protocols that the client lists.
  @Test func aProtocolOfAListInTheHeaderFieldIsChosen() {
    var request = URLRequest(url: socketURL)
    request.setValue("chat, graphql-transport-ws ,x", forHTTPHeaderField: "Sec-WebSocket-Protocol")
    let socket = MockGraphQLService().sockets.webSocketTask(with: request)
    socket.resume()
    #expect(socket.subprotocol == "graphql-transport-ws")
  }

  @Test func theServiceClosesItsSocketsWhenItEnds() async throws {
    let socket = try await MockGraphQLService().openSocket()
    #expect(socket.closeStatus == 1001)
  }

  /// The codes of PROTOCOL.md and of the `CloseCode` of src/common.ts of graphql-ws, and the ends of the ranges of RFC
  /// 6455, section 7.4.
  @Test(arguments: [
    (1000, ""), (1011, "Internal error"), (4400, "Invalid message received"),
    (4401, "Unauthorized"), (4403, "Forbidden"), (4406, "Subprotocol not acceptable"),
    (4408, "Connection initialisation timeout"), (4409, "Subscriber for 1 already exists"),
    (4429, "Too many initialisation requests"), (4500, "Internal server error"),
    (1003, ""), (1007, ""), (1014, ""), (3000, ""), (4999, ""),
  ])
  func eachCloseCodeOfAServiceReachesTheClient(code: Int, reason: String) async throws {
    let service = MockGraphQLService()
    let socket = try await service.openSocket()
    service.sockets.close(code: code, reason: reason)
    await #expect(throws: POSIXError.self) { try await socket.receive() }
    #expect(socket.closingText == (reason.isEmpty ? "\(code)" : "\(code) \(reason)"))
    #expect(service.failures.isEmpty)
  }

  /// A nil code calls the method that `URLSessionWebSocketTask` also has.
  @Test(arguments: [nil, 1000, 1001, 4004, 4005, 4504])
  func aClientClosesWithAnyCode(code: Int?) async throws {
    let service = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
    let socket = try await service.openSocket()
    try await socket.subscribe("subscription Ticks { n }")
    try await service.subscriptions.wait(for: "Ticks")
    let waiting = Task { try await socket.receive() }
    if let code {
      socket.cancel(code: code, reason: "bye")
    } else {
      socket.cancel(with: .normalClosure, reason: Data("bye".utf8))
      #expect(socket.closeCode == .normalClosure)
    }
    let result = await waiting.result
    let error = #expect(throws: URLError.self) { try result.get() }
    #expect(error?.code == .cancelled)
    #expect(socket.closingText == "\(code ?? 1000) bye")
    let open: Int = service.sockets.count + service.subscriptions.count(of: "Ticks")
    #expect(open == 0)
    #expect(service.requests.map(\.ending) == [.cancelled])
  }

  /// "Complete": results in flight, and a completion by either side.
  @Test func bothSidesMayCompleteAtTheSameTime() async throws {
    let service = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
    let socket = try await service.openSocket()
    try await socket.subscribe("subscription Ticks { n }")
    try await service.subscriptions.wait(for: "Ticks")
    service.subscriptions.send(.data(["n": 1]), to: "Ticks")
    service.subscriptions.complete("Ticks")
    try await socket.send(.string(#"{"id":"1","type":"complete"}"#))
    try await socket.send(.string(#"{"type":"ping"}"#))
    #expect(
      try await socket.texts(3) == [
        #"{"id":"1","type":"next","payload":{"data":{"n":1}}}"#, #"{"id":"1","type":"complete"}"#,
        #"{"type":"pong"}"#,
      ])
    #expect(service.requests.map(\.ending) == [.answered])
  }

  /// "Communication": operations with different identifiers are interleaved.
  @Test func operationsOfOneSocketAreInterleaved() async throws {
    let service = MockGraphQLService(
      .subscription("A", .eventsFromTest), .subscription("B", .eventsFromTest))
    let socket = try await service.openSocket()
    for name in ["A", "B"] {
      try await socket.subscribe("subscription \(name) { n }", id: name)
      try await service.subscriptions.wait(for: .named(name))
    }
    for name in ["A", "B", "A"] { service.subscriptions.send(.data(["n": 1]), to: .named(name)) }
    service.subscriptions.complete("A")
    service.subscriptions.send(.data(["n": 2]), to: "B")
    #expect(
      try await socket.texts(5) == [
        #"{"id":"A","type":"next","payload":{"data":{"n":1}}}"#,
        #"{"id":"B","type":"next","payload":{"data":{"n":1}}}"#,
        #"{"id":"A","type":"next","payload":{"data":{"n":1}}}"#,
        #"{"id":"A","type":"complete"}"#,
        #"{"id":"B","type":"next","payload":{"data":{"n":2}}}"#,
      ])
  }
}
