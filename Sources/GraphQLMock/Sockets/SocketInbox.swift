// What waits for a client to receive it, and the client's tasks that wait for a message. Pure but for
// the closures that it hands out.

struct SocketInbox: Sendable {
  enum Outcome: Sendable {
    case message(String)
    /// The socket is closed, by whom and why its owner knows.
    case closed
  }

  typealias Receiver = @Sendable (Outcome) -> Void

  private var messages: ArraySlice<String> = []
  /// How much waits.
  private(set) var backlog = EventBacklog()
  private var receivers: [(token: Int, receive: Receiver)] = []
  private var isClosed = false

  /// A message has arrived.
  /// - Returns: who takes it; nil if nobody waits, or the socket is closed.
  mutating func arrived(_ message: String) -> Receiver? {
    guard !isClosed else { return nil }
    if !receivers.isEmpty { return receivers.removeFirst().receive }
    messages.append(message)
    backlog.count += 1
    backlog.bytes += message.utf8.count
    return nil
  }

  /// A client wants the next message.
  /// - Returns: what to tell it at once; nil if it has to wait.
  mutating func wanted(_ token: Int, _ receiver: @escaping Receiver) -> Outcome? {
    if let message = messages.popFirst() {
      // A slice keeps what was taken from its start.
      if messages.isEmpty { messages = [] }
      backlog.count -= 1
      backlog.bytes -= message.utf8.count
      return .message(message)
    }
    if isClosed { return .closed }
    receivers.append((token, receiver))
    return nil
  }

  /// A client wants no message any more.
  mutating func unwanted(_ token: Int) -> Receiver? {
    guard let index = receivers.firstIndex(where: { $0.token == token }) else { return nil }
    return receivers.remove(at: index).receive
  }

  /// The socket is closed; what arrived before may still be taken.
  /// - Parameter dropsMessages: Whether it may not: the client itself has closed the socket.
  /// - Returns: those that wait in vain.
  mutating func closed(dropsMessages: Bool) -> [Receiver] {
    guard !isClosed else { return [] }
    isClosed = true
    if dropsMessages { messages = [] }
    return exchange(&receivers, with: []).map(\.receive)
  }
}
