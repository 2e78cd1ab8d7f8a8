import Foundation

package struct MissingRequestsError: LocalizedError, CustomStringConvertible {
  package let advice: String?
  package let description: String

  /// The beginning of the sentence, in this error or in a report, that explains why no request arrived.
  static let absence = "No request reached"

  package var explainsAbsence: Bool { description.contains(Self.absence) }

  /// - Parameter description: The message, which must begin with `WaitLimit.Ending.firstWord`.
  package init(_ description: String) { (self.description, advice) = (description, nil) }

  /// Creates an error from the text that XCTest on Linux passes on, or returns nil for another error.
  package init?(thrown text: String) {
    let start = "threw error \""
    guard WaitLimit.Ending.allCases.contains(where: { text.hasPrefix("\(start)\($0.firstWord) ") })
    else { return nil }
    self.init(text)
  }

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
