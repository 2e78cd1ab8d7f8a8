// The sockets of a service that are open.

final class OpenSockets: Sendable {
  private struct State {
    var policy = MockConnectionPolicy.accept
    var connections: [Int: SocketConnection] = [:]
    var lastNumber = 0
  }

  private let state = Locked(State())

  var policy: MockConnectionPolicy {
    get { state.withLock { $0.policy } }
    set { state.withLock { $0.policy = newValue } }
  }

  /// Keeps a connection until it is closed.
  func add(_ connection: SocketConnection) {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.connections[state.lastNumber] = connection
      return state.lastNumber
    }
    connection.onEnd { [weak self] in
      self?.state.withLock { _ = $0.connections.removeValue(forKey: number) }
    }
  }

  /// The open connections, the oldest first.
  var all: [SocketConnection] {
    state.withLock { $0.connections.ordered { $0.key < $1.key }.map(\.value) }
  }
}
