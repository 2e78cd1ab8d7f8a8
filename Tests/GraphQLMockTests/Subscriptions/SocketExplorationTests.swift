import Foundation
import Testing

@testable import GraphQLMock

/// Every sequence of what may happen to a socket, up to a length, against a second account of the
/// rules: no trap, one end for each operation, nothing after it.
@Suite struct SocketExplorationTests {
  enum Step: CaseIterable {
    case initialise, subscribeA, subscribeB, completeA, ping, invalid, accept, refuse, timeOut
    case next, fail, finish, clientLeaves
  }

  private static func message(_ step: Step, _ dialect: SocketDialect) -> Data {
    let isLegacy = dialect == .legacy
    let start = isLegacy ? "start" : "subscribe"
    let text =
      switch step {
      case .initialise: #"{"type":"connection_init"}"#
      case .subscribeA: #"{"id":"a","type":"\#(start)","payload":{"query":"{ a }"}}"#
      case .subscribeB: #"{"id":"b","type":"\#(start)","payload":{"query":"{ a }"}}"#
      case .completeA: #"{"id":"a","type":"\#(isLegacy ? "stop" : "complete")"}"#
      case .ping: #"{"type":"\#(isLegacy ? "connection_terminate" : "ping")"}"#
      default: "?"
      }
    return Data(text.utf8)
  }

  /// What is known of a socket from the outside.
  private struct Account {
    var isInitialised = false
    var isAcknowledged = false
    var isClosed = false
    var open: [SocketProtocol.Operation] = []
    var ended: Set<Int> = []

    /// Takes note of an action, and says which rule it breaks.
    mutating func note(
      _ action: SocketProtocol.Action, after step: Step, _ dialect: SocketDialect
    ) -> String? {
      switch action {
      case .send(let message):
        if isClosed { return "a message after the closing" }
        switch message {
        case .next(let id, _):
          if !open.contains(where: { $0.id == id }) { return "a result of nothing" }
        // Servers of the older protocol say that they have stopped.
        case .complete where dialect == .legacy && step == .completeA: break
        case .error(let id, _), .complete(let id):
          guard let operation = open.first(where: { $0.id == id }) else {
            return "an end of nothing"
          }
          return end(operation)
        case .acknowledge:
          if isAcknowledged || !isInitialised { return "an acknowledgement out of turn" }
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

    private mutating func end(_ operation: SocketProtocol.Operation) -> String? {
      open.removeAll { $0 == operation }
      return ended.insert(operation.number).inserted ? nil : "two ends of one operation"
    }
  }

  /// Goes on with each step from a state, to a depth.
  private func explore(
    _ machine: SocketProtocol, _ account: Account, _ path: [Step], depth: Int,
    _ count: inout Int, _ problems: inout [String]
  ) {
    guard depth > 0 else { return }
    for step in Step.allCases {
      var machine = machine
      var account = account
      let wasClosed = account.isClosed
      let oldest = account.open.first ?? SocketProtocol.Operation(id: "a", number: 1)
      let actions: [SocketProtocol.Action]
      switch step {
      case .accept: actions = machine.accepted(payload: nil)
      case .refuse: actions = machine.refused(.forbidden)
      case .timeOut: actions = machine.initialisationTimedOut()
      case .next: actions = machine.next(oldest, Data("{}".utf8))
      case .fail: actions = machine.failed(oldest, Data("[]".utf8))
      case .finish: actions = machine.completed(oldest)
      case .clientLeaves: actions = machine.closedByClient()
      default: actions = machine.received(Self.message(step, machine.dialect))
      }
      count += 1
      if wasClosed, !actions.isEmpty {
        problems.append("\(path + [step]): \(actions) after the end")
      }
      for action in actions {
        if let problem = account.note(action, after: step, machine.dialect) {
          problems.append("\(path + [step]): \(problem)")
        }
      }
      if step == .clientLeaves { account.isClosed = true }
      if account.isClosed != machine.isClosed { problems.append("\(path + [step]): closed or not") }
      if account.isClosed, !account.open.isEmpty { problems.append("\(path + [step]): left open") }
      if account.open != machine.operations { problems.append("\(path + [step]): operations") }
      // Nothing happens to a closed socket any more: one more step shows it.
      explore(
        machine, account, path + [step], depth: wasClosed ? 0 : depth - 1, &count, &problems)
    }
  }

  @Test(arguments: SocketDialect.allCases)
  func eachSequenceOfFiveStepsKeepsTheRules(dialect: SocketDialect) {
    var count = 0
    var problems: [String] = []
    explore(SocketProtocol(dialect), Account(), [], depth: 5, &count, &problems)
    #expect(problems.isEmpty, "\(problems.prefix(5))")
    #expect(count > 30_000)
  }

  @Test(arguments: SocketDialect.allCases)
  func eachSequenceOfFourStepsOfAnOpenConnectionKeepsTheRules(dialect: SocketDialect) {
    var machine = SocketProtocol(dialect)
    var account = Account()
    _ = machine.received(Self.message(.initialise, dialect))
    _ = machine.accepted(payload: nil)
    account.isInitialised = true
    account.isAcknowledged = true
    for step in [Step.subscribeA, .subscribeB] {
      for action in machine.received(Self.message(step, dialect)) {
        _ = account.note(action, after: step, dialect)
      }
    }
    var count = 0
    var problems: [String] = []
    explore(machine, account, [], depth: 4, &count, &problems)
    #expect(problems.isEmpty, "\(problems.prefix(5))")
    #expect(count > 10_000)
  }
}
