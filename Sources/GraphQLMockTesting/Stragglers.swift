// Requests that came after their test had ended. No test can be blamed for them that runs now, so they
// are told by their suite or, failing that, as a warning by the test that ends next.

import Foundation
import GraphQLMock

#if canImport(Testing)
  import Testing
#endif

enum Stragglers {
  /// The suites that run and will tell what came late of their tests.
  private static let suites = Locked<[String: Int]>([:])

  static func suite(_ name: String, isRunning: Bool) {
    suites.withLock { suites in
      let count = suites[name, default: 0] + (isRunning ? 1 : -1)
      suites[name] = count > 0 ? count : nil
    }
  }

  /// Takes what came late, but for what a suite will tell.
  private static func takeOrphans() -> [StrayRequest] {
    let running = suites.withLock { Array($0.keys) }
    return StrayRequests.shared.take { test in !running.contains { test.hasPrefix($0 + "/") } }
  }

  static func messages(of strays: [StrayRequest]) -> [String] {
    strays.withCounts.map { stray, count in
      """
      \(stray.title) came after its test, \(stray.test ?? ""), had \
      ended\(count > 1 ? " (\(count) times)" : ""). Await or cancel in the test what the test starts; make a \
      client in each test, as one in a `static` asks the service of the test that made it.
      """
    }
  }

  #if canImport(Testing)
    /// Reports, in a suite that ends, what came late of its tests.
    static func report(ofSuite suite: String, at location: SourceLocation) {
      record(StrayRequests.shared.take { $0.hasPrefix(suite + "/") }, at: location)
    }

    /// Tells, in a test that ends, what came late of others.
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

  /// Tells, in a test of XCTest that ends, what came late of others; XCTest has no warnings.
  static func say() {
    for message in messages(of: takeOrphans()) { say(message) }
  }

  static func say(_ message: String) {
    FileHandle.standardError.write(Data("warning: \(message)\n".utf8))
  }
}
