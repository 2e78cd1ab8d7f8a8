import Foundation

/// The medians of a run, by the name under which a benchmark recorded them.
struct Medians: Sendable {
  private let values: [String: Double]

  /// Reads what the benchmark runner exports as `jmh`.
  init(contentsOf file: URL) throws {
    struct Element: Decodable {
      struct Metric: Decodable {
        let scorePercentiles: [String: Double]
      }

      let secondaryMetrics: [String: Metric]
    }
    let elements = try JSONDecoder().decode([Element].self, from: Data(contentsOf: file))
    var values: [String: Double] = [:]
    for element in elements {
      for (name, metric) in element.secondaryMetrics {
        values[name] = metric.scorePercentiles["50.0"]
      }
    }
    self.values = values
  }

  /// A median; nil if it was not measured.
  subscript(name: String) -> Double? { values[name] }

  /// How many times the second takes as long as the first.
  func ratio(_ fast: String, _ slow: String) -> Double? {
    guard let fast = self[fast], let slow = self[slow], fast > 0 else { return nil }
    return slow / fast
  }

  /// A time in nanoseconds; it is recorded in picoseconds.
  func nanoseconds(_ name: String) -> Double? { self[name].map { $0 / 1_000 } }

  /// How much longer the first takes than the second, in nanoseconds.
  func nanoseconds(_ name: String, beyond other: String) -> Double? {
    guard let time = nanoseconds(name), let other = nanoseconds(other) else { return nil }
    return time - other
  }

  var names: [String] { values.keys.sorted() }
}
