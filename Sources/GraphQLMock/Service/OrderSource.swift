protocol OrderSource: Sendable {
  /// Performs the orders that were given so far. It reads files, so it must be called on a thread that may block.
  func take()
  /// Looks for orders without a request too, as long as something is open.
  func watch()
}
