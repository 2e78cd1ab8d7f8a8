import Foundation

package struct ExchangeTimeoutError: Error, Sendable, Hashable {
  let count: Int
  /// The time limit of the wait, or zero if the journal keeps too few requests for the wait to succeed.
  let limit: Duration
  let ending: WaitLimit.Ending
  let arrived: [String]
  let openCount: Int
  package let advice: String?
  private let statement: String

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
  package var description: String {
    let expected = count == 1 ? "a request" : "\(count) requests"
    let what = ending.describe(limit, "\(expected) for \(statement)")
    let more = Self.open(openCount) + (advice.map { " \($0)" } ?? "")
    guard !arrived.isEmpty else {
      return what + (openCount == 0 ? "; none arrived." : "; none is complete.") + more
    }
    let shown = arrived.suffix(20)
    let hidden = arrived.count - shown.count
    return what + "; received: " + (hidden > 0 ? "\(hidden) more, then " : "")
      + shown.joined(separator: ", ") + "." + more
  }

  static func open(_ count: Int) -> String {
    count == 0 ? "" : " The client has \(count) open request\(count == 1 ? "" : "s")."
  }

  package var errorDescription: String? { description }
}
