import Foundation

/// A figure that the library must show.
struct Goal: Sendable {
  enum Unit: Sendable {
    /// So many times.
    case times
    case nanoseconds
    case microseconds
    case milliseconds
    case megabytes

    func text(_ value: Double) -> String {
      switch self {
      case .times: value < 10 ? String(format: "%.2fx", value) : String(format: "%.0fx", value)
      case .nanoseconds: String(format: "%.0f ns", value)
      case .microseconds: String(format: "%.2f µs", value / 1_000)
      case .milliseconds: String(format: "%.2f ms", value / 1_000_000)
      case .megabytes: String(format: "%.1f MB", value / 1_000_000)
      }
    }
  }

  let what: String
  let unit: Unit
  let least: Double
  let aim: Double
  let figure: @Sendable (Medians) -> Double?

  /// Whether large figures are good ones.
  private var wantsMore: Bool { aim > least }

  private func reaches(_ figure: Double, _ goal: Double) -> Bool {
    wantsMore ? figure >= goal : figure <= goal
  }

  /// The row of the table: what, figure, at least, aim, verdict.
  func row(_ medians: Medians) -> String {
    let figure = figure(medians)
    let verdict =
      switch figure {
      case nil: "not measured"
      case .some(let figure) where reaches(figure, aim): "aim met"
      case .some(let figure) where reaches(figure, least): "met"
      case .some: "**missed**"
      }
    let cells = [
      what, figure.map(unit.text) ?? "", unit.text(least), unit.text(aim), verdict,
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }
}
