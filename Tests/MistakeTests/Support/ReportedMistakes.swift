import Foundation
import TestSupport

/// The first report of each test with a mistake, from the output of one child process for each
/// framework.
enum ReportedMistakes {
  /// The output of all tests; those that record run in a process that may.
  private static let output = Task {
    let arguments = ["--testing-library", "swift-testing", "--filter"]
    return try await run(arguments + ["MistakeTests.Planted"])
      + run(arguments + ["MistakeTests.PlantedRecordings"], ci: "")
  }

  static let swiftTesting = Task {
    let reports = try await firstReports(
      output.value,
      /^\S+ +(?:Test|Suite) (".+"|\w+)(?:\(.*?\))? recorded an? (?:issue|warning)/,
      isEnd: { line in line.first.map { !"↳± ".contains($0) } ?? false })
    try ExpectedReports.write(reports, to: "SwiftTesting.txt")
    return reports
  }

  /// The output of the hanging tests on standard error.
  static let standardError = Task {
    let reports = try await firstReports(
      output.value, /^GraphQLMock: no request has made progress for 10 s in the test \w+\/(\w+)/,
      isEnd: { !$0.hasPrefix("  ") })
    try ExpectedReports.write(reports, to: "StandardError.txt")
    return reports
  }

  static let xctest = Task {
    let classes = [
      "PlantedXCTests", "PlantedXCTestServices", "PlantedXCTestHangs", "PlantedXCTestSetUps",
      "PlantedXCTestStragglers", "PlantedXCTestResponses",
    ].map { "MistakeTests.\($0)" }
    let reports = try await firstReports(
      run([classes.joined(separator: ",")]), /^Test Case '\w+\.(\w+)' started/,
      again: #/^Planted\w+/(\w+): /#, isEnd: { $0.hasPrefix("Test Case ") }, includesHead: false)
    try ExpectedReports.write(reports, to: "XCTest.txt")
    return reports
  }

  private static func run(_ arguments: [String], ci: String = "true") async throws -> [String] {
    try await withOwnThreads(waits: true) {
      try ChildProcess.run(
        arguments, environment: [Mistakes.variable: "1", "CI": ci, "GRAPHQL_MOCK_RECORD": ""])
    }
  }

  /// The lines of the first report of each test.
  /// - Parameters:
  ///   - head: The line that a report begins with; it captures the name of the test.
  ///   - again: The line with which a report continues after its end.
  ///   - isEnd: Whether a line no longer belongs to a report.
  ///   - includesHead: Whether that line is a part of the report.
  private static func firstReports(
    _ output: [String], _ head: Regex<(Substring, Substring)>,
    again: Regex<(Substring, Substring)>? = nil, isEnd: (String) -> Bool, includesHead: Bool = true
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
      } else if current == nil, let match = try again?.firstMatch(in: line) {
        current = String(match.1)
        reports[String(match.1)]?.append(line)
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
