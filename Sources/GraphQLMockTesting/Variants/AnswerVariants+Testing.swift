#if canImport(Testing)
  import Foundation
  public import GraphQLMock
  public import Testing

  /// Runs a part of a test with every answer that the service may send, and reports those that break the client.
  ///
  /// ```swift
  /// @Test func theShopTakesEveryAnswer() async throws {
  ///   try await withAnswerVariants(schema: "schema.graphqls") { service in
  ///     let shop = Shop(session: service.makeSession())
  ///     for item in try await shop.feed() { #expect(!item.id.isEmpty) }
  ///   }
  /// }
  /// ```
  /// The first run, the plain one, has the answers of ``UnhandledPolicy/generated``. Further runs each make a
  /// single change that the schema allows, such as null for a nullable field, an empty list, or the next value of
  /// an enum. The last runs combine changes, until each pair of changes was in the same answers. A run fails if the
  /// body throws an error, or if an expectation fails, except in detached tasks. The changes of a failed run are
  /// reduced to the fewest that fail for the same reason. The issue contains a line of code that repeats them, and
  /// the answer that the client received.
  ///
  /// If the real service never sends some of the answers, throw an ``AnswerVariantSkip``.
  /// - Parameters:
  ///   - handlers: The handlers, whose answers stay the same. To use an array of handlers, register it in the body.
  ///   - schema: The schema, usually by name, or nil for that of `options`.
  ///   - overrides: The values that generated answers have in all runs.
  ///   - examples: The values to try for a scalar or enum (`Money`) or for a field (`Order.total`); for a list, its
  ///     elements. If the format of a scalar is unknown, its first example is also its value in the first run. The
  ///     values of other scalars are well-known ones, and those that the check of the scalar accepts.
  ///   - combinations: The largest number of combinations to try. 100 are enough for the pairs of most documents.
  ///   - limit: The time limit, or nil to try all changes. A warning counts the changes that weren't tried.
  ///   - idleLimit: The longest time without a request, which must exceed deliberate pauses such as those before a
  ///     retry. A run that exceeds it fails, and its task is canceled.
  ///   - accepting: A closure that returns whether the body may throw an error when the service fails. With a
  ///     closure, the service also sends errors, unknown values and broken bodies; with nil, it doesn't.
  ///   - options: Additional options of the service.
  ///   - sourceLocation: The location of issues.
  ///   - body: A closure that creates its client with the service and uses it. It runs hundreds of times.
  /// - Returns: The numbers of changes and runs, and the failures.
  /// - Throws: The error that the body throws in the plain run.
  @discardableResult
  public func withAnswerVariants(
    _ handlers: RequestHandler..., schema: ServiceSchema? = nil,
    overrides: GeneratedOverrides = [:], examples: [String: [MockJSON]] = [:],
    combinations: Int = 100, within limit: Duration? = nil, idleLimit: Duration = .seconds(2),
    accepting: (@Sendable (any Error) -> Bool)? = nil, options: ServiceOptions = ServiceOptions(),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (MockGraphQLService) async throws -> Void
  ) async throws -> AnswerVariantReport {
    let location = HandlerLocation(sourceLocation)
    let stated = VariantOptions(
      handlers: handlers, service: options.stating(nil, schema, near: location.filePath),
      overrides: overrides, examples: examples, combinations: combinations, limit: limit,
      idleLimit: idleLimit, accepting: accepting, location: location)
    let runs = VariantRuns(
      options: stated, test: RunningTest.current ?? RunningTest(location))
    let issues = VariantIssues()
    let report = Locked(AnswerVariantReport.none)
    let search: @Sendable () async throws -> Void = {
      let found = try await runs.search(
        report: { MockReporting.record($0) }, mode: issues.begin, held: issues.take,
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

    func begin(_ mode: VariantIssueMode) { state.withLock { $0 = (mode, []) } }

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
