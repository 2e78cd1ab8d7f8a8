// An exchange as a failing test reports it: enough to see what went wrong without a debugger.

import Foundation

/// How much a report tells of what went wrong with a request.
package enum FailureDetail: Sendable {
  case whole
  case firstLine
  /// Nothing: it stands above the report.
  case told
}

extension MockExchange {
  /// What was asked for, what answered, how it ended, and what is odd about it; without secrets.
  /// - Parameters:
  ///   - detail: How much is told of what went wrong.
  ///   - isTimed: Whether the time is told that it took.
  /// - Returns: lines, the first of which stands for all.
  func reportLines(_ detail: FailureDetail, isTimed: Bool) -> [String] {
    let time = isTimed ? duration.map { " (\($0.milliseconds) ms)" } ?? "" : ""
    let isTold = failure != nil && detail == .told
    let what = whatWasAsked.shortened(to: Self.reportLimit)
    var lines = ["\(what) → \(endingText)\(time)\(isTold ? ", as said above" : "")"]
    if let failure, !isTold {
      let message = failure.message.split(separator: "\n", omittingEmptySubsequences: false)
      lines += message.prefix(detail == .whole ? message.count : 1).map(String.init)
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

  private var responseText: String { responseText(limit: Self.reportLimit) }

  /// How many characters of variables, and of a body, a report shows.
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
