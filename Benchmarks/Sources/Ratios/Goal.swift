import Foundation

/// A figure that the library must show.
struct Goal: Sendable {
  enum Unit: Sendable {
    /// So many times; the more the better, unless it is overhead.
    case times, overhead
    case microseconds
    case milliseconds
    case megabytes

    func text(_ value: Double) -> String {
      switch self {
      case .times, .overhead: String(format: value < 10 ? "%.2fx" : "%.0fx", value)
      case .microseconds: String(format: "%.2f µs", value / 1_000)
      case .milliseconds: String(format: "%.2f ms", value / 1_000_000)
      case .megabytes: String(format: "%.1f MB", value / 1_000_000)
      }
    }
  }

  let what: String
  let unit: Unit
  let bar: Double
  let figure: @Sendable (Medians) -> Double?

  /// The row of the table: what, figure, bar, verdict.
  func row(_ medians: Medians) -> String {
    let figure = figure(medians)
    let verdict =
      switch (figure, unit) {
      case (nil, _): "not measured"
      case (let figure?, .times): figure >= bar ? "met" : "**missed**"
      case (let figure?, _): figure <= bar ? "met" : "**missed**"
      }
    let cells = [what, figure.map(unit.text) ?? "", unit.text(bar), verdict]
    return "| " + cells.joined(separator: " | ") + " |"
  }
}
