import Foundation
import TestSupport

/// The first report of each test with a mistake, read off the output of one child process for each
/// framework.
enum ReportedMistakes {
  static let swiftTesting = Task {
    let reports = try await firstReports(
      run(["--testing-library", "swift-testing", "--filter", "MistakeTests.Planted"]),
      /^\S+ +(?:Test|Suite) (".+"|\w+)(?:\(.*?\))? recorded an? (?:issue|warning)/,
      isEnd: { line in line.first.map { !"↳± ".contains($0) } ?? false })
    try ExpectedReports.write(reports, to: "SwiftTesting.txt")
    return reports
  }

  static let xctest = Task {
    let classes = ["PlantedXCTests", "PlantedXCTestServices"].map { "MistakeTests.\($0)" }
    let reports = try await firstReports(
      run([classes.joined(separator: ",")]), /^Test Case '\w+\.(\w+)' started/,
      isEnd: { $0.hasPrefix("Test Case ") }, includesHead: false)
    try ExpectedReports.write(reports, to: "XCTest.txt")
    return reports
  }

  private static func run(_ arguments: [String]) async throws -> [String] {
    try await withOwnThreads {
      try ChildProcess.run(
        arguments,
        environment: [Mistakes.variable: "1", "CI": "true", "GRAPHQL_MOCK_RECORD": ""])
    }
  }

  /// The lines of the first report of each test.
  /// - Parameters:
  ///   - head: The line that a report begins with; it captures the name of the test.
  ///   - isEnd: Whether a line belongs to no report any more.
  ///   - includesHead: Whether that line is a part of the report.
  private static func firstReports(
    _ output: [String], _ head: Regex<(Substring, Substring)>, isEnd: (String) -> Bool,
    includesHead: Bool = true
  ) throws -> [String: String] {
    var reports: [String: [String]] = [:]
    var current: String?
    for line in output {
      if let match = try head.firstMatch(in: line) {
        let name = match.1.filter { $0 != "\"" }
        current = reports[name] == nil ? name : nil
        if current != nil { reports[name] = includesHead ? [line] : [] }
      } else if isEnd(line) {
        current = nil
      } else if let current {
        reports[current]?.append(line)
      }
    }
    return reports.reduce(into: [:]) { result, report in
      guard !report.value.isEmpty else { return }
      let text = report.value.joined(separator: "\n")
      result[report.key] = PlantedSources.withoutWhatChanges(text, in: report.key)
    }
  }
}
