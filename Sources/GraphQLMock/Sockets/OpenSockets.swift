// The sockets of a service that are open, and what those that were sent with `connection_init`.

final class OpenSockets: Sendable {
  /// How many payloads of closed sockets are kept.
  private static let payloadLimit = 1_000
  /// How many closed sockets are kept for the report of a failing test.
  private static let closedLimit = 5

  private struct State {
    var policy = MockConnectionPolicy.accept
    var connections: [Int: SocketConnection] = [:]
    var lastNumber = 0
    /// The last sockets whose ends are worth telling.
    var closed: [SocketConnection] = []
    /// The payloads of closed sockets, by the sockets' numbers, in the order of their ends.
    var payloads: [(number: Int, payload: MockJSON)] = []

    mutating func close(_ number: Int, _ payload: MockJSON?) {
      connections[number] = nil
      guard let payload else { return }
      payloads.append((number, payload))
      // Seldom, as the rest has to move.
      if payloads.count >= 2 * OpenSockets.payloadLimit {
        payloads.removeFirst(OpenSockets.payloadLimit)
      }
    }
  }

  private let state = Locked(State())

  var policy: MockConnectionPolicy {
    get { state.withLock { $0.policy } }
    set { state.withLock { $0.policy = newValue } }
  }

  /// Keeps a connection until it is closed.
  func add(_ connection: SocketConnection) {
    let number = state.withLock { state in
      let number = state.lastNumber.next()
      state.connections[number] = connection
      return number
    }
    connection.onEnd { [weak self, weak connection] in
      guard let connection else { return }
      let payload = connection.connectionPayload
      let isTold = connection.end?.cause != nil
      self?.state.withLock {
        $0.close(number, payload)
        if isTold { $0.closed = $0.closed.suffix(Self.closedLimit - 1) + [connection] }
      }
    }
  }

  /// How the last sockets were closed that the client did not close once it had what it wanted.
  func endLines(_ redaction: Redaction) -> [String] {
    state.withLock { $0.closed }.compactMap { $0.endLine(redaction) }
  }

  /// The open connections, the oldest first.
  var all: [SocketConnection] {
    state.withLock { $0.connections.orderedByKey().map(\.value) }
  }

  /// The payloads of open sockets and of the last ones that were closed, the oldest first.
  var payloads: [MockJSON] {
    let (closed, open) = state.withLock { ($0.payloads, $0.connections) }
    let found = open.compactMap { number, connection in
      connection.connectionPayload.map { (number: number, payload: $0) }
    }
    return (closed.suffix(Self.payloadLimit) + found).ordered { $0.number < $1.number }
      .map(\.payload)
  }
}
