#if canImport(XCTest)
  public import Foundation
  public import GraphQLMock
  public import XCTest

  extension XCTestCase {
    /// Runs a test with its own mock service, which is ``MockGraphQLService/current`` during the test.
    ///
    /// ```swift
    /// final class CartTests: XCTestCase {
    ///   override func invokeTest() { withMockGraphQLService(.viewer) { super.invokeTest() } }
    /// }
    /// ```
    /// The service's failures fail the test. If the test fails for any other reason, its requests are printed. In
    /// nested calls, the inner call adds its handlers before the others, and overrides options, until the test ends.
    ///
    /// The parameters are those of the trait `.graphQL(...)`. To use an array of handlers, register it in the body.
    /// `recordingCase` is for a test that runs the body several times (see ``MockGraphQLService/useRecordings(forCase:)``).
    /// Fixture tables are searched for near the file of `sourceLocation`.
    public func withMockGraphQLService<Result>(
      _ handlers: RequestHandler..., fixtures: FixtureTable? = nil, schema: ServiceSchema? = nil,
      recording: Recording? = nil, endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
      clock: SteppedClock? = nil, objects: [String: [MockJSON]]? = nil,
      recordingCase: String? = nil, options: ServiceOptions = ServiceOptions(),
      sourceLocation: CodeLocation? = nil, fileID: String = #fileID, filePath: String = #filePath,
      line: Int = #line, column: Int = #column, function: String = #function,
      _ body: () throws -> Result
    ) rethrows -> Result {
      let scope = ScopeOptions(
        handlers, service: options, fixtures, schema, recording, endpoints, unhandled, clock,
        objects, recordingCase: recordingCase, function: function,
        location: CodeLocation(sourceLocation, fileID, filePath, line, column))
      return try withScope(scope, body)
    }

    /// Runs an asynchronous part of a test with its own mock service as ``MockGraphQLService/current``.
    ///
    /// A nested call changes the outer service until the test ends. The parameters are those of the trait
    /// `.graphQL(...)`. To use an array of handlers, register it in the body, which runs on the caller's actor.
    public func withMockGraphQLService<Result>(
      _ handlers: RequestHandler..., fixtures: FixtureTable? = nil, schema: ServiceSchema? = nil,
      recording: Recording? = nil, endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
      clock: SteppedClock? = nil, objects: [String: [MockJSON]]? = nil,
      recordingCase: String? = nil, options: ServiceOptions = ServiceOptions(),
      sourceLocation: CodeLocation? = nil, fileID: String = #fileID, filePath: String = #filePath,
      line: Int = #line, column: Int = #column, function: String = #function,
      isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
      let scope = ScopeOptions(
        handlers, service: options, fixtures, schema, recording, endpoints, unhandled, clock,
        objects, recordingCase: recordingCase, function: function,
        location: CodeLocation(sourceLocation, fileID, filePath, line, column))
      return try await withScope(scope, isolation: isolation, body)
    }
  }

  extension MockGraphQLService {
    /// Creates a mock service that reports its failures when a test case is torn down.
    ///
    /// ```swift
    /// override func setUp() { service = MockGraphQLService(for: self, .viewer) }
    /// ```
    /// The other parameters are those of `withMockGraphQLService`. To use an array of handlers, register it.
    public convenience init(
      for testCase: XCTestCase, _ handlers: RequestHandler..., fixtures: FixtureTable? = nil,
      schema: ServiceSchema? = nil, recording: Recording? = nil, endpoints: [URL]? = nil,
      unhandled: UnhandledPolicy? = nil, clock: SteppedClock? = nil,
      objects: [String: [MockJSON]]? = nil, recordingCase: String? = nil,
      options: ServiceOptions = ServiceOptions(), sourceLocation: CodeLocation? = nil,
      fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
      column: Int = #column, function: String = #function
    ) {
      let stated = ScopeOptions(
        handlers, service: options, fixtures, schema, recording, endpoints, unhandled, clock,
        objects, recordingCase: recordingCase, function: function,
        location: CodeLocation(sourceLocation, fileID, filePath, line, column))
      let test = RunningTest(testCase)
      // The test uses this service beside that of `invokeTest`, which stays the current one, and beside an earlier one.
      let last = RunningTestCase.running
      let earlier = last?.testCase === testCase ? last?.scope : nil
      for other in [MockGraphQLService.scoped, earlier?.service] { other?.allowNoRequests() }
      self.init(stated, of: test)
      let running = RunningTestCase(testCase, TestScope(stated, of: test, in: self, after: earlier))
      // Teardown blocks run before `tearDown()`.
      testCase.addTeardownBlock { running.end() }
    }
  }
#endif
