public import Foundation

/// An operation was not requested as often as expected before the time was up.
public struct ExchangeTimeoutError: Error, Sendable, Hashable {
  /// How many requests were waited for.
  let count: Int
  /// The time limit; zero where the wait could not succeed.
  let limit: Duration
  /// All requests that the journal has, in order of arrival.
  let arrived: [String]
  /// What may be the cause; nil if nothing is known of it.
  package let advice: String?
  /// The name as a test writes it.
  private let statement: String

  /// Describes what arrived while an operation was waited for.
  package init(
    _ name: OperationName, count: Int, limit: Duration, exchanges: [MockExchange],
    advice: String? = nil
  ) {
    statement = name.statement
    self.count = count
    self.limit = limit
    self.advice = advice
    arrived = exchanges.map(\.title)
  }
}

extension ExchangeTimeoutError: CustomStringConvertible, LocalizedError {
  /// The whole message: what was expected, and what arrived.
  public var description: String {
    let expected = count == 1 ? "a request" : "\(count) requests"
    let what = "Waited \(limit) for \(expected) for \(statement)"
    let more = advice.map { " \($0)" } ?? ""
    guard !arrived.isEmpty else { return what + "; nothing arrived." + more }
    let shown = arrived.suffix(20)
    let hidden = arrived.count - shown.count
    return what + "; received: " + (hidden > 0 ? "\(hidden) more, then " : "")
      + shown.joined(separator: ", ") + "." + more
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
