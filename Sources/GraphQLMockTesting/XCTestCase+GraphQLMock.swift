#if canImport(XCTest)
  public import Foundation
  public import GraphQLMock
  public import XCTest

  /// The test case that runs, for reports from its tasks.
  struct RunningTestCase: @unchecked Sendable {
    /// XCTest lets any thread record issues.
    private let testCase: XCTestCase

    @TaskLocal static var current: RunningTestCase?

    /// What selects the test on the command line: `Suite/test`.
    var filterName: String { testCase.filterName }

    init(_ testCase: XCTestCase) { self.testCase = testCase }

    func record(_ issue: ScopeIssue) {
      #if canImport(ObjectiveC)
        let location = XCTSourceCodeLocation(
          filePath: issue.location.filePath, lineNumber: issue.location.line)
        testCase.record(
          XCTIssue(
            type: .assertionFailure, compactDescription: issue.message,
            sourceCodeContext: XCTSourceCodeContext(location: location)))
      #else
        testCase.recordFailure(
          withDescription: issue.message, inFile: issue.location.filePath,
          atLine: issue.location.line, expected: true)
      #endif
    }
  }

  extension XCTestCase {
    /// Runs a test with a service of its own as ``MockGraphQLService/current``.
    ///
    /// ```swift
    /// final class CartTests: XCTestCase {
    ///   override func invokeTest() { withMockGraphQLService(.viewer) { super.invokeTest() } }
    /// }
    /// ```
    /// What went wrong with the network is reported as the test's failure. Inside the body of another
    /// call, the service there gets these handlers in front of its own.
    /// - Parameters:
    ///   - handlers: What the service answers.
    ///   - fixtures: The name of a table near the calling file (see ``FixtureTable``).
    ///   - unhandled: What becomes of requests that nothing answers; nil fails them.
    ///   - endpoint: The URL that GraphQL requests go to; nil lets the content of requests tell.
    ///   - clock: What delays of responses go by; nil takes real time.
    ///   - reportsUnusedHandlers: Whether a handler that answered nothing fails the test.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of the file of the call.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    ///   - body: The test.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    public func withMockGraphQLService<Result>(
      _ handlers: RequestHandler..., fixtures: String? = nil, unhandled: UnhandledPolicy? = nil,
      endpoint: URL? = nil, clock: SteppedClock? = nil, reportsUnusedHandlers: Bool = false,
      fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
      column: Int = #column, _ body: () throws -> Result
    ) rethrows -> Result {
      let options = ScopeOptions(
        handlers: handlers, fixtures: fixtures.map { FixtureTable($0, filePath: filePath) },
        unhandled: unhandled, endpoint: endpoint, clock: clock,
        reportsUnusedHandlers: reportsUnusedHandlers,
        location: HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
      if let outer = MockGraphQLService.scoped {
        TestScope.extend(outer, with: options)
        return try body()
      }
      let scope = TestScope(options, testCase: self)
      let running = RunningTestCase(self)
      defer { scope.endAndWait().forEach(running.record) }
      return try RunningTestCase.$current.withValue(running) { try scope.run(body) }
    }

    /// Runs an asynchronous part of a test with a service of its own as
    /// ``MockGraphQLService/current``.
    ///
    /// ```swift
    /// try await withMockGraphQLService(.query("Viewer", .status(503))) {
    ///   try await shop.viewer()
    /// }
    /// ```
    /// - Parameters:
    ///   - handlers: What the service answers.
    ///   - fixtures: The name of a table near the calling file (see ``FixtureTable``).
    ///   - unhandled: What becomes of requests that nothing answers; nil fails them.
    ///   - endpoint: The URL that GraphQL requests go to; nil lets the content of requests tell.
    ///   - clock: What delays of responses go by; nil takes real time.
    ///   - reportsUnusedHandlers: Whether a handler that answered nothing fails the test.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of the file of the call.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    ///   - isolation: The actor that the body runs on; the caller's.
    ///   - body: The test.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    public func withMockGraphQLService<Result>(
      _ handlers: RequestHandler..., fixtures: String? = nil, unhandled: UnhandledPolicy? = nil,
      endpoint: URL? = nil, clock: SteppedClock? = nil, reportsUnusedHandlers: Bool = false,
      fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
      column: Int = #column, isolation: isolated (any Actor)? = #isolation,
      _ body: () async throws -> Result
    ) async rethrows -> Result {
      let options = ScopeOptions(
        handlers: handlers, fixtures: fixtures.map { FixtureTable($0, filePath: filePath) },
        unhandled: unhandled, endpoint: endpoint, clock: clock,
        reportsUnusedHandlers: reportsUnusedHandlers,
        location: HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
      if let outer = MockGraphQLService.scoped {
        TestScope.extend(outer, with: options)
        return try await body()
      }
      let scope = TestScope(options, testCase: self)
      let running = RunningTestCase(self)
      defer { scope.endAndWait().forEach(running.record) }
      return try await RunningTestCase.$current.withValue(running) {
        try await scope.run(body)
      }
    }
  }

  extension MockGraphQLService {
    /// Makes a service for a test case, to be kept in a property; it reports in a teardown block.
    ///
    /// ```swift
    /// override func setUp() { service = MockGraphQLService(for: self, .viewer) }
    /// ```
    /// - Parameters:
    ///   - testCase: The test case that runs.
    ///   - handlers: What the service answers.
    ///   - fixtures: The name of a table near the calling file (see ``FixtureTable``).
    ///   - unhandled: What becomes of requests that nothing answers.
    ///   - endpoint: The URL that GraphQL requests go to; nil lets the content of requests tell.
    ///   - clock: What delays of responses go by; nil takes real time.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of the file of the call.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public convenience init(
      for testCase: XCTestCase, _ handlers: RequestHandler..., fixtures: String? = nil,
      unhandled: UnhandledPolicy = .fail, endpoint: URL? = nil, clock: SteppedClock? = nil,
      fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
      column: Int = #column
    ) {
      self.init(
        handlers: handlers, fixtures: fixtures.map { FixtureTable($0, filePath: filePath) },
        endpoint: endpoint, unhandled: unhandled, clock: clock)
      let location = HandlerLocation(
        fileID: fileID, filePath: filePath, line: line, column: column)
      let running = RunningTestCase(testCase)
      let name = testCase.name
      changeScope(testName: testCase.filterName)
      testCase.addTeardownBlock { [self] in
        end(test: name)
        for failure in takeFailures() { running.record(failure.issue(default: location)) }
      }
    }
  }

  extension TestScope {
    init(_ options: ScopeOptions, testCase: XCTestCase) {
      self.init(
        options, testName: testCase.name, filter: testCase.filterName,
        folder: testCase.filterName)
    }
  }

  extension XCTestCase {
    /// What selects the test on the command line: `Suite/test`, on every platform.
    fileprivate var filterName: String {
      // `-[Module.Suite test]` on Apple platforms, `Suite.test` elsewhere.
      let test = name.split { " .[]".contains($0) }.last.map(String.init) ?? name
      return "\(type(of: self))/\(test)"
    }
  }
#endif
