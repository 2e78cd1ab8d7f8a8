// Requests that arrive after the end of their test. No running test is to blame for them, so the suite of their
// test warns of them or, if the suite doesn't have the trait, the test that ends next.

import Foundation
import GraphQLMock

#if canImport(Testing)
  import Testing
#endif

enum Stragglers {
  private static let suites = Locked<[String: Int]>([:])

  static func suite(_ name: String, isRunning: Bool) {
    suites.withLock { suites in
      let count = suites[name, default: 0] + (isRunning ? 1 : -1)
      suites[name] = count > 0 ? count : nil
    }
  }

  /// Returns the late requests except for those that a running suite will report.
  private static func takeOrphans() -> [StrayRequest] {
    let running = suites.withLock { Array($0.keys) }
    return StrayRequests.shared.take { test in !running.contains { test.hasPrefix($0 + "/") } }
  }

  static func messages(of strays: [StrayRequest]) -> [String] {
    strays.withCounts.map { stray, count in
      """
      \(stray.title) was sent after its test, \(stray.test ?? ""), had \
      ended\(count > 1 ? " (\(count) times)" : ""). Await or cancel the test's requests before it ends. Make \
      a client in each test: a `static` client keeps using the service of the test that made it.
      """
    }
  }

  #if canImport(Testing)
    static func report(ofSuite suite: String, at location: SourceLocation) {
      record(StrayRequests.shared.take { $0.hasPrefix(suite + "/") }, at: location)
    }

    static func warn(at location: SourceLocation) { record(takeOrphans(), at: location) }

    private static func record(_ strays: [StrayRequest], at location: SourceLocation) {
      for message in messages(of: strays) {
        #if compiler(>=6.3)
          Issue.record(
            Comment(rawValue: message), severity: .warning, sourceLocation: location)
        #else
          say(message)
        #endif
      }
    }
  #endif

  /// Writes the warnings to standard error, because XCTest has no issues with the severity of a warning.
  static func say() {
    for message in messages(of: takeOrphans()) { say(message) }
  }

  static func say(_ message: String) {
    FileHandle.standardError.write(Data("warning: \(message)\n".utf8))
  }
}
