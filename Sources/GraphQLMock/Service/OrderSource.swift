/// The orders of a test to the app that it launched, which the app looks for.
protocol OrderSource: Sendable {
  /// Performs the orders that were given so far. It reads files, so it must be called on a thread that may block.
  func take()
  /// Looks for orders without a request too, as long as something is open.
  func watch()
}
