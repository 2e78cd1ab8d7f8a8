import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// The rules of PROTOCOL.md of graphql-ws, by section, and those of subscriptions-transport-ws for the
/// older protocol.
struct SocketStateMachineTests {
  typealias Action = SocketStateMachine.Action

  static let query: MockJSON = ["query": "{ a }"]
  static let subscribe = #"{"id":"1","type":"subscribe","payload":{"query":"{ a }"}}"#

  /// A machine after these messages, and the actions for the last one.
  private func run(
    _ messages: [String], _ dialect: SocketMessage.Dialect = .transport, accepts: Bool = true
  ) -> (machine: SocketStateMachine, last: [Action]) {
    var machine = SocketStateMachine(dialect)
    var last: [Action] = []
    for message in messages {
      last = machine.received(Data(message.utf8))
      if accepts, case .decide? = last.first { last += machine.accepted(payload: nil) }
    }
    let closes = last.contains { if case .close = $0 { true } else { false } }
    #expect(machine.isClosed == closes, "\(messages)")
    return (machine, last)
  }

  private static let initialize = #"{"type":"connection_init"}"#

  private static let first = SocketStateMachine.Operation(id: "1", number: 1)
  private static let second = SocketStateMachine.Operation(id: "1", number: 2)

  @Test func eachMessageHasTheActionsOfItsSection() {
    let complete = #"{"id":"1","type":"complete"}"#
    let both: [[String]] = [[], [Self.initialize]]
    let cases: [(before: [[String]], accepts: [Bool], message: String, actions: [Action])] = [
      // "ConnectionInit": the payload is an object or null.
      ([[]], [false], Self.initialize, [.decide(payload: nil)]),
      ([[]], [false], #"{"type":"connection_init","payload":null}"#, [.decide(payload: nil)]),
      ([[]], [false], #"{"payload":{},"type":"connection_init"}"#, [.decide(payload: [:])]),
      (
        [[]], [false], #"{"type":"connection_init","payload":{"token":"t"}}"#,
        [.decide(payload: ["token": "t"])]
      ),
      (
        [[Self.initialize]], [true, false], Self.initialize,
        [.close(SocketClosing(4429, "Too many initialisation requests"))]
      ),
      // "Ping" and "Pong": at any time.
      (both, [true], #"{"type":"ping","payload":{"n":1}}"#, [.send(.pong(payload: ["n": 1]))]),
      (both, [true], #"{"type":"ping"}"#, [.send(.pong(payload: nil))]),
      (both, [true], #"{"type":"pong","payload":null}"#, []),
      // "Subscribe": not before the acknowledgment, and an identifier is free again after its operation.
      (both, [false], Self.subscribe, [.close(SocketClosing(4401, "Unauthorized"))]),
      (
        [[Self.initialize, Self.subscribe, complete]], [true], Self.subscribe,
        [.start(Self.second, payload: Self.query)]
      ),
      // "Complete": of a completed and of an unknown operation.
      ([[Self.initialize, Self.subscribe, complete]], [true], complete, []),
      (both, [true], #"{"id":"9","type":"complete"}"#, []),
    ]
    for (before, accepts, message, actions) in cases {
      for (messages, accepts) in before.flatMap({ one in accepts.map { (one, $0) } }) {
        #expect(
          run(messages + [message], accepts: accepts).last == actions, "\(messages) \(message)")
      }
    }
  }

  // MARK: "ConnectionInit" and "ConnectionAck"

  @Test func aConnectionIsAcknowledgedOnceOrTimesOut() {
    var machine = run([Self.initialize], accepts: false).machine
    var actions = machine.accepted(payload: ["user": "u"])
    actions += machine.accepted(payload: nil)
    #expect(actions == [.send(.acknowledge(payload: ["user": "u"]))])
    #expect(machine.isAcknowledged)
    machine = SocketStateMachine(.transport)
    actions = machine.initializationTimedOut()
    #expect(actions == [.close(SocketClosing(4408, "Connection initialisation timeout"))])
    for accepts in [true, false] {
      machine = run([Self.initialize], accepts: accepts).machine
      actions = machine.initializationTimedOut()
      #expect(actions.isEmpty, "\(accepts)")
    }
  }

  // MARK: "Next", "Error" and "Complete"

  @Test func lateEventsAndCompletionsOfAnOperationAreIgnored() {
    let complete = #"{"id":"1","type":"complete"}"#
    var machine = run([Self.initialize, Self.subscribe, complete, Self.subscribe]).machine
    // Late events of the first operation aren't attributed to the second.
    var actions = machine.next(Self.first, Data("{}".utf8)) + machine.completed(Self.first)
    #expect(actions.isEmpty)
    actions = machine.completed(Self.second)
    #expect(actions == [.send(.complete(id: "1"))])
    for isFailure in [false, true] {
      machine = run([Self.initialize, Self.subscribe]).machine
      _ = isFailure ? machine.failed(Self.first, Data("[]".utf8)) : machine.completed(Self.first)
      actions = machine.received(Data(complete.utf8))
      #expect(actions.isEmpty && !machine.isClosed, "\(isFailure)")
    }
  }

  // MARK: "Invalid message"

  @Test(arguments: [
    "", "x", "[]", "7", "null", "{}", #"{"type":7}"#, #"{"type":""}"#, #"{"type":"hello"}"#,
    #"{"type":"connection_init","payload":"x"}"#, #"{"type":"connection_init","payload":[]}"#,
    #"{"type":"ping","payload":1}"#, #"{"type":"pong","payload":true}"#,
    #"{"type":"subscribe","payload":{"query":"{a}"}}"#,
    #"{"id":"","type":"subscribe","payload":{"query":"{a}"}}"#,
    #"{"id":1,"type":"subscribe","payload":{"query":"{a}"}}"#, #"{"id":"1","type":"subscribe"}"#,
    #"{"id":"1","type":"subscribe","payload":{}}"#,
    #"{"id":"1","type":"subscribe","payload":{"query":{}}}"#,
    #"{"id":"1","type":"subscribe","payload":{"query":"{a}","variables":"x"}}"#,
    #"{"id":"1","type":"subscribe","payload":{"query":"{a}","operationName":1}}"#,
    #"{"id":"1","type":"subscribe","payload":{"query":"{a}","extensions":[]}}"#,
    #"{"type":"complete"}"#, #"{"id":"","type":"complete"}"#,
    // From the server only.
    #"{"type":"connection_ack"}"#, #"{"id":"1","type":"next","payload":{}}"#,
    #"{"id":"1","type":"error","payload":[]}"#,
    // Of the older protocol.
    #"{"id":"1","type":"start","payload":{"query":"{a}"}}"#, #"{"type":"connection_terminate"}"#,
  ])
  func anInvalidMessageClosesWith4400(message: String) {
    for before in [[], [Self.initialize]] {
      let closing = SocketClosing(4400, "Invalid message received")
      #expect(run(before + [message]).last == [.close(closing)], "\(before)")
    }
  }

  @Test func nullMembersOfASubscribeMessageCountAsMissing() {
    let message =
      """
      {"id":"1","type":"subscribe","payload":{"query":"{ a }","variables":null,\
      "operationName":null,"extensions":null}}
      """
    guard case .start? = run([Self.initialize, message]).last.first else {
      Issue.record("not started")
      return
    }
  }

  // MARK: "Communication"

  @Test func eitherSideMayCloseAtAnyTime() {
    for before in [[], [Self.initialize], [Self.initialize, Self.subscribe]] {
      let stopped: [Action] =
        before.count == 2 ? [.stop(Self.first)] : []
      var machine = run(before).machine
      var actions = machine.closedByClient()
      #expect(actions == stopped, "\(before)")
      machine = run(before).machine
      actions = machine.closed(.normal)
      actions += machine.received(Data(Self.initialize.utf8)) + machine.closed(.normal)
      #expect(actions == [.close(SocketClosing(1000, ""))] + stopped)
    }
  }

  @Test func newestCommonSubprotocolIsChosen() {
    for (offered, dialect) in [
      (["graphql-transport-ws"], SocketMessage.Dialect.transport), (["graphql-ws"], .legacy),
      (["graphql-ws", "graphql-transport-ws"], .transport), ([], nil),
      (["graphql-ws2", "GRAPHQL-WS"], nil),
    ] as [([String], SocketMessage.Dialect?)] {
      #expect(SocketMessage.Dialect.choose(from: offered) == dialect, "\(offered)")
    }
  }

  @Test func closeReasonHasAtMost123Bytes() {
    let lengths = ["x", "ü"].map {
      SocketClosing(4400, String(repeating: $0, count: 200)).reason.utf8.count
    }
    #expect(lengths == [123, 122])
  }

  // MARK: The older protocol

  private static let start = #"{"id":"1","type":"start","payload":{"query":"{ a }"}}"#

  @Test func olderProtocolHasItsOwnMessagesAndActions() {
    let stop = #"{"id":"1","type":"stop"}"#
    let cases: [(messages: [String], actions: [Action])] = [
      ([Self.start], [.start(Self.first, payload: Self.query)]),
      // A second operation with the same identifier completes the first.
      (
        [Self.start, Self.start],
        [.stop(Self.first), .send(.complete(id: "1")), .start(Self.second, payload: Self.query)]
      ),
      // src/server.ts answers each `connection_init`, and doesn't look at the type of an identifier.
      ([Self.initialize], [.send(.acknowledge(payload: nil))]),
      (
        [#"{"id":7,"type":"start","payload":{"query":"{ a }"}}"#, #"{"id":7,"type":"stop"}"#],
        [.stop(SocketStateMachine.Operation(id: 7, number: 1)), .send(.complete(id: 7))]
      ),
      ([Self.start, stop], [.stop(Self.first), .send(.complete(id: "1"))]),
      (
        [Self.start, stop, #"{"type":"connection_terminate"}"#], [.close(SocketClosing(1000, ""))]
      ),
      // The socket stays open.
      (["x"], [.send(.connectionError(message: "the client's message must be a JSON object"))]),
      (
        [Self.subscribe],
        [
          .send(
            .connectionError(message: #"graphql-ws has no "subscribe", which the client sent"#))
        ]
      ),
      (
        [#"{"id":"1","type":"start"}"#],
        [.send(.connectionError(message: "the payload of the client's start must be an object"))]
      ),
    ]
    for (messages, actions) in cases {
      #expect(run([Self.initialize] + messages, .legacy).last == actions, "\(messages)")
    }
  }

  @Test func olderProtocolStartsEarlyOperationsOnceAcceptedAndSendsRefusals() {
    var machine = run([Self.start, Self.initialize], .legacy, accepts: false).machine
    var actions = machine.accepted(payload: nil)
    #expect(
      actions == [
        .send(.acknowledge(payload: nil)), .start(Self.first, payload: Self.query),
      ])
    machine = run([Self.initialize, Self.initialize], .legacy, accepts: false).machine
    actions = machine.accepted(payload: nil)
    #expect(actions == [.send(.acknowledge(payload: nil)), .send(.acknowledge(payload: nil))])
    machine = SocketStateMachine(.legacy)
    actions = machine.initializationTimedOut()
    #expect(actions.isEmpty && !machine.isClosed)
    machine = run([Self.initialize], .legacy, accepts: false).machine
    actions = machine.refused(.init(4403, "Forbidden"))
    #expect(
      actions == [
        .send(.connectionError(message: "Forbidden")), .close(SocketClosing(1011, "")),
      ])
  }

  // MARK: Texts

  @Test func messagesFollowTheirProtocol() {
    let result = Data(#"{"data":{"a":1}}"#.utf8)
    let errors = Data(#"[{"message":"x"},{"message":"y"}]"#.utf8)
    for (message, transport, legacy) in [
      (.acknowledge(payload: nil), #"{"type":"connection_ack"}"#, #"{"type":"connection_ack"}"#),
      (
        .acknowledge(payload: ["a": 1]), #"{"type":"connection_ack","payload":{"a":1}}"#,
        #"{"type":"connection_ack","payload":{"a":1}}"#
      ),
      (.ping(payload: nil), #"{"type":"ping"}"#, #"{"type":"ka"}"#),
      (.pong(payload: ["a": 1]), #"{"type":"pong","payload":{"a":1}}"#, nil),
      (
        .next(id: "\"1", result: result),
        #"{"id":"\"1","type":"next","payload":{"data":{"a":1}}}"#,
        #"{"id":"\"1","type":"data","payload":{"data":{"a":1}}}"#
      ),
      (
        .error(id: "1", errors: errors),
        #"{"id":"1","type":"error","payload":[{"message":"x"},{"message":"y"}]}"#,
        #"{"id":"1","type":"error","payload":{"message":"x"}}"#
      ),
      (
        .complete(id: "1"), #"{"id":"1","type":"complete"}"#, #"{"id":"1","type":"complete"}"#
      ),
    ] as [(SocketMessage.Server, String?, String?)] {
      #expect(
        [message.text(.transport), message.text(.legacy)] == [transport, legacy], "\(message)")
    }
  }
}
