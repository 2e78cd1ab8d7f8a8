// An exchange as a failing test reports it: enough to see what went wrong without a debugger.

import Foundation

extension MockExchange {
  /// What was asked for, what answered, how it ended, and what is odd about it; without secrets.
  /// - Parameter isWhole: Whether what went wrong is told in full, or by its first line only.
  /// - Returns: lines, the first of which stands for all.
  package func reportLines(isWhole: Bool) -> [String] {
    var lines = ["\(whatWasAsked) → \(endingText)"]
    if let failure {
      let message = failure.message.split(separator: "\n", omittingEmptySubsequences: false)
      lines += message.prefix(isWhole ? message.count : 1).map(String.init)
    }
    if let answerer { lines.append("answered by \(answerer)") }
    lines += warnings.map { "warning: \($0)" }
    return lines
  }

  /// The handler or fixture that was chosen.
  private var answerer: String? {
    if let fixture, handler == nil { return "the fixture \(fixture.swiftLiteral)" }
    guard let source else { return nil }
    let place = handler.map { " (\($0))" } ?? ""
    return source.statement + place + (fixture.map { " by the fixture \($0.swiftLiteral)" } ?? "")
  }

  private var endingText: String {
    let time = duration.map { " (\($0.milliseconds) ms)" } ?? ""
    switch ending {
    case nil: return "not ended yet"
    case .cancelled?: return "cancelled by the client\(time)"
    case .passedThrough?: return "answered by the real service: \(responseText)\(time)"
    case .answered?: return "\(responseText)\(time)"
    case .some(let ending):
      return "failed with URLError \(ending.error?.code.rawValue ?? 0)\(time)"
    }
  }

  private var responseText: String {
    guard let response else { return "answered" }
    let body =
      response.json.map { JSONWriter.describe($0.redactingSecrets(), limit: Self.reportLimit) }
      ?? "\(response.body.count) bytes"
    return "\(response.status) \(body)"
  }

  /// How many characters of a body a report shows.
  private static let reportLimit = 300
}

extension Duration {
  /// Milliseconds with one digit behind the point.
  fileprivate var milliseconds: String {
    let (seconds, attoseconds) = components
    let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
