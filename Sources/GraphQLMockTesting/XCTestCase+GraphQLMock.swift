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
    /// ``MockGraphQLService/recordingCase(_:)``). A function of yours that wraps this one passes its list of
    /// handlers as `handlers`, and as `sourceLocation` where it was called; tables are looked for near that
    /// file:
    ///
    /// ```swift
    /// func withShop<Result>(
    ///   _ handlers: RequestHandler..., fileID: String = #fileID, filePath: String = #filePath,
    ///   line: Int = #line, column: Int = #column, _ body: () throws -> Result
    /// ) rethrows -> Result {
    ///   let location = HandlerLocation(
    ///     fileID: fileID, filePath: filePath, line: line, column: column)
    ///   return try withMockGraphQLService(
    ///     .viewer, handlers: handlers, fixtures: "Shop", sourceLocation: location, body)
    /// }
    /// ```
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    public func withMockGraphQLService<Result>(
      _ first: RequestHandler..., handlers: [RequestHandler] = [], fixtures: String? = nil,
      schema: String? = nil, recording: Recording? = nil, endpoints: [URL]? = nil,
      unhandled: UnhandledPolicy? = nil, clock: SteppedClock? = nil,
      recordingCase: String? = nil, options: ServiceOptions = ServiceOptions(),
      sourceLocation: HandlerLocation? = nil, fileID: String = #fileID,
      filePath: String = #filePath, line: Int = #line, column: Int = #column,
      _ body: () throws -> Result
    ) rethrows -> Result {
      let location =
        sourceLocation
        ?? HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      let fixtures = fixtures.map { FixtureTable($0, filePath: location.filePath) }
      let schema = schema.map { ServiceSchema($0, filePath: location.filePath) }
      let service = options.stating(
        fixtures: fixtures, schema: schema, recording: recording, endpoints: endpoints,
        unhandled: unhandled, clock: clock)
      let scope = ScopeOptions(
        first + handlers, service: service, recordingCase: recordingCase,
        location: location)
      return try withScope(scope, body)
    }

    /// Runs a test with a service of its own, with a table and a schema that are values.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    @_disfavoredOverload
    public func withMockGraphQLService<Result>(
      _ first: RequestHandler..., handlers: [RequestHandler] = [], fixtures: FixtureTable? = nil,
      schema: ServiceSchema? = nil, recording: Recording? = nil, endpoints: [URL]? = nil,
      unhandled: UnhandledPolicy? = nil, clock: SteppedClock? = nil,
      recordingCase: String? = nil, options: ServiceOptions = ServiceOptions(),
      sourceLocation: HandlerLocation? = nil, fileID: String = #fileID,
      filePath: String = #filePath, line: Int = #line, column: Int = #column,
      _ body: () throws -> Result
    ) rethrows -> Result {
      let location =
        sourceLocation
        ?? HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      let service = options.stating(
        fixtures: fixtures, schema: schema, recording: recording, endpoints: endpoints,
        unhandled: unhandled, clock: clock)
      let scope = ScopeOptions(
        first + handlers, service: service, recordingCase: recordingCase,
        location: location)
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
      _ first: RequestHandler..., handlers: [RequestHandler] = [], fixtures: String? = nil,
      schema: String? = nil, recording: Recording? = nil, endpoints: [URL]? = nil,
      unhandled: UnhandledPolicy? = nil, clock: SteppedClock? = nil,
      recordingCase: String? = nil, options: ServiceOptions = ServiceOptions(),
      sourceLocation: HandlerLocation? = nil, fileID: String = #fileID,
      filePath: String = #filePath, line: Int = #line, column: Int = #column,
      isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
      let location =
        sourceLocation
        ?? HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      let fixtures = fixtures.map { FixtureTable($0, filePath: location.filePath) }
      let schema = schema.map { ServiceSchema($0, filePath: location.filePath) }
      let service = options.stating(
        fixtures: fixtures, schema: schema, recording: recording, endpoints: endpoints,
        unhandled: unhandled, clock: clock)
      let scope = ScopeOptions(
        first + handlers, service: service, recordingCase: recordingCase,
        location: location)
      return try await withScope(scope, isolation: isolation, body)
    }

    /// Runs an asynchronous part of a test with a service of its own, with a table and a schema that are
    /// values.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    @_disfavoredOverload
    public func withMockGraphQLService<Result>(
      _ first: RequestHandler..., handlers: [RequestHandler] = [], fixtures: FixtureTable? = nil,
      schema: ServiceSchema? = nil, recording: Recording? = nil, endpoints: [URL]? = nil,
      unhandled: UnhandledPolicy? = nil, clock: SteppedClock? = nil,
      recordingCase: String? = nil, options: ServiceOptions = ServiceOptions(),
      sourceLocation: HandlerLocation? = nil, fileID: String = #fileID,
      filePath: String = #filePath, line: Int = #line, column: Int = #column,
      isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
      let location =
        sourceLocation
        ?? HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      let service = options.stating(
        fixtures: fixtures, schema: schema, recording: recording, endpoints: endpoints,
        unhandled: unhandled, clock: clock)
      let scope = ScopeOptions(
        first + handlers, service: service, recordingCase: recordingCase,
        location: location)
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
      for testCase: XCTestCase,
      _ first: RequestHandler..., handlers: [RequestHandler] = [], fixtures: String? = nil,
      schema: String? = nil, recording: Recording? = nil, endpoints: [URL]? = nil,
      unhandled: UnhandledPolicy? = nil, clock: SteppedClock? = nil,
      recordingCase: String? = nil, options: ServiceOptions = ServiceOptions(),
      sourceLocation: HandlerLocation? = nil, fileID: String = #fileID,
      filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) {
      let location =
        sourceLocation
        ?? HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      let fixtures = fixtures.map { FixtureTable($0, filePath: location.filePath) }
      let schema = schema.map { ServiceSchema($0, filePath: location.filePath) }
      let service = options.stating(
        fixtures: fixtures, schema: schema, recording: recording, endpoints: endpoints,
        unhandled: unhandled, clock: clock)
      let scope = ScopeOptions(
        first + handlers, service: service, recordingCase: recordingCase,
        location: location)
      self.init(for: testCase, scope)
    }

    /// Makes a service for a test case, with a table and a schema that are values.
    @_disfavoredOverload
    public convenience init(
      for testCase: XCTestCase,
      _ first: RequestHandler..., handlers: [RequestHandler] = [], fixtures: FixtureTable? = nil,
      schema: ServiceSchema? = nil, recording: Recording? = nil, endpoints: [URL]? = nil,
      unhandled: UnhandledPolicy? = nil, clock: SteppedClock? = nil,
      recordingCase: String? = nil, options: ServiceOptions = ServiceOptions(),
      sourceLocation: HandlerLocation? = nil, fileID: String = #fileID,
      filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) {
      let location =
        sourceLocation
        ?? HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      let service = options.stating(
        fixtures: fixtures, schema: schema, recording: recording, endpoints: endpoints,
        unhandled: unhandled, clock: clock)
      let scope = ScopeOptions(
        first + handlers, service: service, recordingCase: recordingCase,
        location: location)
      self.init(for: testCase, scope)
    }
  }
#endif
