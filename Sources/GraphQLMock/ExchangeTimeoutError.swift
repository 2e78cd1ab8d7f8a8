public import Foundation

/// An operation was not requested as often as expected before the time was up.
public struct ExchangeTimeoutError: Error, Sendable, Hashable {
  /// How many requests were waited for.
  let count: Int
  /// The time limit; zero where the wait could not succeed.
  let limit: Duration
  /// Why the wait ended.
  let ending: WaitLimit.Ending
  /// All requests that the journal has, in order of arrival.
  let arrived: [String]
  /// How many requests of the client have no complete answer yet.
  let openCount: Int
  /// What may be the cause; nil if nothing is known of it.
  package let advice: String?
  /// The name as a test writes it.
  private let statement: String

  /// Describes what arrived while an operation was waited for.
  /// - Parameter openCount: How many requests are open; nil for those among the exchanges.
  package init(
    _ name: OperationName, count: Int, limit: Duration, ending: WaitLimit.Ending = .timeIsUp,
    exchanges: [MockExchange], openCount: Int? = nil, advice: String? = nil
  ) {
    statement = name.statement
    self.count = count
    self.limit = limit
    self.ending = ending
    self.advice = advice
    arrived = exchanges.map(\.title)
    self.openCount = openCount ?? exchanges.count { $0.ending == nil }
  }
}

extension ExchangeTimeoutError: CustomStringConvertible, LocalizedError {
  /// The whole message: what was expected, and what arrived.
  public var description: String {
    let expected = count == 1 ? "a request" : "\(count) requests"
    let what = ending.describe(limit, "\(expected) for \(statement)")
    let more = Self.open(openCount) + (advice.map { " \($0)" } ?? "")
    guard !arrived.isEmpty else {
      return what + (openCount == 0 ? "; nothing arrived." : "; nothing is complete.") + more
    }
    let shown = arrived.suffix(20)
    let hidden = arrived.count - shown.count
    return what + "; received: " + (hidden > 0 ? "\(hidden) more, then " : "")
      + shown.joined(separator: ", ") + "." + more
  }

  /// What a message of a wait says of open requests.
  static func open(_ count: Int) -> String {
    count == 0 ? "" : " The client has \(count) open request\(count == 1 ? "" : "s")."
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
