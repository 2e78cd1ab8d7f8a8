/// The messages that wait for the client, and the client's calls that wait for messages. One of both is always empty.
/// The caller holds a lock, and calls the returned closures after it has released the lock.
struct SocketInbox: Sendable {
  enum Outcome: Sendable {
    case message(String)
    case closed
  }

  typealias Receiver = @Sendable (Outcome) -> Void

  private var messages: ArraySlice<String> = []
  private(set) var backlog = EventBacklog()
  private var receivers: [(token: Int, receive: Receiver)] = []
  private var isClosed = false

  /// Returns the closure that waits for a message, or queues the message if no closure waits.
  mutating func arrived(_ message: String) -> Receiver? {
    guard !isClosed else { return nil }
    if !receivers.isEmpty { return receivers.removeFirst().receive }
    messages.append(message)
    backlog.count += 1
    backlog.bytes += message.utf8.count
    return nil
  }

  /// Returns what the client receives, or nil if it must wait, until when `token` can withdraw the call.
  mutating func wanted(_ token: Int, _ receiver: @escaping Receiver) -> Outcome? {
    if let message = messages.popFirst() {
      // An `ArraySlice` keeps removed elements in memory, so an empty slice is replaced.
      if messages.isEmpty { messages = [] }
      backlog.count -= 1
      backlog.bytes -= message.utf8.count
      return .message(message)
    }
    if isClosed { return .closed }
    receivers.append((token, receiver))
    return nil
  }

  mutating func unwanted(_ token: Int) -> Receiver? {
    guard let index = receivers.firstIndex(where: { $0.token == token }) else { return nil }
    return receivers.remove(at: index).receive
  }

  /// - Parameter dropsMessages: Whether the client can't receive waiting messages, because it closed the socket.
  mutating func closed(dropsMessages: Bool) -> [Receiver] {
    guard !isClosed else { return [] }
    isClosed = true
    if dropsMessages { messages = [] }
    return exchange(&receivers, with: []).map(\.receive)
  }
}
