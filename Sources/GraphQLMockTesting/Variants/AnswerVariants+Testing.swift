#if canImport(Testing)
  import Foundation
  public import GraphQLMock
  public import Testing

  /// Runs a part of a test with every answer that the service may give, and says which one breaks the
  /// client.
  ///
  /// ```swift
  /// @Test func theShopTakesEveryAnswer() async throws {
  ///   try await withAnswerVariants(schema: "schema.graphqls") { service in
  ///     let shop = Shop(session: service.makeSession())
  ///     for item in try await shop.feed() { #expect(!item.id.isEmpty) }
  ///   }
  /// }
  /// ```
  /// The body runs first with the answers that ``UnhandledPolicy/generated`` makes up, then once for each
  /// single change that the schema allows: a field that may be null is null, a list is empty, an enum has
  /// its next value. Then come pairs and mixtures. A variant fails if the body throws what the plain run
  /// did not, or if an expectation in it fails; it is cut down to the fewest changes that fail for the same
  /// reason, and named with the line that repeats it. Expectations in detached tasks are lost.
  /// - Parameters:
  ///   - handlers: What is answered in all runs as it is stated; nothing of it is varied. A list of handlers is
  ///     registered in the body.
  ///   - schema: The schema, by its name as a rule; nil takes that of `options`.
  ///   - overrides: What made-up answers state in all runs.
  ///   - examples: Values by leaf type (`Money`) or by field (`Order.total`); of a list, its elements.
  ///     Other scalars have well-known values, and those that their check accepts.
  ///   - mixtures: How many pairs and mixtures are tried, 0 or more.
  ///   - seed: What the mixtures depend on.
  ///   - limit: How long to go on; nil until all were tried. A warning says how many changes were left.
  ///   - idleLimit: How long a run may go on without a request: more than a client waits on purpose,
  ///     such as before it tries again. Then the task of the body is canceled, and the run has failed.
  ///   - accepting: States that the service fails, too, with errors, unknown values and broken bodies, and
  ///     which errors the body may throw then. Nil leaves failures out.
  ///   - options: All else that can be said of the service.
  ///   - sourceLocation: Where failures are reported.
  ///   - body: Makes its client with the service, and does what the app does. It is run hundreds of times.
  /// - Returns: what was tried, and what was found.
  /// - Throws: what the body throws with the plain answers.
  @discardableResult
  public func withAnswerVariants(
    _ handlers: RequestHandler..., schema: ServiceSchema? = nil,
    overrides: GeneratedOverrides = [:], examples: [String: [MockJSON]] = [:],
    mixtures: Int = 100, seed: UInt64 = 1, within limit: Duration? = nil,
    idleLimit: Duration = .seconds(2),
    accepting: (@Sendable (any Error) -> Bool)? = nil, options: ServiceOptions = ServiceOptions(),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (MockGraphQLService) async throws -> Void
  ) async throws -> AnswerVariantReport {
    let location = HandlerLocation(sourceLocation)
    let stated = VariantOptions(
      handlers: handlers, service: options.stating(nil, schema, near: location.filePath),
      overrides: overrides, examples: examples, mixtures: mixtures, seed: seed, limit: limit,
      idleLimit: idleLimit, accepting: accepting, location: location)
    let runs = VariantRuns(stated, of: RunningTest.current ?? RunningTest(location))
    let issues = VariantIssues()
    let report = Locked(AnswerVariantReport.none)
    let search: @Sendable () async throws -> Void = {
      let found = try await runs.search(
        report: { MockReporting.record($0) }, mode: { issues.mode = $0 }, held: issues.take,
        canHold: true,
        body)
      report.withLock { $0 = found }
    }
    if let test = Test.current {
      let handling = IssueHandlingTrait.compactMapIssues(issues.handle)
      try await handling.provideScope(for: test, testCase: Test.Case.current, performing: search)
    } else {
      try await search()
    }
    return report.withLock { $0 }
  }

  private final class VariantIssues: Sendable {
    private let state = Locked((mode: VariantIssueMode.pass, held: [String]()))

    var mode: VariantIssueMode {
      get { state.withLock { $0.mode } }
      set { state.withLock { $0 = (newValue, []) } }
    }

    func take() -> [String] {
      state.withLock { state in
        defer { state.held = [] }
        return state.held
      }
    }

    func handle(_ issue: Issue) -> Issue? {
      state.withLock { state in
        if issue.isFailure { state.held.append(issue.line) }
        switch state.mode {
        case .pass: return issue
        case .hold: return nil
        case .comment(let text):
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
