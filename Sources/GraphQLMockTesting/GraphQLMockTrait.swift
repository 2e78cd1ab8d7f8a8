#if canImport(Testing)
  public import Foundation
  public import GraphQLMock
  public import Testing

  /// A type that provides a service for each test, and reports the service's failures as issues of the test.
  ///
  /// ```swift
  /// @Suite(.graphQL(.query("Viewer", .data(["viewer": ["name": "Ada"]]))))
  /// struct ShopTests {
  ///   let shop = Shop(session: MockGraphQLService.current.makeSession())
  ///
  ///   @Test(.graphQL(.mutation("Like", .status(503))))   // asked first, before the suite's handlers
  ///   func likingFails() async throws { … }
  /// }
  /// ```
  public struct GraphQLMockTrait: SuiteTrait, TestTrait, TestScoping {
    let options: ScopeOptions

    /// Whether the trait applies to the tests of a suite and of nested suites, which is always true.
    public var isRecursive: Bool { true }

    /// Returns the trait for a test case and for a suite, which reports late requests of its tests; otherwise nil.
    ///
    /// The testing library calls this.
    /// - Parameters:
    ///   - test: The test or the suite.
    ///   - testCase: The test case, or nil for a suite and for a test as a whole.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> GraphQLMockTrait? {
      testCase != nil || test.isSuite ? self : nil
    }

    /// Runs a test with its own service as ``MockGraphQLService/current``.
    ///
    /// The testing library calls this. In the scope of an outer trait, the existing service gets the handlers of this
    /// trait in front of its own.
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The test case. Each case has its own service.
    ///   - function: The body of the test.
    /// - Throws: An error from the body that isn't recorded as an issue here.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      if test.isSuite {
        let suite = RunningTest(test).title
        Stragglers.suite(suite, isRunning: true)
        defer { Stragglers.suite(suite, isRunning: false) }
        try await function()
        return Stragglers.report(ofSuite: suite, at: test.sourceLocation)
      }
      let running = RunningTest(test)
      let location = HandlerLocation(test.sourceLocation)
      let options = options.located(at: location)
      if let outer = MockGraphQLService.scoped {
        TestScope.extend(outer, with: options, folder: running.folder)
        return try await function()
      }
      let scope = TestScope(
        options, of: running, at: location, isParameterized: test.isParameterized,
        testCase: testCase?.title)
      try await scope.reportingIssues(of: test, testCase, function)
      Stragglers.warn(at: test.sourceLocation)
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
    /// @Suite(.graphQL(fixtures: FixtureTable("Shop", bundle: .module)))
    ///
    /// extension Trait where Self == GraphQLMockTrait {
    ///   static func shop(
    ///     _ handlers: RequestHandler..., sourceLocation: SourceLocation = #_sourceLocation
    ///   ) -> Self {
    ///     .graphQL(handlers + [.viewer], fixtures: "Shop", sourceLocation: sourceLocation)
    ///   }
    /// }
    /// ```
    /// For parameters that are nil, `options` apply, and then those of an outer trait.
    /// - Parameters:
    ///   - handlers: The handlers, which precede those of an outer trait.
    ///   - fixtures: The fixture table, usually by name.
    ///   - schema: The schema, usually by name, which validates requests and answers.
    ///   - recording: The recording of the real service's answers; nil only replays. Without a folder, as in
    ///     `.missing`, it uses the folder of `fixtures` or, if that is nil, a folder that is named for suite and test.
    ///     The environment overrides it (see ``Recording``).
    ///   - endpoints: The URLs of GraphQL requests. Requests to other URLs are plain HTTP.
    ///   - unhandled: The policy for requests that nothing answers.
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
