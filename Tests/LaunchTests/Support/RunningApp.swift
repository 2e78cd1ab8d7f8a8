import Foundation
import TestSupport
import GraphQLMockTesting
import Testing

#if canImport(ObjectiveC)
  private final class BundleToken {}
#endif

#if !(os(macOS) || os(Linux))
  extension TestProcess {
    func run(
      mocking _: LaunchPlan, fileID _: String = #fileID, filePath _: String = #filePath,
      line _: Int = #line
    ) throws -> LaunchedApp { throw CocoaError(.featureUnsupported) }
  }
#endif

/// The sample app in a process of its own.
struct RunningApp {
  /// Whether the app reads launch plans; a release build does not, unless told to.
  static let readsPlans: Bool = {
    #if (os(macOS) || os(Linux)) && (DEBUG || GRAPHQL_MOCK_LAUNCH)
      true
    #else
      false
    #endif
  }()

  /// What a URL of the app is where nothing may listen.
  static let nowhere = "http://example.invalid/graphql"

  /// The folder of what was built.
  private static var products: URL {
    #if canImport(ObjectiveC)
      // The tests are a bundle there, which another program has loaded.
      Bundle(for: BundleToken.self).bundleURL.deletingLastPathComponent()
    #else
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
  }

  let process = TestProcess.whenFewFilesAreOpen()
  private let output = Pipe.closedOnExec()
  private let errors = Pipe.closedOnExec()

  /// - Parameters:
  ///   - endpoint: The URL of the service.
  ///   - session: `shared` or `own`.
  ///   - newName: What the app calls the first product; nil if it does not rename it.
  init(_ endpoint: String = nowhere, session: String = "shared", newName: String? = nil) {
    process.executableURL = Self.products.appendingPathComponent("SampleApp")
    process.arguments =
      [endpoint, session, "ada@example.com", "correct horse"] + (newName.map { [$0] } ?? [])
    process.standardOutput = output
    process.standardError = errors
  }

  /// Runs the app with a plan.
  /// - Returns: the lines that it showed, and its journal.
  func run(
    _ plan: LaunchPlan, filePath: String = #filePath, line: Int = #line
  ) async throws -> (screen: [String], journal: LaunchedApp) {
    let journal = try process.run(mocking: plan, filePath: filePath, line: line)
    return (try await screen(), journal)
  }

  /// Runs the app with other environment variables.
  /// - Returns: the lines that it showed, and those on standard error.
  func run(environment: [String: String]) async throws -> (screen: [String], errors: [String]) {
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    try process.run()
    return (try await screen(), try lines(of: errors))
  }

  /// The lines that the app shows until it ends.
  func screen() async throws -> [String] { try lines(of: output) }

  /// Calls a closure with each line that the app shows, until it ends.
  func readLines(_ take: (String) -> Void) {
    var rest = ""
    while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
      let parts = (rest + String(decoding: data, as: UTF8.self)).components(separatedBy: "\n")
      for line in parts.dropLast() { take(line) }
      rest = parts.last ?? ""
    }
  }

  /// The lines on standard error, after the app has ended.
  func errorLines() throws -> [String] { try lines(of: errors) }

  private func lines(of pipe: Pipe) throws -> [String] {
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
