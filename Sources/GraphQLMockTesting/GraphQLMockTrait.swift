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

    /// Runs a test with its service as ``MockGraphQLService/current``.
    ///
    /// The testing library calls this. Inside the scope of an outer trait, the service there gets the
    /// handlers of this one in front of its own.
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The test case; each has a service of its own.
    ///   - function: The body of the test.
    /// - Throws: what the body throws.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let running = RunningTest(test)
      if let outer = MockGraphQLService.scoped {
        TestScope.extend(outer, with: options, folder: running.folder)
        return try await function()
      }
      let scope = TestScope(
        options, testName: test.name, filter: running.filter, folder: running.folder,
        isParameterized: test.isParameterized)
      let result: Result<Void, any Error> = await scope.run {
        do {
          return .success(try await function())
        } catch { return .failure(error) }
      }
      for issue in await scope.end() {
        Issue.record(
          Comment(rawValue: issue.message), sourceLocation: SourceLocation(issue.location))
      }
      var threw = false
      if case .failure = result { threw = true }
      let hasFailed = threw || scope.service.exchanges.contains { $0.failure != nil }
      if scope.service.attachesJournal || hasFailed, !scope.service.exchanges.isEmpty {
        Attachment.record(scope.service.journalText, named: "graphql-journal.txt")
      }
      try result.get()
    }
  }

  extension Trait where Self == GraphQLMockTrait {
    /// A service of its own for each test.
    ///
    /// ```swift
    /// @Test(.graphQL(.query("Viewer", .data(["viewer": nil])), fixtures: "Shop"))
    /// func aGuestSeesTheShop() async throws { … }
    ///
    /// @Suite(.graphQL(options: ServiceOptions(fixtures: FixtureTable("Shop", bundle: .module))))
    /// ```
    /// - Parameters:
    ///   - handlers: What it answers; asked before the handlers of an outer trait.
    ///   - fixtures: The name of a table near the calling file (see ``FixtureTable``).
    ///   - schema: The name of a schema near the calling file (see ``ServiceSchema``), by which requests
    ///     and answers are judged.
    ///   - recording: Whether answers of the real service are recorded, in the table `fixtures` or, with
    ///     nil there, in a folder named for suite and test; nil only replays. The environment beats it
    ///     (see ``RecordingMode``).
    ///   - endpoint: The URL that GraphQL requests go to; nil lets the content of requests tell.
    ///   - unhandled: What happens to requests that nothing answers; nil fails them.
    ///   - clock: What delays of responses go by; nil takes real time.
    ///   - options: All else that can be said of the service. Inside the scope of an outer trait, what
    ///     is stated here counts, and what is not stays as it is.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of the file of the call.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public static func graphQL(
      _ handlers: RequestHandler..., fixtures: String? = nil, schema: String? = nil,
      recording: RecordingMode? = nil,
      endpoint: URL? = nil, unhandled: UnhandledPolicy? = nil, clock: SteppedClock? = nil,
      options: ServiceOptions = ServiceOptions(), fileID: String = #fileID,
      filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) -> GraphQLMockTrait {
      GraphQLMockTrait(
        options: ScopeOptions(
          handlers, fixtures: fixtures, schema: schema, recording: recording, endpoint: endpoint,
          unhandled: unhandled, clock: clock, options: options,
          location: HandlerLocation(
            fileID: fileID, filePath: filePath, line: line, column: column)))
    }
  }

  extension SourceLocation {
    init(_ location: HandlerLocation) {
      // The testing library wants a module in the file's name, and places that count from 1.
      let isComplete = location.fileID.contains("/")
      self.init(
        fileID: isComplete ? location.fileID : "Unknown/\(location.fileID)",
        filePath: location.filePath, line: max(location.line, 1), column: max(location.column, 1))
    }
  }
#endif
