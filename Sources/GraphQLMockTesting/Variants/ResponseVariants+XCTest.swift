#if canImport(XCTest)
  public import GraphQLMock
  public import XCTest

  extension XCTestCase {
    /// Runs a part of a test many times with different responses, and reports the responses that break the client.
    ///
    /// This method has the same parameters as the function `withResponseVariants` for Swift Testing. XCTest can't
    /// withdraw a failure, so the search ends after the first run in which an assertion fails.
    /// - Returns: A report with the numbers of changes and runs, and the failures.
    /// - Throws: The error that the body throws in the first run.
    @discardableResult
    public func withResponseVariants(
      _ handlers: RequestHandler..., schema: ServiceSchema? = nil,
      objects: [String: [MockJSON]]? = nil,
      overrides: GeneratedOverrides = [:], examples: [String: [MockJSON]] = [:],
      combinations: Int? = nil, within limit: Duration? = nil, idleLimit: Duration = .seconds(2),
      accepting: (@Sendable (any Error) -> Bool)? = nil, options: ServiceOptions = ServiceOptions(),
      fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
      column: Int = #column, isolation: isolated (any Actor)? = #isolation,
      _ body: @escaping (MockGraphQLService) async throws -> Void
    ) async throws -> ResponseVariantReport {
      let running = RunningTestCase(self)
      let stated = VariantRuns.Options(
        handlers: handlers,
        service: options.stating(schema: schema, objects: objects, near: filePath),
        overrides: overrides, examples: examples, combinations: combinations, limit: limit,
        idleLimit: idleLimit, accepting: accepting,
        location: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
      // The body doesn't have to be Sendable, because the caller waits for it, and it never runs twice at once.
      nonisolated(unsafe) let unchecked = body
      let runs = VariantRuns(
        options: stated, test: running.test, issues: XCTestVariantIssues(running),
        body: { try await unchecked($0) })
      return try await RunningTestCase.$current.withValue(running) { try await runs.report() }
    }
  }

  private final class XCTestVariantIssues: VariantIssues {
    private let running: RunningTestCase
    private let earlierFailures: Locked<Int>
    let canHoldBack = false

    init(_ running: RunningTestCase) {
      self.running = running
      earlierFailures = Locked(running.failureCount)
    }

    func reset(to _: VariantIssueMode) { earlierFailures.withLock { $0 = running.failureCount } }

    func take() -> [String] {
      running.failureCount > earlierFailures.withLock { $0 } ? ["An assertion has failed."] : []
    }

    func report(_ issue: ScopeIssue) { running.record(issue) }
  }
#endif
