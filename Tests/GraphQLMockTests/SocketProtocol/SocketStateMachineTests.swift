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
    return (machine, last)
  }

  private static let initialise = #"{"type":"connection_init"}"#

  // MARK: "ConnectionInit" and "ConnectionAck"

  @Test func theServiceDecidesOnAConnectionAndAcknowledgesIt() {
    var (machine, actions) = run(
      [#"{"type":"connection_init","payload":{"token":"t"}}"#], accepts: false)
    #expect(actions == [.decide(payload: ["token": "t"])])
    actions = machine.accepted(payload: ["user": "u"])
    #expect(actions == [.send(.acknowledge(payload: ["user": "u"]))])
    #expect(machine.isAcknowledged)
    actions = machine.accepted(payload: nil)
    #expect(actions.isEmpty)
  }

  @Test func connectionPayloadIsAnObjectOrNull() {
    for message in [Self.initialise, #"{"type":"connection_init","payload":null}"#] {
      #expect(run([message], accepts: false).last == [.decide(payload: nil)])
    }
    #expect(
      run([#"{"payload":{},"type":"connection_init"}"#], accepts: false).last
        == [.decide(payload: [:])])
  }

  @Test func aSecondInitializationClosesWith4429() {
    for accepts in [true, false] {
      let (machine, actions) = run([Self.initialise, Self.initialise], accepts: accepts)
      #expect(actions == [.close(SocketClosing(4429, "Too many initialisation requests"))])
      #expect(machine.isClosed)
    }
  }

  @Test func missingInitializationClosesWith4408() {
    var machine = SocketStateMachine(.transport)
    var actions = machine.initializationTimedOut()
    #expect(actions == [.close(SocketClosing(4408, "Connection initialisation timeout"))])
    for accepts in [true, false] {
      machine = run([Self.initialise], accepts: accepts).machine
      actions = machine.initializationTimedOut()
      #expect(actions.isEmpty)
    }
  }

  // MARK: "Ping" and "Pong"

  @Test func aPingIsAnsweredAtAnyTimeAndAPongIsNot() {
    let ping = #"{"type":"ping","payload":{"n":1}}"#
    for before in [[], [Self.initialise]] {
      #expect(run(before + [ping]).last == [.send(.pong(payload: ["n": 1]))])
      #expect(run(before + [#"{"type":"ping"}"#]).last == [.send(.pong(payload: nil))])
      #expect(run(before + [#"{"type":"pong","payload":null}"#]).last == [])
    }
  }

  // MARK: "Subscribe"

  @Test func anOperationBeforeTheAcknowledgementClosesWith4401() {
    #expect(run([Self.subscribe]).last == [.close(SocketClosing(4401, "Unauthorized"))])
    #expect(
      run([Self.initialise, Self.subscribe], accepts: false).last
        == [.close(SocketClosing(4401, "Unauthorized"))])
  }

  @Test func anIdentifierIsFreeAgainOnceItsOperationIsComplete() {
    let complete = #"{"id":"1","type":"complete"}"#
    var (machine, actions) = run([Self.initialise, Self.subscribe, complete, Self.subscribe])
    let (old, new) = (
      SocketStateMachine.Operation(id: "1", number: 1),
      SocketStateMachine.Operation(id: "1", number: 2)
    )
    #expect(actions == [.start(new, payload: Self.query)])
    // Late events of the first operation aren't attributed to the second.
    actions = machine.next(old, Data("{}".utf8)) + machine.completed(old)
    #expect(actions.isEmpty)
    actions = machine.completed(new)
    #expect(actions == [.send(.complete(id: "1"))])
  }

  // MARK: "Next", "Error" and "Complete"

  @Test func completingACompletedOperationIsIgnored() {
    let complete = #"{"id":"1","type":"complete"}"#
    let operation = SocketStateMachine.Operation(id: "1", number: 1)
    var machines = [run([Self.initialise, Self.subscribe, complete]).machine]
    for isFailure in [false, true] {
      var machine = run([Self.initialise, Self.subscribe]).machine
      _ = isFailure ? machine.failed(operation, Data("[]".utf8)) : machine.completed(operation)
      machines.append(machine)
    }
    for var machine in machines {
      let actions = machine.received(Data(complete.utf8))
      #expect(actions.isEmpty)
      #expect(!machine.isClosed)
    }
  }

  @Test func completingAnUnknownOperationIsIgnored() {
    for before in [[], [Self.initialise]] {
      #expect(run(before + [#"{"id":"9","type":"complete"}"#]).last == [])
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
    for before in [[], [Self.initialise]] {
      let (machine, actions) = run(before + [message])
      #expect(actions == [.close(SocketClosing(4400, "Invalid message received"))])
      #expect(machine.isClosed)
    }
  }

  @Test func nullMembersOfASubscribeMessageCountAsMissing() {
    let message =
      """
      {"id":"1","type":"subscribe","payload":{"query":"{ a }","variables":null,\
      "operationName":null,"extensions":null}}
      """
    guard case .start? = run([Self.initialise, message]).last.first else {
      Issue.record("not started")
      return
    }
  }

  // MARK: "Communication"

  @Test func eitherSideMayCloseAtAnyTime() {
    for before in [[], [Self.initialise], [Self.initialise, Self.subscribe]] {
      let stopped: [Action] =
        before.count == 2 ? [.stop(SocketStateMachine.Operation(id: "1", number: 1))] : []
      var machine = run(before).machine
      var actions = machine.closedByClient()
      #expect(actions == stopped)
      machine = run(before).machine
      actions = machine.closed(.normal)
      #expect(actions == [.close(SocketClosing(1000, ""))] + stopped)
      actions = machine.received(Data(Self.initialise.utf8)) + machine.closed(.normal)
      #expect(actions.isEmpty)
    }
  }

  @Test func newestCommonSubprotocolIsChosen() {
    for (offered, dialect) in [
      (["graphql-transport-ws"], SocketMessage.Dialect.transport), (["graphql-ws"], .legacy),
      (["graphql-ws", "graphql-transport-ws"], .transport), ([], nil),
      (["graphql-ws2", "GRAPHQL-WS"], nil),
    ] as [([String], SocketMessage.Dialect?)] {
      #expect(SocketMessage.Dialect.choose(from: offered) == dialect)
    }
  }

  @Test func closeReasonHasAtMost123Bytes() {
    #expect(SocketClosing(4400, String(repeating: "x", count: 200)).reason.utf8.count == 123)
    #expect(SocketClosing(4400, String(repeating: "ü", count: 200)).reason.utf8.count == 122)
  }

  // MARK: The older protocol

  @Test func olderProtocolHasItsOwnMessageTypes() {
    let start = #"{"id":"1","type":"start","payload":{"query":"{ a }"}}"#
    var (machine, actions) = run([Self.initialise, start], .legacy)
    let operation = SocketStateMachine.Operation(id: "1", number: 1)
    #expect(actions == [.start(operation, payload: Self.query)])
    actions = machine.received(Data(#"{"id":"1","type":"stop"}"#.utf8))
    #expect(actions == [.stop(operation), .send(.complete(id: "1"))])
    actions = machine.received(Data(#"{"type":"connection_terminate"}"#.utf8))
    #expect(actions == [.close(SocketClosing(1000, ""))])
  }

  @Test func olderProtocolWaitsForTheAcknowledgment() {
    let start = #"{"id":"1","type":"start","payload":{"query":"{ a }"}}"#
    var (machine, actions) = run([start, Self.initialise], .legacy, accepts: false)
    actions = machine.accepted(payload: nil)
    #expect(
      actions == [
        .send(.acknowledge(payload: nil)),
        .start(SocketStateMachine.Operation(id: "1", number: 1), payload: Self.query),
      ])
  }

  @Test func olderProtocolStopsTheOperationWithTheSameIdentifier() {
    let start = #"{"id":"1","type":"start","payload":{"query":"{ a }"}}"#
    #expect(
      run([Self.initialise, start, start], .legacy).last == [
        .stop(SocketStateMachine.Operation(id: "1", number: 1)),
        .start(SocketStateMachine.Operation(id: "1", number: 2), payload: Self.query),
      ])
  }

  @Test func olderProtocolAnswersInvalidMessagesAndContinues() {
    let (machine, actions) = run([Self.initialise, "x"], .legacy)
    #expect(actions == [.send(.connectionError(message: "Invalid message"))])
    #expect(!machine.isClosed)
    var refused = run([Self.initialise], .legacy, accepts: false).machine
    #expect(
      refused.refused(.init(4403, "Forbidden"))
        == [.send(.connectionError(message: "Forbidden")), .close(SocketClosing(1011, ""))])
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
      #expect(message.text(.transport) == transport)
      #expect(message.text(.legacy) == legacy)
    }
  }
}
