/// The sockets of a service, by numbers in the order in which they were created.
final class OpenSockets: Sendable {
  /// The number of payloads of closed sockets that `MockSockets.connectionPayloads` promises.
  private static let payloadLimit = 1_000
  /// The number of closed sockets that a report names.
  private static let closedLimit = 5

  private struct State {
    var policy = MockConnectionPolicy.accept
    var connections = Numbered<SocketConnection>()
    /// The last sockets whose end has a cause.
    var closed: [SocketConnection] = []
    var payloads: [(number: Int, payload: MockJSON)] = []

    mutating func close(_ number: Int, _ payload: MockJSON?) {
      connections.values[number] = nil
      guard let payload else { return }
      payloads.append((number, payload))
      // Removing the first element of an array moves all others, so 1,000 payloads are removed at a time.
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

  func add(_ connection: SocketConnection) {
    let number = state.withLock { $0.connections.add(connection) }
    connection.onEnd { [weak self, weak connection] in
      guard let connection else { return }
      let payload = connection.connectionPayload
      let hasCause = connection.end?.cause != nil
      self?.state.withLock {
        $0.close(number, payload)
        if hasCause { $0.closed = $0.closed.suffix(Self.closedLimit - 1) + [connection] }
      }
    }
  }

  func endLines(_ redaction: Redaction) -> [String] {
    state.withLock { $0.closed }.compactMap { $0.endLine(redaction) }
  }

  var all: [SocketConnection] {
    state.withLock { $0.connections.values.orderedByKey().map(\.value) }
  }

  var payloads: [MockJSON] {
    let (closed, open) = state.withLock { ($0.payloads, $0.connections.values) }
    let found = open.compactMap { number, connection in
      connection.connectionPayload.map { (number: number, payload: $0) }
    }
    return (closed.suffix(Self.payloadLimit) + found).ordered { $0.number < $1.number }
      .map(\.payload)
  }
}
