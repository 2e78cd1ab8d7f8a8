// Warns of requests that arrive after the end of their test, at the end of its suite or of the next test.

import GraphQLMock

enum LateRequests {
  /// The number of running traits of each suite, by its title. A suite may have several traits.
  private static let suites = Locked<[String: Int]>([:])

  static func suite(_ name: String, isRunning: Bool) {
    suites.withLock { suites in
      let count = suites[name, default: 0] + (isRunning ? 1 : -1)
      suites[name] = count > 0 ? count : nil
    }
  }

  static func report(ofSuite suite: String, at location: CodeLocation) {
    warn(of: OutOfScopeRequests.shared.take { $0.hasPrefix(suite + "/") }, at: location)
  }

  /// Warns of requests that arrived after their test, unless the suite of that test is still running.
  /// - Parameter service: The service of a test that passes, to warn of its operations that reached no service, too.
  static func warn(at location: CodeLocation, lostBy service: MockGraphQLService?) {
    let lost = service?.takeLostRequests() ?? []
    for issue in lost.map({ ScopeIssue(message: $0, location: location) }).counted {
      MockReporting.warn(issue)
    }
    let running = suites.withLock { Array($0.keys) }
    let orphans = OutOfScopeRequests.shared.take { test in
      !running.contains { test.hasPrefix($0 + "/") }
    }
    warn(of: orphans, at: location)
  }

  private static func warn(of strays: [OutOfScopeRequest], at location: CodeLocation) {
    for group in strays.grouped(by: { $0 }) {
      let (stray, count) = (group[0], group.count)
      let message = """
        \(stray.title) was sent after its test, \(stray.test ?? ""), had \
        ended\(count > 1 ? " (\(count) times)" : ""). Await or cancel the test's requests before it ends. Make \
        a client in each test: a `static` client keeps using the service of the test that made it.
        """
      MockReporting.warn(ScopeIssue(message: message, location: location))
    }
  }
}
