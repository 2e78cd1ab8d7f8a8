// An exchange as a failing test reports it: enough to see what went wrong without a debugger.

import Foundation

extension MockExchange {
  /// What was asked for, what answered, how it ended, and what is odd about it; without secrets.
  /// - Parameters:
  ///   - isWhole: Whether what went wrong is told in full, or by its first line only.
  ///   - isTimed: Whether the time is told that it took.
  /// - Returns: lines, the first of which stands for all.
  func reportLines(isWhole: Bool, isTimed: Bool) -> [String] {
    let time = isTimed ? duration.map { " (\($0.milliseconds) ms)" } ?? "" : ""
    var lines = ["\(whatWasAsked) → \(endingText)\(time)"]
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
    switch ending {
    case nil: "not ended yet"
    case .cancelled?: "cancelled by the client"
    case .passedThrough?: "answered by the real service: \(responseText)"
    case .answered?: responseText
    case _? where failure != nil: "failed"
    case .some(let ending): "failed with URLError \(ending.error?.code.rawValue ?? 0)"
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
