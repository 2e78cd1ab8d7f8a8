#if canImport(XCTest)
  public import Foundation
  public import GraphQLMock
  public import XCTest

  extension XCTestCase {
    /// Runs a test with a service of its own as ``MockGraphQLService/current``.
    ///
    /// ```swift
    /// final class CartTests: XCTestCase {
    ///   override func invokeTest() { withMockGraphQLService(.viewer) { super.invokeTest() } }
    /// }
    /// ```
    /// What went wrong with the network is reported as the test's failure, and when the test fails for
    /// any other reason, its requests are printed. Inside the body of another call, the service there
    /// gets these handlers in front of its own, and what is stated here counts.
    ///
    /// The parameters are those of the trait `.graphQL(...)`, and `recordingCase`, which gives a test
    /// that runs the body several times recordings for each (see
    /// ``MockGraphQLService/useRecordings(forCase:)``). A function of yours that wraps this one passes a list of
    /// handlers, and as `sourceLocation` where it was called; tables are looked up near that file:
    ///
    /// ```swift
    /// func withShop<Result>(
    ///   _ handlers: RequestHandler..., fileID: String = #fileID, filePath: String = #filePath,
    ///   line: Int = #line, column: Int = #column, _ body: () throws -> Result
    /// ) rethrows -> Result {
    ///   let location = HandlerLocation(
    ///     fileID: fileID, filePath: filePath, line: line, column: column)
    ///   return try withMockGraphQLService(
    ///     handlers + [.viewer], fixtures: "Shop", sourceLocation: location, body)
    /// }
    /// ```
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    public func withMockGraphQLService<Result>(
      _ handlers: RequestHandler..., fixtures: FixtureTable? = nil, schema: ServiceSchema? = nil,
      recording: Recording? = nil, endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
      clock: SteppedClock? = nil, recordingCase: String? = nil,
      options: ServiceOptions = ServiceOptions(), sourceLocation: HandlerLocation? = nil,
      fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
      column: Int = #column, _ body: () throws -> Result
    ) rethrows -> Result {
      try withMockGraphQLService(
        handlers, fixtures: fixtures, schema: schema, recording: recording, endpoints: endpoints,
        unhandled: unhandled, clock: clock, recordingCase: recordingCase, options: options,
        sourceLocation: HandlerLocation(sourceLocation, fileID, filePath, line, column), body)
    }

    /// Runs a test with a service of its own, and with a list of handlers.
    public func withMockGraphQLService<Result>(
      _ handlers: [RequestHandler], fixtures: FixtureTable? = nil, schema: ServiceSchema? = nil,
      recording: Recording? = nil, endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
      clock: SteppedClock? = nil, recordingCase: String? = nil,
      options: ServiceOptions = ServiceOptions(), sourceLocation: HandlerLocation? = nil,
      fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
      column: Int = #column, _ body: () throws -> Result
    ) rethrows -> Result {
      let scope = ScopeOptions(
        handlers, service: options, fixtures, schema, recording, endpoints, unhandled, clock,
        recordingCase: recordingCase,
        location: HandlerLocation(sourceLocation, fileID, filePath, line, column))
      return try withScope(scope, body)
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
      _ handlers: RequestHandler..., fixtures: FixtureTable? = nil, schema: ServiceSchema? = nil,
      recording: Recording? = nil, endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
      clock: SteppedClock? = nil, recordingCase: String? = nil,
      options: ServiceOptions = ServiceOptions(), sourceLocation: HandlerLocation? = nil,
      fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
      column: Int = #column, isolation: isolated (any Actor)? = #isolation,
      _ body: () async throws -> Result
    ) async rethrows -> Result {
      try await withMockGraphQLService(
        handlers, fixtures: fixtures, schema: schema, recording: recording, endpoints: endpoints,
        unhandled: unhandled, clock: clock, recordingCase: recordingCase, options: options,
        sourceLocation: HandlerLocation(sourceLocation, fileID, filePath, line, column),
        isolation: isolation, body)
    }

    /// Runs an asynchronous part of a test with a service of its own, and with a list of handlers.
    public func withMockGraphQLService<Result>(
      _ handlers: [RequestHandler], fixtures: FixtureTable? = nil, schema: ServiceSchema? = nil,
      recording: Recording? = nil, endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
      clock: SteppedClock? = nil, recordingCase: String? = nil,
      options: ServiceOptions = ServiceOptions(), sourceLocation: HandlerLocation? = nil,
      fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
      column: Int = #column, isolation: isolated (any Actor)? = #isolation,
      _ body: () async throws -> Result
    ) async rethrows -> Result {
      let scope = ScopeOptions(
        handlers, service: options, fixtures, schema, recording, endpoints, unhandled, clock,
        recordingCase: recordingCase,
        location: HandlerLocation(sourceLocation, fileID, filePath, line, column))
      return try await withScope(scope, isolation: isolation, body)
    }
  }

  extension MockGraphQLService {
    /// Makes a service for a test case, to be kept in a property; it reports in a teardown block.
    ///
    /// ```swift
    /// override func setUp() { service = MockGraphQLService(for: self, .viewer) }
    /// ```
    /// The parameters are the test case, and those of `withMockGraphQLService`.
    public convenience init(
      for testCase: XCTestCase, _ handlers: RequestHandler...,
      fixtures: FixtureTable? = nil, schema: ServiceSchema? = nil,
      recording: Recording? = nil, endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
      clock: SteppedClock? = nil, recordingCase: String? = nil,
      options: ServiceOptions = ServiceOptions(), sourceLocation: HandlerLocation? = nil,
      fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
      column: Int = #column
    ) {
      self.init(
        for: testCase, handlers, fixtures: fixtures, schema: schema, recording: recording,
        endpoints: endpoints, unhandled: unhandled, clock: clock, recordingCase: recordingCase,
        options: options,
        sourceLocation: HandlerLocation(sourceLocation, fileID, filePath, line, column))
    }

    /// Makes a service for a test case, with a list of handlers.
    public convenience init(
      for testCase: XCTestCase, _ handlers: [RequestHandler],
      fixtures: FixtureTable? = nil, schema: ServiceSchema? = nil,
      recording: Recording? = nil, endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
      clock: SteppedClock? = nil, recordingCase: String? = nil,
      options: ServiceOptions = ServiceOptions(), sourceLocation: HandlerLocation? = nil,
      fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
      column: Int = #column
    ) {
      let scope = ScopeOptions(
        handlers, service: options, fixtures, schema, recording, endpoints, unhandled, clock,
        recordingCase: recordingCase,
        location: HandlerLocation(sourceLocation, fileID, filePath, line, column))
      self.init(for: testCase, scope)
    }
  }
#endif
