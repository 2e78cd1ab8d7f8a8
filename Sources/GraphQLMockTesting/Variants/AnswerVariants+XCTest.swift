#if canImport(XCTest)
  public import GraphQLMock
  public import XCTest

  /// A closure whose sendability isn't checked, because the caller waits while it runs, and a closure that ignores
  /// its cancellation isn't called again.
  private struct UncheckedBody: @unchecked Sendable {
    let body: (MockGraphQLService) async throws -> Void

    @Sendable func run(_ service: MockGraphQLService) async throws { try await body(service) }
  }

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
      let runs = VariantRuns(stated, of: running.test)
      let failures = Locked(running.failureCount)
      return try await RunningTestCase.$current.withValue(running) {
        try await runs.search(
          report: { running.record($0) },
          mode: { _ in failures.withLock { $0 = running.failureCount } },
          held: {
            let known = failures.withLock { $0 }
            return running.failureCount > known ? ["An assertion has failed."] : []
          }, canHold: false, UncheckedBody(body: body).run)
      }
    }
  }
#endif
