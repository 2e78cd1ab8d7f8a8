#if canImport(Testing)
  public import Foundation
  public import GraphQLMock
  public import Testing

  /// Gives each test a service of its own, and reports what went wrong with the network as its failure.
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

    /// The tests of a suite, and of suites inside it, get a service each.
    public var isRecursive: Bool { true }

    /// Says what the trait does for a test: it has a scope for each case of a test, and one for a suite,
    /// which reports the requests that came after their tests had ended.
    ///
    /// The testing library calls this.
    /// - Parameters:
    ///   - test: The test, or the suite.
    ///   - testCase: The test case; nil for a suite, and for a test as a whole.
    /// - Returns: the trait, or nil where it does nothing.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> GraphQLMockTrait? {
      testCase != nil || test.isSuite ? self : nil
    }

    /// Runs a test with its service as ``MockGraphQLService/current``.
    ///
    /// The testing library calls this. Inside the scope of an outer trait, the service there gets the
    /// handlers of this one in front of its own.
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The test case; each has a service of its own.
    ///   - function: The body of the test.
    /// - Throws: what the body throws, unless it is recorded as an issue here.
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
    /// A service of its own for each test, which answers nothing yet.
    ///
    /// ```swift
    /// @Suite(.graphQL()) struct ShopTests {}
    /// ```
    public static var graphQL: GraphQLMockTrait {
      GraphQLMockTrait(
        options: ScopeOptions([], service: ServiceOptions(), location: .unknown))
    }

    /// A service of its own for each test.
    ///
    /// ```swift
    /// @Test(.graphQL(.query("Viewer", .data(["viewer": nil])), fixtures: "Shop"))
    /// func aGuestSeesTheShop() async throws { … }
    ///
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
    /// A parameter that is nil leaves the matter to `options`, and they leave it to an outer trait.
    /// - Parameters:
    ///   - handlers: What it answers; asked before the handlers of an outer trait.
    ///   - fixtures: A table, by its name as a rule.
    ///   - schema: The schema, by its name as a rule; requests and answers are validated by it.
    ///   - recording: Whether, and where, answers of the real service are recorded. A mode alone, such as
    ///     `.missing`, takes the table `fixtures` or, with nil there, a folder named for suite and test;
    ///     nil only replays. The environment beats it (see ``Recording``).
    ///   - endpoints: The URLs that GraphQL requests go to; everything else is plain HTTP then.
    ///   - unhandled: What happens to requests that nothing answers.
    ///   - clock: What delays of responses go by.
    ///   - options: All else that can be said of the service. Inside the scope of an outer trait, what
    ///     is stated here counts, and what is not stays as it is.
    ///   - sourceLocation: Where the trait is written; names are looked up near that file.
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

    /// A service of its own for each test, with a list of handlers.
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
