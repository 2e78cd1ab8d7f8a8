protocol OrderSource: Sendable {
  /// A Boolean value that indicates whether `take()` may find an order. It returns at once, on any thread.
  var hasNew: Bool { get }
  /// Performs the orders that were given so far. It reads files, so it must be called on a thread that may block.
  func take()
  /// Looks for orders without a request too, as long as something is open.
  func watch()
}
