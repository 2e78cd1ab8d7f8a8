import Foundation
import GraphQLMock

/// Runs the body of a test with the plain responses, and then with changed responses.
struct VariantRuns: Sendable {
  struct Options: Sendable {
    var handlers: [RequestHandler]
    var service: ServiceOptions
    var overrides: GeneratedOverrides
    var examples: [String: [MockJSON]]
    var combinations: Int?
    var limit: Duration?
    var idleLimit: Duration
    var accepting: (@Sendable (any Error) -> Bool)?
    var location: CodeLocation

    var plainExamples: [String: MockJSON] {
      overrides.plainExamples(of: examples, in: service.schema)
    }
  }

  let options: Options
  let test: RunningTest
  var testCase: String?
  let issues: any VariantIssues
  let body: @Sendable (MockGraphQLService) async throws -> Void
  /// A run may send 10 times as many requests as the first run, or 130 times as many with a long list, which has 25
  /// elements in place of two (`lengths` in `ResponseChanges`).
  private static let requestFactor = 10
  private static let longListFactor = 13
  /// The limit of the first run, which no earlier run can tell.
  private static let plainRequestLimit = 10_000
  private static let cancellationLimit = Duration.seconds(1)
  private static let responseLimit = 600
  /// The first run, or nil until it has ended.
  var plain: PlainRun?

  struct Run: Sendable {
    let scope: TestScope
    let budget: RequestBudget
  }

  /// Returns the failure of a client that sent too many requests or none for too long, or nil for others.
  func limitFailure(of run: Run) -> VariantSearch.Failure? {
    if run.budget.isSpent {
      let usual = plain.map { "; with the plain responses it sent \($0.requestCount)" } ?? ""
      return .init(
        cause: "keeps sending requests",
        message: """
          the client keeps sending requests. It was stopped after \(run.budget.limit)\(usual). It may page or \
          retry without end.
          """)
    }
    guard let lines = run.budget.openLinesWhenStopped else { return nil }
    return .init(
      cause: "waits",
      message: ([
        """
        the client sent no request for \(options.idleLimit.text) and didn't finish. If it waits on purpose, set \
        a longer `idleLimit:`.
        """
      ] + lines).joined(separator: "\n    "))
  }

  func makeRun(for variant: ResponseVariant) -> Run {
    let count = plain?.requestCount ?? 0
    let factor = Self.requestFactor * (variant.hasLongList ? Self.longListFactor : 1)
    let budget = RequestBudget(
      limit: plain == nil ? Self.plainRequestLimit : max(factor * count, factor))
    var service = options.service
    // Requests and responses are compared with those of the first run, so the journal must keep all of them. Only the
    // default limit of its size remains, because a client may send requests without end.
    (service.journalLimit, service.journalSizeLimit, service.bodyLimit) = (nil, nil, .max)
    let policyOfTest = service.unhandled ?? .fail
    let plainOverrides = options.overrides.adding(options.plainExamples)
    let overrides = variant.overrides(in: plainOverrides)
    let followUp = variant.followUp.overrides(in: plainOverrides)
    // Responses of a failing service may be invalid on purpose.
    if !variant.isPlain, options.accepting != nil { service.responseValidation = .off }
    service.unhandled = .decide { [plain] _, operations in
      guard let operation = operations.first else { return policyOfTest }
      let name = operation.name ?? ""
      guard let earlierCount = budget.countRequest(named: name) else {
        return .respond(.networkError(.cancelled))
      }
      let whole = variant.response(toOperationNamed: name, number: earlierCount, in: plainOverrides)
      if let whole { return .respond(whole) }
      // A request that the first run didn't send may be for the next page, so it gets the last page.
      return .generated(plain?.contains(operation) == false ? followUp : overrides)
    }.choosing(from: .generated(overrides), policyOfTest)
    var stated = ScopeOptions(options.handlers, service: service, location: options.location)
    // A recording would answer instead of the variant.
    stated.findsRecording = false
    let scope = TestScope(stated, of: test, at: options.location)
    return Run(scope: scope, budget: budget)
  }

  /// Runs the body, and returns nil if the body ignores its cancellation; see `RequestBudget`.
  func perform(_ run: Run) async -> Result<Void, any Error>? {
    let ending = PendingValue<Result<Void, any Error>>()
    let service = run.scope.service
    let task = Task {
      var result = Result<Void, any Error>.success(())
      do {
        try await run.scope.run { try await body(service) }
      } catch {
        result = .failure(error)
      }
      run.budget.recordReturn()
      ending.fulfil(result)
    }
    @Sendable func stop() {
      WorkerThreads.shared.run {
        guard run.budget.recordStop(service.openLines()) else { return }
        service.end(test: test.title, hasFailed: true, isStopped: true)
        task.cancel()
        // If the body ends before, its result counts, and this limit does nothing.
        _ = WaitLimit(Self.cancellationLimit) { _ in ending.fulfil(nil) }
      }
    }
    run.budget.whenSpent(stop)
    let watch = WaitLimit(options.idleLimit, sinceChangeOf: { service.progress }) { _ in stop() }
    defer { watch.cancel() }
    return await withTaskCancellationHandler {
      await ending.value()
    } onCancel: {
      task.cancel()
    }
  }

  func hasPlainResponses(_ run: Run) -> Bool {
    let responses = Set(requests(of: run).map(PlainRun.Response.init))
    return !responses.isEmpty && responses.isSubset(of: plain?.responses ?? [])
  }

  func changedResponse(of run: Run) -> String? {
    let received = requests(of: run).last {
      plain?.responses.contains(PlainRun.Response($0)) != true
    }
    guard let body = received?.response?.body, !body.isEmpty else { return nil }
    return String(decoding: body, as: UTF8.self).shortened(to: Self.responseLimit)
  }

  func requests(of run: Run) -> [ReceivedRequest] {
    run.scope.service.requests.filter { received in
      // Responses of handlers and fixtures don't vary, and the response to an unknown hash has no data.
      received.handler == nil && received.fixture == nil
        && !received.operations.contains(where: \.isPersistedQueryMiss)
    }
  }

  /// Returns a message if some variants weren't tried. It's a failure if none was tried, and otherwise a warning.
  func incompleteSearchMessage(
    _ search: VariantSearch, isTimeUp: Bool
  ) -> (message: String, isFailure: Bool)? {
    if search.changes.isEmpty {
      let message = """
        Nothing was varied, because the plain run requested nothing that is generated. Make the client in \
        the body with `service.makeSession()`, and remove the handlers of the operations to vary.
        """
      return (message, true)
    }
    guard search.singlesLeft > 0 else { return nil }
    let advice = ": set a longer `within:`, or try the rest in another test"
    return (
      """
      The search ended before \(search.singlesLeft) of \(search.changes.count) single changes were \
      tried\(isTimeUp ? advice : "").
      """, search.singlesLeft == search.changes.count
    )
  }
}
