#if canImport(Testing)
  import Foundation
  public import GraphQLMock
  public import Testing

  /// Runs a part of a test many times with different responses, and reports the responses that break the client.
  ///
  /// ```swift
  /// @Test func theShopTakesEveryVariant() async throws {
  ///   try await withResponseVariants(schema: "schema.graphqls") { service in
  ///     let shop = Shop(session: service.makeSession())
  ///     for item in try await shop.feed() { #expect(!item.id.isEmpty) }
  ///   }
  /// }
  /// ```
  /// The first run has the usual responses of ``UnhandledPolicy/generated``. Each of the next runs makes a single
  /// change that the schema allows, such as null for a nullable field, an empty list, or another value of an enum.
  /// The last runs combine changes, until each pair of changes was made together. A run fails if the body throws an
  /// error, or if an expectation fails outside of detached tasks. The function then looks for the fewest changes
  /// that fail for the same reason. The issue contains their response and a line of code that repeats the changes.
  ///
  /// If the real service never sends some of the responses, throw an ``ResponseVariantSkip``.
  /// - Parameters:
  ///   - handlers: The handlers, whose responses stay the same. To use an array of handlers, register it in the body.
  ///   - schema: The schema, usually by file name. If it's nil, the schema of `options` is used.
  ///   - objects: The objects of the responses by type. Their stated values stay the same in all runs.
  ///   - overrides: Values that the generated responses contain in all runs.
  ///   - examples: The values to try, by the name of a scalar or enum (`Money`) or of a field (`Order.total`). For
  ///     a list, state values of its elements. The first run uses the first example of a scalar of unknown format.
  ///   - combinations: The largest number of combinations to try. By default, it's as many as all pairs need for up
  ///     to 60 changes, and 100 for more.
  ///   - limit: The time limit, or nil to try all changes. A warning states how many single changes are left.
  ///   - idleLimit: The time without a request after which a run is canceled and fails. It must be longer than the
  ///     client's own pauses, such as the delay before a retry.
  ///   - accepting: A closure that returns whether the body may throw an error when the service fails. If it isn't
  ///     nil, the service also sends errors, unknown values and broken bodies.
  ///   - options: Additional options of the service.
  ///   - sourceLocation: The location at which issues are reported.
  ///   - isolation: The actor on which the body runs, by default the caller's.
  ///   - body: A closure that creates a client with the service, and uses the client. It runs hundreds of times.
  /// - Returns: A report with the numbers of changes and runs, and the failures.
  /// - Throws: The error that the body throws in the first run.
  @discardableResult
  public func withResponseVariants(
    _ handlers: RequestHandler..., schema: ServiceSchema? = nil,
    objects: [String: [MockJSON]]? = nil,
    overrides: GeneratedOverrides = [:], examples: [String: [MockJSON]] = [:],
    combinations: Int? = nil, within limit: Duration? = nil, idleLimit: Duration = .seconds(2),
    accepting: (@Sendable (any Error) -> Bool)? = nil, options: ServiceOptions = ServiceOptions(),
    sourceLocation: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (MockGraphQLService) async throws -> Void
  ) async throws -> ResponseVariantReport {
    let location = CodeLocation(sourceLocation)
    let stated = VariantRuns.Options(
      handlers: handlers,
      service: options.stating(schema: schema, objects: objects, near: location.filePath),
      overrides: overrides, examples: examples, combinations: combinations, limit: limit,
      idleLimit: idleLimit, accepting: accepting, location: location)
    // The body doesn't have to be Sendable, because the caller waits for it, and it never runs twice at once.
    nonisolated(unsafe) let unchecked = body
    let issues = TestingVariantIssues()
    let place = RunningTest(module: "", testCase: location.fileID, "\(location.line)")
    let runs = VariantRuns(
      options: stated, test: RunningTest.current ?? place,
      testCase: Test.Case.current?.title, issues: issues, body: { try await unchecked($0) })
    guard let test = Test.current else { return try await runs.report() }
    let report = Locked(ResponseVariantReport.nothingTried())
    try await IssueHandlingTrait.compactMapIssues(issues.handle).provideScope(
      for: test, testCase: Test.Case.current
    ) {
      let found = try await runs.report()
      report.withLock { $0 = found }
    }
    return report.withLock { $0 }
  }

  private final class TestingVariantIssues: VariantIssues {
    private let state = Locked((mode: VariantIssueMode.report, held: [String]()))

    let canHoldBack = true

    func reset(to mode: VariantIssueMode) { state.withLock { $0 = (mode, []) } }

    func take() -> [String] { state.withLock { exchange(&$0.held, with: []) } }

    func report(_ issue: ScopeIssue) { MockReporting.record(issue) }

    func handle(_ issue: Issue) -> Issue? {
      // Swift Testing passes an issue that belongs to no test to all running tests, and also reports it itself.
      guard Test.current != nil else { return nil }
      return state.withLock { state in
        if issue.failsTest { state.held.append(issue.line) }
        switch state.mode {
        case .report: return issue
        case .holdBack: return nil
        case .reportAdding(let text):
          var issue = issue
          issue.comments.append(Comment(rawValue: text))
          return issue
        }
      }
    }
  }

  extension Issue {
    fileprivate var line: String {
      let place = sourceLocation.map { "\($0.fileID):\($0.line): " } ?? ""
      let comments = comments.map(\.rawValue).joined(separator: " ")
      return "\(place)\(kind)\(comments.isEmpty ? "" : " (\(comments))")"
    }
  }
#endif
