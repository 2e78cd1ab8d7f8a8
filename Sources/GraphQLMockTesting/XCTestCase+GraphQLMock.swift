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
      let options = ScopeOptions(
        handlers, fixtures: fixtures, schema: schema, recording: recording, endpoint: endpoint,
        unhandled: unhandled, clock: clock, recordingCase: recordingCase, options: options,
        location: HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
      return try withScope(options, body)
    }

    /// Runs a test with a service of its own, from a list of handlers: for functions of yours that call
    /// it.
    ///
    /// ```swift
    /// func withShop<Result>(
    ///   _ handlers: RequestHandler..., fileID: String = #fileID, filePath: String = #filePath,
    ///   line: Int = #line, column: Int = #column, _ body: () throws -> Result
    /// ) rethrows -> Result {
    ///   let location = HandlerLocation(
    ///     fileID: fileID, filePath: filePath, line: line, column: column)
    ///   return try withMockGraphQLService(
    ///     handlers: handlers + [.viewer], fixtures: "Shop", sourceLocation: location, body)
    /// }
    /// ```
    /// The parameters are those of the trait `.graphQL(...)`; `sourceLocation` says where the scope is
    /// written, and tables are looked for near that file.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    public func withMockGraphQLService<Result>(
      handlers: [RequestHandler], fixtures: String? = nil, schema: String? = nil,
      recording: RecordingMode? = nil,
      endpoint: URL? = nil, unhandled: UnhandledPolicy? = nil, clock: SteppedClock? = nil,
      recordingCase: String? = nil, options: ServiceOptions = ServiceOptions(),
      sourceLocation: HandlerLocation,
      _ body: () throws -> Result
    ) rethrows -> Result {
      let options = ScopeOptions(
        handlers, fixtures: fixtures, schema: schema, recording: recording, endpoint: endpoint,
        unhandled: unhandled, clock: clock, recordingCase: recordingCase, options: options,
        location: sourceLocation)
      return try withScope(options, body)
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
      let options = ScopeOptions(
        handlers, fixtures: fixtures, schema: schema, recording: recording, endpoint: endpoint,
        unhandled: unhandled, clock: clock, recordingCase: recordingCase, options: options,
        location: HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
      return try await withScope(options, isolation: isolation, body)
    }

    /// Runs an asynchronous part of a test with a service of its own, from a list of handlers.
    ///
    /// The parameters are those of the trait `.graphQL(...)`, the actor that the body runs on, and where
    /// the scope is written.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    public func withMockGraphQLService<Result>(
      handlers: [RequestHandler], fixtures: String? = nil, schema: String? = nil,
      recording: RecordingMode? = nil,
      endpoint: URL? = nil, unhandled: UnhandledPolicy? = nil, clock: SteppedClock? = nil,
      recordingCase: String? = nil, options: ServiceOptions = ServiceOptions(),
      sourceLocation: HandlerLocation,
      isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
      let options = ScopeOptions(
        handlers, fixtures: fixtures, schema: schema, recording: recording, endpoint: endpoint,
        unhandled: unhandled, clock: clock, recordingCase: recordingCase, options: options,
        location: sourceLocation)
      return try await withScope(options, isolation: isolation, body)
    }
  }

  extension MockGraphQLService {
    /// Makes a service for a test case, to be kept in a property; it reports in a teardown block.
    ///
    /// ```swift
    /// override func setUp() { service = MockGraphQLService(for: self, .viewer) }
    /// ```
    /// The parameters are the test case, and those of the trait `.graphQL(...)`.
    public convenience init(
      for testCase: XCTestCase, _ handlers: RequestHandler..., fixtures: String? = nil,
      schema: String? = nil,
      recording: RecordingMode? = nil,
      endpoint: URL? = nil, unhandled: UnhandledPolicy? = nil, clock: SteppedClock? = nil,
      recordingCase: String? = nil, options: ServiceOptions = ServiceOptions(),
      fileID: String = #fileID,
      filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) {
      let options = ScopeOptions(
        handlers, fixtures: fixtures, schema: schema, recording: recording, endpoint: endpoint,
        unhandled: unhandled, clock: clock, recordingCase: recordingCase, options: options,
        location: HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
      self.init(for: testCase, options)
    }

    /// Makes a service for a test case from a list of handlers; it reports in a teardown block.
    ///
    /// The parameters are the test case, and those of the trait `.graphQL(...)`; `sourceLocation` says
    /// where the service is made, and tables are looked for near that file.
    public convenience init(
      for testCase: XCTestCase, handlers: [RequestHandler], fixtures: String? = nil,
      schema: String? = nil,
      recording: RecordingMode? = nil,
      endpoint: URL? = nil, unhandled: UnhandledPolicy? = nil, clock: SteppedClock? = nil,
      recordingCase: String? = nil, options: ServiceOptions = ServiceOptions(),
      sourceLocation: HandlerLocation
    ) {
      let options = ScopeOptions(
        handlers, fixtures: fixtures, schema: schema, recording: recording, endpoint: endpoint,
        unhandled: unhandled, clock: clock, recordingCase: recordingCase, options: options,
        location: sourceLocation)
      self.init(for: testCase, options)
    }
  }
#endif
