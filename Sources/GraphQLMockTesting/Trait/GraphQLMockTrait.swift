#if canImport(Testing)
  public import Foundation
  public import GraphQLMock
  public import Testing

  /// A trait that provides a mock service for each test, and reports the service's failures as issues of the test.
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
    let clock: @Sendable () -> SteppedClock?
    /// Identifies the trait, which has several copies if it's in a `static let`.
    private let number = lastNumber.withLock { $0.next() }
    private static let lastNumber = Locked(0)
    /// The names of the suites of each trait. Swift Testing runs a suite's traits for each of its tests, too.
    private static let suites = Locked<[Int: Set<[String]>]>([:])

    /// A Boolean value that indicates whether the trait applies to nested suites, which is always the case.
    public var isRecursive: Bool { true }

    /// Returns the trait itself for a test case or a suite, and otherwise nil.
    ///
    /// The testing library calls this method. In a suite, the trait warns of requests that arrive after their test.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> GraphQLMockTrait? {
      testCase != nil || test.isSuite ? self : nil
    }

    /// Runs a test with its own mock service, which is ``MockGraphQLService/current`` during the test.
    ///
    /// The testing library calls this method. If an outer trait has already provided a service, this trait adds its
    /// handlers in front of the handlers of that service. Each case of a parameterized test has its own service.
    /// - Throws: An error for the testing library, such as `CancellationError`. Other errors become issues.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let (running, location) = (RunningTest(test), CodeLocation(test.sourceLocation))
      let names = [test.id.moduleName] + test.id.nameComponents
      if test.isSuite {
        _ = Self.suites.withLock { $0[number, default: []].insert(names) }
        LateRequests.suite(running.title, isRunning: true)
        defer { LateRequests.suite(running.title, isRunning: false) }
        try await function()
        return LateRequests.report(ofSuite: running.title, at: location)
      }
      var options = options
      if options.location == .unknown { options.location = location }
      let suites = Self.suites.withLock { $0[number] ?? [] }
      // The handlers of a suite's trait serve several tests, like those that an initializer states
      // (`ServiceCore.register` compares the name).
      if names.indices.contains(where: { suites.contains(Array(names[..<$0])) }) {
        options.function = "init"
      }
      if let clock = clock() { options.service.clock = clock }
      if let outer = MockGraphQLService.scoped {
        TestScope.extend(outer, with: options, folder: running.folder)
        return try await function()
      }
      let scope = TestScope(
        options, of: running, at: location, isParameterized: test.isParameterized,
        testCase: testCase?.title)
      try await scope.reportingIssues(of: test, testCase, function)
      LateRequests.warn(at: location, lostBy: scope.report.hasFailed ? nil : scope.service)
    }
  }

  extension Trait where Self == GraphQLMockTrait {
    /// Returns a trait that provides a mock service for each test.
    ///
    /// ```swift
    /// @Test(.graphQL(.query("Viewer", .data(["viewer": nil])), fixtures: "Shop"))
    /// func aGuestSeesTheShop() async throws { … }
    ///
    /// // your own trait, for several tests
    /// extension Trait where Self == GraphQLMockTrait {
    ///   static func shop(
    ///     _ handlers: RequestHandler..., sourceLocation: SourceLocation = #_sourceLocation
    ///   ) -> Self {
    ///     .graphQL(handlers + [.viewer], fixtures: "Shop", sourceLocation: sourceLocation)
    ///   }
    /// }
    /// ```
    /// If a parameter is nil, the value in `options` is used, or else the value of the suite's trait.
    /// - Parameters:
    ///   - handlers: The handlers of requests. They are tried before the handlers of the suite's trait.
    ///   - fixtures: The fixture table, which is a folder of response files, usually by name.
    ///   - schema: The GraphQL schema that validates requests and responses, usually by file name.
    ///   - recording: The mode of recording the real service's responses. With nil, recordings are only replayed. A
    ///     mode without a folder, such as `.missing`, uses the folder of `fixtures` or of the suite's recording, or
    ///     else a folder named after the suite and the test. See ``Recording``.
    ///   - endpoints: The URLs of GraphQL requests. Requests to other URLs are treated as plain HTTP.
    ///   - unhandled: The policy for requests that no handler, fixture or recording answers.
    ///   - clock: The clock that ends the delays of responses when the test advances it, evaluated for each test.
    ///   - objects: The objects of generated responses by type, added to those of the suite's trait. An object with
    ///     the same `id` replaces one of the suite, and an empty list removes them.
    ///   - options: Additional options, which override the options of the suite's trait.
    ///   - sourceLocation: The location of the trait. Fixture tables and schemas are searched for near its file.
    public static func graphQL(
      _ handlers: RequestHandler..., fixtures: FixtureTable? = nil, schema: ServiceSchema? = nil,
      recording: Recording? = nil, endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
      clock: @autoclosure @escaping @Sendable () -> SteppedClock? = nil,
      objects: [String: [MockJSON]]? = nil, options: ServiceOptions = ServiceOptions(),
      sourceLocation: SourceLocation = #_sourceLocation
    ) -> GraphQLMockTrait {
      graphQL(
        handlers, fixtures: fixtures, schema: schema, recording: recording, endpoints: endpoints,
        unhandled: unhandled, clock: clock(), objects: objects, options: options,
        sourceLocation: sourceLocation)
    }

    /// Returns a trait that provides a mock service with an array of handlers for each test.
    public static func graphQL(
      _ handlers: [RequestHandler], fixtures: FixtureTable? = nil, schema: ServiceSchema? = nil,
      recording: Recording? = nil, endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
      clock: @autoclosure @escaping @Sendable () -> SteppedClock? = nil,
      objects: [String: [MockJSON]]? = nil, options: ServiceOptions = ServiceOptions(),
      sourceLocation: SourceLocation = #_sourceLocation
    ) -> GraphQLMockTrait {
      GraphQLMockTrait(
        options: ScopeOptions(
          handlers, service: options, fixtures, schema, recording, endpoints, unhandled, nil,
          objects, location: CodeLocation(sourceLocation)), clock: clock)
    }
  }
#endif
