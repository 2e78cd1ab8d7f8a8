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
    /// call, the service there gets these handlers in front of its own, and what is stated here counts.
    ///
    /// The parameters are those of the trait `.graphQL(...)`, and `recordingCase`, which gives a test
    /// that runs the body several times recordings for each (see
    /// ``MockGraphQLService/recordingCase(_:)``).
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    public func withMockGraphQLService<Result>(
      _ handlers: RequestHandler..., fixtures: String? = nil, schema: String? = nil,
      recording: RecordingMode? = nil,
      endpoint: URL? = nil, unhandled: UnhandledPolicy? = nil, clock: SteppedClock? = nil,
      recordingCase: String? = nil, options: ServiceOptions = ServiceOptions(),
      fileID: String = #fileID,
      filePath: String = #filePath, line: Int = #line, column: Int = #column,
      _ body: () throws -> Result
    ) rethrows -> Result {
      var options = ScopeOptions(
        handlers, fixtures: fixtures, schema: schema, recording: recording, endpoint: endpoint,
        unhandled: unhandled, clock: clock, options: options,
        location: HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
      options.recordingCase = recordingCase
      guard let scope = TestScope.begin(options, in: self) else { return try body() }
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
    /// The parameters are those of the trait `.graphQL(...)`, and the actor that the body runs on, the
    /// caller's.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    public func withMockGraphQLService<Result>(
      _ handlers: RequestHandler..., fixtures: String? = nil, schema: String? = nil,
      recording: RecordingMode? = nil,
      endpoint: URL? = nil, unhandled: UnhandledPolicy? = nil, clock: SteppedClock? = nil,
      recordingCase: String? = nil, options: ServiceOptions = ServiceOptions(),
      fileID: String = #fileID,
      filePath: String = #filePath, line: Int = #line, column: Int = #column,
      isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
      var options = ScopeOptions(
        handlers, fixtures: fixtures, schema: schema, recording: recording, endpoint: endpoint,
        unhandled: unhandled, clock: clock, options: options,
        location: HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
      options.recordingCase = recordingCase
      guard let scope = TestScope.begin(options, in: self) else { return try await body() }
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
    /// The other parameters are those of the trait `.graphQL(...)`, and `recordingCase`, as in
    /// `withMockGraphQLService`.
    /// - Parameters:
    ///   - testCase: The test case that runs.
    ///   - handlers: What the service answers.
    public convenience init(
      for testCase: XCTestCase, _ handlers: RequestHandler..., fixtures: String? = nil,
      schema: String? = nil,
      recording: RecordingMode? = nil, endpoint: URL? = nil, unhandled: UnhandledPolicy? = nil,
      clock: SteppedClock? = nil, recordingCase: String? = nil,
      options: ServiceOptions = ServiceOptions(),
      fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
      column: Int = #column
    ) {
      let location = HandlerLocation(
        fileID: fileID, filePath: filePath, line: line, column: column)
      let scope = ScopeOptions(
        handlers, fixtures: fixtures, schema: schema, recording: recording, endpoint: endpoint,
        unhandled: unhandled, clock: clock, options: options, location: location)
      self.init(handlers: handlers, options: scope.resolved(folder: testCase.filterName))
      begin(testName: testCase.filterName, location: location)
      if let recordingCase { self.recordingCase(recordingCase) }
      let running = RunningTestCase(testCase)
      let name = testCase.name
      testCase.addTeardownBlock { [self] in
        let unused = TestScope.unusedIssues(of: self, location)
        end(test: name)
        let failures = takeFailures().map { $0.issue(default: location) }
        for issue in failures + unused { running.record(issue) }
      }
    }
  }

  extension TestScope {
    /// Begins the scope of a test case; nil if what is stated was added to the scope around it.
    fileprivate static func begin(_ options: ScopeOptions, in testCase: XCTestCase) -> TestScope? {
      let name = testCase.filterName
      if let outer = MockGraphQLService.scoped {
        extend(outer, with: options, folder: name)
        return nil
      }
      return TestScope(options, testName: testCase.name, filter: name, folder: name)
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
