import Foundation

package struct MissingRequestsError: LocalizedError, CustomStringConvertible {
  package var advice: String?
  package let description: String
  package init(_ description: String) { self.description = description }

  package init(
    _ name: NameCondition, count: Int, limit: Duration, ending: WaitLimit.Ending = .timeIsUp,
    requests: [ReceivedRequest], openCount: Int? = nil, advice: String? = nil
  ) {
    self.advice = advice
    let expected = count == 1 ? "a request" : "\(count) requests"
    let what = ending.describe(limit, "\(expected) for \(name.statement)")
    let openCount = openCount ?? requests.count { $0.ending == nil }
    let more = Self.open(openCount) + (advice.map { " \($0)" } ?? "")
    guard !requests.isEmpty else {
      description = what + (openCount == 0 ? "; none arrived." : "; none is complete.") + more
      return
    }
    let shown = requests.suffix(20).map(\.title)
    let hidden = requests.count - shown.count
    description =
      what + "; received: " + (hidden > 0 ? "\(hidden) more, then " : "")
      + shown.joined(separator: ", ") + "." + more
  }

  static func open(_ count: Int) -> String {
    count == 0 ? "" : " The client has \(count) open request\(count == 1 ? "" : "s")."
  }
}
