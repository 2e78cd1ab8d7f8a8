#if canImport(Testing)
  public import Foundation
  public import GraphQLMock
  public import Testing

  /// A type that provides a mock service for each test, and reports the service's failures as issues of the test.
  ///
  /// ```swift
  /// @Suite(.graphQL(.query("Viewer", .data(["viewer": ["name": "Ada"]]))))
  /// struct ShopTests {
  ///   let shop = Shop(session: MockGraphQLService.current.makeSession())
  ///
  ///   @Test(.graphQL(.mutation("Like", .status(503))))   // tried before the suite's handlers
  ///   func likingFails() async throws { … }
  /// }
  /// ```
  public struct GraphQLMockTrait: SuiteTrait, TestTrait, TestScoping {
    let options: ScopeOptions

    /// A Boolean value that indicates whether the trait applies to the tests of nested suites, always true.
    public var isRecursive: Bool { true }

    /// Returns the trait for a test case, and for a suite, where it warns of requests after the end of a test.
    ///
    /// The testing library calls this method.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> GraphQLMockTrait? {
      testCase != nil || test.isSuite ? self : nil
    }

    /// Runs a test with its own service as ``MockGraphQLService/current``.
    ///
    /// The testing library calls this method. If an outer trait has already provided a service, this trait adds its
    /// handlers to that service, in front of the existing ones. Each case of a parameterized test has its own
    /// service.
    /// - Throws: An error that the testing library handles, such as a cancellation. Other errors become issues.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let (running, location) = (RunningTest(test), HandlerLocation(test.sourceLocation))
      if test.isSuite {
        Stragglers.suite(running.title, isRunning: true)
        defer { Stragglers.suite(running.title, isRunning: false) }
        try await function()
        return Stragglers.report(ofSuite: running.title, at: location)
      }
      var options = options
      if options.location == .unknown { options.location = location }
      if let outer = MockGraphQLService.scoped {
        TestScope.extend(outer, with: options, folder: running.folder)
        return try await function()
      }
      let scope = TestScope(
        options, of: running, at: location, isParameterized: test.isParameterized,
        testCase: testCase?.title)
      try await scope.reportingIssues(of: test, testCase, function)
      Stragglers.warn(at: location)
    }
  }

  extension Trait where Self == GraphQLMockTrait {
    /// Returns a trait that provides a service for each test.
    ///
    /// ```swift
    /// @Test(.graphQL(.query("Viewer", .data(["viewer": nil])), fixtures: "Shop"))
    /// func aGuestSeesTheShop() async throws { … }
    ///
    /// @Suite(.graphQL())
    ///
    /// extension Trait where Self == GraphQLMockTrait {
    ///   static func shop(
    ///     _ handlers: RequestHandler..., sourceLocation: SourceLocation = #_sourceLocation
    ///   ) -> Self {
    ///     .graphQL(handlers + [.viewer], fixtures: "Shop", sourceLocation: sourceLocation)
    ///   }
    /// }
    /// ```
    /// If a parameter is nil, the value in `options` applies, or else the one of an outer trait.
    /// - Parameters:
    ///   - handlers: The handlers, which are tried before those of an outer trait.
    ///   - fixtures: The fixture table, usually by name.
    ///   - schema: The schema, usually by name, which validates requests and answers.
    ///   - recording: How to record the real service's answers; nil only replays recordings. A mode without a
    ///     folder, such as `.missing`, uses the folder of `fixtures` or, if that is nil, a folder named for the
    ///     suite and the test. An environment variable overrides the mode (see ``Recording``).
    ///   - endpoints: The URLs of GraphQL requests. Requests to other URLs are treated as plain HTTP.
    ///   - unhandled: The policy for requests that no handler, fixture or recording answers.
    ///   - clock: The clock for the delays of responses.
    ///   - options: Additional options, which override those of an outer trait.
    ///   - sourceLocation: The location of the trait. The folder of its file is searched for names.
    public static func graphQL(
      _ handlers: RequestHandler..., fixtures: FixtureTable? = nil, schema: ServiceSchema? = nil,
      recording: Recording? = nil, endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
      clock: SteppedClock? = nil, options: ServiceOptions = ServiceOptions(),
      sourceLocation: SourceLocation = #_sourceLocation
    ) -> GraphQLMockTrait {
      graphQL(
        handlers, fixtures: fixtures, schema: schema, recording: recording, endpoints: endpoints,
        unhandled: unhandled, clock: clock, options: options, sourceLocation: sourceLocation)
    }

    /// Returns a trait that provides a service for each test, with an array of handlers.
    public static func graphQL(
      _ handlers: [RequestHandler], fixtures: FixtureTable? = nil, schema: ServiceSchema? = nil,
      recording: Recording? = nil, endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
      clock: SteppedClock? = nil, options: ServiceOptions = ServiceOptions(),
      sourceLocation: SourceLocation = #_sourceLocation
    ) -> GraphQLMockTrait {
      GraphQLMockTrait(
        options: ScopeOptions(
          handlers, service: options, fixtures, schema, recording, endpoints, unhandled, clock,
          location: HandlerLocation(sourceLocation)))
    }
  }
#endif
