#if canImport(XCTest)
  public import GraphQLMock
  public import XCTest

  /// Unchecked: the caller waits while the body runs, and an abandoned body isn't run again.
  private struct UncheckedBody: @unchecked Sendable {
    let body: (MockGraphQLService) async throws -> Void

    @Sendable func run(_ service: MockGraphQLService) async throws { try await body(service) }
  }

  extension XCTestCase {
    /// Runs a part of a test with every answer that the service may send, and reports those that break the client.
    ///
    /// ```swift
    /// func testTheShopTakesEveryAnswer() async throws {
    ///   try await withAnswerVariants(schema: "schema.graphqls") { service in
    ///     _ = try await Shop(session: service.makeSession()).feed()
    ///   }
    /// }
    /// ```
    /// It works like `withAnswerVariants` for Swift Testing and has the same parameters. A variant fails if the body
    /// throws an error that the plain run didn't. At the first failed assertion the search ends with that variant,
    /// because XCTest can't withdraw a failure.
    /// - Returns: The numbers of changes and runs, and the failures.
    /// - Throws: An error that the body throws with the plain answers.
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
