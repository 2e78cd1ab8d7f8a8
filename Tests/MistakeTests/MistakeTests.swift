import Foundation
import TestSupport
import Testing

/// Compares the first report of tests with a mistake with the text that a person should read.
///
/// The texts in `Expected` are written for the reader of a failing test, one section for each
/// mistake. A line of a source file counts from the test's function, or from `viewer` in
/// `ShopApp.swift`. If `GRAPHQL_MOCK_REPORTED` is set to a folder, the reports are written there in
/// the same form.
@Suite(.startsItselfAgain) struct MistakeTests {
  @Test(arguments: ExpectedReports.swiftTesting.names)
  func aMistakeInSwiftTestingNamesItsCause(name: String) async throws {
    let reported = try await ReportedMistakes.swiftTesting.value
    #expect(reported[name] == ExpectedReports.swiftTesting[name])
  }

  @Test(arguments: ExpectedReports.xctest.names)
  func aMistakeInXCTestNamesItsCause(name: String) async throws {
    let reported = try await ReportedMistakes.xctest.value
    #expect(reported[name] == ExpectedReports.xctest[name])
  }

  @Test(arguments: ExpectedReports.standardError.names)
  func hangingTestReportsOpenRequestsOnStandardError(name: String) async throws {
    let reported = try await ReportedMistakes.standardError.value
    #expect(reported[name] == ExpectedReports.standardError[name])
  }

  @Test func everyPlantedMistakeIsReported() async throws {
    let swiftTesting = try await ReportedMistakes.swiftTesting.value
    #expect(swiftTesting.keys.sorted() == ExpectedReports.swiftTesting.names.sorted())
    let xctest = try await ReportedMistakes.xctest.value
    #expect(xctest.keys.sorted() == ExpectedReports.xctest.names.sorted())
    #expect(swiftTesting.count + xctest.count >= 200)
    let hangs = try await ReportedMistakes.standardError.value
    #expect(hangs.keys.sorted() == ExpectedReports.standardError.names.sorted())
  }

  @Test func everyTestWithAMistakeFails() async throws {
    let reported = try await ReportedMistakes.swiftTesting.value
    // The suite reports its stray requests.
    let ofSuites = ["keepsItsSession", "usesTheSessionOfAnotherTest"]
    let silent = PlantedSources.functions.filter { reported[$0] == nil && !ofSuites.contains($0) }
    #expect(silent == [])
  }
}

/// Texts by the names of tests, as in a file: a name after `== `, and the text below it.
struct ExpectedReports {
  let names: [String]
  private let texts: [String: String]

  static let swiftTesting = ExpectedReports("SwiftTesting.txt")
  static let xctest = ExpectedReports("XCTest.txt")
  static let standardError = ExpectedReports("StandardError.txt")

  init(_ file: String) {
    let url = PlantedSources.folder.appendingPathComponent("Expected/\(file)")
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    let sections = ("\n" + text).components(separatedBy: "\n== ").dropFirst()
    let pairs = sections.map { section in
      let lines = section.split(separator: "\n", omittingEmptySubsequences: true)
      return (String(lines[0]), lines.dropFirst().joined(separator: "\n"))
    }
    names = pairs.map(\.0)
    texts = Dictionary(pairs) { first, _ in first }
  }

  subscript(name: String) -> String? { texts[name] }

  /// Writes texts in the format of the file.
  static func write(_ reports: [String: String], to file: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["GRAPHQL_MOCK_REPORTED"] else { return }
    let text = reports.sorted { $0.key < $1.key }.map { "== \($0.key)\n\($0.value)\n" }
    try text.joined(separator: "\n").write(
      to: URL(fileURLWithPath: folder).appendingPathComponent(file), atomically: true,
      encoding: .utf8)
  }
}
