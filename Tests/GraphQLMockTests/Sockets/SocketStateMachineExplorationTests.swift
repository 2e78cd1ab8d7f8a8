import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// Every sequence of events of a socket, up to a length, compared with a second account of the
/// rules: no trap, one end for each operation, and no message after it.
struct SocketStateMachineExplorationTests {
  enum Step: CaseIterable {
    case initialize, subscribeA, subscribeB, completeA, completeB, ping, pong, terminate, invalid
    case accept, refuse, timeOut, close, clientLeaves
    /// The target of an event: the oldest open operation, or the one that ended last.
    case next, fail, finish, lateNext, lateFinish
  }

  private static func messages(_ dialect: SocketMessage.Dialect) -> [Step: Data] {
    let (start, stop) =
      dialect == .legacy ? ("start", "stop") : ("subscribe", "complete")
    return [
      .initialize: #"{"type":"connection_init"}"#,
      .subscribeA: #"{"id":"a","type":"\#(start)","payload":{"query":"{ a }"}}"#,
      .subscribeB: #"{"id":"b","type":"\#(start)","payload":{"query":"{ a }"}}"#,
      .completeA: #"{"id":"a","type":"\#(stop)"}"#, .completeB: #"{"id":"b","type":"\#(stop)"}"#,
      .ping: #"{"type":"ping"}"#, .pong: #"{"type":"pong"}"#,
      .terminate: #"{"type":"connection_terminate"}"#, .invalid: "?",
    ].mapValues { Data($0.utf8) }
  }

  /// The externally visible state of a socket.
  private struct Account: Hashable {
    var isInitialised = false
    var isAcknowledged = false
    var isClosed = false
    var open: [SocketStateMachine.Operation] = []
    var ended: Set<Int> = []
    var endedLast: SocketStateMachine.Operation?

    /// Records an action, and returns the rule that it breaks.
    mutating func note(
      _ action: SocketStateMachine.Action, after step: Step, _ dialect: SocketMessage.Dialect
    ) -> String? {
      switch action {
      case .send(let message):
        if isClosed { return "a message after the closing" }
        switch message {
        case .next(let id, _):
          if !open.contains(where: { $0.id == id }) { return "a result of nothing" }
        // Servers of the older protocol confirm that they have stopped.
        case .complete("a")
        where dialect == .legacy && [.completeA, .subscribeA, .accept].contains(step):
          break
        case .complete("b")
        where dialect == .legacy && [.completeB, .subscribeB, .accept].contains(step):
          break
        case .error(let id, _), .complete(let id):
          guard let operation = open.first(where: { $0.id == id }) else {
            return "an end of nothing"
          }
          return end(operation)
        case .acknowledge:
          if isAcknowledged && dialect != .legacy || !isInitialised {
            return "an acknowledgement out of turn"
          }
          isAcknowledged = true
        case .pong: if step != .ping { return "a pong out of turn" }
        case .connectionError where dialect == .legacy: break
        case .connectionError, .ping: return "a message that nobody asked for"
        }
      case .close:
        if isClosed { return "closed twice" }
        isClosed = true
      case .decide:
        if isInitialised { return "decided twice" }
        isInitialised = true
      case .start(let operation, _):
        if !isAcknowledged || isClosed { return "started out of turn" }
        if open.contains(where: { $0.id == operation.id }) { return "two of one identifier" }
        open.append(operation)
      case .stop(let operation): return end(operation)
      }
      return nil
    }

    private mutating func end(_ operation: SocketStateMachine.Operation) -> String? {
      open.removeAll { $0 == operation }
      endedLast = operation
      return ended.insert(operation.number).inserted ? nil : "two ends of one operation"
    }
  }

  /// The complete state of a socket: sequences that lead to equal states are merged.
  private struct State: Hashable {
    var machine: SocketStateMachine
    var account = Account()

    /// Performs a step, and returns the rules that it breaks.
    mutating func take(_ step: Step, _ messages: [Step: Data]) -> [String] {
      let wasClosed = account.isClosed
      let oldest = account.open.first ?? SocketStateMachine.Operation(id: "a", number: 1)
      let late = account.endedLast ?? oldest
      let actions: [SocketStateMachine.Action]
      switch step {
      case .accept: actions = machine.accepted(payload: nil)
      case .refuse: actions = machine.refused(.init(4403, "Forbidden"))
      case .timeOut: actions = machine.initializationTimedOut()
      case .close: actions = machine.closed(.normal)
      case .clientLeaves: actions = machine.closedByClient()
      case .next: actions = machine.next(oldest, Data("{}".utf8))
      case .fail: actions = machine.failed(oldest, Data("[]".utf8))
      case .finish: actions = machine.completed(oldest)
      case .lateNext: actions = machine.next(late, Data("{}".utf8))
      case .lateFinish: actions = machine.completed(late)
      default: actions = machine.received(messages[step] ?? Data())
      }
      var problems = wasClosed && !actions.isEmpty ? ["\(actions) after the end"] : []
      problems += actions.compactMap { account.note($0, after: step, machine.dialect) }
      if step == .clientLeaves { account.isClosed = true }
      if account.isClosed != machine.isClosed { problems.append("closed or not") }
      if account.isClosed, !account.open.isEmpty { problems.append("left open") }
      if account.open != machine.operations { problems.append("operations") }
      return problems
    }
  }

  @Test(.onOwnThreads, arguments: SocketMessage.Dialect.allCases)
  func everySequenceOfEightStepsKeepsTheProtocolRules(dialect: SocketMessage.Dialect) {
    let messages = Self.messages(dialect)
    var problems: [String] = []
    var known: [State: [State]] = [:]
    // The states after each number of steps, with the number of sequences that lead there, and one
    // of them.
    var reached: [State: (sequences: Int, example: [Step])] = [
      State(machine: SocketStateMachine(dialect)): (1, [])
    ]
    for _ in 0..<8 {
      var next: [State: (sequences: Int, example: [Step])] = [:]
      for (state, (sequences, example)) in reached {
        let following =
          known[state]
          ?? Step.allCases.map { step in
            var state = state
            problems += state.take(step, messages).map { "\(example + [step]): \($0)" }
            return state
          }
        known[state] = following
        for (step, state) in zip(Step.allCases, following) {
          next[state, default: (0, example + [step])].sequences += sequences
        }
      }
      reached = next
    }
    #expect(problems.isEmpty, "\(problems.prefix(5))")
    // 19 to the power of 8.
    #expect(reached.values.reduce(0) { $0 + $1.sequences } == 16_983_563_041)
  }
}
