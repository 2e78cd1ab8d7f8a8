protocol OrderSource: Sendable {
  /// A Boolean value that indicates whether `take()` may find an order, which is determined at once, on any thread.
  var hasNew: Bool { get }
  /// Performs the orders that the test has given so far, on a thread that may block because it reads files.
  func take()
  /// Also looks for orders between requests, as long as a subscription, a WebSocket or a stepped clock is open.
  func watch()
}
