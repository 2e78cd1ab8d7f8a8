#if canImport(XCTest)
  public import GraphQLMock
  public import XCTest

  extension XCTestCase {
    /// Runs a part of a test with every answer that the service may send, and reports those that break the client.
    ///
    /// This method works like the function `withAnswerVariants` for Swift Testing, and has the same parameters.
    /// Since XCTest can't withdraw a failure, the first run in which an assertion fails is the last one.
    /// - Returns: The numbers of changes and runs, and the failures.
    /// - Throws: The error that the body throws in the plain run.
    @discardableResult
    public func withAnswerVariants(
      _ handlers: RequestHandler..., schema: ServiceSchema? = nil,
      overrides: GeneratedOverrides = [:], examples: [String: [MockJSON]] = [:],
      combinations: Int = 100, within limit: Duration? = nil, idleLimit: Duration = .seconds(2),
      accepting: (@Sendable (any Error) -> Bool)? = nil, options: ServiceOptions = ServiceOptions(),
      fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
      column: Int = #column, isolation: isolated (any Actor)? = #isolation,
      _ body: @escaping (MockGraphQLService) async throws -> Void
    ) async throws -> AnswerVariantReport {
      let running = RunningTestCase(self)
      let stated = VariantOptions(
        handlers: handlers, service: options.stating(nil, schema, near: filePath),
        overrides: overrides, examples: examples, combinations: combinations, limit: limit,
        idleLimit: idleLimit, accepting: accepting,
        location: HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
      let runs = VariantRuns(options: stated, test: running.test)
      let failures = Locked(running.failureCount)
      // The caller waits while the body runs, and a body that ignores its cancellation isn't called again.
      nonisolated(unsafe) let unchecked = body
      return try await RunningTestCase.$current.withValue(running) {
        try await runs.search(
          report: { running.record($0) },
          mode: { _ in failures.withLock { $0 = running.failureCount } },
          held: {
            running.failureCount > failures.withLock { $0 } ? ["An assertion has failed."] : []
          }, canHold: false, { try await unchecked($0) })
      }
    }
  }
#endif
