// A state machine for the server's side of a WebSocket, whose methods return the actions to perform.
//              connection_init          accepted
//   waiting ─────────────────▶ deciding ──────────▶ acknowledged
//      │                          │                      │
//      └──────────────────────────┴──────────────────────┴──▶ closed   (by either side)
// Comments quote PROTOCOL.md of the library graphql-ws, or for the older protocol, of subscriptions-transport-ws.

import Foundation

struct SocketStateMachine: Sendable, Hashable {
  /// An operation with a unique number, because clients may reuse the identifier of an operation.
  struct Operation: Sendable, Hashable {
    let id: MockJSON
    let number: Int
  }

  indirect enum Action: Sendable, Equatable {
    case send(SocketMessage.Server)
    /// Closes the socket, after which only `stop` actions follow.
    case close(SocketClosing)
    case decide(payload: MockJSON?)
    case start(Operation, payload: MockJSON)
    case stop(Operation)
  }

  private enum Phase {
    case waiting, deciding, acknowledged, closed
  }

  private struct Request: Sendable, Hashable {
    let id: MockJSON
    let payload: MockJSON
  }

  let dialect: SocketMessage.Dialect
  private var phase = Phase.waiting
  private var active: [MockJSON: Operation] = [:]
  private var lastNumber = 0
  /// What arrived before the connection was acknowledged, in the older protocol: operations, or nil for another
  /// `connection_init`, each of which its reference server acknowledges.
  private var early: [Request?] = []
  /// The client's last invalid message, or after the end, the one that closed the socket.
  private(set) var mistake: String?

  init(_ dialect: SocketMessage.Dialect) { self.dialect = dialect }

  var isClosed: Bool { phase == .closed }
  var isAcknowledged: Bool { phase == .acknowledged }
  var operations: [Operation] { active.values.ordered { $0.number < $1.number } }

  func isExecuting(_ operation: Operation) -> Bool { active[operation.id] == operation }

  // MARK: From the client

  mutating func received(_ text: Data) -> [Action] {
    guard phase != .closed else { return [] }
    guard let message = SocketMessage.Client(text, dialect) else {
      let problem = SocketMessage.Client.problem(of: text, dialect)
      guard dialect == .legacy else { return closed(.badRequest, because: problem) }
      // In the older protocol, a server answers an invalid message with an error and stays connected.
      mistake = problem
      return [.send(.connectionError(message: problem))]
    }
    switch message {
    case .initialize(let payload):
      guard phase == .waiting else {
        guard dialect == .legacy else {
          return closed(.tooManyInitializations, because: "the client sent connection_init twice")
        }
        if phase == .acknowledged { return [.send(.acknowledge(payload: nil))] }
        early.append(nil)
        return []
      }
      phase = .deciding
      return [.decide(payload: payload)]
    case .ping(let payload): return [.send(.pong(payload: payload))]
    case .pong: return []
    case .subscribe(let id, let payload): return subscribed(id, payload)
    case .complete(let id): return completed(byClient: id)
    case .terminate: return closed(.normal)
    }
  }

  private mutating func subscribed(_ id: MockJSON, _ payload: MockJSON) -> [Action] {
    guard phase == .acknowledged else {
      // Operations are "allowed only after the server has acknowledged the connection" (PROTOCOL.md, "Subscribe").
      guard dialect == .legacy else {
        return closed(.unauthorized, because: "the client subscribed before connection_ack")
      }
      early.append(Request(id: id, payload: payload))
      return []
    }
    var actions: [Action] = []
    if active[id] != nil {
      // A server must close the socket if an identifier is in use (PROTOCOL.md, "Subscribe").
      guard dialect == .legacy else {
        let problem = "the client used the identifier of an open operation"
        return closed(.subscriberExists(id.string ?? ""), because: problem)
      }
      actions = completed(byClient: id)
    }
    let operation = Operation(id: id, number: lastNumber.next())
    active[id] = operation
    return actions + [.start(operation, payload: payload)]
  }

  /// Stops an operation, and ignores an unknown identifier (PROTOCOL.md, "Complete").
  private mutating func completed(byClient id: MockJSON) -> [Action] {
    early.removeAll { $0?.id == id }
    guard let operation = active.removeValue(forKey: id) else { return [] }
    return [.stop(operation)] + (dialect == .legacy ? [.send(.complete(id: id))] : [])
  }

  /// The client has already closed the socket, so the action that closes it is dropped.
  mutating func closedByClient() -> [Action] { Array(closed(.normal).dropFirst()) }

  // MARK: From the service

  mutating func accepted(payload: MockJSON?) -> [Action] {
    guard phase == .deciding else { return [] }
    phase = .acknowledged
    let acknowledged = Action.send(.acknowledge(payload: payload))
    return exchange(&early, with: []).reduce(into: [acknowledged]) { actions, request in
      actions += request.map { subscribed($0.id, $0.payload) } ?? [acknowledged]
    }
  }

  mutating func refused(_ closing: SocketClosing) -> [Action] {
    guard phase == .deciding else { return [] }
    guard dialect == .legacy else { return closed(closing) }
    return [.send(.connectionError(message: closing.reason))] + closed(.internalError)
  }

  /// The older protocol doesn't limit the time.
  mutating func initializationTimedOut() -> [Action] {
    phase == .waiting && dialect != .legacy ? closed(.initializationTimeout) : []
  }

  mutating func next(_ operation: Operation, _ result: Data) -> [Action] {
    isExecuting(operation) ? [.send(.next(id: operation.id, result: result))] : []
  }

  mutating func failed(_ operation: Operation, _ errors: Data) -> [Action] {
    ended(operation, .error(id: operation.id, errors: errors))
  }

  mutating func completed(_ operation: Operation) -> [Action] {
    ended(operation, .complete(id: operation.id))
  }

  private mutating func ended(_ operation: Operation, _ message: SocketMessage.Server) -> [Action] {
    guard isExecuting(operation) else { return [] }
    active[operation.id] = nil
    return [.send(message)]
  }

  func pinging(payload: MockJSON? = nil) -> [Action] {
    phase == .closed ? [] : [.send(.ping(payload: payload))]
  }

  /// A server can close the socket at any time (PROTOCOL.md, "Communication").
  mutating func closed(_ closing: SocketClosing, because mistake: String? = nil) -> [Action] {
    guard phase != .closed else { return [] }
    let stopped = operations
    (phase, active, early, self.mistake) = (.closed, [:], [], mistake)
    return [.close(closing)] + stopped.map { .stop($0) }
  }
}
